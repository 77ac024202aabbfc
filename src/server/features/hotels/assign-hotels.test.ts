import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { lockConsultants } from './queries.ts';

/** Tests that many hotels get one consultant by one call (rule 253). */
let server: TestApp;
let [free, connies]: number[] = [];
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  free = (await aHotel(server)).id;
  connies = (await aHotel(server, { serviceConsultantId: server.idOf('connie') })).id;
});

type Person = Parameters<TestApp['idOf']>[0];
const assign = (
  to: Person | null,
  hotels: readonly [id: number | undefined, from: Person | null][],
  { who = 'alice', key }: { who?: Person | 'nobody'; key?: string } = {},
) =>
  server.as(who)(
    'POST',
    '/api/hotels/consultant',
    {
      serviceConsultantId: to && server.idOf(to),
      hotels: hotels.map(([id, from]) => ({ id, from: from && server.idOf(from) })),
    },
    ...(key === undefined ? [] : [{ 'idempotency-key': key }]),
  );
const consultants = async () => {
  const rows = await server.db
    .selectFrom('hotels')
    .select(['id', 'serviceConsultantId', 'version'])
    .where('id', 'in', [free ?? 0, connies ?? 0])
    .orderBy('id')
    .execute();
  return rows.map(({ serviceConsultantId, version }) => [serviceConsultantId, version]);
};
const eventsOf = (id = 0) =>
  server.db
    .selectFrom('auditEvents')
    .select(['action', 'details', 'actorName'])
    .where('objectId', '=', id)
    .where('action', 'like', 'hotel.%')
    .execute();

test('many hotels get one consultant, and each that changes has its own event', async () => {
  const cole = server.idOf('cole');
  const answer = await assign('cole', [
    [connies, 'connie'],
    [free, null],
  ]);
  expect(answer).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await consultants()).toEqual([
    [cole, 2],
    [cole, 2],
  ]);
  const alone = await aHotel(server);
  await server.as('alice')('PATCH', `/api/hotels/${alone.id}`, { serviceConsultantId: cole });
  const [{ details, ...event } = { details: {} }] = await eventsOf(alone.id);
  expect(await eventsOf(free)).toEqual([
    { ...event, details: { ...details, name: expect.any(String) } },
  ]);
  expect(await eventsOf(connies)).toMatchObject([
    { details: { changes: { serviceConsultantId: { from: server.idOf('connie'), to: cole } } } },
  ]);

  const taken = await assign(null, [
    [free, 'cole'],
    [connies, 'cole'],
  ]);
  expect(taken.body).toEqual({ changed: 2 });
  expect(await consultants()).toEqual([
    [null, 3],
    [null, 3],
  ]);
});

test('a hotel that has the consultant stays as it is, whatever the caller saw', async () => {
  const answer = await assign('connie', [
    [connies, null],
    [free, null],
  ]);
  expect(answer.body).toEqual({ changed: 1 });
  expect(await consultants()).toEqual([
    [server.idOf('connie'), 2],
    [server.idOf('connie'), 1],
  ]);
  expect(await eventsOf(connies)).toEqual([]);
});

test('all are assigned, or none', async () => {
  const before = await consultants();
  const meanwhile = await assign('cole', [
    [free, null],
    [connies, null],
  ]);
  expect(meanwhile).toMatchObject({
    status: 409,
    body: {
      type: '/problems/changed-meanwhile',
      detail:
        'Someone else changed the consultant of 1 hotel meanwhile. No hotel was assigned; look at them again.',
    },
  });
  const gone = await assign('cole', [
    [free, null],
    [2_000_000_000, null],
  ]);
  expect(gone.status).toBe(404);
  const noConsultant = await assign('asa', [[free, null]]);
  expect(noConsultant.body.errors).toEqual([
    { path: 'serviceConsultantId', message: 'Choose a service consultant from the list' },
  ]);
  const twice = await assign('cole', [
    [free, null],
    [free, null],
  ]);
  expect(twice.status).toBe(400);
  expect(await consultants()).toEqual(before);
  expect(await eventsOf(free)).toEqual([]);
});

test('a consultant assigns the hotels that they see, and none with one that they do not', async () => {
  const own = await assign('cole', [[connies, 'connie']], { who: 'connie' });
  expect(own.status).toBe(200);
  const own2 = (await aHotel(server, { serviceConsultantId: server.idOf('connie') })).id;
  const foreign = await assign(
    'cole',
    [
      [own2, 'connie'],
      [free, null],
    ],
    { who: 'connie' },
  );
  expect(foreign.status).toBe(404);
  expect((await consultants())[0]).toEqual([null, 1]);
  expect((await assign('cole', [[free, null]], { who: 'nobody' })).status).toBe(401);
});

test('a call that is sent twice is done once, and gets the first reply again', async () => {
  const send = () => assign('cole', [[free, null]], { key: 'assigned-once' });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ body }) => body)).toEqual([{ changed: 1 }, { changed: 1 }]);
  expect(await eventsOf(free)).toHaveLength(1);
});

test('two calls about the same hotels wait for each other', async () => {
  const both = (to: Person, ids: readonly (number | undefined)[]) =>
    assign(
      to,
      ids.map((id) => [id, id === free ? null : 'connie']),
    );
  const answers = await Promise.all([
    both('cole', [free, connies]),
    both('connie', [connies, free]),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('while many hotels are assigned, responses of these hotels do not wait', async () => {
  await inTransaction(server.db, async (tx) => {
    expect(await lockConsultants(tx, { kind: 'all' }, [free ?? 0])).toHaveLength(1);
    // A response, an action or a document locks its hotel so.
    const { rows } = await sql`
      select from hotels where id = ${free} for key share skip locked`.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});
