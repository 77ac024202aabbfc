import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from '#server/db/connection/connect.ts';
import { statementOfRows, type Types } from './statement-of-rows.ts';

type Row = {
  name: string | null;
  id: number;
  places: readonly (number | null)[] | null;
  bytes: string;
  at: string;
  answers: string | null;
  files: string | null;
};
const types: Types<Row> = {
  ...{ name: 'text', id: 'integer', places: 'smallint[]', bytes: 'bytea', at: 'timestamptz' },
  ...{ answers: 'jsonb', files: 'jsonb' },
};
const read = statementOfRows<Row>(
  'read',
  types,
  `with read as (
     select given.*, :id + 1 as next from :rows where :id::bigint > 0
   )
   select next, :name as name, :places as places, :bytes as bytes, :at as at,
     :answers as answers, :files as files from read given`,
);

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const row: Row = {
  ...{ name: 'Zoë “Q”, \\ {x}\ttab', id: 1, places: [3, null], bytes: String.raw`\x00ff` },
  ...{ at: '2026-05-04T10:00:00.000Z', answers: '[{"a": "line\\nbreak ü \\"q\\""}]', files: null },
};
const empty: Row = { ...row, id: 2, name: '', places: [], answers: null, files: '[]' };
const bare: Row = { ...row, id: 3, name: null, places: null, answers: '"text"', files: null };

describe('a statement of rows', () => {
  it('reads the same values of one row and of several', async () => {
    const alone = await Promise.all(
      [row, empty, bare].map(async (one) => (await database.pool.query(read([one]))).rows[0]),
    );
    expect(alone).toEqual([
      {
        ...{ next: 2, name: row.name, places: [3, null], bytes: Buffer.from([0, 255]), at: row.at },
        ...{ answers: [{ a: 'line\nbreak ü "q"' }], files: null },
      },
      expect.objectContaining({ next: 3, name: '', places: [], answers: null, files: [] }),
      expect.objectContaining({ next: 4, name: null, places: null, answers: 'text', files: null }),
    ]);
    expect((await database.pool.query(read([row, empty, bare]))).rows).toEqual(alone);
  });

  it('has a plan of its own for one row, which reads no JSON', () => {
    const [one, several] = [read([row]), read([row, row])];
    expect([one.name, several.name]).toEqual(['read, one', 'read, several']);
    expect(one.text).toContain(
      '$1::integer + 1 as next from (select) given where $1::integer::bigint > 0',
    );
    expect(several.values).toHaveLength(3);
  });

  it.each([
    ['a value without a type', 'select :id, :name, :surveyId from :rows', 'surveyId'],
    ['a type without a value', 'select :id from :rows', 'name'],
  ])('refuses %s', (_what, text, odd) => {
    const make = () =>
      statementOfRows<{ id: number; name: string }>('find', { id: 'integer', name: 'text' }, text);
    expect(make).toThrow(`Statement "find" and its types differ in ${odd}`);
  });
});
