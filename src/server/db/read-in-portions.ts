import { sql, type RawBuilder } from 'kysely';

/** The number of rows read at a time, and so the part of a long list that is in memory. */
const usualPortion = 50;
const bytesOfId = 4;

/**
 * Returns the ids that a query selects, in this order, as one value for {@link readInPortions}. A
 * million ids take 4 MB.
 */
export function idsInOrder(id: string, order: RawBuilder<unknown>): RawBuilder<Buffer | null> {
  return sql`string_agg(int4send(${sql.ref(id)}), ''::bytea order by ${order})`;
}

/** Returns how many ids {@link idsInOrder} selected. */
export const countOfIds = (ids: Buffer | null): number => (ids?.length ?? 0) / bytesOfId;

/**
 * Reads a long list by its ids, a portion at a time, in their order. Between two portions it holds
 * no connection, so a slow client does not keep others waiting; an open cursor would hold one of
 * the few. The ids are those of one moment. A row that is deleted before its portion is read is
 * left out.
 */
export async function* readInPortions<Row extends { id: number }>(
  ids: Buffer | null,
  read: (ids: readonly number[]) => Promise<Row[]>,
  portion = usualPortion,
): AsyncGenerator<Row[]> {
  if (!ids) return;
  const count = countOfIds(ids);
  for (let begin = 0; begin < count; begin += portion) {
    const some = Array.from({ length: Math.min(portion, count - begin) }, (_, place) =>
      ids.readInt32BE((begin + place) * bytesOfId),
    );
    const rows = new Map((await read(some)).map((row) => [row.id, row]));
    yield some.flatMap((id) => rows.get(id) ?? []);
  }
}
