import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

import type { HeadedTable } from './read-headed-table.ts';
import { tableFile } from './table-file.ts';

/**
 * The last heading of the workbook. The import ignores it, like any heading that it does not know.
 */
export const reasonHeading = 'Reason';

/** The number of rows that are written at a time. */
const portion = 200;

type Refusal = { row: number; error: string };

/**
 * Returns the refused rows as a workbook in Base64, to be corrected and imported again: the file's
 * own columns, and a last one with the reason. Null when no row was refused. It pauses between portions,
 * so that tens of thousands of rows do not block other requests.
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
  const written = ([row, all]: [number, Refusal[]]) => {
    const cells = rows[row - firstRow] ?? [];
    const reason = all.map(({ error }) => error).join('; ');
    return [...kept.map((place) => cells[place] ?? ''), reason];
  };
  async function* batches() {
    const refused = [...reasons];
    for (let begin = 0; begin < refused.length; begin += portion) {
      yield refused.slice(begin, begin + portion).map(written);
      await setImmediate();
    }
  }
  const { content } = tableFile('xlsx', {
    name: '',
    sheet,
    head: [...kept.map((place) => head[place] ?? ''), reasonHeading],
    batches: batches(),
  });
  return (await buffer(content)).toString('base64');
}
