import { detectDelimiter, streamCsvRows } from 'hucre/csv';
import { readXls, readXlsx, streamXlsxRows, type CellValue } from 'hucre/xlsx';

import { findHeadingRow, type Headings } from '#domain/headed-table.ts';
import { hiddenSheets } from './hidden-sheets.ts';
import { mayShowPadding, readShownRows } from './padded-numbers.ts';
import { scanLines } from './scan-lines.ts';
import { withFormulas } from './write-csv.ts';

export type TableFormat = 'xlsx' | 'xls' | 'csv';
export type TableLimits = {
  /** The most rows up to the last one that is not empty, including the heading. */
  maxRows: number;
  /** Further columns are left out. */
  maxColumns: number;
  /** The name of the sheet to read. Without such a sheet, the first one is read. */
  sheet?: string;
  /**
   * The headings of the wanted table. They are looked for on each sheet of a workbook, and in a
   * .csv file with each separator.
   */
  headings?: Headings<string>;
  /** The most bytes that a .xlsx may have once unpacked. The default is 64 MB. */
  largestUnpacked?: number;
};
export type Table = {
  rows: string[][];
  /** If headings are looked for: the names of the other sheets, without hidden ones. */
  unreadSheets?: string[];
};
export type ParsedTable =
  Table | { refused: 'too-many-rows' | 'too-much-text' } | { refused: 'open-quote'; row: number };

/**
 * The most letters in all cells together, plus one per cell: enough for 50,000 hotels with 300
 * letters each. A workbook of 14 kB can hold one text that 40,000 cells refer to. The reader stores
 * it once, but copies it for each cell when it returns the rows.
 */
export const mostLetters = 16_000_000;

/** The letters of a heading that are searched for its separator. */
const longestHeading = 10_000;
/** The most rows of a spreadsheet. A .csv of line breaks alone can have more. */
const mostRowsOfASheet = 1_048_576;

type Row = [index: number, row: readonly CellValue[]];
type Rows = AsyncIterable<Row>;
/** One way to read a file as a table. `unreadSheets` are the other sheets of a workbook. */
type Source = { rows: Rows; unreadSheets?: string[] };
type OpenQuote = { openQuote: number };

/**
 * Returns a table's cells as text, row by row as a spreadsheet numbers them. A formula gives its
 * stored value. `check-file.ts` must have accepted the file. Call this only in a process of its
 * own, because the file may still be malicious.
 */
export async function parseTable(
  bytes: Buffer,
  format: TableFormat,
  limits: TableLimits,
): Promise<ParsedTable> {
  let best: { table: Table; missing: number } | undefined;
  let open: Extract<ParsedTable, { refused: 'open-quote' }> | undefined;
  for await (const source of readers[format](bytes, limits)) {
    if ('openQuote' in source) {
      // With another separator the quotation mark may be in the middle of a cell, where it opens nothing.
      open ??= { refused: 'open-quote', row: source.openQuote };
      continue;
    }
    const table = await collect(source.rows, limits);
    if ('refused' in table) return open ?? table;
    const missing = limits.headings
      ? findHeadingRow(table.rows, limits.headings).missing.length
      : 0;
    const { unreadSheets } = source;
    if (!best || missing < best.missing)
      best = { table: { ...table, ...(unreadSheets && { unreadSheets }) }, missing };
    if (missing === 0) break;
  }
  if (open && (!limits.headings || best?.missing !== 0)) return open;
  return best?.table ?? { rows: [] };
}

async function collect(source: Rows, { maxRows, maxColumns }: TableLimits): Promise<ParsedTable> {
  const rows: string[][] = [];
  let letters = 0;
  for await (const [index, row] of source) {
    const cells = row.slice(0, maxColumns).map(toText);
    const isEmpty = cells.every((cell) => cell === '');
    if (isEmpty && index < mostRowsOfASheet) continue;
    if (index >= maxRows) return { refused: 'too-many-rows' };
    letters = cells.reduce((sum, cell) => sum + cell.length + 1, letters);
    if (letters > mostLetters) return { refused: 'too-much-text' };
    // The reader skips empty rows.
    while (rows.length < index) rows.push([]);
    rows[index] = cells;
  }
  return { rows };
}

/**
 * Each reader yields every way to read a file as one table: a workbook's sheets, a .csv file's
 * separators. A hidden sheet of a workbook is not read, because nobody who looks at the workbook sees it.
 */
const readers: Readonly<
  Record<TableFormat, (bytes: Buffer, limits: TableLimits) => AsyncIterable<Source | OpenQuote>>
> = {
  csv: readCsv,
  xls: readOldWorkbook,
  xlsx: readWorkbook,
};

/** The number of sheets that are searched for the wanted table. */
const mostSheets = 10;

async function* readWorkbook(
  bytes: Buffer,
  { sheet, headings }: TableLimits,
): AsyncGenerator<Source> {
  const read = mayShowPadding(bytes) ? readShownRows : streamRows;
  const names = await listSheets(bytes);
  const inOrder = [
    ...names.filter((one) => one === sheet),
    ...names.filter((one) => one !== sheet),
  ];
  for (const name of inOrder.slice(0, headings ? mostSheets : 1)) {
    const rows = read(bytes, name)[Symbol.asyncIterator]();
    const begin = await rows.next();
    if (begin.done) continue;
    const unreadSheets = names.filter((other) => other !== name);
    yield { rows: startingWith(begin.value, rows), ...(headings && { unreadSheets }) };
  }
}

async function* startingWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Returns the names of the sheets that are not hidden, in order. */
async function listSheets(bytes: Buffer): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  return names;
}

async function* streamRows(bytes: Buffer, sheet: string | number): Rows {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) yield [index, values];
}

async function* readOldWorkbook(
  bytes: Buffer,
  { sheet, headings }: TableLimits,
): AsyncGenerator<Source> {
  const hidden = hiddenSheets(bytes);
  const workbook = await readXls(bytes);
  const sheets = workbook.sheets.filter((_, place) => !hidden[place]);
  const named = sheets.filter(({ name }) => name === sheet);
  const others = sheets.filter(({ name }) => name !== sheet);
  for (const { name, rows } of [...named, ...others].slice(0, mostSheets)) {
    const unreadSheets = sheets.map((one) => one.name).filter((other) => other !== name);
    yield { rows: indexed(rows), ...(headings && { unreadSheets }) };
  }
}

/** Yields the rows with their indexes. Empty rows may be missing from the list. */
async function* indexed(rows: readonly (CellValue[] | undefined)[]): Rows {
  for (const [index, row] of rows.entries()) yield [index, Array.from(row ?? [])];
}

async function* readCsv(bytes: Buffer): AsyncGenerator<Source | OpenQuote> {
  const decoded = decode(bytes).replace(/^\ufeff/, '');
  // A line by which Excel stores the separator. Excel does not show it as a row.
  const told = /^sep=(.)(?:\r\n|[\r\n])/i.exec(decoded);
  const text = decoded.slice(told?.[0].length ?? 0);
  // The heading shows the separator best: in the rows below, a comma may be part of a cell. Below a
  // title the heading is not the first line, so the other separators are tried too.
  const start = text.slice(0, longestHeading);
  const likely = told?.[1] ?? detectDelimiter(start.slice(0, start.search(/[\r\n]|$/)));
  for (const delimiter of new Set([likely, ',', ';', '\t'])) {
    const wrong = scanLines(text, delimiter);
    if (wrong === 'too-large') throw new RangeError('More than a sheet can hold');
    yield wrong ?? { rows: readLines(text, delimiter) };
  }
}

async function* readLines(text: string, delimiter: string): Rows {
  let index = 0;
  // Removes the apostrophes that our own exports put before formulas.
  for (const row of streamCsvRows(text, { delimiter }))
    yield [index++, row.map((cell) => (typeof cell === 'string' ? withFormulas(cell) : cell))];
}

/**
 * Decodes UTF-8 when it is valid, UTF-16 when it has a byte order mark, and otherwise Windows-1252.
 */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function toText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A sheet shows fifteen digits, so 0.1 + 0.2 is 0.3.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  // A number in a cell for days, beyond every day. A sheet shows it as a row of number signs.
  if (value instanceof Date && Number.isNaN(value.getTime())) return '#NUM!';
  // The whole moment, also of a day: `describeCellError` knows a cell for days by it.
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value.trim() : '';
}
