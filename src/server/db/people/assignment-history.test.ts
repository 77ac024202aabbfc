import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { aHotel } from '#test/build.ts';
import { onDatabase } from '#test/database/template.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { people } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { openDatabase } from '#server/db/connection/connect.ts';
import { migrate, migrateTo } from '#server/db/connection/migrate.ts';
import { seed } from '#server/db/connection/seed.ts';
import type { Db } from '#server/db/statements/transaction.ts';

let server: TestApp;
let connie: number;
beforeAll(async () => {
  server = await openTestApp();
  connie = server.idOf('connie');
});
afterAll(() => server.close());

type Change = { who: number; hotelId: number | null; way: string; isGiven: boolean };
const changes = async (db: Db): Promise<Change[]> =>
  (
    await sql<Change>`select user_id as who, hotel_id, way, is_given from assignment_history
      order by id`.execute(db)
  ).rows;
/** Returns what `act` adds to the history. */
async function added(act: () => Promise<unknown>): Promise<Change[]> {
  const before = await changes(server.db);
  await act();
  return (await changes(server.db)).slice(before.length);
}

const admin = (...call: Parameters<ReturnType<TestApp['as']>>) => server.as('alice')(...call);
const given = (hotelId: number, way: string) => ({ who: connie, hotelId, way, isGiven: true });
const taken = (hotelId: number, way: string) => ({ who: connie, hotelId, way, isGiven: false });

test('a hotel’s consultant is kept as they change, and no other change of the hotel', async () => {
  const cole = server.idOf('cole');
  let id = 0;
  const patch = (fields: object) => admin('PATCH', `/api/hotels/${id}`, fields);
  expect(
    await added(async () => ({ id } = await aHotel(server, { serviceConsultantId: connie }))),
  ).toEqual([given(id, 'hotel')]);
  expect(await added(() => patch({ serviceConsultantId: cole }))).toEqual([
    taken(id, 'hotel'),
    { ...given(id, 'hotel'), who: cole },
  ]);
  expect(await added(() => patch({ hotelName: 'Another name' }))).toEqual([]);
  expect(await added(() => patch({ serviceConsultantId: null }))).toEqual([
    { ...taken(id, 'hotel'), who: cole },
  ]);
  expect(await added(() => aHotel(server))).toEqual([]);
});

test('of a list, only what comes and what goes is kept', async () => {
  const { body: roles } = await admin('GET', '/api/user-roles');
  const roleId = roles.find(({ name }: { name: string }) => name === people.connie.role).id;
  const [one, two, three] = [await aHotel(server), await aHotel(server), await aHotel(server)];
  const assign = (...assignedHotelIds: number[]) =>
    admin('PUT', `/api/system-users/${connie}`, {
      ...{ name: people.connie.name, email: people.connie.email, mobileNumber: '+1 555 0100' },
      ...{ roleId, isActive: true, assignedHotelIds },
    });
  expect(await added(() => assign(one.id, two.id))).toEqual([
    given(one.id, 'list'),
    given(two.id, 'list'),
  ]);
  expect(await added(() => assign(two.id, one.id, one.id))).toEqual([]);
  expect(await added(() => assign(two.id, three.id))).toEqual([
    taken(one.id, 'list'),
    given(three.id, 'list'),
  ]);
  // Deleting a hotel does not count as taking it from somebody.
  expect(await added(() => admin('DELETE', `/api/hotels/${two.id}`))).toEqual([]);
  expect(await added(() => assign())).toEqual([taken(three.id, 'list')]);
});

test('a role that sees all hotels is kept, as it is given and taken', async () => {
  const make = (role: string) =>
    server.db
      .insertInto('systemUsers')
      .values({
        ...{ name: 'Nora New', email: `${role}@hotel.example`, mobileNumber: '1' },
        passwordHash: 'none',
        roleId: server.db
          .selectFrom('userRoles')
          .select('id')
          .where('name', '=', role as 'Admin'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  let id = 0;
  const become = (role: string) =>
    server.db
      .updateTable('systemUsers')
      .set({
        roleId: server.db
          .selectFrom('userRoles')
          .select('id')
          .where('name', '=', role as 'Admin'),
      })
      .where('id', '=', id)
      .execute();
  const all = (isGiven: boolean) => ({ who: id, hotelId: null, way: 'role', isGiven });
  expect(await added(async () => ({ id } = await make('Assessor')))).toEqual([all(true)]);
  expect(await added(() => become('Admin'))).toEqual([]);
  expect(await added(() => become('Service Consultant'))).toEqual([all(false)]);
  expect(await added(() => become('Service Consultant'))).toEqual([]);
  expect(await added(() => become('Assessor'))).toEqual([all(true)]);
});

test('nothing of it can be changed or removed', async () => {
  for (const statement of [
    `update assignment_history set at = '-infinity'`,
    'delete from assignment_history',
    'truncate assignment_history',
  ])
    await expect(server.deps.pool.query(statement)).rejects.toThrow('append-only');
});

/** docs/decisions/0020: 'H2' and 'h2' existed before codes had to be unique regardless of case. */
async function expectOneCode(pool: pg.Pool) {
  const marked = () =>
    pool.query<{ code: string }>('select hotel_id as code from hotels where shares_code');
  expect((await marked()).rows).toEqual([{ code: 'h2' }]);
  const rename = (to: string, from: string) =>
    pool.query('update hotels set hotel_id = $1 where hotel_id = $2', [to, from]);
  await pool.query("update hotels set hotel_name = 'Still there' where hotel_id = 'h2'");
  await expect(rename('h1', 'h2')).rejects.toThrow('hotels_code_unique');
  await rename('h4', 'h2');
  expect((await marked()).rows).toEqual([]);
  await expect(rename('h2', 'h4')).rejects.toThrow('hotels_code_unique');
}

test('what an installation had before is taken to be so for ever, what it stored counts, and codes stay', async () => {
  const host = await openTestDatabase();
  const name = `before_${randomBytes(8).toString('hex')}`;
  await host.pool.query(`create database ${name}`);
  const old = openDatabase(onDatabase(inject('connection'), name));
  try {
    await migrateTo(old.db, '0013-stage-in-time');
    await seed(old.db, {});
    await old.pool.query(`
      insert into system_users (name, email, mobile_number, password_hash, role_id)
      select name, name || '@hotel.example', '1', 'none', id from user_roles;
      insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
        hotel_state, hotel_country, hotel_postal_code, fpg_region, service_consultant_id)
      select 'H' || n, 'Harbour House', '', 'Harbor', '', '', '', '', '', 'East',
        case when n = 1 then (select id from system_users where name = 'Service Consultant') end
      from generate_series(1, 3) n;
      insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
        hotel_state, hotel_country, hotel_postal_code, fpg_region)
      values ('h2', 'Same code', '', 'Harbor', '', '', '', '', '', 'East');
      insert into hotel_assignments (user_id, hotel_id)
      select u.id, h.id from system_users u, hotels h
      where u.name = 'Service Consultant' and h.hotel_id = 'H2';
      insert into surveys (title, category) values ('Arrival', 'hospitality');
      insert into survey_editions (survey_id, number, title, questions, question_count)
      select id, 1, title, '[]', 0 from surveys;
      insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
        hotel_address, respondent_name, respondent_job_title, total_score, max_score, completed_at,
        review_reasons)
      select 'offline_before', '', s.id, 1, h.id, '', '', '', '', '', 0, 0, now(),
        '{hotel-not-assigned}' from surveys s, hotels h where h.hotel_id = 'H3'`);
    await migrate(old.db);
    const { rows } = await old.pool.query(`
      select u.name, h.hotel_id as hotel, way, is_given, at::text from assignment_history
      join system_users u on u.id = user_id left join hotels h on h.id = assignment_history.hotel_id
      order by 1, 2`);
    const ever = { is_given: true, at: '-infinity' };
    expect(rows).toEqual([
      { name: 'Admin', hotel: null, way: 'role', ...ever },
      { name: 'Assessor', hotel: null, way: 'role', ...ever },
      { name: 'Service Consultant', hotel: 'H1', way: 'hotel', ...ever },
      { name: 'Service Consultant', hotel: 'H2', way: 'list', ...ever },
    ]);
    const stored = await old.pool.query('select counts from responses');
    expect(stored.rows).toEqual([{ counts: true }]);
    await expectOneCode(old.pool);
  } finally {
    await old.close();
    await host.pool.query(`drop database ${name} with (force)`);
    await host.close();
  }
});
