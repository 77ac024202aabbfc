import { detectDelimiter, streamCsvRows } from 'hucre/csv';
import { readXls, streamXlsxRows, type CellValue } from 'hucre/xlsx';

import { mayShowPadding, readShownRows } from './padded-numbers.ts';

export type TableFormat = 'xlsx' | 'xls' | 'csv';
export type TableLimits = {
  /** Rows up to the last that holds anything, the heading among them. */
  maxRows: number;
  /** Columns beyond are left out. */
  maxColumns: number;
  /** The sheet to read where there is one of this name; else the first. */
  sheet?: string;
  /** Bytes that a .xlsx may have once unpacked; 64 MB unless told. */
  largestUnpacked?: number;
};
export type ParsedTable = { rows: string[][] } | { refused: 'too-many-rows' };

type Rows = AsyncIterable<[index: number, row: readonly CellValue[]]>;

/**
 * A table's cells as text, row by row as a spreadsheet numbers them; a formula gives the value it
 * had. The file was checked before; it runs in a worker all the same, since what is in the file may
 * have been made to harm.
 */
export async function parseTable(
  bytes: Buffer,
  format: TableFormat,
  limits: TableLimits,
): Promise<ParsedTable> {
  const rows = await collect(readers[format](bytes, limits), limits);
  return rows ? { rows } : { refused: 'too-many-rows' };
}

/** Null where there are more rows than may be. */
async function collect(source: Rows, { maxRows, maxColumns }: TableLimits) {
  const rows: string[][] = [];
  for await (const [index, row] of source) {
    const cells = row.slice(0, maxColumns).map(toText);
    if (cells.every((cell) => cell === '')) continue;
    if (index >= maxRows) return null;
    // Sheets leave out rows that are empty.
    while (rows.length < index) rows.push([]);
    rows[index] = cells;
  }
  return rows;
}

const readers: Readonly<Record<TableFormat, (bytes: Buffer, limits: TableLimits) => Rows>> = {
  csv: readCsv,
  xls: readOldWorkbook,
  xlsx: readWorkbook,
};

async function* readWorkbook(bytes: Buffer, { sheet }: TableLimits): Rows {
  const read = mayShowPadding(bytes) ? readShownRows : streamRows;
  let found = false;
  for (const name of sheet === undefined ? [0] : [sheet, 0]) {
    if (found) return;
    for await (const row of read(bytes, name)) {
      found = true;
      yield row;
    }
  }
}

async function* streamRows(bytes: Buffer, sheet: string | number): Rows {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) yield [index, values];
}

async function* readOldWorkbook(bytes: Buffer, { sheet }: TableLimits): Rows {
  const { sheets } = await readXls(bytes);
  const wanted = sheets.find(({ name }) => name === sheet) ?? sheets[0];
  // Rows that are empty may be missing from the list.
  for (const [index, row] of wanted?.rows.entries() ?? []) yield [index, Array.from(row ?? [])];
}

async function* readCsv(bytes: Buffer): Rows {
  const text = decode(bytes).replace(/^\ufeff/, '');
  // The heading tells best: in the rows below, a comma may well stand within a cell.
  const delimiter = detectDelimiter(text.slice(0, text.search(/[\r\n]|$/)));
  let index = 0;
  // What our own exports escape, so that no spreadsheet runs it, reads as it was.
  for (const row of streamCsvRows(text, { delimiter, unescapeFormulae: true }))
    yield [index++, row];
}

/** UTF-8 where it is that, UTF-16 where it says so, else what Windows calls ANSI. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function toText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // 0.1 + 0.2 is 0.3 on a sheet, which shows fifteen digits.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  return typeof value === 'string' ? value.trim() : '';
}
