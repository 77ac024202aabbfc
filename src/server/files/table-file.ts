import type { Readable } from 'node:stream';

import { mostSheetRows, type TableForm } from '#domain/table-file.ts';
import { invalid } from '#server/problems.ts';
import { csvMediaType, streamCsv, type CsvCell } from './write-csv.ts';
import { headingStyle, streamWorkbook, xlsxMediaType, type StyledRow } from './write-table.ts';

/** The media types that {@link tableFile} can make. */
export const tableMediaTypes = [csvMediaType, xlsxMediaType];

/**
 * Throws a problem at `as` when a list has too many rows for the chosen format. It only counts for a workbook: a CSV
 * file has no limit, and counting takes time.
 */
export async function checkFits(form: TableForm, count: () => Promise<number>): Promise<void> {
  if (form !== 'xlsx' || (await count()) < mostSheetRows) return;
  throw invalid(
    'as',
    `A workbook holds ${mostSheetRows.toLocaleString('en')} rows with its heading, and this list has more. Choose CSV, or a shorter range of dates.`,
  );
}

/** Returns a list as a file in the chosen format. `name` is the file's name without its ending. */
export function tableFile(
  form: TableForm,
  table: {
    name: string;
    /** The name of the workbook's sheet. */
    sheet: string;
    head: string[];
    batches: AsyncIterable<CsvCell[][]>;
  },
): { name: string; mediaType: string; content: Readable } {
  const { name, sheet, head, batches } = table;
  if (form === 'xlsx') {
    const columns = head.map((heading) => ({ width: Math.max(16, heading.length + 4) }));
    const content = streamWorkbook({ name: sheet, columns, rows: styledRows(head, batches) });
    return { name: `${name}.xlsx`, mediaType: xlsxMediaType, content };
  }
  const content = streamCsv(head, batches, form === 'csv' ? ',' : ';');
  return { name: `${name}.csv`, mediaType: csvMediaType, content };
}

async function* styledRows(
  head: string[],
  batches: AsyncIterable<CsvCell[][]>,
): AsyncGenerator<StyledRow> {
  yield { cells: head, style: headingStyle };
  for await (const rows of batches) for (const cells of rows) yield { cells };
}
