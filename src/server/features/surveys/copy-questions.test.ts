import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXlsx } from 'hucre/xlsx';

import type { QuestionsCopied } from '#domain/surveys/question-copy.ts';
import type { Question } from '#domain/surveys/question.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aForm } from '#test/form.ts';
import { aQuestion, threeOptions } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const alice: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const read = async (id: number): Promise<SurveyWithQuestions> =>
  (await alice('GET', `/api/surveys/${id}/with-questions`)).body;
const aSurvey = async (title: string, status = 'draft'): Promise<number> =>
  (await alice('POST', '/api/surveys', { title, category: 'hospitality', status })).body.id;
const add = (surveyId: number, given: object) => aQuestion(server, surveyId, given);
const copy = (id: number, from: number, questionIds: number[], headers = {}) =>
  alice('POST', `/api/surveys/${id}/questions/copy`, { from, questionIds }, headers);

/** What a copy must have of its question: everything except the ids. */
const contentOf = ({
  id: _,
  surveyId: __,
  order: ___,
  showIf: ____,
  answers,
  ...rest
}: Question) => ({
  ...rest,
  answers: answers.map(({ id: _____, questionId: ______, ...option }) => option),
});

/** Makes a survey of three questions: the second and the third are asked only after the first. */
async function library() {
  const id = await aSurvey('The library');
  const first = await add(id, {
    ...{ text: 'Is there a pool?', code: 'PO-001', section: 'Pool', weight: 3 },
    ...{ kpeCategory: 'The Right Fit', critical: true, allowNa: true, evidence: 'always' },
    ...{ guidance: 'Go and see.', answers: threeOptions.map((one) => ({ ...one, finding: true })) },
  });
  const [, , excellent] = first.answers;
  const second = await add(id, {
    ...{ text: 'Is it clean?', code: 'PO-002', section: 'Pool' },
    showIf: [{ questionId: first.id, is: [excellent!.id] }],
  });
  const third = await add(id, {
    ...{ text: 'Is it warm?', section: 'Pool' },
    showIf: [
      { questionId: first.id, isNot: [first.answers[0]!.id] },
      { questionId: second.id, is: [second.answers[1]!.id, second.answers[2]!.id] },
    ],
  });
  return { id, first, second, third, ids: [first, second, third].map((one) => one.id) };
}

describe('questions of another survey', () => {
  test('come with all they have, after those of the survey, conditions naming the copies', async () => {
    const { id: from, ids } = await library();
    const id = await aSurvey('The new one', 'active');
    await add(id, { text: 'There already' });
    // The order in which they were chosen does not matter: a condition needs its question before.
    const { status, body } = await copy(id, from, ids.toReversed());
    expect([status, body]).toEqual([200, { copied: 3, refused: [], alwaysAsked: [] }]);
    const { questions, edition } = await read(id);
    expect(questions.map(({ order, text }) => `${order} ${text}`)).toEqual([
      '1 There already',
      '2 Is there a pool?',
      '3 Is it clean?',
      '4 Is it warm?',
    ]);
    expect(edition).toBe(2);
    const source = await read(from);
    expect(questions.slice(1).map(contentOf)).toEqual(source.questions.map(contentOf));
    const [, pool, clean, warm] = questions;
    expect(clean!.showIf).toEqual([{ questionId: pool!.id, is: [pool!.answers[2]!.id] }]);
    expect(warm!.showIf).toEqual([
      { questionId: pool!.id, isNot: [pool!.answers[0]!.id] },
      { questionId: clean!.id, is: [clean!.answers[1]!.id, clean!.answers[2]!.id] },
    ]);
  });

  test('a taken code is told, and what depends on what stays behind is always asked', async () => {
    const { id: from, ids, first } = await library();
    const id = await aSurvey('Clashing');
    await add(id, { text: 'Has it', code: 'po-002' });
    const all: QuestionsCopied = (await copy(id, from, ids)).body;
    expect(all).toEqual({
      copied: 2,
      refused: [
        { row: 2, text: 'Is it clean?', error: 'Another question of this survey has this code' },
      ],
      alwaysAsked: [{ row: 3, text: 'Is it warm?' }],
    });
    expect((await read(id)).questions.map(({ showIf }) => showIf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const again: QuestionsCopied = (await copy(id, from, [first.id])).body;
    expect(again).toMatchObject({ copied: 0, refused: [{ row: 1 }] });
  });

  test('sent again, they come once', async () => {
    const { id: from, ids } = await library();
    const id = await aSurvey('Once');
    const headers = { 'idempotency-key': 'copy-0001' };
    const first = await copy(id, from, ids, headers);
    expect((await copy(id, from, ids, headers)).body).toEqual(first.body);
    expect((await read(id)).questions).toHaveLength(3);
  });

  test('are refused where there are none, and for an archived survey, which can be copied from', async () => {
    const { id: from, ids } = await library();
    const id = await aSurvey('Refusing');
    const refusal = async (...given: Parameters<typeof copy>) => {
      const { status, body } = await copy(...given);
      return [status, body.errors?.map(({ path }: { path: string }) => path) ?? body.type];
    };
    expect(await refusal(id, from, [])).toEqual([400, ['questionIds']]);
    expect(await refusal(id, from, [ids[0]!, ids[0]!])).toEqual([400, ['questionIds.1']]);
    expect(await refusal(id, from, [2_000_000_000])).toEqual([400, ['questionIds.0']]);
    expect(await refusal(id, 2_000_000_000, ids)).toEqual([404, '/problems/not-found']);
    await alice('PUT', `/api/surveys/${from}`, { status: 'archived' });
    expect(await refusal(from, id, ids)).toEqual([400, expect.any(Array)]);
    const { id: own } = await add(id, {});
    expect(await refusal(from, id, [own])).toEqual([409, '/problems/survey-archived']);
    expect((await copy(id, from, ids)).body.copied).toBe(3);
  });

  test('not more than a survey can have, and then none', async () => {
    const { id: from, ids } = await library();
    const id = await aSurvey('Full');
    const many = Array.from({ length: 4_998 }, (_, n) => ({
      ...{ surveyId: id, text: 'Q', type: 'text' as const, position: n + 1 },
    }));
    await server.db.insertInto('questions').values(many).execute();
    const { status, body } = await copy(id, from, ids);
    expect([status, body.detail]).toEqual([409, 'A survey can have at most 5,000 questions.']);
    expect((await copy(id, from, ids.slice(0, 2))).body.copied).toBe(2);
  });
});

test('a survey has at most 100 sections, however they come', async () => {
  const id = await aSurvey('Many sections');
  const hundred = Array.from({ length: 100 }, (_, n) => ({
    ...{ surveyId: id, text: 'Q', type: 'text' as const, position: n + 1, section: `S${n}` },
  }));
  await server.db.insertInto('questions').values(hundred).execute();
  const [first] = (await read(id)).questions;
  const tooMany = [400, [{ path: 'section', message: 'A survey can have at most 100 sections' }]];
  const text = { surveyId: id, text: 'Q', type: 'text' };
  const created = await alice('POST', '/api/questions', { ...text, section: 'S100' });
  expect([created.status, created.body.errors]).toEqual(tooMany);
  // The section of the only question that has it can be called otherwise; an old one can be used.
  const renamed = await alice('PUT', `/api/questions/${first!.id}`, { section: 'S100' });
  expect(renamed.status).toBe(200);
  const used = await alice('POST', '/api/questions', { ...text, section: 'S1' });
  expect(used.status).toBe(201);
  const changed = await alice('PUT', `/api/questions/${used.body.id}`, { section: 'S101' });
  expect([changed.status, changed.body.errors]).toEqual(tooMany);
  const { id: from, ids } = await library();
  expect((await copy(id, from, ids)).body).toMatchObject({ copied: 0, refused: [{}, {}, {}] });
});

describe('the workbook of a survey that uses the rules', () => {
  const path = (id: number, what: string) => `/api/surveys/${id}/questions/${what}`;

  test('has their columns, and comes back without loss', async () => {
    const { id } = await library();
    const { bytes } = await alice('GET', path(id, 'export'));
    const [sheet, explained] = (await readXlsx(bytes)).sheets;
    const further = ['Code', 'Section', 'Critical', 'N/A Allowed', 'Evidence', 'Guidance'];
    const last = ['Finding Answers', 'Show If'];
    expect(sheet?.rows[0]?.slice(22)).toEqual([...further, ...last]);
    expect(sheet?.rows.map((row) => row.at(-1))).toEqual([
      'Show If',
      null,
      '1 = 3',
      '1 != 1; 2 = 2, 3',
    ]);
    const lists = sheet?.dataValidations?.filter(({ type }) => type === 'list') ?? [];
    expect(lists.slice(3).map(({ range }) => range)).toEqual([
      'Y2:Y5001',
      'Z2:Z5001',
      'AA2:AA5001',
    ]);
    for (const heading of [...further, ...last])
      expect(explained?.rows.map((row) => row[0])).toContain(heading);

    const other = await aSurvey('Imported');
    await add(other, { text: 'There already' });
    const { body } = await alice('POST', path(other, 'import'), ...aForm('export.xlsx', bytes));
    expect(body.results).toEqual({ success: 3, errors: [] });
    const [source, copied] = [await read(id), (await read(other)).questions.slice(1)];
    expect(copied.map(contentOf)).toEqual(source.questions.map(contentOf));
    const again = await alice('GET', path(other, 'export'));
    const [sheetAgain] = (await readXlsx(again.bytes)).sheets;
    expect(sheetAgain?.rows.map((row) => row.at(-1))).toEqual([
      'Show If',
      null,
      null,
      '2 = 3',
      '2 != 1; 3 = 2, 3',
    ]);
  });

  test('is what its template has, too; a code that is taken is told by row', async () => {
    const { id } = await library();
    const template = await alice('GET', path(id, 'template'));
    const [sheet] = (await readXlsx(template.bytes)).sheets;
    expect(sheet?.rows[0]?.slice(22, 24)).toEqual(['Code', 'Section']);
    expect(sheet?.rows).toHaveLength(6);
    const { bytes } = await alice('GET', path(id, 'export'));
    const { body } = await alice('POST', path(id, 'import'), ...aForm('export.xlsx', bytes));
    expect(body.results).toEqual({
      success: 0,
      errors: [
        { row: 2, column: 'Code', error: 'Another question of this survey has this code' },
        // The question that its condition names is refused, so this row is refused too.
        { row: 3, column: 'Show If', error: expect.stringContaining('has the order 1') },
        { row: 4, column: 'Show If', error: expect.stringContaining('has the order 1') },
      ],
    });
  });
});
