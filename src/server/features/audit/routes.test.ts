import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { AuditEvent } from '#domain/audit/event.ts';
import { aHotel } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { searchEvents } from './queries.ts';

let server: TestApp;
let hotel: { id: number; hotelName: string };
beforeAll(async () => {
  server = await openTestApp();
  hotel = await aHotel(server, { hotelName: 'Löwen 100 % Inn' });
  const other = await aHotel(server);
  for (const name of ['One', 'Two', '=3+4'])
    await server.as('asa')('PATCH', `/api/hotels/${hotel.id}`, { hotelOwner: name });
  await server.as('alice')('PATCH', `/api/hotels/${other.id}`, { stage: 'Evaluation' });
  await server.as('alice')('POST', '/api/surveys', { title: 'Arrival', category: 'hospitality' });
});
afterAll(() => server.close());

const read = (query = '', who: 'alice' | 'asa' | 'connie' = 'alice') =>
  server.as(who)('GET', `/api/audit-events${query}`);
const listed = async (query = ''): Promise<AuditEvent[]> => (await read(query)).body.events;

test('returns the newest events first, in pages, each event once', async () => {
  const all = await listed();
  expect(all.map(({ action }) => action)).toEqual([
    'survey.created',
    'hotel.stage-changed',
    'hotel.changed',
    'hotel.changed',
    'hotel.changed',
  ]);
  const paged: AuditEvent[] = [];
  let next: number | null = null;
  do {
    const { body } = await read(`?limit=2${next === null ? '' : `&before=${next}`}`);
    paged.push(...body.events);
    next = body.next;
  } while (next !== null);
  expect(paged).toEqual(all);
});

test('contains the old and the new value of a field', async () => {
  const [latest] = await listed(`?object=hotel:${hotel.id}`);
  expect(latest).toMatchObject({
    actorName: 'Asa Assessor',
    details: { name: hotel.hotelName, changes: { hotelOwner: { from: 'Two', to: '=3+4' } } },
  });
});

test.each([
  [() => `?actor=${server.idOf('asa')}`, 3],
  [() => '?group=Surveys', 1],
  [() => '?group=Hotels', 4],
  [() => `?object=hotel:${hotel.id}`, 3],
  [() => `?object=survey:${hotel.id + 1_000}`, 0],
  [() => '?search=l%C3%96wen+100+%25', 3],
  [() => '?search=100_', 0],
  [() => `?group=Hotels&actor=${server.idOf('alice')}&search=harbour`, 1],
  [() => '?from=2020-01-01T00:00:00Z', 5],
  [() => '?to=2020-01-01T00:00:00Z', 0],
  [() => '?from=2020-01-01T00:00:00Z&to=2999-01-01T00:00:00Z', 5],
])('filters by %s', async (query, count) => {
  expect(await listed(query())).toHaveLength(count);
});

test.each([
  ['object=hotel', 'object'],
  ['object=hotel:0', 'object'],
  ['object=spoon:1', 'object'],
  ['group=Spoons', 'group'],
  ['actor=x', 'actor'],
  ['from=yesterday', 'from'],
  ['from=2026-04-02T00:00:00Z&to=2026-04-01T00:00:00Z', 'from'],
  ['before=-1', 'before'],
  ['limit=1000', 'limit'],
])('refuses %s at its place', async (query, path) => {
  const { status, body } = await read(`?${query}`);
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ path }]);
});

test('an unknown event id returns an empty page', async () => {
  expect(await listed('?before=999999999')).toEqual([]);
});

test('a search reads further back in steps, and finds every event', async () => {
  const found: number[] = [];
  const ends: (string | undefined)[] = [];
  let before: number | undefined;
  do {
    const filter = { search: 'löwen', group: 'Hotels' } as const;
    const step = await searchEvents(server.db, filter, { before, limit: 10 }, 3);
    found.push(...step.found.map(({ id }) => id));
    ends.push(step.end?.at);
    before = step.end?.id;
  } while (before !== undefined);
  expect(found).toEqual((await listed(`?object=hotel:${hotel.id}`)).map(({ id }) => id));
  expect(ends).toEqual([expect.stringContaining('T'), undefined]);
  expect((await read('?search=l%C3%96wen')).body).toMatchObject({ next: null, searchedTo: null });
});

test('a search continues where a full page ended', async () => {
  const { body } = await read('?search=l%C3%96wen&limit=2');
  expect(body.events).toHaveLength(2);
  const rest = await read(`?search=l%C3%96wen&limit=2&before=${body.next}`);
  expect(rest.body.events).toHaveLength(1);
  expect(rest.body.next).toBeNull();
});

test('exports the filtered events, without formulas', async () => {
  const { status, body, headers } = await server.as('alice')(
    'GET',
    `/api/audit-events/export?object=hotel:${hotel.id}`,
  );
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain('audit-trail.csv');
  const lines = String(body).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('Time (UTC),Who,Action,Object,What,Details');
  expect(lines[1]).toContain(
    'Asa Assessor,hotel.changed,' +
      `${hotel.id},Asa Assessor changed hotel owner of ${hotel.hotelName}`,
  );
  expect(lines[1]).toContain('Hotel owner: Two → =3+4');
});

test('an export of several batches contains each event of its days once', async () => {
  // Three events at each moment, so that a batch ends in the middle of three. 300 are of the last
  // day.
  await sql`
    insert into audit_events (at, actor_name, action, object_id)
    select timestamptz '2024-03-03T23:59:00Z' - (n / 3) * interval '14 minutes',
      'Actor ' || n, 'hotel.deleted', n
    from generate_series(0, 4499) n`.execute(server.db);
  const path = '/api/audit-events/export?from=2024-01-01T00:00:00Z&to=2024-03-03T00:00:00Z';
  const [, ...lines] = String((await server.as('alice')('GET', path)).body)
    .trim()
    .split('\r\n');
  const actors = lines.map((line) => line.split(',')[1]);
  const first = 3 * Math.ceil((24 * 60) / 14);
  const expected = Array.from({ length: 4_500 - first }, (_, n) => `Actor ${n + first}`);
  expect(actors).toHaveLength(expected.length);
  expect(new Set(actors)).toEqual(new Set(expected));
});

test('an event and an end bound a page by the earlier of the two', async () => {
  const { rows } = await sql<{ id: number; at: string }>`
    insert into audit_events (at, actor_name, action, object_id)
    select timestamptz '2023-01-01T00:00:00Z' - n * interval '1 minute', 'Asa', 'hotel.deleted', 4711
    from generate_series(0, 4) n
    returning id, at`.execute(server.db);
  const [newest, , middle, ...older] = rows;
  const between = async (before: { id: number }, to: { at: string }) =>
    (await listed(`?object=hotel:4711&before=${before.id}&to=${to.at}`)).map(({ id }) => id);
  const expected = older.map(({ id }) => id);
  expect(await between(newest!, middle!)).toEqual(expected);
  expect(await between(middle!, newest!)).toEqual(expected);
  expect(await between(middle!, middle!)).toEqual(expected);
});

test('words that the database cannot search for are refused before the export begins', async () => {
  const { status, body } = await server.as('alice')('GET', '/api/audit-events/export?search=%00');
  expect([status, body.detail]).toEqual([
    400,
    'The search holds a character that cannot be stored',
  ]);
});

// The last test, because each refusal is an event of its own.
test('is only for Admins', async () => {
  expect((await read('', 'asa')).status).toBe(403);
  expect((await read('', 'connie')).status).toBe(403);
  expect((await server.as('asa')('GET', '/api/audit-events/export')).status).toBe(403);
});
