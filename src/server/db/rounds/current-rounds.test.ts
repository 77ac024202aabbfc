import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { stages } from '#domain/workflow/stages.ts';
import { aHotel } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { keptRound, roundAt } from './round-at.ts';

/**
 * Tests that a hotel's row always names its current round (docs/decisions/0071), by random histories of
 * some hotels.
 */

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const alice = (...call: Parameters<ReturnType<TestApp['as']>>) => server.as('alice')(...call);

/** Returns numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Compares what the hotels' rows keep with the times of their rounds, read in the plainest way. */
async function expectKept(): Promise<void> {
  const { rows: hotels } = await sql<{ id: number; roundId: number; roundSince: string | null }>`
    select id, round_id, round_since::text from hotels order by id`.execute(server.db);
  const { rows: times } = await sql<{ hotelId: number; roundId: number; since: string }>`
    select hotel_id, round_id, since::text from round_times order by since`.execute(server.db);
  const expected = hotels.map(({ id }) => {
    const own = times.filter(({ hotelId }) => hotelId === id);
    const last = own.at(-1);
    const roundSince = own.length > 1 ? last?.since : null;
    return { id, roundId: last?.roundId ?? null, roundSince };
  });
  expect(hotels).toEqual(expected);
}

/** Compares the round that a response would get with the look-up, at every moment that matters. */
async function expectSameRounds(): Promise<void> {
  const named = `(select id from rounds where id = named.id and hotel_id = hotel.id)`;
  const { rows } = await sql<{ kept: number; found: number }>`
    select ${sql.raw(keptRound('hotel', 'named.id', 'moment.at'))} as kept,
      ${sql.raw(`coalesce(${named}, ${roundAt('hotel.id', 'moment.at')})`)} as found
    from (select id, round_id as kept_round, round_since from hotels) hotel
      cross join (select null::integer as id union all select id from rounds) named
      join lateral (select since + shift as at from round_times,
          (values (interval '-1 microsecond'), ('0'), ('1 microsecond'), ('-1 year')) by (shift)
        where hotel_id = hotel.id) moment on true`.execute(server.db);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ kept, found }) => kept !== found)).toEqual([]);
}

type History = { random: () => number; hotels: number[] };
const anyOf = <T>(random: () => number, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)]!;

const move = async ({ random, hotels }: History) => {
  const stage = anyOf(random, stages);
  await alice('PATCH', `/api/hotels/${anyOf(random, hotels)}`, { stage });
};
const plan = async ({ random, hotels }: History) => {
  const status = anyOf(random, ['open', 'planned']);
  const round = {
    clientId: `round_${Math.floor(random() * 1e9)}_random`,
    kind: anyOf(random, ['onsite', 'other']),
    status,
  };
  await alice('POST', `/api/hotels/${anyOf(random, hotels)}/rounds`, round);
};
const change = async ({ random, hotels }: History) => {
  const path = `/api/hotels/${anyOf(random, hotels)}/rounds`;
  const { body } = await alice('GET', path);
  const all: { id: number }[] = body.cycles.flatMap((cycle: { rounds: object[] }) => cycle.rounds);
  const status = anyOf(random, ['open', 'cancelled']);
  await alice('PATCH', `/api/rounds/${anyOf(random, all).id}`, { status });
};
const addTime = async ({ random, hotels }: History) => {
  const hotelId = anyOf(random, hotels);
  await sql`insert into round_times (round_id, hotel_id, since)
    select id, hotel_id, now() - ${random()} * interval '1 year' from rounds
    where hotel_id = ${hotelId} limit 1`.execute(server.db);
};
const shiftTime = async ({ random, hotels }: History) => {
  const hotelId = anyOf(random, hotels);
  await sql`update round_times set since = since - ${random()} * interval '1 day'
    where (hotel_id, since) in (select hotel_id, since from round_times
      where hotel_id = ${hotelId} limit 1)`.execute(server.db);
};
const dropTime = async ({ random, hotels }: History) => {
  const hotelId = anyOf(random, hotels);
  await sql`delete from round_times at where hotel_id = ${hotelId}
    and since = (select max(since) from round_times where hotel_id = at.hotel_id)
    and 1 < (select count(*) from round_times where hotel_id = at.hotel_id)`.execute(server.db);
};
const remove = async ({ random, hotels }: History) => {
  const id = anyOf(random, hotels);
  if (hotels.length < 3 || (await alice('DELETE', `/api/hotels/${id}`)).status >= 300) return;
  hotels.splice(hotels.indexOf(id), 1);
};
const add = async ({ random, hotels }: History) => {
  hotels.push((await aHotel(server, { stage: anyOf(random, stages) })).id);
};
const acts = [move, move, move, plan, plan, change, addTime, shiftTime, dropTime, remove, add];

test.each([1, 2, 3])('after every act of a random history, seed %i', async (seed) => {
  const history: History = { random: randomFrom(seed), hotels: [] };
  for (let n = 0; n < 3; n += 1) await add(history);
  for (let n = 0; n < 60; n += 1) {
    await anyOf(history.random, acts)(history);
    await expectKept();
  }
  await expectSameRounds();
});

test('the current rounds are right after acts at the same moment', async () => {
  const history: History = { random: randomFrom(4), hotels: [] };
  await add(history);
  const together = Array.from({ length: 40 }, () =>
    anyOf(history.random, [move, plan, change, addTime])(history),
  );
  await Promise.allSettled(together);
  await expectKept();
  await expectSameRounds();
});

test('many hotels that come at once get their round with their row', async () => {
  await sql`insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
      hotel_state, hotel_country, hotel_postal_code, fpg_region)
    select 'many ' || n, '', '', '', '', '', '', '', '', '' from generate_series(1, 100) n`.execute(
    server.db,
  );
  await expectKept();
  // A row that was written twice in the statement would have a later command's number.
  const { rows } = await sql<{ command: string }>`select distinct cmin::text as command from hotels
    where hotel_id like 'many %' and round_id is not null`.execute(server.db);
  expect(rows).toEqual([{ command: '0' }]);
});

test('a response waits for nobody who changes its hotel, nor they for it', async () => {
  const { id } = await aHotel(server);
  await server.db.transaction().execute(async (tx) => {
    await sql`select make_current(${id}::integer, round_id) from hotels where id = ${id}`.execute(
      tx,
    );
    // The lock that a foreign key takes on the hotel's row.
    const other = sql`select from hotels where id = ${id} for key share nowait`.execute(server.db);
    await expect(other).resolves.toBeDefined();
  });
  await expectKept();
});
