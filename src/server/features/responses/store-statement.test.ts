import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { columnName } from '#server/db/schema/column-name.ts';
import type { OpenDatabase } from '#server/db/connection/connect.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { contactTypes, type ResponseValues } from './response-values.ts';
import type { ByContact } from './store-senders.ts';
import { storeByContact } from './store-statement.ts';

/** Compares the columns that the storing statement writes with those of the table. */
let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The columns that the database fills in, or that something after the storing sets. */
const notStored = [
  ...['received_at', 'updated_at'],
  ...['revision', 'first_total', 'first_max'],
  ...['reviewed_at', 'reviewed_by_id', 'returned_at', 'returned_by_id'],
];

/** The columns that do not simply take the value of their name, and how the SQL that they take begins. */
const computed: Record<string, string> = {
  hotel_id: 'found_id',
  hotel_name: 'coalesce(hotel_name, given."hotelName")',
  hotel_brand: 'coalesce(hotel_brand, given."hotelBrand")',
  hotel_address: 'coalesce(hotel_address, given."hotelAddress")',
  hotel_stage: 'stage',
  answers: 'given."answers"::jsonb',
  files: 'given."files"::jsonb',
  started_at: 'case when given."claimedStartedAt"',
  review_reasons: 'review_reasons',
  counts: 'not review_reasons',
  round_id: 'round_id',
  session_id: 'case when given."isCaptured"',
};

/** Returns the SQL, or its beginning, of what the column should take. */
function expectedOf(column: string): string {
  const name = Object.keys(contactTypes).find((one) => columnName(one) === column);
  return computed[column] ?? `given."${name}"`;
}

/** Returns the parts of a list in SQL, which are separated by commas outside of parentheses and brackets. */
function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if ('(['.includes(letter)) depth += 1;
    if (')]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** Returns the columns that the statement writes, and the SQL of their values. */
function insertedBy(text: string): [columns: string[], values: string[]] {
  const [, columns = '', values = ''] =
    /insert into responses \(([^)]*)\)\s+select (.*?)\s+from context given on conflict/s.exec(
      text,
    ) ?? [];
  return [partsOf(columns), partsOf(values)];
}

test('a response is stored with every column of the table, each with the value of its name', async () => {
  const row = Object.fromEntries(Object.keys(contactTypes).map((name) => [name, null]));
  const some = [row, row] as unknown as (ResponseValues & ByContact)[];
  const [columns, values] = insertedBy(storeByContact(some).text);
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'responses'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''`.execute(database.db);
  const inTable = rows.map(({ name }) => name);
  expect([...columns, ...notStored].toSorted()).toEqual(inTable.toSorted());

  expect(values).toHaveLength(columns.length);
  const expected = columns.map(expectedOf);
  expect(values.map((value, place) => value.slice(0, expected[place]?.length))).toEqual(expected);
});
