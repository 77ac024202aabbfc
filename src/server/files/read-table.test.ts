import { readFile } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { ProblemError } from '#server/problems.ts';
import { anEcho } from '#test/hostile-workbooks.ts';
import { aCell, aSheet, withStyles, workbookParts } from '#test/workbook.ts';
import { aZip } from '#test/zip.ts';
import { readTable } from './read-table.ts';
import { writeCsv } from './write-csv.ts';
import { writeWorkbook } from './write-table.ts';

const limits = { formats: ['xlsx', 'xls', 'csv'], maxRows: 100, maxColumns: 10 } as const;
const read = (name: string, bytes: Buffer | string, more = {}) =>
  readTable({ name, bytes: Buffer.from(bytes) }, { ...limits, ...more });
const sample = (name: string) =>
  readFile(new URL(`../../../test/samples/${name}`, import.meta.url));
/** Returns the message with which the file is refused. */
const refused = async (name: string, bytes: Buffer | string, more = {}) => {
  const error = await read(name, bytes, more).then(
    () => new Error('it was read'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProblemError);
  return (error as ProblemError).message;
};

describe('what is read', () => {
  test('cells as text, whatever they were, with empty rows in their place', async () => {
    const bytes = await writeWorkbook([
      {
        name: 'Any',
        rows: [
          ['text ', 7, 0.1 + 0.2, true, new Date('2026-03-31T00:00:00Z')],
          [],
          [null, '=1+1', '__proto__', '', ''],
        ],
      },
    ]);
    expect(await read('any.xlsx', bytes)).toEqual({
      rows: [
        ['text', '7', '0.3', 'TRUE', '2026-03-31T00:00:00.000Z'],
        [],
        expect.arrayContaining(['', '=1+1', '__proto__']),
      ],
    });
  });

  test('the sheet of the given name, or else the first', async () => {
    const bytes = await writeWorkbook([
      { name: 'First', rows: [['1']] },
      { name: 'Questions', rows: [['2']] },
    ]);
    expect(await read('a.xlsx', bytes, { sheet: 'Questions' })).toEqual({ rows: [['2']] });
    expect(await read('a.xlsx', bytes, { sheet: 'Answers' })).toEqual({ rows: [['1']] });
  });

  test('a number as it is shown where zeros lead it, and as it is elsewhere', async () => {
    const bytes = await writeWorkbook([
      {
        name: 'Hotels',
        columns: [{ numFmt: '00000' }, { numFmt: '00000' }, {}],
        rows: [
          ['Hotel ID', 'Postal Code', 'Rooms'],
          [123, 2110, 45],
          [1_234_567, 1.5, -7],
          [],
          ['A-17', -7, 0],
        ],
      },
    ]);
    const rows = [
      ['Hotel ID', 'Postal Code', 'Rooms'],
      ['00123', '02110', '45'],
      ['1234567', '1.5', '-7'],
      [],
      ['A-17', '-7', '0'],
    ];
    expect(await read('a.xlsx', bytes)).toEqual({ rows });
    expect(await read('a.xlsx', bytes, { sheet: 'Hotels' })).toEqual({ rows });
    expect(await read('a.xlsx', bytes, { sheet: 'Answers' })).toEqual({ rows });
    expect(await read('saved.xlsx', await sample('padded-libreoffice.xlsx'))).toEqual({ rows });
  });

  test('a formula by the value it had, and a merged cell where it begins', async () => {
    const after = '<mergeCells><mergeCell ref="A1:C3"/></mergeCells>';
    const sheet = aSheet('<row r="1"><c r="A1"><f>6*7</f><v>42</v></c></row>', { after });
    expect(await read('a.xlsx', aZip(workbookParts(sheet)))).toEqual({ rows: [['42']] });
  });

  test('columns beyond those wanted are left out', async () => {
    expect(await read('a.csv', 'a,b,c\n1,2,3', { maxColumns: 2 })).toEqual({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    });
  });

  test('text of our own comes back as it was, formulas and quotes and all', async () => {
    const rows = [
      ['Name', 'Notes'],
      ['=cmd|/c calc', 'He said "no"; then,\nleft'],
      ['+49 30', '@home'],
      ['Smith;=1+41;', 'a\n  -b|"=c"'],
    ];
    const bytes = writeCsv(rows);
    const text = bytes.toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text).toContain("'=cmd|/c calc");
    expect(text).toContain("'+49 30");
    expect(await read('own.csv', bytes)).toEqual({ rows });
  });

  test('UTF-16 in either order of bytes, as Excel calls Unicode text', async () => {
    const bytes = Buffer.from('\ufeffStadt;Land\r\nKöln;D', 'utf16le');
    expect((await read('a.csv', bytes)).rows[1]).toEqual(['Köln', 'D']);
    expect((await read('a.csv', Buffer.from(bytes).swap16())).rows[1]).toEqual(['Köln', 'D']);
  });

  test('a quotation mark in the middle of a cell, however long the file is', async () => {
    const line = `Inn,${'x'.repeat(1_000)}\n`;
    const { rows } = await read('a.csv', `5" Inn,""\n${line.repeat(80)}"a ""b"",\nc",d`);
    expect([rows[0], rows[80]?.[0], rows[81]]).toEqual([['5" Inn', ''], 'Inn', ['a "b",\nc', 'd']]);
  });

  test('a cell for days with a number beyond every day, as an error of that cell alone', async () => {
    const sheet = aSheet(
      '<row r="1"><c r="A1" s="1"><v>99999999999</v></c><c r="B1" s="1"><v>45000</v></c></row>',
    );
    const parts = withStyles(
      workbookParts(sheet),
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    );
    expect((await read('a.xlsx', aZip(parts))).rows).toEqual([
      ['#NUM!', '2023-03-15T00:00:00.000Z'],
    ]);
  });
});

describe('what is refused', () => {
  test('an ending or a content that is not the one', async () => {
    expect(await refused('a.ods', 'x')).toBe('Please choose a .xlsx, .xls or .csv file');
    expect(await refused('a.csv', 'x', { formats: ['xlsx', 'xls'] })).toBe(
      'Please choose a .xlsx or .xls file',
    );
    const xlsx = await writeWorkbook([{ name: 'S', rows: [['1']] }]);
    for (const name of ['a.xls', 'a.csv'])
      expect(await refused(name, xlsx)).toContain('not what its ending says');
    expect(await refused('a.xlsx', 'plain text')).toContain('not what its ending says');
    for (const name of ['a.xlsx', 'a.xls', 'a.csv'])
      expect(await refused(name, '')).toBe('This file is empty');
  });

  test('a quotation mark that is never closed, because the rows below it would be lost', async () => {
    const told = 'A cell in row 3 begins with a quotation mark that is never closed';
    const file = 'City,State\r\n"New\r\nYork",NY\r\nBonn,"NW';
    const headings = { every: ['City', 'State'], needed: ['City'] };
    expect(await refused('a.csv', file)).toBe(told);
    for (const rest of ['\r\nKöln;NW', `\r\n${'x,y\r\n'.repeat(20_000)}`])
      expect(await refused('a.csv', file + rest, { headings })).toBe(told);
  });

  test('more rows than may be, wherever they stand', async () => {
    const rows = (count: number) => Array.from({ length: count }, () => 'x').join('\n');
    expect((await read('a.csv', rows(100))).rows).toHaveLength(100);
    expect(await refused('a.csv', rows(101))).toBe('A file can have up to 100 rows');
    const far = aSheet(`<row r="1048576">${aCell('A1048576', 'x')}</row>`);
    expect(await refused('a.xlsx', aZip(workbookParts(far)))).toContain('up to 100 rows');
  });

  test.each([
    ['a workbook that is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['a workbook that is damaged', (bytes: Buffer) => Buffer.from(bytes).fill(0xaa, 40, 200)],
  ])('%s', async (_what, spoil) => {
    const bytes = await writeWorkbook([{ name: 'S', rows: [['1', '2', '3']] }]);
    expect(await refused('a.xlsx', spoil(bytes))).toMatch(/damaged|cannot be read/);
  });

  test('a damaged old workbook', async () => {
    const bytes = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000, 7)]);
    expect(await refused('a.xls', bytes)).toContain('damaged');
  });
});

/** The tests of the question import cover most of this. */
describe('what was made to harm', () => {
  test('a cell in the farthest corner', async () => {
    const sheet = aSheet(`<row r="1">${aCell('XFD1', 'far')}${aCell('A1', 'near')}</row>`);
    expect((await read('a.xlsx', aZip(workbookParts(sheet)))).rows[0]?.[0]).toBe('near');
  });

  test.each([
    ['commas', ',', 'cannot be read'],
    ['line breaks', '\n', 'up to 100 rows'],
    ['quotes', '"', 'cannot be read'],
    ['one letter', 'a', 'cannot be read'],
    ['empty cells in quotes', '"",', 'cannot be read'],
  ])('10 MB of %s', async (_what, repeated, words) => {
    expect(await refused('a.csv', Buffer.alloc(10 * 1024 * 1024, repeated))).toContain(words);
  });

  test('a text that many cells refer to, though each alone could be read', async () => {
    const echo = await refused('a.xlsx', anEcho(), { maxRows: 50_000, maxColumns: 64 });
    expect(echo).toContain('16 million letters');
  });

  test('a cell of 60 million letters, but no picture of that size', async () => {
    const cell = aSheet(`<row r="1">${aCell('A1', 'x'.repeat(60_000_000))}</row>`);
    expect(await refused('a.xlsx', aZip(workbookParts(cell)))).toContain('too large');
    const sheet = aSheet(`<row r="1">${aCell('A1', 'near')}</row>`);
    const picture = { name: 'xl/media/image1.png', content: Buffer.alloc(1_000_000, 'x') };
    const { rows } = await read('a.xlsx', aZip([...workbookParts(sheet), picture]));
    expect(rows).toEqual([['near']]);
  });

  test('more cells than any sheet of ours has', async () => {
    const cells = aSheet(`<row r="1">${'<c/>'.repeat(15_000_000)}</row>`);
    expect(await refused('a.xlsx', aZip(workbookParts(cells)))).toContain('too large');
  });

  test('what exhausts its reader ends the reader alone', async () => {
    const cells = aSheet(`<row r="1">${'<c/>'.repeat(9_000_000)}</row>`);
    expect(await refused('a.xlsx', aZip(workbookParts(cells)))).toContain('cannot be read');
    expect((await read('a.csv', 'still,here')).rows).toEqual([['still', 'here']]);
  });
});
