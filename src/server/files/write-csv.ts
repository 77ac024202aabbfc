import { Readable } from 'node:stream';

export const csvMediaType = 'text/csv; charset=utf-8';

export type CsvCell = string | number | null;
export type CsvSeparator = ',' | ';';

/**
 * Returns a small CSV file for spreadsheets: it has a BOM, and no cell that they would run as a
 * formula (rule 38).
 */
export function writeCsv(rows: readonly CsvCell[][], separator: CsvSeparator = ','): Buffer {
  return Buffer.from(byteOrderMark + toLines(rows, separator));
}

/** Streams such a file, a batch of rows at a time. Its memory does not grow with its rows. */
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
 * Puts an apostrophe before each character that begins a formula in a spreadsheet: at the beginning
 * of the value, and after each separator or line break within it.
 *
 * The person who opens the file chooses the separator. A European spreadsheet splits a file with
 * commas at its semicolons and takes quotes in the middle of a cell as text, so `Smith;=1+41;`
 * would become a cell of its own that holds a formula.
 */
export function withoutFormulas(text: string): string {
  return text.replaceAll(beginsFormula, "'");
}

/*
 * Both patterns begin with the sign, and look back from there. If they began with the white space before it,
 * the time for a text of line breaks alone would grow with the square of its length. Some spreadsheets also
 * take the wide signs of East Asian keyboards.
 */
const beginsFormula = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n])[\s"']*)/g;
const markedFormula = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n])[\s"]*')/g;

/**
 * Returns the text that {@link withoutFormulas} was given, for files that we exported and import
 * again.
 */
export function withFormulas(text: string): string {
  return text.replaceAll(markedFormula, '');
}
