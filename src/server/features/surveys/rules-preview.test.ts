import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { changeOf } from '#domain/scoring/rules-change.ts';
import type { RulesDraftInput, RulesPreview } from '#domain/surveys/rules-preview.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { previewRules } from './preview-rules.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const alice: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const ask = (id: number, draft: RulesDraftInput) =>
  alice('POST', `/api/surveys/${id}/rules-preview`, draft);
const preview = async (id: number, draft: RulesDraftInput): Promise<RulesPreview> => {
  const { status, body } = await ask(id, draft);
  expect(status).toBe(200);
  return body;
};

/** Stores a response with these options, by their place: 0, 1 and 2 give 0, 5 and 10 points. */
async function answer(survey: SurveyWithQuestions, hotelId: number, ...places: number[]) {
  const { status, body } = await server.as('asa')('POST', '/api/responses', {
    ...{ surveyId: survey.id, hotelId },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    responseAnswers: places.map((place, index) => ({
      questionId: survey.questions[index]!.id,
      answerId: survey.questions[index]!.answers[place]!.id,
    })),
  });
  expect(status).toBe(201);
  return body.id as number;
}

const read = async (id: number): Promise<SurveyWithQuestions> =>
  (await alice('GET', `/api/surveys/${id}/with-questions`)).body;
const bands = (counts: Record<number, number>) =>
  Array.from({ length: 10 }, (_, band) => counts[band] ?? 0);

/** Stores four responses at three hotels: 100%, 75%, and 100% with 50%. */
async function fourResponses() {
  const survey = await aSurvey(server);
  const [all, most, mixed] = await Promise.all([
    aHotel(server, { hotelName: 'All' }),
    aHotel(server, { hotelName: 'Most' }),
    aHotel(server, { hotelName: 'Mixed' }),
  ]);
  await answer(survey, all.id, 2, 2);
  await answer(survey, most.id, 2, 1);
  await answer(survey, mixed.id, 2, 2);
  await answer(survey, mixed.id, 0, 2);
  return { survey, all, most, mixed };
}

describe('with figures calculated by hand', () => {
  let made: Awaited<ReturnType<typeof fourResponses>>;
  beforeAll(async () => {
    made = await fourResponses();
  });

  test('nothing changed turns nothing', async () => {
    const { survey, all } = made;
    const unchanged = {
      reached: 4,
      total: 4,
      responses: { passed: { before: 2, after: 2 }, toReview: 0, toPass: 0 },
      hotels: { passed: { before: 1, after: 1 }, toReview: 0, toPass: 0, turned: [] },
      categories: [
        { category: 'The Right Fit', before: 81.3, after: 81.3 },
        { category: 'The Right Action', before: null, after: null },
        { category: 'The Right Environment', before: null, after: null },
      ],
      bands: { before: bands({ 5: 1, 7: 1, 9: 2 }), after: bands({ 5: 1, 7: 1, 9: 2 }) },
    };
    expect(await preview(survey.id, {})).toEqual(unchanged);
    const questions = survey.questions.map(({ id, weight, answers }) => ({
      ...{ id, weight, critical: false },
      options: answers.map((option) => ({ id: option.id, score: option.score, finding: null })),
    }));
    expect(await preview(survey.id, { rules: { passLine: 80 }, questions })).toEqual(unchanged);
    expect(all.id).toBeGreaterThan(0);
  });

  test('a lower line lets a response and two hotels pass', async () => {
    const { survey, most, mixed } = made;
    const found = await preview(survey.id, { rules: { passLine: 75 } });
    expect(found.responses).toEqual({ passed: { before: 2, after: 3 }, toReview: 0, toPass: 1 });
    expect(found.hotels).toEqual({
      passed: { before: 1, after: 3 },
      ...{ toReview: 0, toPass: 2 },
      turned: [
        { hotelId: mixed.id, hotelName: 'Mixed', passes: true },
        { hotelId: most.id, hotelName: 'Most', passes: true },
      ],
    });
    expect(found.bands.after).toEqual(found.bands.before);
  });

  test('a weight moves its category: 125 of 160 instead of 65 of 80', async () => {
    const { survey } = made;
    const id = survey.questions[0]!.id;
    const found = await preview(survey.id, { questions: [{ id, weight: 3 }] });
    expect(found.categories[0]).toEqual({
      ...{ category: 'The Right Fit', before: 81.3, after: 78.1 },
    });
    expect(found.responses.passed).toEqual({ before: 2, after: 2 });
    const threshold = { thresholds: { 'The Right Fit': 88 } };
    // Most has 35 of 40 in it, which is 87.5%, and Mixed 50 of 80.
    const strict = await preview(survey.id, { rules: threshold, questions: [{ id, weight: 3 }] });
    expect(strict.hotels).toMatchObject({ passed: { before: 1, after: 1 }, toReview: 0 });
  });

  test('points lift a response into the highest band', async () => {
    const { survey, most } = made;
    const { id, answers } = survey.questions[1]!;
    const options = [{ id: answers[1]!.id, score: 10 }];
    const found = await preview(survey.id, { questions: [{ id, options }] });
    expect(found.bands.after).toEqual(bands({ 5: 1, 9: 3 }));
    expect(found.responses).toEqual({ passed: { before: 2, after: 3 }, toReview: 0, toPass: 1 });
    expect(found.hotels.turned).toEqual([{ hotelId: most.id, hotelName: 'Most', passes: true }]);
  });

  test('a critical finding turns a response that has all its points', async () => {
    const { survey, all } = made;
    const { id, answers } = survey.questions[0]!;
    const options = [{ id: answers[2]!.id, finding: true }];
    const found = await preview(survey.id, { questions: [{ id, critical: true, options }] });
    expect(found.responses).toEqual({ passed: { before: 2, after: 0 }, toReview: 2, toPass: 0 });
    expect(found.hotels).toEqual({
      passed: { before: 1, after: 0 },
      ...{ toReview: 1, toPass: 0 },
      turned: [{ hotelId: all.id, hotelName: 'All', passes: false }],
    });
    // Where critical questions do not fail a response, the mark alone turns nothing.
    const mild = { rules: { criticalFails: false }, questions: [{ id, critical: true, options }] };
    expect((await preview(survey.id, mild)).responses.toReview).toBe(0);
  });

  test('the audit trail tells who tried what', async () => {
    const { survey } = made;
    const { id, answers } = survey.questions[0]!;
    const options = [{ id: answers[1]!.id, score: 7, finding: true }];
    const questions = [{ id, weight: 2, options }];
    await preview(survey.id, { rules: { passLine: 90 }, questions, days: 30 });
    const { body } = await alice('GET', `/api/audit-events?object=survey:${survey.id}&limit=1`);
    expect(body.events).toMatchObject([
      {
        actorName: 'Alice Admin',
        action: 'survey.rules-previewed',
        details: {
          name: survey.title,
          changes: { passLine: { from: 80, to: 90 }, findingLine: { from: 80, to: 90 } },
          questions: ['Question 1: weight 2, “Good” 7 points and a finding'],
          days: 30,
        },
      },
    ]);
  });

  test('it says what it did not reach, the latest coming first', async () => {
    const { survey } = made;
    const draft = { rules: { passLine: 75 }, questions: [], days: 365 };
    const previewed = { survey, change: changeOf(survey, draft), since: new Date(0) };
    const parts = { ...server.deps, scope: { kind: 'all' } as const };
    const some = await previewRules(parts, previewed, { most: 3 });
    // The first response, of the hotel that has all points, is not among the latest three.
    expect(some).toMatchObject({ reached: 3, total: 4, responses: { passed: { before: 1 } } });
    const none = await previewRules(parts, previewed, { within: 0 });
    expect(none).toMatchObject({ reached: 0, total: 4 });
  });
});

test('a response is scored by the edition that it was asked, with the changes laid over it', async () => {
  const survey = await aSurvey(server, { choices: 1 });
  const hotel = await aHotel(server);
  await answer(survey, hotel.id, 2);
  await alice('PUT', `/api/surveys/${survey.id}`, { rules: { passLine: 60 } });
  const { body: added } = await alice('POST', '/api/questions', {
    ...{ surveyId: survey.id, text: 'Added later', type: 'radio', order: 2 },
    answers: survey.questions[0]!.answers.map(({ text, score }) => ({ text, score })),
  });
  const later = await read(survey.id);
  expect(later.questions[1]!.id).toBe(added.id);
  await answer(later, hotel.id, 2, 1);
  // The first response was not asked the added question, so that it is critical cannot matter.
  const critical = { questions: [{ id: added.id, critical: true }] };
  const found = await preview(survey.id, critical);
  expect(found.responses).toEqual({ passed: { before: 2, after: 1 }, toReview: 1, toPass: 0 });
  // The line of 60 is the survey's own, so it is no change for the response that had 80.
  const same = await preview(survey.id, { rules: { passLine: 60 } });
  expect(same.responses).toEqual({ passed: { before: 2, after: 2 }, toReview: 0, toPass: 0 });
  // A question that the survey no longer has cannot be changed; older editions keep it as it was.
  await alice('DELETE', `/api/questions/${added.id}`);
  expect((await ask(survey.id, critical)).status).toBe(400);
  expect((await preview(survey.id, { rules: { passLine: 76 } })).responses).toMatchObject({
    ...{ passed: { before: 2, after: 1 }, toReview: 1 },
  });
});

test('only the days that were asked for, and nothing where there is nothing', async () => {
  const survey = await aSurvey(server, { choices: 1 });
  const hotel = await aHotel(server);
  expect(await preview(survey.id, {})).toMatchObject({ reached: 0, total: 0 });
  const id = await answer(survey, hotel.id, 2);
  const completedAt = new Date(Date.now() - 10 * 86_400_000).toISOString();
  await server.db.updateTable('responses').set({ completedAt }).where('id', '=', id).execute();
  expect(await preview(survey.id, { days: 9 })).toMatchObject({ reached: 0, total: 0 });
  expect(await preview(survey.id, { days: 11 })).toMatchObject({ reached: 1, total: 1 });
});

describe('refused at its place', () => {
  let survey: SurveyWithQuestions;
  beforeAll(async () => {
    survey = await aSurvey(server);
  });

  test.each<[string, () => unknown, string]>([
    ['no such line', () => ({ rules: { passLine: 101 } }), 'rules.passLine'],
    ['no such category', () => ({ rules: { thresholds: { Fit: 50 } } }), 'rules.thresholds'],
    ['too many days', () => ({ days: 3_651 }), 'days'],
    ['no such question', () => ({ questions: [{ id: 2_000_000_000 }] }), 'questions.0.id'],
    [
      'a question that is named twice',
      () => ({
        questions: [survey.questions[0], survey.questions[0]].map((one) => ({ id: one!.id })),
      }),
      'questions.1.id',
    ],
    [
      'a weight that no question has',
      () => ({ questions: [{ id: survey.questions[0]!.id, weight: 11 }] }),
      'questions.0.weight',
    ],
    [
      'a critical question in words',
      () => ({ questions: [{ id: survey.questions.at(-1)!.id, critical: true }] }),
      'questions.0.critical',
    ],
    [
      'an option of another question',
      () => {
        const [first, second] = survey.questions;
        return { questions: [{ id: first!.id, options: [{ id: second!.answers[0]!.id }] }] };
      },
      'questions.0.options.0.id',
    ],
    [
      'points that are no number',
      () => {
        const [first] = survey.questions;
        const options = [{ id: first!.answers[0]!.id, score: 'ten' }];
        return { questions: [{ id: first!.id, options }] };
      },
      'questions.0.options.0.score',
    ],
  ])('%s', async (_what, draft, path) => {
    const { status, body } = await ask(survey.id, draft() as RulesDraftInput);
    expect([status, body.errors?.map((one: { path: string }) => one.path)]).toEqual([400, [path]]);
  });
});
