import type { Readable } from 'node:stream';

import type { TableForm } from '#domain/table-file.ts';
import { csvMediaType, streamCsv, type CsvCell } from './write-csv.ts';
import { headingStyle, streamWorkbook, xlsxMediaType, type StyledRow } from './write-table.ts';

/** The media types that {@link tableFile} can make. */
export const tableMediaTypes = [csvMediaType, xlsxMediaType];

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
