import { buffer } from 'node:stream/consumers';

import type { HeadedTable } from './read-headed-table.ts';
import { tableFile } from './table-file.ts';

/** The last heading of such a file. The import passes over it, like any that it does not know. */
const reasonHeading = 'Reason';

type Refusal = { row: number; error: string };

/**
 * The refused rows of a file as a workbook in Base64, to be mended and imported again: its own
 * columns, and in a last one what is wrong with the row. Null where no row was refused.
 */
export async function refusedRows(
  { head, rows, firstRow }: HeadedTable<string>,
  sheet: string,
  errors: readonly Refusal[],
): Promise<string | null> {
  if (errors.length === 0) return null;
  const reasons = Map.groupBy(errors, ({ row }) => row);
  // Mended rows that were refused again bring the column of their former reasons.
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
