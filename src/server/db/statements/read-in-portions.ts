import { sql, type Expression, type RawBuilder } from 'kysely';

import type { Db } from './transaction.ts';

/** The number of rows read at a time, and so the part of a long list that is in memory. */
const usualPortion = 50;
const bytesOfId = 4;
/** The number of ids in a slice, which takes 64 kB. */
const idsInSlice = 16_384;

/** The ids of a list in its order, in slices of at most {@link idsInSlice}. */
type Ids = readonly Buffer[];

/**
 * Returns the ids that a query selects, in this order, as the one value that {@link readIds} reads.
 * A million ids take 4 MB.
 */
export function idsInOrder(id: string, order: RawBuilder<unknown>): RawBuilder<Buffer | null> {
  return sql`string_agg(int4send(${sql.ref(id)}), ''::bytea order by ${order})`;
}

/**
 * Reads the ids of a query that selects {@link idsInOrder} as `ids`, all at one moment.
 *
 * The database cuts them into slices. The driver keeps each value as it came, as text and as bytes at the same time,
 * so a million ids in one value would take 30 MB more.
 */
export async function readIds(db: Db, query: Expression<{ ids: Buffer | null }>): Promise<Ids> {
  const bytes = sql.lit(idsInSlice * bytesOfId);
  const { rows } = await sql<{ slice: Buffer }>`
    select substr(ids, 1 + place * ${bytes}, ${bytes}) as slice
    from ${query} as whole, generate_series(0, (length(ids) - 1) / ${bytes}) as place
    where length(ids) > 0
    order by place`.execute(db);
  return rows.map(({ slice }) => slice);
}

/** Returns how many ids there are. */
export const countOfIds = (ids: Ids): number =>
  ids.reduce((sum, slice) => sum + slice.length, 0) / bytesOfId;

/**
 * Reads a long list by its ids, a portion at a time, in their order. Between two portions it holds
 * no connection, so a slow client does not keep others waiting; an open cursor would hold one of
 * the few. The ids are those of one moment. A row that is deleted before its portion is read is
 * left out.
 */
export async function* readInPortions<Row extends { id: number }>(
  ids: Ids,
  read: (ids: readonly number[]) => Promise<Row[]>,
  portion = usualPortion,
): AsyncGenerator<Row[]> {
  for (const slice of ids) {
    const count = slice.length / bytesOfId;
    for (let begin = 0; begin < count; begin += portion) {
      const some = Array.from({ length: Math.min(portion, count - begin) }, (_, place) =>
        slice.readInt32BE((begin + place) * bytesOfId),
      );
      const rows = new Map((await read(some)).map((row) => [row.id, row]));
      yield some.flatMap((id) => rows.get(id) ?? []);
    }
  }
}
