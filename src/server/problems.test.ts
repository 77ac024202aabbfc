import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from './db/connection/connect.ts';
import { constraintProblems, ProblemError, problemTypes } from './problems.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('every constraint of the schema has its problem, and no problem a constraint that is gone', async () => {
  const { rows } = await database.pool.query<{ name: string; named: boolean }>(`
    select conname as name, contype in ('c', 'f', 'u') as named
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union
    select relname, true from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and indisunique and not indisprimary`);
  const all = rows.map((row) => row.name);
  const mustBeMapped = rows.filter((row) => row.named).map((row) => row.name);
  expect(mustBeMapped.filter((name) => !(name in constraintProblems))).toEqual([]);
  expect(Object.keys(constraintProblems).filter((name) => !all.includes(name))).toEqual([]);
});

test('what a foreign key names may be deleted without reading the whole table that names it', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = any (conkey)
        and (indpred is null or pg_get_expr(indpred, indrelid) =
          format('(%I IS NOT NULL)', (select attname from pg_attribute
            where attrelid = conrelid and attnum = indkey[0]))))`);
  expect(rows).toEqual([]);
});

test('a problem carries its status, its title, and where the input was bad', () => {
  const error = new ProblemError('invalid-input', 'Title is required', {
    errors: [{ path: 'title', message: 'Title is required' }],
  });
  expect(error.toProblem()).toEqual({
    type: '/problems/invalid-input',
    ...problemTypes['invalid-input'],
    detail: 'Title is required',
    errors: [{ path: 'title', message: 'Title is required' }],
  });
});
