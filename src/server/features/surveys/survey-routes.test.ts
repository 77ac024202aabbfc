import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { kpeCategories } from '#domain/surveys/question.ts';
import { archivedNote, type SurveyUse } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey, threeOptions } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { insertQuestions } from './write-questions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const alice: ReturnType<TestApp['as']> = (...call) => test.as('alice')(...call);
const draft = { title: 'Front desk', category: 'hospitality' };
const titles = (body: { title: string }[]) => body.map((survey) => survey.title);

async function aDraft(given: Record<string, unknown> = {}) {
  return (await alice('POST', '/api/surveys', { ...draft, ...given })).body;
}

/** Sends a response to a survey's current edition as Alice. */
async function respondTo(surveyId: number) {
  const hotel = await aHotel(test);
  const answer = await alice('POST', '/api/responses', {
    surveyId,
    hotelId: hotel.id,
    respondentName: 'Rosa',
    respondentJobTitle: 'Host',
    responseAnswers: [],
  });
  expect(answer.status).toBe(201);
}

describe('who may', () => {
  it('refuses whoever is not signed in, and builders’ calls of everyone but Admins', async () => {
    const { id } = await aDraft();
    const calls: Parameters<typeof alice>[] = [
      ['POST', '/api/surveys', draft],
      ['POST', '/api/surveys/sample'],
      ['PUT', `/api/surveys/${id}`, { title: 'New' }],
      ['DELETE', `/api/surveys/${id}`],
      ['POST', `/api/surveys/${id}/clone`, { title: 'Copy' }],
      ['PUT', `/api/surveys/${id}/questions/order`, { questionIds: [] }],
      ['POST', '/api/questions', { surveyId: id, text: 'How?', type: 'text' }],
      ['PUT', '/api/questions/1', { text: 'How?' }],
      ['DELETE', '/api/questions/1'],
      ['POST', '/api/answers', { questionId: 1, text: 'Yes' }],
      ['DELETE', '/api/answers/1'],
    ];
    for (const call of calls) {
      expect((await test.as('nobody')(...call)).status).toBe(401);
      expect((await test.as('asa')(...call)).status).toBe(403);
      expect((await test.as('connie')(...call)).status).toBe(403);
    }
    for (const path of ['/api/surveys', `/api/surveys/${id}/with-questions`])
      expect((await test.as('nobody')('GET', path)).status).toBe(401);
  });

  it('shows archived surveys to Admins alone, and deleted ones to nobody', async () => {
    const archived = await aDraft({ title: 'Kept', status: 'active' });
    await alice('PUT', `/api/surveys/${archived.id}`, { status: 'archived' });
    const deleted = await aDraft({ title: 'Gone' });
    await alice('DELETE', `/api/surveys/${deleted.id}`);

    expect(titles((await alice('GET', '/api/surveys')).body)).toContain('Kept');
    expect(titles((await alice('GET', '/api/surveys')).body)).not.toContain('Gone');
    expect((await alice('GET', `/api/surveys/${archived.id}/with-questions`)).status).toBe(200);
    expect((await alice('GET', `/api/surveys/${deleted.id}/with-questions`)).status).toBe(404);
    for (const who of ['asa', 'connie'] as const) {
      expect(titles((await test.as(who)('GET', '/api/surveys')).body)).not.toContain('Kept');
      const one = await test.as(who)('GET', `/api/surveys/${archived.id}/with-questions`);
      expect(one.status).toBe(404);
    }
  });
});

describe('the sample survey', () => {
  it('can be asked at once, with questions of each category', async () => {
    const made = await alice('POST', '/api/surveys/sample');
    expect(made).toMatchObject({ status: 201, body: { status: 'active', edition: 1 } });
    const { body } = await alice('GET', `/api/surveys/${made.body.id}/editions/1`);
    expect(body.questions).toHaveLength(made.body.questionCount);
    const asked: { kpeCategory: string | null }[] = body.questions;
    expect(new Set(asked.map(({ kpeCategory }) => kpeCategory))).toEqual(
      new Set([...kpeCategories, null]),
    );
  });
});

describe('creating and changing', () => {
  it('refuses what is missing or not in the lists, at its field', async () => {
    const refused = await alice('POST', '/api/surveys', { title: '  ', status: 'gone' });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual(
      expect.arrayContaining([
        { path: 'title', message: 'Survey title is required' },
        { path: 'category', message: 'Category is required' },
        { path: 'status', message: 'Choose a status from the list' },
      ]),
    );
    const { id } = await aDraft();
    const blank = await alice('PUT', `/api/surveys/${id}`, { title: ' ' });
    expect(blank.body.errors).toEqual([{ path: 'title', message: 'Survey title is required' }]);
    expect((await alice('PUT', '/api/surveys/999999', { title: 'New' })).status).toBe(404);
    expect((await alice('PUT', '/api/surveys/x', { title: 'New' })).status).toBe(400);
  });

  it('answers the survey, a draft unless told', async () => {
    const made = await alice('POST', '/api/surveys', { ...draft, title: '  Front desk ' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      title: 'Front desk',
      description: '',
      status: 'draft',
      edition: null,
      editionCreatedAt: null,
      questionCount: 0,
    });
  });

  it('lists the latest changed first, with the number of questions', async () => {
    const first = await aDraft({ title: 'First' });
    const second = await aDraft({ title: 'Second' });
    const place = async () =>
      titles((await test.as('connie')('GET', '/api/surveys')).body).filter((title) =>
        ['First', 'Second'].includes(title),
      );
    expect(await place()).toEqual(['Second', 'First']);
    await alice('POST', '/api/questions', { surveyId: first.id, text: 'How?', type: 'text' });
    expect(await place()).toEqual(['First', 'Second']);
    await alice('PUT', `/api/surveys/${second.id}`, { description: 'Now' });
    expect(await place()).toEqual(['Second', 'First']);
    const listed = (await alice('GET', '/api/surveys')).body;
    expect(listed.find((survey: { id: number }) => survey.id === first.id).questionCount).toBe(1);
  });

  it('changes the fields that are named, and no others', async () => {
    const { id } = await aDraft({ description: 'All of it' });
    const changed = await alice('PUT', `/api/surveys/${id}`, { title: 'Lobby' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      title: 'Lobby',
      description: 'All of it',
      status: 'draft',
    });
  });

  it('makes one survey of twenty calls with one request key', async () => {
    const headers = { 'idempotency-key': 'twenty-at-once' };
    const body = { ...draft, title: 'Twenty at once' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => alice('POST', '/api/surveys', body, headers)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const rows = await test.db
      .selectFrom('surveys')
      .select('id')
      .where('title', '=', body.title)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('how much surveys are used', () => {
  it('is told to those who build them, with the latest interview', async () => {
    const used = await aSurvey(test);
    const { id: unused } = await aDraft();
    const since = Date.now();
    await respondTo(used.id);
    await respondTo(used.id);
    const { body } = await alice('GET', '/api/surveys/use');
    const of = (id: number) =>
      (body as SurveyUse[]).find(({ surveyId }) => surveyId === id) ?? null;
    expect(of(used.id)?.responseCount).toBe(2);
    expect(Date.parse(of(used.id)?.lastResponseAt ?? '')).toBeGreaterThanOrEqual(since);
    expect(of(unused)).toEqual({ surveyId: unused, responseCount: 0, lastResponseAt: null });
    expect((await test.as('asa')('GET', '/api/surveys/use')).status).toBe(403);
  });
});

describe('archived', () => {
  it('is read-only in every part, and never comes back', async () => {
    const survey = await aSurvey(test);
    const [question] = survey.questions;
    const option = question?.answers[0];
    await alice('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    const before = (await alice('GET', `/api/surveys/${survey.id}/with-questions`)).body;
    const refusals = await Promise.all([
      alice('PUT', `/api/surveys/${survey.id}`, { title: 'New' }),
      alice('PUT', `/api/surveys/${survey.id}`, { status: 'active' }),
      alice('DELETE', `/api/surveys/${survey.id}`),
      alice('POST', '/api/questions', { surveyId: survey.id, text: 'How?', type: 'text' }),
      alice('PUT', `/api/questions/${question?.id}`, { text: 'How?' }),
      alice('DELETE', `/api/questions/${question?.id}`),
      alice('PUT', `/api/surveys/${survey.id}/questions/order`, { questionIds: [] }),
      alice('POST', '/api/answers', { questionId: question?.id, text: 'Maybe' }),
      alice('DELETE', `/api/answers/${option?.id}`),
    ]);
    for (const refusal of refusals) {
      expect(refusal.status).toBe(409);
      expect(refusal.body).toMatchObject({
        type: '/problems/survey-archived',
        detail: archivedNote,
      });
    }
    const after = (await alice('GET', `/api/surveys/${survey.id}/with-questions`)).body;
    expect(after).toEqual(before);
  });

  it('can be copied into a new draft', async () => {
    const survey = await aDraft({ title: 'Old' });
    await alice('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    const copy = await alice('POST', `/api/surveys/${survey.id}/clone`, { title: 'New life' });
    expect(copy.body).toMatchObject({ status: 'draft', title: 'New life' });
  });
});

describe('deleting', () => {
  it('archives a survey that has responses, and says so', async () => {
    const survey = await aSurvey(test, { title: 'Answered' });
    await respondTo(survey.id);
    const forecast = await alice('GET', `/api/surveys/${survey.id}/removal`);
    expect(forecast.body).toEqual({ action: 'archived', interviewsInProgress: 0 });
    const removal = await alice('DELETE', `/api/surveys/${survey.id}`);
    expect(removal).toMatchObject({
      status: 200,
      body: {
        action: 'archived',
        surveyId: survey.id,
        message: '“Answered” has responses, so it was moved to the Archive.',
      },
    });
    const kept = await alice('GET', `/api/surveys/${survey.id}/with-questions`);
    expect(kept.body).toMatchObject({ status: 'archived', questionCount: 3 });
  });

  it('deletes one without, its interviews too, and keeps its editions', async () => {
    const survey = await aSurvey(test, { title: 'Unanswered' });
    const hotel = await aHotel(test);
    const session = await alice('POST', '/api/interview-sessions', {
      clientId: 'offline_1_unanswered',
      hotelId: hotel.id,
      surveyId: survey.id,
      respondentName: 'Rosa',
      respondentJobTitle: 'Host',
    });
    expect(session.status).toBe(201);
    const forecast = await alice('GET', `/api/surveys/${survey.id}/removal`);
    expect(forecast.body).toEqual({ action: 'deleted', interviewsInProgress: 1 });
    const removal = await alice('DELETE', `/api/surveys/${survey.id}`);
    expect(removal.body).toEqual({
      action: 'deleted',
      surveyId: survey.id,
      message: '“Unanswered” was deleted.',
    });
    expect((await alice('DELETE', `/api/surveys/${survey.id}`)).status).toBe(404);
    expect((await alice('PUT', `/api/surveys/${survey.id}`, { title: 'New' })).status).toBe(404);
    const [question] = survey.questions;
    expect((await alice('PUT', `/api/questions/${question?.id}`, { text: 'x' })).status).toBe(404);
    expect((await alice('GET', `/api/answers/question/${question?.id}`)).status).toBe(404);
    const sessions = await alice('GET', `/api/interview-sessions/hotel/${hotel.id}`);
    expect(sessions.body).toEqual([]);
    const tombstone = await test.db
      .selectFrom('tombstones')
      .select(['surveyId', 'hotelId'])
      .where('clientId', '=', 'offline_1_unanswered')
      .executeTakeFirst();
    expect(tombstone).toEqual({ surveyId: survey.id, hotelId: hotel.id });
    const edition = `/api/surveys/${survey.id}/editions/${survey.edition}`;
    expect((await test.as('connie')('GET', edition)).status).toBe(200);
  });

  it('loses no response that arrives at the same moment', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const survey = await aSurvey(test, { title: `Race ${n}`, choices: 0 });
        const [removal] = await Promise.all([
          alice('DELETE', `/api/surveys/${survey.id}`),
          alice('POST', '/api/responses', {
            clientId: `offline_${n}_race`,
            surveyId: survey.id,
            edition: survey.edition,
            respondentName: 'Rosa',
            respondentJobTitle: 'Host',
            responseAnswers: [],
          }),
        ]);
        return removal.body.action;
      }),
    );
    expect(outcomes.every((action) => ['archived', 'deleted'].includes(action))).toBe(true);
    const stored = await test.db
      .selectFrom('responses')
      .select('id')
      .where('clientId', 'like', 'offline\\_%\\_race')
      .execute();
    expect(stored).toHaveLength(8);
  });
});

describe('cloning', () => {
  it('refuses a blank title, and a survey that is not there', async () => {
    const { id } = await aDraft();
    const blank = await alice('POST', `/api/surveys/${id}/clone`, { title: '   ' });
    expect(blank.status).toBe(400);
    expect(blank.body.errors).toEqual([{ path: 'title', message: 'New survey name is required' }]);
    expect((await alice('POST', '/api/surveys/999999/clone', { title: 'Copy' })).status).toBe(404);
  });

  it('copies everything but status and ids, and leaves the source alone', async () => {
    const source = await aSurvey(test, { title: 'Source', choices: 3 });
    await alice('PUT', `/api/surveys/${source.id}`, { description: 'Words', category: 'retail' });
    const [first] = source.questions;
    await alice('PUT', `/api/questions/${first?.id}`, {
      weight: 7,
      order: 3,
      code: 'FO-012',
      section: 'Front office',
      type: 'scale',
      kpeCategory: 'The Right Action',
      answers: [
        { text: 'No', score: 1 },
        { text: 'Yes', score: 9, isCorrect: true },
      ],
    });
    const before = (await alice('GET', `/api/surveys/${source.id}/with-questions`)).body;
    const made = await alice('POST', `/api/surveys/${source.id}/clone`, { title: ' Copy ' });
    expect(made.status).toBe(201);
    const copy = (await alice('GET', `/api/surveys/${made.body.id}/with-questions`)).body;
    expect(copy).toMatchObject({
      title: 'Copy',
      description: 'Words',
      category: 'retail',
      status: 'draft',
      edition: null,
      questionCount: 4,
    });
    expect(withoutIds(copy.questions)).toEqual(withoutIds(before.questions));
    expect(idsOf(copy.questions).filter((id) => idsOf(before.questions).includes(id))).toEqual([]);
    const after = (await alice('GET', `/api/surveys/${source.id}/with-questions`)).body;
    expect(after).toEqual(before);
  });

  it('makes one copy of ten calls with one request key', async () => {
    const { id } = await aDraft();
    const copies = await Promise.all(
      Array.from({ length: 10 }, () =>
        alice(
          'POST',
          `/api/surveys/${id}/clone`,
          { title: 'One copy' },
          { 'idempotency-key': 'one-copy-only' },
        ),
      ),
    );
    expect(new Set(copies.map((copy) => copy.body.id)).size).toBe(1);
  });
});

type Built = { id: number; surveyId: number; answers: { id: number; questionId: number }[] };

function withoutIds(questions: Built[]) {
  return questions.map(({ id: _, surveyId: __, answers, ...question }) => ({
    ...question,
    answers: answers.map(({ id: ___, questionId: ____, ...option }) => option),
  }));
}

function idsOf(questions: Built[]) {
  return questions.map((question) => question.id);
}

describe('a large survey', () => {
  it('of 2,000 questions is read with as many statements as one of two', async () => {
    const small = await aDraft({ title: 'Small' });
    await fill(small.id, 2);
    const large = await aDraft({ title: 'Large' });
    await fill(large.id, 2_000);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const read = async (id: number) => {
      query.mockClear();
      const { body } = await alice('GET', `/api/surveys/${id}/with-questions`);
      return { questions: body.questions, statements: query.mock.calls.length };
    };
    const few = await read(small.id);
    const many = await read(large.id);
    query.mockRestore();
    expect(many.statements).toBe(few.statements);
    expect(many.questions).toHaveLength(2_000);
    expect(many.questions[1_999]).toMatchObject({ order: 2_000, answers: threeOptions });
  });

  it('takes no more than 5,000 questions, and says so', async () => {
    const survey = await aDraft({ title: 'Full' });
    await fill(survey.id, 5_000);
    const refused = await alice('POST', '/api/questions', {
      surveyId: survey.id,
      text: 'One more?',
      type: 'text',
    });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe('A survey can have at most 5,000 questions.');
  });
});

async function fill(surveyId: number, count: number) {
  const question = {
    ...{ type: 'radio' as const, required: true, weight: 1, kpeCategory: null },
    ...{ code: null, section: '' },
  };
  const questions = Array.from({ length: count }, (_, n) => ({
    ...question,
    text: `Question ${n + 1}`,
    answers: threeOptions.map((option) => ({ ...option, isCorrect: false })),
  }));
  await insertQuestions(test.db, surveyId, 1, questions);
}
