import { Readable } from 'node:stream';

export const csvMediaType = 'text/csv; charset=utf-8';

export type CsvCell = string | number | null;
export type CsvSeparator = ',' | ';';

/** A small CSV file as spreadsheets like it: with a BOM, and no cell that they would run (rule 38). */
export function writeCsv(rows: readonly CsvCell[][], separator: CsvSeparator = ','): Buffer {
  return Buffer.from(byteOrderMark + toLines(rows, separator));
}

/** The same as a stream, a batch of rows at a time: its memory does not grow with its rows. */
export function streamCsv(
  head: CsvCell[],
  batches: AsyncIterable<CsvCell[][]>,
  separator: CsvSeparator = ',',
): Readable {
  async function* parts() {
    yield byteOrderMark + toLines([head], separator);
    for await (const rows of batches) yield `${lineBreak}${toLines(rows, separator)}`;
  }
  return Readable.from(parts(), { objectMode: false });
}

const byteOrderMark = '\ufeff';
const lineBreak = '\r\n';

function toLines(rows: readonly CsvCell[][], separator: CsvSeparator): string {
  return rows.map((row) => row.map(toCell).join(separator)).join(lineBreak);
}

function toCell(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = withoutFormulas(value);
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Puts an apostrophe before each character with which a spreadsheet begins a formula, at the
 * beginning of the value and after each separator or line break within it.
 *
 * Who opens the file chooses where it is split. A European spreadsheet splits a file with commas at
 * its semicolons and takes quotes in the middle of a cell as text, so `Smith;=1+41;` would become a
 * cell of its own that holds a formula.
 */
export function withoutFormulas(text: string): string {
  return text.replaceAll(beginsFormula, "$1'");
}

const beginsFormula = /((?:^|[,;|\t\r\n])[\s"']*)(?=[=+\-@])/g;

/** The text that {@link withoutFormulas} was given, for files of ours that come back. */
export function withFormulas(text: string): string {
  return text.replaceAll(/((?:^|[,;|\t\r\n])[\s"]*)'(?=[=+\-@])/g, '$1');
}
