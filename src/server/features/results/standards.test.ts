import { afterAll, beforeAll, expect, test } from 'vitest';

import { mostStandards, type Standard } from '#domain/results/standards.ts';
import { randomResponses } from '#test/random-responses.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotels: { id: number; hotelName: string }[];
const clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  survey = await aSurvey(server, { code: 'FO-012' });
  const serviceConsultantId = server.idOf('connie');
  hotels = [
    await aHotel(server, { serviceConsultantId, stage: 'Onsite Assessment' }),
    await aHotel(server, { stage: 'Onsite Assessment', hotelBrand: 'Lantern' }),
    await aHotel(server, { stage: 'Onsite Assessment' }),
  ];
});
afterAll(() => server.close());

/** Stores a response with an option of the coded question: 0, 5 or 10 points of 10. */
async function hold(place: number, option: number, completedAt: string) {
  const [first] = survey.questions;
  const { status, body } = await server.as('asa')('POST', '/api/responses', {
    ...{ surveyId: survey.id, edition: survey.edition, hotelId: hotels[place]!.id, completedAt },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    responseAnswers: [{ questionId: first!.id, answerId: first!.answers[option]!.id }],
  });
  expect(status).toBe(201);
  // The server does not believe a completion time that lies a year back.
  const { id } = body as { id: number };
  await server.db.updateTable('responses').set({ completedAt }).where('id', '=', id).execute();
  return id;
}

const read = async (path: string, who: PersonName = 'asa') =>
  (await server.as(who)('GET', `/api/results/${path}`)).body;
const ofYear = 'from=2026-01-01&to=2026-12-31';

test('no survey has a code that was answered, and none is listed', async () => {
  expect(await read('choices')).not.toHaveProperty('hasStandards');
  expect(await read('standards')).toEqual({ standards: [], total: 0 });
  expect(await read('standards/hotels?code=XX')).toEqual({ hotels: [], total: 0 });
});

test('each code tells how often it was met, and where it is a repeat finding', async () => {
  await hold(0, 1, '2025-03-03T09:00:00Z');
  await hold(1, 0, '2025-03-03T09:00:00Z');
  await hold(0, 2, '2026-02-03T09:00:00Z');
  const latest = await hold(0, 0, '2026-03-03T09:00:00Z');
  await hold(1, 2, '2026-03-03T09:00:00Z');
  await hold(2, 1, '2026-03-03T09:00:00Z');

  expect(await read('choices')).toMatchObject({ hasStandards: true });
  const { standards, total } = await read(`standards?${ofYear}`);
  expect(total).toBe(1);
  // In 2026, two of four answers are findings. Before it, both were, which repeat findings need.
  expect(standards).toEqual([
    {
      ...{ code: 'FO-012', text: 'Question 1', critical: false, surveys: 1 },
      ...{ answered: 4, findings: 2, percent: 50, hotels: 3, hotelsFailed: 2, repeats: 1 },
      years: [
        { year: 2025, answered: 2, findings: 2, percent: 0 },
        { year: 2026, answered: 4, findings: 2, percent: 50 },
      ],
    },
  ]);
  const found = await read(`standards/hotels?code=fo-012&${ofYear}`);
  expect(found).toEqual({
    hotels: [
      {
        ...{ hotelId: hotels[0]!.id, hotelName: hotels[0]!.hotelName, hotelBrand: 'Harbor' },
        ...{ answered: 2, findings: 1, percent: 50, isRepeat: true },
        ...{ responseId: latest, completedAt: '2026-03-03T09:00:00.000Z' },
      },
      expect.objectContaining({ hotelId: hotels[2]!.id, isRepeat: false, percent: 0 }),
    ],
    total: 2,
  });
});

test('is searched, filtered and limited to one’s own hotels', async () => {
  const totalOf = async (query: string, who?: PersonName) =>
    (await read(`standards?${ofYear}&${query}`, who)).total;
  expect(await totalOf('search=fo-0')).toBe(1);
  expect(await totalOf('search=housekeeping')).toBe(0);
  expect(await totalOf('brand=Aurora')).toBe(0);
  const lantern = await read(`standards?${ofYear}&brand=Lantern`);
  expect(lantern.standards).toMatchObject([{ answered: 1, findings: 0, percent: 100 }]);
  const own = await read(`standards?${ofYear}`, 'connie');
  expect(own.standards).toMatchObject([{ answered: 2, findings: 1, hotels: 1 }]);
  expect(await totalOf('', 'cole')).toBe(0);
  const refused = await server.as('asa')('GET', '/api/results/standards?consultantId=1');
  expect(refused.status).toBe(403);
});

test('a corrected answer is counted as it is now', async () => {
  hotels.push(await aHotel(server, { hotelBrand: 'Quay' }));
  const id = await hold(3, 0, '2026-04-03T09:00:00Z');
  const count = async () => (await read(`standards?${ofYear}&brand=Quay`)).standards;
  expect(await count()).toMatchObject([{ answered: 1, findings: 1, hotels: 1, hotelsFailed: 1 }]);
  const [first] = survey.questions;
  const corrected = await server.as('alice')('POST', `/api/responses/${id}/corrections`, {
    reason: 'A slip',
    responseAnswers: [{ questionId: first!.id, answerId: first!.answers[2]!.id }],
  });
  expect(corrected.status).toBe(200);
  expect(await count()).toMatchObject([{ answered: 1, findings: 0, hotels: 1, hotelsFailed: 0 }]);
});

test('repeat findings are counted in full where the list leaves some out', async () => {
  const hotel = await aHotel(server, { stage: 'Onsite Assessment', hotelBrand: 'Long' });
  const questions = Array.from({ length: mostStandards + 1 }, (_, place) => ({
    ...{ id: 90_000 + place, text: 'Met?', type: 'radio', required: false, order: place + 1 },
    ...{ weight: 1, kpeCategory: null, code: `L-${1_000 + place}` },
    answers: [
      { id: 2 * place + 800_000, text: 'Yes', score: 10, isCorrect: true, order: 1 },
      { id: 2 * place + 800_001, text: 'No', score: 0, isCorrect: false, order: 2 },
    ],
  }));
  const { id: surveyId } = await server.db
    .insertInto('surveys')
    .values({ title: 'Long', category: 'other', status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const edition = { surveyId, number: 1, title: 'Long', questionCount: questions.length };
  await server.db
    .insertInto('surveyEditions')
    .values({ ...edition, questions: JSON.stringify(questions), rules: '{}' })
    .execute();
  for (const completedAt of ['2025-03-03T09:00:00Z', '2026-03-03T09:00:00Z']) {
    const { status, body } = await server.as('alice')('POST', '/api/responses', {
      ...{
        clientId: `offline_${completedAt.slice(0, 4)}_long`,
        surveyId,
        edition: 1,
        hotelId: hotel.id,
      },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
      // Only the last standard, which is not among those that are listed, is a finding.
      responseAnswers: questions.map(({ id, answers }, place) => ({
        ...{ questionId: id, answerId: answers[place === mostStandards ? 1 : 0]!.id },
      })),
    });
    expect(status).toBe(201);
    const { id } = body as { id: number };
    await server.db.updateTable('responses').set({ completedAt }).where('id', '=', id).execute();
  }
  const listed = await read(`standards?${ofYear}&brand=Long&sort=code&direction=asc`);
  expect(listed.standards).toHaveLength(mostStandards);
  expect(listed.standards.some((one: Standard) => one.repeats > 0)).toBe(false);
  expect(listed).toMatchObject({ total: mostStandards + 1, repeated: 1 });
});

test('what the database counts of random responses is what the domain says', async () => {
  const hotel = await aHotel(server);
  const expected = new Map<string, { answered: number; findings: number }>();
  let odd = 0;
  for (const { questions: any, answers, rules } of randomResponses(120, { seed: 5, rules: true })) {
    const questions = any.map((one) => ({ ...one, code: `R-${one.id}` }));
    const { id } = await server.db
      .insertInto('surveys')
      .values({ title: 'Any', category: 'other', status: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('surveyEditions')
      .values({
        ...{ surveyId: id, number: 1, title: 'Any', questionCount: questions.length },
        ...{ questions: JSON.stringify(questions), rules: JSON.stringify(rules) },
      })
      .execute();
    const { status } = await server.as('alice')('POST', '/api/responses', {
      ...{ clientId: `offline_${id}_standards`, surveyId: id, edition: 1, hotelId: hotel.id },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
      responseAnswers: answers,
    });
    expect(status).toBe(201);
    const { lost, findings } = scoreResponse(questions, answers, { rules });
    for (const [place, points] of lost.entries()) {
      if (points === null) continue;
      const code = questions[place]!.code;
      const before = expected.get(code) ?? { answered: 0, findings: 0 };
      const isFinding = findings.includes(place);
      if (isFinding && points === 0) odd += 1;
      expected.set(code, {
        answered: before.answered + 1,
        findings: before.findings + Number(isFinding),
      });
    }
  }
  const { standards } = await read(`standards?hotelId=${hotel.id}&sort=code&direction=asc`);
  expect(
    standards.map(({ code, answered, findings }: Standard) => [code, { answered, findings }]),
  ).toEqual([...expected].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
  // Some are findings although they lost nothing.
  expect(odd).toBeGreaterThan(0);
});
