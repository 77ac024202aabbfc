import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Question } from '#domain/surveys/question.ts';
import { questionHeadings } from '#domain/surveys/question-sheet.ts';
import { writeWorkbook } from '#server/files/write-table.ts';
import { aForm } from '#test/form.ts';
import * as hostile from '#test/hostile-workbooks.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { aSheet, rowsOf, workbookParts } from '#test/workbook.ts';
import { aZip } from '#test/zip.ts';

let server: TestApp;
let surveyId: number;
let folder: string;
beforeAll(async () => {
  server = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'bellwether-secret-'));
  const survey = { title: 'Arrival', category: 'hospitality' };
  surveyId = (await server.as('alice')('POST', '/api/surveys', survey)).body.id;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const send = (name: string, content: Buffer) =>
  server.as('alice')('POST', `/api/surveys/${surveyId}/questions/import`, ...aForm(name, content));
const storedTexts = async () => {
  const { body } = await server.as('alice')('GET', `/api/surveys/${surveyId}/with-questions`);
  return (body.questions as Question[]).map(({ text, answers }) => [
    text,
    ...answers.map((option) => option.text),
  ]);
};
const sample = (name: string) =>
  readFile(new URL(`../../../../test/samples/${name}`, import.meta.url));

/** Measures what `act` costs this process, and how long other calls wait meanwhile. */
async function costOf(act: () => Promise<unknown>) {
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  const waits: number[] = [];
  let [peak, done] = [before, false];
  const others = (async () => {
    while (!done) {
      const asked = performance.now();
      await server.as('asa')('GET', '/api/surveys');
      waits.push(performance.now() - asked);
      peak = Math.max(peak, process.memoryUsage.rss());
    }
  })();
  await act();
  const milliseconds = performance.now() - begin;
  done = true;
  await others;
  return { milliseconds, megabytes: (peak - before) / 1e6, longestWait: Math.max(...waits) };
}

const damaged = 'This workbook is damaged, or too large once unpacked';
const tooMuchText = 'This file has more text than can be read at once: 16 million letters';
const notWhatItSays = /^This file is not what its ending says: no \.xlsx? file$/;
const xlsx = () => writeWorkbook([{ name: 'Questions', rows: [[...questionHeadings]] }]);

test.each<[string, string, () => Buffer | Promise<Buffer>, string | RegExp]>([
  ['300 MB in a third of one', 'a.xlsx', hostile.aBomb, damaged],
  ['300 MB, said to be 1 kB', 'a.xlsx', hostile.aLiar, damaged],
  ['300 MB behind a harmless directory', 'a.xlsx', hostile.aTwofoldBomb, damaged],
  ['100,000 entries', 'a.xlsx', hostile.aCrowd, damaged],
  ['external entities', 'a.xlsx', () => hostile.anEntityWorkbook('/etc/hosts'), damaged],
  ['a text that 40,000 cells refer to', 'a.xlsx', hostile.anEcho, tooMuchText],
  ['chains in a circle', 'a.xls', () => hostile.aCircle(1), damaged],
  ['chains in a larger circle', 'a.xls', () => hostile.aCircle(109), damaged],
  ['a new workbook called an old one', 'a.xls', xlsx, notWhatItSays],
  ['an old one called new', 'a.xlsx', () => sample('questions-libreoffice.xls'), notWhatItSays],
  ['a program called a workbook', 'a.xlsx', () => Buffer.from('MZ\u0090\u0000'), notWhatItSays],
  ['a workbook with macros', 'a.xlsm', xlsx, 'Please choose a .xlsx or .xls file'],
  ['a file without an ending', 'xlsx', xlsx, 'Please choose a .xlsx or .xls file'],
])('%s: refused soon, and at little cost', async (_what, name, make, message) => {
  const content = await make();
  // The first file that is read takes the memory of starting a worker.
  await send('a.xlsx', aZip(workbookParts(aSheet(''))));
  let answer = await send('warm.up', Buffer.from('x'));
  const cost = await costOf(async () => {
    answer = await send(name, content);
  });
  expect([answer.status, answer.body.type]).toEqual([400, '/problems/invalid-input']);
  expect(answer.body.errors).toEqual([{ path: 'file', message: expect.stringMatching(message) }]);
  // It was refused before it was unpacked, not by the worker's time limit.
  expect(cost.milliseconds).toBeLessThan(10_000);
  expect(cost.longestWait).toBeLessThan(5_000);
  expect(cost.megabytes).toBeLessThan(60);
  expect(await storedTexts()).toEqual([]);
});

test('entities are not followed, wherever they hide', async () => {
  const file = join(folder, 'secret.txt');
  await writeFile(file, 'the-secret');
  const { body } = await send('a.xlsx', hostile.anEntityWorkbook(file));
  expect(JSON.stringify(body)).not.toContain('the-secret');
  const cells = [...questionHeadings.slice(0, 2)];
  const late = `<!--${' '.repeat(100_000)}--><!DOCTYPE w [<!ENTITY f SYSTEM "file://${file}">]>`;
  const sheet = aSheet(rowsOf(cells, ['&f;', 'text']), { before: late });
  await send('a.xlsx', aZip(workbookParts(sheet)));
  expect(await storedTexts()).toEqual([['&f;']]);
  await server.db.deleteFrom('questions').execute();
});

test('names of the language itself, formulas as text and merged cells are only text', async () => {
  const headings = ['__proto__', ...questionHeadings.slice(0, 10)];
  const question = (text: string, ...answers: string[]) => [
    'constructor',
    text,
    'radio',
    'toString',
    '',
    '',
    '',
    ...answers.flatMap((answer) => [answer, '1']),
  ];
  const rows = rowsOf(
    headings,
    question('__proto__', '__proto__', 'constructor').with(3, ''),
    question('=cmd|"/c calc"!A1', '=1+1', '@SUM(A1)').with(3, 'no'),
    question('Merged', '', ''),
    question('Not a yes', 'a', 'b'),
  );
  const formula = '<c r="B6" t="str"><f>WEBSERVICE("http://x")</f><v>Its last value</v></c>';
  const text = '<c r="C6" t="inlineStr"><is><t>text</t></is></c>';
  const after = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>';
  const sheet = aSheet(`${rows}<row r="6">${formula}${text}</row>`, { after });
  const { body } = await send('a.xlsx', aZip(workbookParts(sheet, '__proto__')));
  expect(body.results).toEqual({
    success: 3,
    errors: [
      { row: 4, column: 'Required', error: 'Required must be one of Yes, No' },
      { row: 4, column: 'Answer 1 Text', error: 'Answer 1 has a score, but no text' },
      { row: 4, column: 'Answer 2 Text', error: 'Answer 2 has a score, but no text' },
      { row: 5, column: 'Required', error: 'Required must be one of Yes, No' },
    ],
  });
  expect(await storedTexts()).toEqual([
    ['__proto__', '__proto__', 'constructor'],
    ['=cmd|"/c calc"!A1', '=1+1', '@SUM(A1)'],
    ['Its last value'],
  ]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
