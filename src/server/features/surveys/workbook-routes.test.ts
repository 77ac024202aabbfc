import { readFile } from 'node:fs/promises';

import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Question } from '#domain/surveys/question.ts';
import { largestQuestionImport, type QuestionImport } from '#domain/surveys/question-import.ts';
import { questionHeadings, questionRows } from '#domain/surveys/question-sheet.ts';
import { writeWorkbook } from '#server/files/write-table.ts';
import { aForm } from '#test/form.ts';
import { savedByLibreOffice } from '#test/libreoffice.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let surveyId: number;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  surveyId = await aDraft();
});

const admin: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const draft = { title: 'Arrival', category: 'hospitality' };
const aDraft = async () => (await admin('POST', '/api/surveys', draft)).body.id as number;
const pathOf = (what: string, id = surveyId) => `/api/surveys/${id}/questions/${what}`;
const send = (name: string, content: Buffer | string, { id = surveyId, headers = {} } = {}) =>
  admin('POST', pathOf('import', id), ...aForm(name, content, { headers }));
const sample = (name: string) =>
  readFile(new URL(`../../../../test/samples/${name}`, import.meta.url));
const stored = async (id = surveyId) =>
  (await admin('GET', `/api/surveys/${id}/with-questions`)).body.questions as Question[];
/** What importing an export must restore: everything except the ids. */
const contentOf = (questions: Question[]) =>
  questions.map(({ id: _, surveyId: __, answers, ...question }) => ({
    ...question,
    answers: answers.map(({ id: ___, questionId: ____, ...option }) => option),
  }));

type Cells = Record<string, string | number | null>;
const usual: Cells = {
  'Question Text': 'Is the guest greeted?',
  Type: 'radio',
  'Answer 1 Text': 'Yes',
  'Answer 1 Score': 10,
  'Answer 2 Text': 'No',
};
/** Returns a workbook of questions with these cells; the others are filled in. */
const aFile = (...rows: Cells[]) => {
  const full = rows.map((cells) => ({ ...usual, ...cells }));
  const lines = full.map((row) => questionHeadings.map((heading) => row[heading] ?? null));
  return writeWorkbook([{ name: 'Questions', rows: [[...questionHeadings], ...lines] }]);
};

describe('refused', () => {
  test('where there is no such survey', async () => {
    const nowhere = { id: 2_000_000_000 };
    expect((await send('a.xlsx', await aFile({}), nowhere)).status).toBe(404);
  });

  test('for an archived survey, which stays as it is', async () => {
    await send('a.xlsx', await aFile({}));
    await admin('PUT', `/api/surveys/${surveyId}`, { status: 'archived' });
    const { status, body } = await send('b.xlsx', await aFile({}));
    expect([status, body.type]).toEqual([409, '/problems/survey-archived']);
    expect(await stored()).toHaveLength(1);
  });

  test('anything but a form', async () => {
    const { status, body } = await admin('POST', pathOf('import'), { file: 'a.xlsx' });
    expect([status, body.type]).toEqual([415, '/problems/wrong-media-type']);
  });

  test('a file that is too large', async () => {
    const { status, body } = await send('a.xlsx', Buffer.alloc(largestQuestionImport + 1));
    expect([status, body.detail]).toEqual([413, 'A file can have up to 10 MB.']);
  });

  test.each([
    ['another type of file', 'a.csv', async () => 'Question Text,Type', 'a .xlsx or .xls file'],
    ['a page called a workbook', 'a.xlsx', async () => '<html>', 'no .xlsx file'],
    [
      'a workbook of something else',
      'a.xlsx',
      () => writeWorkbook([{ name: 'Hotels', rows: [['Hotel ID', 'Type'], ['1']] }]),
      'no heading "Question Text"',
    ],
    [
      'a heading of two columns',
      'a.xlsx',
      () => writeWorkbook([{ name: 'A', rows: [['Type', 'Question Text', 'type'], ['radio']] }]),
      'The first row has the same heading twice: "Type" in the columns A and C',
    ],
    ['no questions', 'a.xlsx', () => aFile(), 'no question below'],
    ['an empty sheet', 'a.xlsx', () => writeWorkbook([{ name: 'A' }]), 'no heading "Question'],
  ])('%s', async (_what, name, content, message) => {
    const { status, body } = await send(name, await content());
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe('file');
    expect(body.detail).toContain(message);
    expect(await stored()).toEqual([]);
  });

  test('more than a survey can have, and then all of it', async () => {
    await server.db
      .insertInto('questions')
      .values(
        Array.from({ length: 4_999 }, (_, n) => ({
          surveyId,
          text: 'Q',
          type: 'text' as const,
          position: n + 1,
        })),
      )
      .execute();
    const { status, body } = await send('a.xlsx', await aFile({}, {}));
    expect([status, body.detail]).toEqual([409, 'A survey can have at most 5,000 questions.']);
    expect((await send('b.xlsx', await aFile({}))).body.results.success).toBe(1);
  });
});

describe('the template', () => {
  test('offers in its cells what may stand there, and explains itself', async () => {
    const { headers, bytes } = await admin('GET', pathOf('template'));
    expect(headers['content-disposition']).toContain(`Survey_${surveyId}_Questions_Template.xlsx`);
    expect(headers['content-type']).toContain('spreadsheetml.sheet');
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Questions', 'Instructions']);
    expect(sheets[0]?.rows[0]).toEqual(questionHeadings);
    const lists = (sheets[0]?.dataValidations ?? []).filter(({ type }) => type === 'list');
    expect(lists.map(({ range, values }) => [range, values])).toEqual([
      ['B2:B5001', ['radio', 'checkbox', 'text', 'textarea', 'scale', 'multiple_choice']],
      ['C2:C5001', ['Yes', 'No']],
      ['F2:F5001', ['None', 'The Right Fit', 'The Right Action', 'The Right Environment']],
    ]);
    const scores = sheets[0]?.dataValidations?.at(-1);
    expect(scores?.range).toMatch(/^H2:H5001 J2:J5001 .* V2:V5001$/);
    for (const heading of questionHeadings.slice(0, 6))
      expect(sheets[1]?.rows.map((row) => row[0])).toContain(heading);
    expect(sheets[1]?.rows.at(-2)?.join(' ')).toContain('first sheet are examples');
  });

  test('says, like the workbook of a survey, that it has no pass rules', async () => {
    await send('a.xlsx', await aFile({}));
    const about = async (path: string) => {
      const { sheets } = await readXlsx((await admin('GET', pathOf(path))).bytes);
      return (sheets[1]?.rows ?? []).slice(-2).map((row) => row.join(' '));
    };
    const [rows, passRules] = await about('export');
    expect(rows).toContain("first sheet are the survey's questions");
    expect(passRules).toContain('Pass rules are not in this file');
    expect((await about('template'))[1]).toBe(passRules);
  });

  test('imports as it stands, after the questions that are there', async () => {
    const { bytes } = await admin('GET', pathOf('template'));
    const first = await send('Template.XLSX', bytes);
    expect(first.body).toEqual({
      message: '5 questions imported.',
      results: { success: 5, errors: [] },
      refusedRows: null,
      ...{ unreadColumns: [], unreadSheets: [] },
    });
    const once = contentOf(await stored());
    expect(once.map(({ type }) => type)).toEqual([
      'radio',
      'scale',
      'checkbox',
      'text',
      'textarea',
    ]);
    await send('Template.xlsx', bytes);
    const again = once.map((question) => ({ ...question, order: question.order + 5 }));
    expect(contentOf(await stored())).toEqual([...once, ...again]);
  });
});

describe('files of LibreOffice', () => {
  test('bring in what ours do, .xls and .xlsx alike', async () => {
    const bring = async (name: string) => {
      const id = await aDraft();
      const { body } = await send(name, await sample(name), { id });
      expect(body.results).toEqual({ success: 25, errors: [] });
      return contentOf(await stored(id));
    };
    const questions = await bring('questions-libreoffice.xlsx');
    expect(questions[0]).toEqual({
      text: "Staff know the hotel's story (1)",
      type: 'radio',
      required: true,
      order: 1,
      weight: 2,
      kpeCategory: 'The Right Fit',
      answers: [
        { text: 'Always', score: 10, isCorrect: false, order: 1 },
        { text: 'Often', score: 7, isCorrect: false, order: 2 },
        { text: 'Sometimes', score: 4, isCorrect: false, order: 3 },
        { text: 'Never', score: 0, isCorrect: false, order: 4 },
      ],
      code: null,
      section: '',
    });
    expect(questions[3]?.kpeCategory).toBe(null);
    expect(questions[4]).toMatchObject({ type: 'textarea', answers: [] });
    expect(await bring('questions-libreoffice.xls')).toEqual(questions);
    const ours = await writeWorkbook([{ name: 'Questions', rows: questionRows(questions) }]);
    await send('ours.xlsx', ours);
    expect(contentOf(await stored())).toEqual(questions);
  });

  test('made from our template by the program itself, where it is installed', async () => {
    const { bytes } = await admin('GET', pathOf('template'));
    await send('template.xlsx', bytes);
    const questions = contentOf(await stored());
    expect(questions).toHaveLength(5);
    for (const [name, content] of await savedByLibreOffice('template.xlsx', bytes)) {
      const id = await aDraft();
      const { body } = await send(name, content, { id });
      expect(body.results).toEqual({ success: 5, errors: [] });
      expect(contentOf(await stored(id))).toEqual(questions);
    }
  }, 120_000);
});

describe('rows', () => {
  test('good ones come in, and each bad one is told by row and column', async () => {
    const { body } = await send(
      'a.xlsx',
      await aFile(
        { 'Question Text': 'First' },
        { Weight: 11, 'Answer 2 Text': null },
        {},
        { 'Question Text': '', Type: 'stars' },
      ),
    );
    const results: QuestionImport['results'] = {
      success: 2,
      errors: [
        { row: 3, column: 'Weight', error: 'Weight must be from 1 to 10' },
        { row: 3, column: 'Answer 2 Text', error: 'Add at least 2 answer options' },
        { row: 5, column: 'Type', error: expect.stringContaining('must be one of radio,') },
        { row: 5, column: 'Question Text', error: 'Question text is required' },
      ],
    };
    expect(body).toEqual({
      message: '2 questions imported. 4 errors occurred.',
      results,
      refusedRows: expect.any(String),
      ...{ unreadColumns: [], unreadSheets: [] },
    });
    const refused = Buffer.from(String(body.refusedRows), 'base64');
    const [sheet] = (await readXlsx(refused)).sheets;
    expect(sheet?.rows.map((row) => row.at(-1))).toEqual([
      'Reason',
      'Weight: Weight must be from 1 to 10; Answer 2 Text: Add at least 2 answer options',
      expect.stringMatching(/^Type: Type must be .*; Question Text: Question text is required$/),
    ]);
    expect((await send('refused.xlsx', refused)).body.results.errors).toHaveLength(4);
    expect((await stored()).map(({ text }) => text)).toEqual(['First', 'Is the guest greeted?']);
  });

  test('are not read from a hidden sheet of an old workbook', async () => {
    const file = await sample('export-libreoffice.xls');
    const hide = (name: string) => {
      const hidden = Buffer.from(file);
      // The record of a sheet: its place, whether it is hidden, its kind, and the length of its name before the name.
      hidden.writeUInt8(1, hidden.indexOf(`\0${String.fromCodePoint(name.length)}\0${name}`) - 1);
      return hidden;
    };
    expect((await send('a.xls', hide('Questions'))).body.detail).toContain('has no heading');
    const { body } = await send('b.xls', hide('Instructions'));
    expect(body).toMatchObject({ message: '4 questions imported.', unreadSheets: [] });
    expect(await stored()).toHaveLength(4);
  });

  test('come with the names of the columns and sheets that were not read', async () => {
    const rows = [
      ['Question Text', 'Type', 'Points', 'Reason', 'Standard'],
      ['Was it warm?', 'text', 5, 'no', 'FO-1'],
    ];
    const file = await writeWorkbook([
      { name: 'Kitchen', rows },
      { name: 'Instructions', rows: [['Questions']] },
      { name: 'Bar', rows },
    ]);
    expect((await send('a.xlsx', file)).body).toMatchObject({
      ...{ message: '1 question imported.', refusedRows: null },
      ...{ unreadColumns: ['Points', 'Standard'], unreadSheets: ['Bar'] },
    });
  });

  test('stand in the order that their column gives, numbered on', async () => {
    await send('a.xlsx', await aFile({ 'Question Text': 'there already' }));
    const rows = [
      { 'Question Text': 'last', Order: null },
      { 'Question Text': 'second', Order: 20 },
      { 'Question Text': 'first', Order: 3 },
    ];
    await send('b.xlsx', await aFile(...rows));
    expect((await stored()).map(({ order, text }) => `${order} ${text}`)).toEqual([
      '1 there already',
      '2 first',
      '3 second',
      '4 last',
    ]);
  });

  test('2,000 of them in one go, as one edition of an active survey', async () => {
    await admin('PUT', `/api/surveys/${surveyId}`, { status: 'active' });
    const rows = Array.from({ length: 2_000 }, (_, n) => ({
      'Question Text': `Question ${n + 1}`,
    }));
    const { body } = await send('many.xlsx', await aFile(...rows));
    expect(body.results).toEqual({ success: 2_000, errors: [] });
    const survey = (await admin('GET', `/api/surveys/${surveyId}/with-questions`)).body;
    expect(survey.edition).toBe(1);
    expect(survey.questions).toHaveLength(2_000);
    expect(survey.questions[1_999]).toMatchObject({ order: 2_000, text: 'Question 2000' });
  });

  test('are text, whatever a spreadsheet would make of it', async () => {
    const texts = ['=HYPERLINK("http://x")', '+1', '@home', '__proto__', 'constructor', '1-2'];
    await send('a.xlsx', await aFile(...texts.map((text) => ({ 'Question Text': text }))));
    expect((await stored()).map(({ text }) => text)).toEqual(texts);
  });
});

describe('the export', () => {
  /** Replaces line breaks, because a spreadsheet program has only one kind. */
  const withPlainBreaks = (questions: Question[]) =>
    contentOf(questions).map(({ text, ...question }) => ({
      ...question,
      text: text.replaceAll('\r\n', '\n'),
    }));
  const saved = ['export-libreoffice.xls', 'export-libreoffice.xlsx'];

  test('comes back into another survey without loss, saved by LibreOffice or not', async () => {
    const options = (...texts: string[]) =>
      texts.map((text, n) => ({ text, score: n * 7, isCorrect: n % 2 === 0 }));
    const questions = [
      { text: '  =1+1, "quoted" & <b>\nsecond line\r\nthird ', type: 'textarea', answers: [] },
      {
        text: '_x0041_ and ____',
        type: 'multiple_choice',
        answers: options('007', 'TRUE', '1.50'),
      },
      { text: 'A line\u000bbroken', type: 'radio', answers: options('1', '2', '3', '4', '5', '6') },
      { text: '日本語 😀', type: 'scale', answers: options('2026-03-31', '+5', 'x'.repeat(200)) },
    ];
    for (const [n, question] of questions.entries())
      await admin('POST', '/api/questions', {
        ...question,
        surveyId,
        required: n % 2 === 0,
        weight: n + 3,
        kpeCategory: n === 1 ? 'The Right Action' : 'None',
      });
    const exported = await admin('GET', pathOf('export'));
    expect(exported.headers['content-disposition']).toContain(`Survey_${surveyId}_Questions.xlsx`);
    const files: [name: string, content: Buffer][] = [
      ['exported.xlsx', exported.bytes],
      ...(await Promise.all(
        saved.map(async (name): Promise<[string, Buffer]> => [name, await sample(name)]),
      )),
      ...(await savedByLibreOffice('exported.xlsx', exported.bytes)),
    ];
    for (const [name, content] of files) {
      const other = await aDraft();
      const { body } = await send(name, content, { id: other });
      expect(body.results).toEqual({ success: 4, errors: [] });
      expect(withPlainBreaks(await stored(other))).toEqual(withPlainBreaks(await stored()));
    }
  }, 120_000);

  test('comes back where a text looks like a failed formula, which is refused elsewhere', async () => {
    const answers = ['#N/A', "'#REF!", 'N/A'].map((text) => ({ text, score: 1, isCorrect: false }));
    await admin('POST', '/api/questions', { surveyId, text: '#VALUE!', type: 'radio', answers });
    const { bytes } = await admin('GET', pathOf('export'));
    const other = await aDraft();
    const { body } = await send('a.xlsx', bytes, { id: other });
    expect(body.results).toEqual({ success: 1, errors: [] });
    expect(contentOf(await stored(other))).toEqual(contentOf(await stored()));
    const failed = await send('b.xlsx', await aFile({ 'Question Text': '#VALUE!' }));
    expect(failed.body.results).toMatchObject({ success: 0, errors: [{ row: 2 }] });
  });

  test('of a survey without questions has the headings alone; there is none of no survey', async () => {
    const { sheets } = await readXlsx((await admin('GET', pathOf('export'))).bytes);
    expect(sheets[0]?.rows).toEqual([[...questionHeadings]]);
    expect((await admin('GET', pathOf('export', 2_000_000_000))).status).toBe(404);
  });
});

test('an upload that is sent again imports once', async () => {
  const headers = { 'idempotency-key': 'import-0001' };
  const file = await aFile({});
  const first = await send('a.xlsx', file, { headers });
  const again = await send('a.xlsx', file, { headers });
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
  const other = await send('a.xlsx', await aFile({}, {}), { headers });
  expect(other.body.type).toBe('/problems/same-key-other-content');
  expect(await stored()).toHaveLength(1);
  const events = await server.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'survey.questions-imported')
    .where('objectId', '=', surveyId)
    .execute();
  expect(events).toMatchObject([
    { details: { surveyTitle: draft.title, imported: 1, refused: 0 } },
  ]);
});
