import { createReadStream, createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import pg from 'pg';
import { from, to } from 'pg-copy-streams';

import { createMeasure, discard, type Measured } from './measure.ts';
import type { Table } from './manifest.ts';

const quoted = (names: readonly string[]) => names.map(pg.escapeIdentifier).join(', ');

/** Makes every server write a value in the same form, whatever its own settings are. */
const oneForm = `set local timezone = 'UTC'; set local datestyle = 'ISO';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'`;

type Found = Table & { needs: string[] };

/**
 * Returns all our tables, each after the tables that it references. References that are checked at
 * the commit do not affect the order. The migrator's own two tables are left out, and the sums of closed
 * days, which the server makes again.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  await client.query(oneForm);
  const { rows } = await client.query<Omit<Found, 'sequences'> & { identities: string[] }>(`
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select attname::text from pg_index join pg_attribute
          on attrelid = indrelid and attnum = any (indkey)
        where indrelid = c.oid and indisprimary
        order by array_position(indkey::int2[], attnum)) as key,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and attidentity <> '') as identities,
      array(select other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = c.oid and contype = 'f' and not condeferrable and confrelid <> c.oid) as needs
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and relname not like 'rolled%'
    order by relname`);
  const found: Found[] = [];
  for (const { identities, ...table } of rows) {
    const sequences = [];
    for (const column of identities) sequences.push(await readSequence(client, table.name, column));
    found.push({ ...table, sequences });
  }
  return inLoadOrder(found);
}

async function readSequence(client: pg.ClientBase, table: string, column: string) {
  const { rows } = await client.query<{ name: string }>(
    'select pg_get_serial_sequence($1, $2) as name',
    [pg.escapeIdentifier(table), column],
  );
  // The name is quoted already.
  const state = await client.query<{ lastValue: number; isCalled: boolean }>(
    `select last_value as "lastValue", is_called as "isCalled" from ${rows[0]?.name}`,
  );
  const { lastValue = 1, isCalled = false } = state.rows[0] ?? {};
  return { column, lastValue, isCalled };
}

function inLoadOrder(found: readonly Found[]): Table[] {
  const ordered = new Map<string, Table>();
  const add = ({ needs, ...table }: Found) => {
    for (const other of found)
      if (needs.includes(other.name) && !ordered.has(other.name)) add(other);
    ordered.set(table.name, table);
  };
  for (const table of found) if (!ordered.has(table.name)) add(table);
  return [...ordered.values()];
}

/**
 * Writes a table's rows, ordered by its key, as the snapshot of the client's transaction sees them.
 * Returns what it measured.
 */
async function readTable(
  client: pg.ClientBase,
  { name, columns, key }: Table,
  ...into: Writable[]
): Promise<Measured> {
  const { pass, result } = createMeasure();
  // Sorts text by its bytes, so that every server gives the same order.
  const { rows } = await client.query<{ by: string }>(
    `select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end,
        ', ' order by array_position($2::text[], attname::text)) as by
      from pg_attribute where attrelid = $1::regclass and attname = any ($2::text[])`,
    [pg.escapeIdentifier(name), key],
  );
  const query = `select ${quoted(columns)} from ${quoted([name])} order by ${rows[0]?.by}`;
  await pipeline([client.query(to(`copy (${query}) to stdout`)), pass, ...into]);
  return result();
}

export async function writeTable(client: pg.ClientBase, table: Table, path: string) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  return { ...table, ...(await readTable(client, table, createGzip(), file)) };
}

/** Loads what {@link writeTable} wrote, and returns what the table then holds. */
export async function loadTable(
  client: pg.ClientBase,
  table: Table,
  path: string,
): Promise<Measured> {
  const { name, columns, sequences } = table;
  const into = client.query(from(`copy ${quoted([name])} (${quoted(columns)}) from stdin`));
  await pipeline(createReadStream(path), createGunzip(), into);
  for (const { column, lastValue, isCalled } of sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      pg.escapeIdentifier(name),
      column,
      lastValue,
      isCalled,
    ]);
  return readTable(client, table, discard());
}
