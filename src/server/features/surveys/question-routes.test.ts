import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { aQuestion, aSurvey, threeOptions } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const alice: ReturnType<TestApp['as']> = (...call) => test.as('alice')(...call);

async function aDraft(): Promise<number> {
  const made = await alice('POST', '/api/surveys', { title: 'Lobby', category: 'hospitality' });
  return made.body.id;
}

const addQuestion = (surveyId: number, given: object = {}) => aQuestion(test, surveyId, given);

async function questionsOf(surveyId: number) {
  const read = await alice('GET', `/api/surveys/${surveyId}/with-questions`);
  return read.body.questions as {
    id: number;
    text: string;
    order: number;
    answers: { id: number }[];
  }[];
}

const orders = (items: { order: number }[]) => items.map((item) => item.order);
const texts = (items: { text: string }[]) => items.map((item) => item.text);

describe('adding a question', () => {
  it('refuses bad fields by name', async () => {
    const surveyId = await aDraft();
    const refused = await alice('POST', '/api/questions', {
      surveyId,
      text: ' ',
      type: 'essay',
      weight: 11,
      order: 0,
      kpeCategory: 'Other',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual(
      expect.arrayContaining([
        { path: 'text', message: 'Question text is required' },
        {
          path: 'type',
          message:
            'Question type must be one of radio, checkbox, text, textarea, scale, multiple_choice',
        },
        { path: 'weight', message: 'Weight must be from 1 to 10' },
        { path: 'order', message: 'Order must be at least 1' },
        { path: 'kpeCategory', message: 'Choose a category from the list' },
      ]),
    );
    const points = await alice('POST', '/api/questions', {
      surveyId,
      text: 'How?',
      type: 'radio',
      answers: [{ text: 'A' }, { text: 'B', score: -1 }],
    });
    expect(points.body.errors).toEqual([
      { path: 'answers.1.score', message: 'Points cannot be negative' },
    ]);
    expect(await questionsOf(surveyId)).toEqual([]);
  });

  it.each([
    ['radio', 0, 'Add at least 2 answer options'],
    ['scale', 1, 'Add at least 2 answer options'],
    ['checkbox', 9, 'A question can have at most 8 answer options'],
    ['text', 2, 'A text question has no answer options'],
  ])('refuses a %s question with %i options', async (type, count, message) => {
    const answers = Array.from({ length: count }, (_, n) => ({ text: `Option ${n}` }));
    const surveyId = await aDraft();
    const refused = await alice('POST', '/api/questions', {
      surveyId,
      text: 'How?',
      type,
      answers,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ path: 'answers', message }]);
  });

  it('answers 404 for a survey that is not there, and 400 for one that cannot be', async () => {
    const body = { text: 'How?', type: 'text' };
    expect((await alice('POST', '/api/questions', { surveyId: 999_999, ...body })).status).toBe(
      404,
    );
    expect((await alice('POST', '/api/questions', { surveyId: 1e12, ...body })).status).toBe(400);
  });

  it('saves it with its options, skipping blank ones', async () => {
    const surveyId = await aDraft();
    const question = await addQuestion(surveyId, {
      type: 'multiple_choice',
      required: true,
      weight: 3,
      kpeCategory: 'The Right Environment',
      answers: [{ text: 'Yes', score: 4, isCorrect: true }, { text: '  ' }, { text: ' No ' }],
    });
    expect(question).toMatchObject({
      surveyId,
      type: 'multiple_choice',
      required: true,
      order: 1,
      weight: 3,
      kpeCategory: 'The Right Environment',
      answers: [
        { questionId: question.id, text: 'Yes', score: 4, isCorrect: true, order: 1 },
        { questionId: question.id, text: 'No', score: 0, isCorrect: false, order: 2 },
      ],
    });
    expect(await questionsOf(surveyId)).toEqual([question]);
  });

  it('has its defaults', async () => {
    const surveyId = await aDraft();
    const question = await addQuestion(surveyId, { answers: undefined, kpeCategory: 'None' });
    expect(question).toMatchObject({ required: false, weight: 1, kpeCategory: null, answers: [] });
  });

  it.each(questionTypes)('can be of the type %s', async (type) => {
    const { hasOptions } = answerTypes[type];
    const question = await addQuestion(await aDraft(), {
      type,
      answers: hasOptions ? threeOptions : [],
    });
    expect(question.type).toBe(type);
  });

  it('has a code that no other question of its survey has, in any case', async () => {
    const surveyId = await aDraft();
    const question = await addQuestion(surveyId, { code: ' FO-012 ', section: ' Front office ' });
    expect(question).toMatchObject({ code: 'FO-012', section: 'Front office' });
    const other = await addQuestion(surveyId, { code: '' });
    expect(other).toMatchObject({ code: null, section: '' });
    const taken = 'Another question of this survey has this code';
    const body = { surveyId, text: 'How?', type: 'text', code: 'fo-012' };
    for (const refused of [
      await alice('POST', '/api/questions', body),
      await alice('PUT', `/api/questions/${other.id}`, { code: 'Fo-012' }),
    ])
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ path: 'code', message: taken }],
      ]);
    expect((await alice('PUT', `/api/questions/${question.id}`, { code: 'fo-012' })).status).toBe(
      200,
    );
    expect(
      (await alice('PUT', `/api/questions/${question.id}`, { text: 'So?' })).body,
    ).toMatchObject({
      ...{ code: 'fo-012', section: 'Front office' },
    });
    await addQuestion(await aDraft(), { code: 'FO-012' });
    const long = await alice('POST', '/api/questions', { ...body, code: 'x'.repeat(41) });
    expect([long.status, long.body.errors[0].path]).toEqual([400, 'code']);
  });

  it('goes to the place asked for, or to the end', async () => {
    const surveyId = await aDraft();
    for (const [text, order] of [['a'], ['b'], ['c', 1], ['d', 2], ['e', 99]] as const)
      await addQuestion(surveyId, { text, order });
    const questions = await questionsOf(surveyId);
    expect(texts(questions)).toEqual(['c', 'd', 'a', 'b', 'e']);
    expect(orders(questions)).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives twenty at once twenty places', async () => {
    const surveyId = await aDraft();
    const at = (n: number) => (n % 2 ? { order: 1 } : {});
    await Promise.all(Array.from({ length: 20 }, (_, n) => addQuestion(surveyId, at(n))));
    const questions = await questionsOf(surveyId);
    expect(orders(questions)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('makes one question of ten calls with one request key', async () => {
    const surveyId = await aDraft();
    const body = { surveyId, text: 'Once?', type: 'text' };
    const headers = { 'idempotency-key': 'question-once' };
    const made = await Promise.all(
      Array.from({ length: 10 }, () => alice('POST', '/api/questions', body, headers)),
    );
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
    expect(await questionsOf(surveyId)).toHaveLength(1);
  });
});

describe('changing a question', () => {
  it('refuses an option of another question, one named twice, and too few', async () => {
    const surveyId = await aDraft();
    const question = await addQuestion(surveyId);
    const other = await addQuestion(surveyId);
    const change = (answers: unknown) => alice('PUT', `/api/questions/${question.id}`, { answers });
    const own = question.answers[0]!;
    const foreign = await change([
      { id: own.id, text: 'A' },
      { id: other.answers[0]!.id, text: 'B' },
    ]);
    expect(foreign.status).toBe(400);
    expect(foreign.body.errors).toEqual([
      { path: 'answers.1.id', message: 'This question has no such answer option' },
    ]);
    const twice = await change([
      { id: own.id, text: 'A' },
      { id: own.id, text: 'B' },
    ]);
    expect(twice.body.errors[0].path).toBe('answers.1.id');
    const few = await change([{ text: 'A' }, { text: ' ' }]);
    expect(few.body.errors).toEqual([
      { path: 'answers', message: 'Add at least 2 answer options' },
    ]);
    expect(await questionsOf(surveyId)).toEqual([question, other]);
    expect((await alice('PUT', '/api/questions/999999', { text: 'How?' })).status).toBe(404);
  });

  it('replaces the options, keeping the ids of those that stay', async () => {
    const surveyId = await aDraft();
    const question = await addQuestion(surveyId);
    const [poor, good, excellent] = [0, 1, 2].map((place) => question.answers[place]!.id);
    const changed = await alice('PUT', `/api/questions/${question.id}`, {
      text: 'How is it now?',
      answers: [
        { id: excellent, text: 'Superb', score: 20, isCorrect: true },
        { text: 'New', score: 1 },
        { id: poor, text: 'Poor', score: 0 },
      ],
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      text: 'How is it now?',
      answers: [
        { id: excellent, text: 'Superb', score: 20, isCorrect: true, order: 1 },
        { text: 'New', score: 1, isCorrect: false, order: 2 },
        { id: poor, text: 'Poor', order: 3 },
      ],
    });
    const ids = changed.body.answers.map((option: { id: number }) => option.id);
    expect(ids).not.toContain(good);
    const listed = await test.as('connie')('GET', `/api/answers/question/${question.id}`);
    expect(listed.body).toEqual(changed.body.answers);
  });

  it('leaves alone what is not named', async () => {
    const question = await addQuestion(await aDraft(), { weight: 4, required: true });
    const changed = await alice('PUT', `/api/questions/${question.id}`, { text: 'Other words' });
    expect(changed.body).toEqual({ ...question, text: 'Other words' });
    const nothing = await alice('PUT', `/api/questions/${question.id}`, {});
    expect(nothing.body).toEqual(changed.body);
  });

  it('drops the options with the change to a text question, and waits for them on the way back', async () => {
    const question = await addQuestion(await aDraft());
    const path = `/api/questions/${question.id}`;
    expect((await alice('PUT', path, { type: 'scale' })).body.answers).toEqual(question.answers);
    expect((await alice('PUT', path, { type: 'textarea' })).body.answers).toEqual([]);
    const back = await alice('PUT', path, { type: 'radio' });
    expect(back.body).toMatchObject({ type: 'radio', answers: [] });
    const few = await alice('PUT', path, { answers: threeOptions.slice(0, 1) });
    expect(few.body.errors).toEqual([
      { path: 'answers', message: 'Add at least 2 answer options' },
    ]);
    const full = await alice('PUT', path, { type: 'radio', answers: threeOptions });
    expect(full.body.answers).toMatchObject(threeOptions);
    const text = await alice('PUT', path, { type: 'text', answers: threeOptions });
    expect(text.body.errors[0].message).toBe('A text question has no answer options');
  });

  it('moves it, the others making way', async () => {
    const surveyId = await aDraft();
    const made: { id: number }[] = [];
    for (const text of ['a', 'b', 'c', 'd']) made.push(await addQuestion(surveyId, { text }));
    const move = async (index: number, order: number) => {
      await alice('PUT', `/api/questions/${made[index]?.id}`, { order });
      return texts(await questionsOf(surveyId)).join('');
    };
    expect(await move(0, 3)).toBe('bcad');
    expect(await move(3, 1)).toBe('dbca');
    expect(await move(1, 100)).toBe('dcab');
    expect(await move(1, 4)).toBe('dcab');
  });
});

describe('the order of questions', () => {
  it('stays dense under any sequence of inserts, moves and deletions', async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('insert' as const), at: fc.nat(8), to: fc.nat(8) }),
      fc.record({ act: fc.constant('move' as const), at: fc.nat(8), to: fc.nat(8) }),
      fc.record({ act: fc.constant('delete' as const), at: fc.nat(8), to: fc.nat(8) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const surveyId = await aDraft();
        const expected: number[] = [];
        for (const { act, at, to } of steps) {
          const index = at % Math.max(expected.length, 1);
          if (act === 'insert') {
            const question = await addQuestion(surveyId, {
              order: to + 1,
              type: 'text',
              answers: [],
            });
            expected.splice(Math.min(to, expected.length), 0, question.id);
          } else if (expected.length > 0 && act === 'delete') {
            const [id] = expected.splice(index, 1);
            await alice('DELETE', `/api/questions/${id}`);
          } else if (expected.length > 0) {
            const [id = 0] = expected.splice(index, 1);
            expected.splice(Math.min(to, expected.length), 0, id);
            await alice('PUT', `/api/questions/${id}`, { order: to + 1 });
          }
        }
        const questions = await questionsOf(surveyId);
        expect(questions.map((question) => question.id)).toEqual(expected);
        expect(orders(questions)).toEqual(expected.map((_, n) => n + 1));
      }),
      { numRuns: 15 },
    );
  });

  it('is set in one call, which names each question once', async () => {
    const surveyId = await aDraft();
    const ids = [];
    for (const text of ['a', 'b', 'c']) ids.push((await addQuestion(surveyId, { text })).id);
    const [a, b, c] = ids;
    const order = (questionIds: unknown) =>
      alice('PUT', `/api/surveys/${surveyId}/questions/order`, { questionIds });

    expect((await order('abc')).status).toBe(400);
    const twice = await order([a, b, b, c]);
    expect(twice.body.errors).toEqual([
      { path: 'questionIds.2', message: 'This question is named twice' },
    ]);
    const stranger = (await addQuestion(await aDraft())).id;
    for (const wrong of [[a, b], [a, b, stranger], [a, b, c, stranger], []]) {
      const refused = await order(wrong);
      expect(refused.status).toBe(409);
      expect(refused.body.type).toBe('/problems/changed-meanwhile');
    }
    expect(texts(await questionsOf(surveyId))).toEqual(['a', 'b', 'c']);

    const ordered = await order([c, a, b]);
    expect(ordered.status).toBe(200);
    expect(texts(ordered.body.questions)).toEqual(['c', 'a', 'b']);
    expect(orders(ordered.body.questions)).toEqual([1, 2, 3]);
    const nowhere = await alice('PUT', '/api/surveys/999999/questions/order', { questionIds: [] });
    expect(nowhere.status).toBe(404);
  });

  it('survives everybody writing at once', async () => {
    const survey = await aSurvey(test, { choices: 6 });
    const ids = survey.questions.map((question) => question.id);
    const [first, second, third] = ids;
    await Promise.all([
      alice('DELETE', `/api/questions/${first}`),
      alice('PUT', `/api/questions/${second}`, { order: 6 }),
      alice('PUT', `/api/questions/${third}`, { order: 1, answers: threeOptions }),
      addQuestion(survey.id, { order: 2 }),
      addQuestion(survey.id),
      alice('PUT', `/api/surveys/${survey.id}/questions/order`, { questionIds: ids.toReversed() }),
      alice('PUT', `/api/surveys/${survey.id}`, { title: 'Meanwhile' }),
    ]);
    const questions = await questionsOf(survey.id);
    expect(orders(questions)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('deleting a question', () => {
  it('takes its options with it, and answers 404 the second time', async () => {
    const question = await addQuestion(await aDraft());
    const path = `/api/questions/${question.id}`;
    expect((await alice('DELETE', path)).status).toBe(204);
    expect((await alice('DELETE', path)).status).toBe(404);
    expect((await alice('GET', `/api/answers/question/${question.id}`)).status).toBe(404);
    const left = await test.db
      .selectFrom('answers')
      .select('id')
      .where('questionId', '=', question.id)
      .execute();
    expect(left).toEqual([]);
  });
});
