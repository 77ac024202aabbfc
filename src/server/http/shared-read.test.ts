import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { OpenDatabase } from '#server/db/connection/connect.ts';
import { aHotel } from '#test/build.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { beginSession, sessionCookieOf } from './auth-sessions.ts';

let server: TestApp;
let database: OpenDatabase;
let hotel: { id: number };
/** How many connections were taken for reports. */
let reports = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await openTestApp({ database });
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  for (let more = 0; more < 20; more += 1) await aHotel(server);
  database.reportPool.on('acquire', () => (reports += 1));
});
afterAll(() => server.close());
beforeEach(() => (reports = 0));

const board = '/api/workflow/board';
const summary = '/api/results/summary?from=2026-01-01&to=2026-12-31';
const read = (who: PersonName, path: string, headers = {}) =>
  server.as(who)('GET', path, undefined, headers);
const cardOf = ({ body }: { body: { hotels: { id: number; hotelName: string }[] } }, id: number) =>
  body.hotels.find((card) => card.id === id);

describe('requests at the same moment', () => {
  test('are answered by two reads', async () => {
    await read('alice', summary);
    const ofOne = reports;
    reports = 0;
    // All requests arrive while the first one waits.
    const asked = await database.upkeep.transaction().execute(async (tx) => {
      await sql`lock table responses in access exclusive mode`.execute(tx);
      const asking = Promise.all(Array.from({ length: 20 }, () => read('alice', summary)));
      await waitsForLock();
      await new Promise((resolve) => void setTimeout(resolve, 300));
      return { asking };
    });
    const answers = await asked.asking;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(reports).toBe(2 * ofOne);
  });

  test('return to each person only what that person may see', async () => {
    const people = ['alice', 'asa', 'connie', 'cole'] as const;
    const alone = await Promise.all(people.map(async (who) => (await read(who, board)).body));
    const turns = Array.from({ length: 5 }, () => people).flat();
    const together = await Promise.all(turns.map(async (who) => (await read(who, board)).body));
    expect(together).toEqual(Array.from({ length: 5 }, () => alone).flat());
    expect(alone.map(({ hotels }) => hotels.length)).toEqual([21, 21, 1, 0]);
  });

  test('with different queries do not share a read', async () => {
    const ofConnie = `${board}?consultantId=${server.idOf('connie')}`;
    const [all, hers] = await Promise.all([read('alice', board), read('alice', ofConnie)]);
    expect([all.body.hotels.length, hers.body.hotels.length]).toEqual([21, 1]);
  });

  test('are refused or answered by the rights of each person', async () => {
    const ofConnie = `${board}?consultantId=${server.idOf('connie')}`;
    const turns = ['alice', 'asa', 'alice', 'asa'] as const;
    const answers = await Promise.all(turns.map((who) => read(who, ofConnie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 403]);
  });
});

test('somebody who reads after their own change sees it, though an older read still runs', async () => {
  let older: Promise<Awaited<ReturnType<typeof read>>> | undefined;
  let own: typeof older;
  await database.upkeep.transaction().execute(async (tx) => {
    // The board's reads of hotels go on, and its count of interviews waits.
    await sql`lock table interview_sessions in access exclusive mode`.execute(tx);
    older = read('alice', board);
    await waitsForLock();
    await server.db
      .updateTable('hotels')
      .set({ hotelName: 'Renamed meanwhile' })
      .where('id', '=', hotel.id)
      .execute();
    own = read('alice', board);
    await new Promise((resolve) => void setTimeout(resolve, 100));
  });
  expect(cardOf(await older!, hotel.id)?.hotelName).not.toBe('Renamed meanwhile');
  expect(cardOf(await own!, hotel.id)?.hotelName).toBe('Renamed meanwhile');
});

async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
    if (rows.length > 0) return;
  }
}

describe('the version of a reply', () => {
  const versionOf = ({ headers }: Awaited<ReturnType<typeof read>>) => String(headers['etag']);

  test('in If-None-Match gets 304 without a body', async () => {
    const first = await read('alice', board);
    const again = await read('alice', board, { 'if-none-match': versionOf(first) });
    expect(again).toMatchObject({ status: 304, headers: { etag: versionOf(first) } });
    expect(again.bytes).toHaveLength(0);
    expect(again.headers['cache-control']).toBe('no-store');
  });

  test('changes with the reply', async () => {
    const before = versionOf(await read('alice', board));
    await server.db
      .updateTable('hotels')
      .set({ hotelCity: 'Elsewhere' })
      .where('id', '=', hotel.id)
      .execute();
    const after = await read('alice', board, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(versionOf(after)).not.toBe(before);
  });

  test('of another person’s reply does not give 304', async () => {
    const hers = versionOf(await read('connie', board));
    expect((await read('cole', board, { 'if-none-match': hers })).status).toBe(200);
  });
});

test('a long accept-encoding takes time in proportion to its length', async () => {
  const began = performance.now();
  const accepted = `gzip${' '.repeat(100_000)}x`;
  expect((await read('alice', board, { 'accept-encoding': accepted })).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['zstd;q=0, br;q=0.0, gzip;q=0.5', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('accept-encoding %s is answered in %s', async (accepted, encoding, decompress) => {
  const plain = await read('alice', board);
  const { payload, headers } = await sent(accepted);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['vary']).toBe('accept-encoding');
  expect(decompress(payload).equals(plain.bytes)).toBe(true);
});

/** Calls without reading the reply as JSON. */
async function sent(accepted: string) {
  const { headers, rawPayload } = await server.app.inject({
    url: board,
    headers: { cookie: await cookieOf('alice'), 'accept-encoding': accepted },
  });
  return { headers, payload: rawPayload };
}

async function cookieOf(who: PersonName): Promise<string> {
  const token = await beginSession(server.db, server.idOf(who), 'test');
  return `${sessionCookieOf(server.deps.config)}=${token}`;
}
