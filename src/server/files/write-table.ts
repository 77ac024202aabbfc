import type { Readable } from 'node:stream';

import {
  writeXlsx,
  writeXlsxStream,
  type CellStyle,
  type CellValue,
  type ColumnDef,
  type WriteSheet,
} from 'hucre/xlsx';

import { withPrintSetup } from './print-workbook.ts';

export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type { WriteSheet };

/** The style of the heading row. */
export const headingStyle = {
  font: { bold: true, color: { rgb: 'FFFFFF' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '14524C' } },
} as const satisfies CellStyle;

/** Returns a small workbook, made in memory, with everything that a sheet can have. */
export async function writeWorkbook(sheets: WriteSheet[]): Promise<Buffer> {
  const literal = sheets.map(({ rows = [], ...sheet }) => ({
    ...sheet,
    rows: rows.map((row) => row.map((value) => (typeof value === 'string' ? asIs(value) : value))),
  }));
  return Buffer.from(await writeXlsx({ sheets: literal }));
}

export type StyledRow = { cells: CellValue[]; style?: CellStyle };

/**
 * Returns a workbook of one sheet as a stream. It is made row by row while it is read, so its
 * memory does not grow with its rows. The first row stays visible, and is printed on every page.
 */
export function streamWorkbook(sheet: {
  name: string;
  columns: { width: number; numFmt?: string; wraps?: boolean }[];
  rows: AsyncIterable<StyledRow>;
}): Readable {
  let style: CellStyle | undefined;
  const columns = sheet.columns.map(({ width, numFmt, wraps }): ColumnDef => ({
    width,
    // The writer only has styles for columns. But it reads them again for each row, and writes one
    // row before it takes the next.
    get style(): CellStyle {
      const alignment = { vertical: 'top', ...(wraps && { wrapText: true }) } as const;
      return { ...(numFmt !== undefined && { numFmt }), alignment, ...style };
    },
  }));
  const rows = async function* () {
    for await (const row of sheet.rows) {
      style = row.style;
      yield row.cells.map(storable);
    }
  };
  const { name } = sheet;
  const freezePane = { rows: 1 };
  const stream = writeXlsxStream(rows(), { name, columns, freezePane, compress: false });
  return withPrintSetup(stream, name);
}

/** The number of UTF-16 units that Excel allows in a cell. It repairs a file with more by cutting them. */
const longestCell = 32_767;

/** The end of a text that was too long for its cell. */
const cutMark = `… (cut: a cell holds ${longestCell.toLocaleString('en')} characters)`;

/**
 * Makes a text fit for a cell: XML allows no control characters and no half of a surrogate pair,
 * and a text that is too long ends with words that say that it was cut.
 */
function storable(value: CellValue): CellValue {
  if (typeof value !== 'string') return value;
  const clean = value.toWellFormed().replaceAll(/\p{Cc}/gu, keepBreaks);
  if (clean.length <= longestCell) return asIs(clean);
  const begin = clean.slice(0, longestCell - cutMark.length);
  // The cut may have left the first half of a surrogate pair.
  return asIs(begin.replace(/[\ud800-\udbff]$/, '') + cutMark);
}

/** Escapes text such as "_x0041_", which a workbook would show as "A". */
function asIs(text: string): string {
  return text.replaceAll(/[\ufffe\uffff]/g, '').replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

function keepBreaks(char: string): string {
  return char === '\n' || char === '\t' ? char : '';
}
