import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { scoreHotels } from './analytics-queries.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { summarize } from './queries.ts';
import { keepRecords, readRecords } from './read-records.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotels: number[];
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
  hotels = [(await aHotel(server)).id, (await aHotel(server)).id];
});
afterAll(() => server.close());

const make = () => makeRollUps(server.db, new AbortController().signal);
let sent = 0;
async function store(hotelId: number, completedAt: string, of = survey): Promise<void> {
  const { status } = await server.as('asa')('POST', '/api/responses', {
    ...{ clientId: `offline_${(sent += 1)}_records`, surveyId: of.id, edition: of.edition },
    ...{ hotelId, respondentName: 'Rosa', respondentJobTitle: 'Front desk', completedAt },
    responseAnswers: [],
  });
  expect(status).toBe(201);
}

const filter: PreparedFilter = { timeZone: 'UTC', line: 80 };
const span = { begin: -Infinity, end: Infinity };
const all = { scope: { kind: 'all' }, filter, span, begins: [], cuts: [] } as const;

/** Returns how many responses all parts have, and which versions the process keeps then. */
async function read(kept: ReturnType<typeof keepRecords>, most?: number) {
  const found = await readRecords(server.db, all, { kept, ...(most !== undefined && { most }) });
  const counts = found?.parts.flatMap(({ records }) => [...records.responses]);
  return {
    responses: counts?.reduce((sum, count) => sum + count, 0),
    kept: [...kept.all().keys()].toSorted(),
  };
}

test('a process keeps the records of a day or month until its sums are made again', async () => {
  for (const day of ['2026-01-15', '2026-01-16', '2026-02-15'])
    await store(hotels[0]!, `${day}T12:00:00Z`);
  await make();
  const kept = keepRecords();
  const before = await read(kept);
  expect(before).toMatchObject({ responses: 3, kept: { length: 2 } });
  // What is kept is not read again, not even when somebody changed it in the database.
  await sql`update rolled_month_hotels set records = ''`.execute(server.db);
  expect(await read(kept)).toEqual(before);
  expect((await read(keepRecords())).responses).toBe(0);
  // The changed month is read from its days and responses until it is made again, and then is another one.
  await server.db
    .updateTable('responses')
    .set({ hotelStage: 'Virtual Session' })
    .where('completedAt', '=', '2026-01-16T12:00:00Z')
    .execute();
  expect((await read(kept)).responses).toBe(3);
  await make();
  const after = await read(kept);
  expect(after.responses).toBe(3);
  // The day of January is kept from when its month was not made.
  expect(after.kept.filter((version) => !before.kept.includes(version))).toHaveLength(2);
});

test('when too many days have no sums, the figures are read from the responses', async () => {
  await server.db.deleteFrom('rolledMonths').execute();
  await make();
  const kept = keepRecords();
  await store(hotels[1]!, new Date(Date.now() - 60_000).toISOString());
  await store(hotels[1]!, new Date(Date.now() - 30_000).toISOString());
  expect(await read(kept, 1)).toMatchObject({ responses: undefined });
  expect((await read(kept, 2)).responses).toBe(5);
});

test('an assigned hotel is in a consultant’s figures at once, and a removed one is not', async () => {
  const userId = server.idOf('connie');
  const scope = { kind: 'assigned', userId } as const;
  const page = { sort: 'hotelName', direction: 'asc', search: '', limit: 5, offset: 0 } as const;
  /** Returns how many responses the summary has, and each compared hotel, most first. */
  const responses = async () => {
    const { sums } = await summarize(server.db, scope, filter, Date.now());
    const compared = { ...filter, ...page };
    const each = (await scoreHotels(server.db, scope, compared)).map((one) => one.responses);
    return [sums.whole?.responses, ...each.toSorted((one, other) => other - one)];
  };
  const give = (hotelId: number | undefined) =>
    server.db.insertInto('hotelAssignments').values({ userId, hotelId: hotelId! }).execute();
  // Connie sees no figures of hotels that are assigned to somebody else.
  const cole = server.idOf('cole');
  for (const hotelId of hotels)
    await server.db.insertInto('hotelAssignments').values({ userId: cole, hotelId }).execute();
  expect(await responses()).toEqual([0]);
  await give(hotels[0]);
  expect(await responses()).toEqual([3, 3]);
  await give(hotels[1]);
  expect(await responses()).toEqual([5, 3, 2]);
  const taken = server.db.deleteFrom('hotelAssignments').where('userId', '=', userId);
  await taken.where('hotelId', '=', hotels[0]!).execute();
  expect(await responses()).toEqual([2, 2]);
  await taken.execute();
  expect(await responses()).toEqual([0]);
});

test.each(['Pacific/Auckland', 'Pacific/Honolulu'])(
  'a day in which a month begins in %s is read from its responses',
  async (timeZone) => {
    await store(hotels[0]!, '2026-02-28T12:00:00Z');
    await store(hotels[0]!, '2026-03-01T05:00:00Z');
    await make();
    await server.db.deleteFrom('rolledMonths').execute();
    const there = { ...filter, timeZone, hotelId: hotels[0]! };
    const [ofSums, ofResponses] = [
      await summarize(server.db, all.scope, there, Date.now()),
      await summarize(server.db, all.scope, { ...there, fromResponses: true }, Date.now()),
    ];
    expect(ofSums).toEqual(ofResponses);
  },
);

test('the figures of some hotels are right with a hundred thousand responses of today', async () => {
  await sql`
    insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, respondent_name, respondent_job_title, answers, total_score, max_score, passed,
      completed_at, sync_status)
    select 'offline_1_' || n, '', ${survey.id}, ${survey.edition}, ${hotels[1]}, '', '', '', '', '',
      '[]', 8, 10, true, now() - make_interval(secs => n % 600), 'synced'
    from generate_series(1, 100000) n`.execute(server.db);
  const page = { sort: 'percent', direction: 'desc', search: '', limit: 5, offset: 0 } as const;
  const compared = { ...filter, ...page };
  const [first] = await scoreHotels(server.db, all.scope, compared);
  expect(first).toMatchObject({ hotelId: hotels[1], responses: 100_002, percent: 79.9 });
  // Two of them have no points.
  const ofOne = { ...filter, hotelId: hotels[1]! };
  const { sums } = await summarize(server.db, all.scope, ofOne, Date.now());
  expect(sums.whole).toMatchObject({ responses: 100_002, scored: 100_002, percent: 79.9 });
});

test('hotels are compared by survey and by brand, each from the records of the same day', async () => {
  const other = await aSurvey(server);
  const lantern = (await aHotel(server, { hotelBrand: 'Lantern' })).id;
  const day = '2025-12-10T12:00:00Z';
  await store(hotels[0]!, day);
  for (const hotelId of [hotels[0]!, lantern, lantern]) await store(hotelId, day, other);
  await make();
  const range = { ...filter, from: '2025-12-01', to: '2025-12-31' };
  const page = { sort: 'responses', direction: 'asc', search: '', limit: 5, offset: 0 } as const;
  const compared = async (narrowed: Partial<PreparedFilter>) =>
    (await scoreHotels(server.db, all.scope, { ...range, ...page, ...narrowed })).map(
      ({ hotelId, responses }) => [hotelId, responses],
    );
  expect(await compared({ surveyId: survey.id })).toEqual([[hotels[0], 1]]);
  expect(await compared({ surveyId: other.id })).toEqual([
    [hotels[0], 1],
    [lantern, 2],
  ]);
  expect(await compared({ surveyId: other.id, brand: 'Harbor' })).toEqual([[hotels[0], 1]]);
  expect(await compared({ surveyId: other.id, brand: 'Lantern' })).toEqual([[lantern, 2]]);
  expect(await compared({})).toEqual([
    [hotels[0], 2],
    [lantern, 2],
  ]);
});
