import { sql, type RawBuilder } from 'kysely';

/** Rows read at a time: what a long list holds in memory. */
const portion = 50;
const bytesOfId = 4;

/**
 * The ids of all that a query chooses, in this order, as one value for {@link readInPortions}. A
 * million take 4 MB.
 */
export function idsInOrder(id: string, order: RawBuilder<unknown>): RawBuilder<Buffer | null> {
  return sql`string_agg(int4send(${sql.ref(id)}), ''::bytea order by ${order})`;
}

/**
 * Reads a long list by its ids, some at a time and in their order. Between two portions it holds
 * no connection, so a client that takes its time keeps nobody waiting; an open cursor would hold one
 * of the few. The ids are those of one moment. What is deleted before its portion is left out.
 */
export async function* readInPortions<Row extends { id: number }>(
  ids: Buffer | null,
  read: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  if (!ids) return;
  const count = ids.length / bytesOfId;
  for (let begin = 0; begin < count; begin += portion) {
    const some = Array.from({ length: Math.min(portion, count - begin) }, (_, place) =>
      ids.readInt32BE((begin + place) * bytesOfId),
    );
    const rows = new Map((await read(some)).map((row) => [row.id, row]));
    yield some.flatMap((id) => rows.get(id) ?? []);
  }
}
