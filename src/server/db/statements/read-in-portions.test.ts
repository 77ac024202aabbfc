import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from '#server/db/connection/connect.ts';
import { countOfIds, idsInOrder, readIds, readInPortions } from './read-in-portions.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Reads the ids of that many rows, the greatest first. */
const readSome = (count: number) =>
  readIds(
    database.db,
    database.db
      .selectFrom(sql<{ id: number }>`generate_series(1, ${count}::int)`.as<'row'>(sql`row(id)`))
      .select(idsInOrder('row.id', sql`id desc`).as('ids')),
  );

async function idsOf(portions: AsyncIterable<{ id: number }[]>): Promise<number[]> {
  const ids: number[] = [];
  for await (const rows of portions) ids.push(...rows.map(({ id }) => id));
  return ids;
}

test.each([0, 1, 16_383, 16_384, 16_385, 40_000])(
  'the ids of %i rows are held in slices of 64 kB, each once and in their order',
  async (count) => {
    const ids = await readSome(count);
    expect(ids.map(({ length }) => length <= 65_536)).toEqual(
      Array.from({ length: Math.ceil(count / 16_384) }, () => true),
    );
    expect(countOfIds(ids)).toBe(count);
    const read = (some: readonly number[]) => Promise.resolve(some.map((id) => ({ id })));
    const all = await idsOf(readInPortions(ids, read, 500));
    expect(all).toEqual(Array.from({ length: count }, (_, place) => count - place));
  },
);

test('a row that is gone before its portion is read is left out', async () => {
  const read = (some: readonly number[]) =>
    Promise.resolve(some.filter((id) => id % 2 === 0).map((id) => ({ id })));
  expect(await idsOf(readInPortions(await readSome(5), read, 2))).toEqual([4, 2]);
});
