import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Edition } from '#domain/surveys/edition.ts';
import { aHotel, aQuestion } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const alice: ReturnType<TestApp['as']> = (...call) => test.as('alice')(...call);

async function aSurveyOf(status: 'draft' | 'active'): Promise<number> {
  const made = await alice('POST', '/api/surveys', {
    title: 'Lobby',
    category: 'hospitality',
    status,
  });
  return made.body.id;
}

const addQuestion = (surveyId: number, given: object = {}) => aQuestion(test, surveyId, given);

async function currentOf(surveyId: number): Promise<number | null> {
  return (await alice('GET', `/api/surveys/${surveyId}/with-questions`)).body.edition;
}

async function edition(surveyId: number, number: number | null): Promise<Edition> {
  const read = await test.as('cole')('GET', `/api/surveys/${surveyId}/editions/${number}`);
  expect(read.status).toBe(200);
  return read.body;
}

describe('reading an edition', () => {
  it('needs a session, and one that is there', async () => {
    const id = await aSurveyOf('active');
    await addQuestion(id);
    expect((await test.as('nobody')('GET', `/api/surveys/${id}/editions/1`)).status).toBe(401);
    expect((await alice('GET', `/api/surveys/${id}/editions/2`)).status).toBe(404);
    expect((await alice('GET', `/api/surveys/${id}/editions/0`)).status).toBe(400);
    expect((await alice('GET', '/api/surveys/999999/editions/1')).status).toBe(404);
  });

  it('is possible for all roles also after the survey was archived or deleted', async () => {
    for (const end of [
      (id: number) => alice('PUT', `/api/surveys/${id}`, { status: 'archived' }),
      (id: number) => alice('DELETE', `/api/surveys/${id}`),
    ]) {
      const id = await aSurveyOf('active');
      await addQuestion(id);
      expect((await end(id)).status).toBe(200);
      expect((await edition(id, 1)).questions).toHaveLength(1);
    }
  });
});

describe('an edition is made', () => {
  it('when a survey first becomes active, and of no draft', async () => {
    const id = await aSurveyOf('draft');
    const question = await addQuestion(id);
    expect(await currentOf(id)).toBeNull();
    const active = await alice('PUT', `/api/surveys/${id}`, { status: 'active' });
    expect(active.body.edition).toBe(1);
    expect(active.body.editionCreatedAt).toMatch(/^\d{4}-.*Z$/);
    const { surveyId: _, answers, code: __, section: ___, ...asked } = question;
    expect(await edition(id, 1)).toMatchObject({
      surveyId: id,
      number: 1,
      title: 'Lobby',
      questions: [
        {
          ...asked,
          answers: answers.map(({ questionId: ____, ...option }: (typeof answers)[0]) => option),
        },
      ],
    });
  });

  it('by each write that changes what is asked, and by no other', async () => {
    const id = await aSurveyOf('active');
    expect(await currentOf(id)).toBeNull();
    const first = await addQuestion(id, { text: 'First' });
    const second = await addQuestion(id, { text: 'Second' });
    expect(await currentOf(id)).toBe(2);
    const put = (body: unknown) => alice('PUT', `/api/questions/${first.id}`, body);
    const survey = (body: unknown) => alice('PUT', `/api/surveys/${id}`, body);
    const order = (questionIds: number[]) =>
      alice('PUT', `/api/surveys/${id}/questions/order`, { questionIds });
    const options = first.answers.map(({ id: option, text, score }) => ({
      id: option,
      text,
      score,
    }));
    const steps: [what: string, act: () => Promise<{ status: number }>, expected: number][] = [
      ['a title', () => survey({ title: 'Hall' }), 2],
      ['the same words', () => put({ text: 'First' }), 2],
      ['the same options', () => put({ answers: options }), 2],
      ['the same order', () => order([first.id, second.id]), 2],
      ['other words', () => put({ text: 'Foremost' }), 3],
      ['the old words again', () => put({ text: 'First' }), 4],
      ['a weight', () => put({ weight: 2 }), 5],
      ['other points', () => put({ answers: options.with(0, { ...options[0]!, score: 2 }) }), 6],
      ['another order', () => order([second.id, first.id]), 7],
      ['an option less', () => alice('DELETE', `/api/answers/${first.answers[0]!.id}`), 8],
      [
        'an option more',
        () => alice('POST', '/api/answers', { questionId: first.id, text: 'So' }),
        9,
      ],
      ['a question less', () => alice('DELETE', `/api/questions/${second.id}`), 10],
      [
        'a question nobody can answer',
        () => addQuestion(id, { answers: undefined }).then(() => ({ status: 200 })),
        10,
      ],
      ['a time as draft', () => survey({ status: 'draft' }), 10],
      ['a change as draft', () => put({ text: 'Last' }), 10],
      ['coming back', () => survey({ status: 'active' }), 11],
      ['a time as draft without a change', () => survey({ status: 'draft' }), 11],
      ['coming back the same', () => survey({ status: 'active' }), 11],
    ];
    const seen: (readonly [what: string, accepted: boolean, current: number | null])[] = [];
    for (const [what, act] of steps) {
      const { status } = await act();
      seen.push([what, status < 300, await currentOf(id)]);
    }
    expect(seen).toEqual(steps.map(([what, , expected]) => [what, true, expected]));
    expect((await edition(id, 2)).questions.map((question) => question.text)).toEqual([
      'First',
      'Second',
    ]);
    expect((await edition(id, 3)).title).toBe('Hall');
    expect((await edition(id, 11)).questions.map((question) => question.text)).toEqual(['Last']);
  });

  it('of a survey from before code and section only when one of them is given', async () => {
    const id = await aSurveyOf('active');
    const question = await addQuestion(id);
    const row = await test.db
      .selectFrom('surveyEditions')
      .select('questions')
      .where('surveyId', '=', id)
      .executeTakeFirstOrThrow();
    // Exactly the fields that the release before these fields wrote.
    const fields = ['answers', 'id', 'kpeCategory', 'order', 'required', 'text', 'type', 'weight'];
    expect(row.questions.map((one) => Object.keys(one).toSorted())).toEqual([fields]);
    const put = (body: unknown) => alice('PUT', `/api/questions/${question.id}`, body);
    const seen = [];
    for (const body of [
      { text: question.text },
      { code: null, section: '' },
      { code: ' ', section: ' ' },
      { code: 'FO-012' },
      { section: 'Front office' },
      { text: question.text },
      { code: null, section: '' },
    ]) {
      expect((await put(body)).status).toBe(200);
      seen.push(await currentOf(id));
    }
    expect(seen).toEqual([1, 1, 1, 2, 3, 3, 4]);
    const at3 = (await edition(id, 3)).questions[0];
    expect(at3).toMatchObject({ code: 'FO-012', section: 'Front office' });
    const [first, last] = await Promise.all([edition(id, 1), edition(id, 4)]);
    expect(last.questions).toEqual(first.questions);
  });

  it('once for each of many writes at the same moment, without a gap', async () => {
    const id = await aSurveyOf('active');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => addQuestion(id, { text: `Question ${n}`, order: 1 })),
    );
    const rows = await test.db
      .selectFrom('surveyEditions')
      .select(['number', 'questionCount'])
      .where('surveyId', '=', id)
      .orderBy('number')
      .execute();
    expect(rows).toEqual(
      Array.from({ length: 20 }, (_, n) => ({ number: n + 1, questionCount: n + 1 })),
    );
    expect(await currentOf(id)).toBe(20);
  });

  it('by the calls that come one by one, once its question has two options', async () => {
    const id = await aSurveyOf('active');
    const question = await addQuestion(id, { answers: undefined, kpeCategory: 'None' });
    const askedNow = async () => {
      const current = await currentOf(id);
      return current === null ? null : (await edition(id, current)).questions;
    };
    const option = (text: string, order: number) =>
      alice('POST', '/api/answers', {
        questionId: question.id,
        text,
        score: order,
        isCorrect: false,
        order,
      });
    expect(await askedNow()).toBeNull();
    await option('No', 1);
    expect(await askedNow()).toBeNull();
    await option('Yes', 2);
    expect(await askedNow()).toMatchObject([
      {
        id: question.id,
        order: 1,
        answers: [
          { text: 'No', order: 1 },
          { text: 'Yes', score: 2 },
        ],
      },
    ]);
  });

  it('never of a copy, and never again of an archived survey', async () => {
    const id = await aSurveyOf('active');
    await addQuestion(id);
    const copy = await alice('POST', `/api/surveys/${id}/clone`, { title: 'Copy' });
    expect(await currentOf(copy.body.id)).toBeNull();
    await alice('PUT', `/api/surveys/${id}`, { status: 'archived' });
    expect(await currentOf(id)).toBe(1);
  });
});

describe('an edition that a device brings', () => {
  it('is none of a draft, whose first edition is its own', async () => {
    const id = await aSurveyOf('draft');
    const text = { text: 'Seen?', type: 'text', kpeCategory: null, answers: [] };
    const questions = [{ ...text, id: 9_000_000, required: false, order: 1, weight: 1 }];
    for (const number of [1, 2_147_483_647]) {
      const path = `/api/surveys/${id}/editions/${number}`;
      const brought = await test.as('cole')('PUT', path, { title: 'Hall', questions });
      expect(brought.status).toBe(404);
    }
    await addQuestion(id);
    expect((await alice('PUT', `/api/surveys/${id}`, { status: 'active' })).body.edition).toBe(1);
  });
});

describe('an edition that a device brings again', () => {
  it('is the same also where an option or the code of a question has a line break', async () => {
    const id = await aSurveyOf('active');
    await addQuestion(id);
    const old = (await edition(id, 1)).questions.map((question) => ({
      ...{ ...question, code: 'FO\n012', section: 'Front\toffice' },
      answers: question.answers.map((option) => ({ ...option, text: 'Yes\nindeed' })),
    }));
    await test.db
      .insertInto('surveyEditions')
      .values({
        ...{ surveyId: id, number: 2, title: 'Lobby', questionCount: 1 },
        questions: JSON.stringify(old),
      })
      .execute();
    const path = `/api/surveys/${id}/editions/2`;
    const brought = { title: 'Lobby', questions: (await edition(id, 2)).questions };
    expect((await test.as('cole')('PUT', path, brought)).status).toBe(200);
  });
});

describe('a survey without a question to ask', () => {
  const setup = async (surveyId: number) => ({
    hotelId: (await aHotel(test)).id,
    surveyId,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
  });
  const start = async (surveyId: number, more: object = {}) =>
    alice('POST', '/api/interview-sessions', { ...(await setup(surveyId)), ...more });
  const respond = async (surveyId: number, more: object = {}) =>
    alice('POST', '/api/responses', { ...(await setup(surveyId)), ...more });

  it('has no edition, takes no interview and no response, and says so', async () => {
    const id = await aSurveyOf('active');
    const half = await addQuestion(id, { answers: undefined });
    expect(await currentOf(id)).toBeNull();
    for (const { status, body } of [await start(id), await respond(id)])
      expect([status, body.detail]).toEqual([
        400,
        'This survey has no question to ask yet. Add one in the Survey Builder first.',
      ]);
    for (const text of ['Yes', 'No'])
      await alice('POST', '/api/answers', { questionId: half.id, text });
    expect(await currentOf(id)).toBe(1);
    expect((await start(id)).status).toBe(201);
  });

  it('keeps what was begun on its last edition, and goes on numbering from there', async () => {
    const id = await aSurveyOf('active');
    const question = await addQuestion(id);
    await alice('DELETE', `/api/questions/${question.id}`);
    expect(await currentOf(id)).toBeNull();
    expect((await respond(id, { edition: 1 })).status).toBe(400);
    const late = await respond(id, { edition: 1, clientId: `offline_1_late${id}` });
    expect([late.status, late.body.reviewReasons]).toEqual([201, ['survey-changed']]);
    expect((await start(id, { edition: 1 })).status).toBe(201);
    await addQuestion(id);
    expect(await currentOf(id)).toBe(2);
  });

  it('takes what a device holds of an interview on an edition without a question', async () => {
    const id = await aSurveyOf('active');
    await test.db
      .insertInto('surveyEditions')
      .values({ surveyId: id, number: 1, title: 'Lobby', questions: '[]', questionCount: 0 })
      .execute();
    expect((await start(id, { edition: 1 })).status).toBe(400);
    const captured = await respond(id, { edition: 1, clientId: `offline_1_empty${id}` });
    expect([captured.status, captured.body.reviewReasons]).toEqual([201, ['survey-changed']]);
  });
});

describe('an edition', () => {
  it('cannot be changed, not even in the database', async () => {
    const id = await aSurveyOf('active');
    await addQuestion(id);
    const change = sql`update survey_editions set questions = '[]' where survey_id = ${id}`;
    await expect(change.execute(test.db)).rejects.toThrow('survey_editions is append-only');
  });

  it('leaves no trace of a write that was refused', async () => {
    const id = await aSurveyOf('active');
    const question = await addQuestion(id);
    const other = await addQuestion(id);
    const refused = await alice('PUT', `/api/questions/${question.id}`, {
      text: 'Half written',
      answers: [{ text: 'A' }, { id: other.answers[0]!.id, text: 'B' }],
    });
    expect(refused.status).toBe(400);
    expect(await currentOf(id)).toBe(2);
    const kept = await alice('GET', `/api/surveys/${id}/with-questions`);
    expect(kept.body.questions).toEqual([question, other]);
  });
});
