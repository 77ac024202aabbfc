import { buffer } from 'node:stream/consumers';

import type { HeadedTable } from './read-headed-table.ts';
import { tableFile } from './table-file.ts';

/**
 * The last heading of the workbook. The import ignores it, like any heading that it does not know.
 */
const reasonHeading = 'Reason';

type Refusal = { row: number; error: string };

/**
 * Returns the refused rows as a workbook in Base64, to be corrected and imported again: the file's
 * own columns, and a last one with the reason. Null when no row was refused.
 */
export async function refusedRows(
  { head, rows, firstRow }: HeadedTable<string>,
  sheet: string,
  errors: readonly Refusal[],
): Promise<string | null> {
  if (errors.length === 0) return null;
  const reasons = Map.groupBy(errors, ({ row }) => row);
  // A corrected file that was refused again brings its old column of reasons. Leave that out.
  const kept = head.flatMap((heading, place) => (heading === reasonHeading ? [] : [place]));
  async function* batches() {
    yield Array.from(reasons, ([row, all]) => {
      const cells = rows[row - firstRow] ?? [];
      const reason = all.map(({ error }) => error).join('; ');
      return [...kept.map((place) => cells[place] ?? ''), reason];
    });
  }
  const { content } = tableFile('xlsx', {
    name: '',
    sheet,
    head: [...kept.map((place) => head[place] ?? ''), reasonHeading],
    batches: batches(),
  });
  return (await buffer(content)).toString('base64');
}
