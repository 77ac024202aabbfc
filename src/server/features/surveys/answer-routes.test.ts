import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { threeOptions } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const alice: ReturnType<TestApp['as']> = (...call) => test.as('alice')(...call);

async function aQuestion(given: Record<string, unknown> = {}) {
  const survey = await alice('POST', '/api/surveys', { title: 'Lobby', category: 'retail' });
  const surveyId = survey.body.id;
  const made = await alice('POST', '/api/questions', {
    surveyId,
    text: 'How?',
    type: 'radio',
    ...given,
  });
  expect(made.status).toBe(201);
  return made.body as { id: number; surveyId: number; answers: { id: number }[] };
}

async function optionsOf(questionId: number) {
  const { body } = await alice('GET', `/api/answers/question/${questionId}`);
  return body as { id: number; text: string; order: number }[];
}

describe('reading options', () => {
  it('is for everyone signed in, but an archived survey’s for Admins alone', async () => {
    const question = await aQuestion({ answers: threeOptions });
    const path = `/api/answers/question/${question.id}`;
    expect((await test.as('nobody')('GET', path)).status).toBe(401);
    expect((await test.as('connie')('GET', path)).body).toMatchObject(threeOptions);
    expect((await test.as('connie')('GET', '/api/answers/question/999999')).status).toBe(404);
    await alice('PUT', `/api/surveys/${question.surveyId}`, { status: 'archived' });
    expect((await test.as('connie')('GET', path)).status).toBe(404);
    expect((await alice('GET', path)).status).toBe(200);
  });
});

describe('adding an option', () => {
  it('refuses bad fields, a text question, and a ninth', async () => {
    const question = await aQuestion();
    const bad = await alice('POST', '/api/answers', {
      questionId: question.id,
      text: '',
      score: 1.5,
    });
    expect(bad.status).toBe(400);
    expect(bad.body.errors).toEqual([
      { path: 'text', message: 'Answer text is required' },
      { path: 'score', message: 'Points must be a whole number from 0 to 1000' },
    ]);
    expect((await alice('POST', '/api/answers', { questionId: 999_999, text: 'A' })).status).toBe(
      404,
    );

    const text = await aQuestion({ type: 'textarea' });
    const refused = await alice('POST', '/api/answers', { questionId: text.id, text: 'A' });
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toBe('A textarea question has no answer options');

    const nine = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        alice('POST', '/api/answers', { questionId: question.id, text: `Option ${n}` }),
      ),
    );
    const outcomes = nine.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(outcomes).toEqual([...Array.from({ length: 8 }, () => 201), 400]);
    const ninth = nine.find((answer) => answer.status === 400);
    expect(ninth?.body.errors).toEqual([
      { path: 'questionId', message: 'A question can have at most 8 answer options' },
    ]);
    expect(await optionsOf(question.id)).toHaveLength(8);
  });

  it('goes to the place asked for, or to the end', async () => {
    const { id: questionId } = await aQuestion();
    const made = [];
    for (const [text, order] of [['a'], ['b', 1], ['c', 50], ['d', 2]] as const)
      made.push(await alice('POST', '/api/answers', { questionId, text, order, score: 3 }));
    expect(made.map((answer) => answer.body.order)).toEqual([1, 1, 3, 2]);
    expect(made[0]).toMatchObject({
      status: 201,
      body: { questionId, score: 3, isCorrect: false },
    });
    const options = await optionsOf(questionId);
    expect(options.map((option) => option.text).join('')).toBe('bdac');
    expect(options.map((option) => option.order)).toEqual([1, 2, 3, 4]);
  });

  it('makes one option of ten calls with one request key', async () => {
    const { id: questionId } = await aQuestion();
    const headers = { 'idempotency-key': 'option-once' };
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        alice('POST', '/api/answers', { questionId, text: 'A' }, headers),
      ),
    );
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
    expect(await optionsOf(questionId)).toHaveLength(1);
  });
});

describe('deleting an option', () => {
  it('closes the gap, and answers 404 the second time', async () => {
    const question = await aQuestion({ answers: threeOptions });
    const path = `/api/answers/${question.answers[1]?.id}`;
    expect((await alice('DELETE', path)).status).toBe(204);
    expect((await alice('DELETE', path)).status).toBe(404);
    const options = await optionsOf(question.id);
    expect(options).toMatchObject([
      { text: 'Poor', order: 1 },
      { text: 'Excellent', order: 2 },
    ]);
  });
});
