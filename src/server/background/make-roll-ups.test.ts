import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { checkRollUps } from './check-roll-ups.ts';
import { makeRollUps } from './make-roll-ups.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotelId: number;
let sent = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server, { code: 'FO-1' });
  hotelId = (await aHotel(server)).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('responses').execute();
  for (const table of ['rolledDays', 'rolledMonths', 'rolledChanges'] as const)
    await server.db.deleteFrom(table).execute();
  await server.db.updateTable('rounds').set({ status: 'open', approvedAt: null }).execute();
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const make = (longest = 60_000, patience = 0) =>
  makeRollUps(server.db, new AbortController().signal, { longest, patience });
const read = async () => ({
  days: (await server.db.selectFrom('rolledDays').select('day').orderBy('day').execute()).map(
    ({ day }) => day,
  ),
  changes: (await server.db.selectFrom('rolledChanges').select('day').execute()).length,
  late: (await server.db.selectFrom('rolledLate').select('responseId').execute()).length,
});

/** Stores a response with 5 of 10 points at each question, and returns its id. */
async function store(completedAt: string, startedAt?: string): Promise<number> {
  const { status, body } = await server.as('asa')('POST', '/api/responses', {
    ...{ clientId: `offline_${(sent += 1)}_sums`, surveyId: survey.id, edition: survey.edition },
    ...{
      hotelId,
      respondentName: 'Rosa',
      respondentJobTitle: 'Front desk',
      completedAt,
      startedAt,
    },
    responseAnswers: survey.questions
      .slice(0, 2)
      .map(({ id, answers }) => ({ questionId: id, answerId: answers[1]!.id })),
  });
  expect(status).toBe(201);
  return body.id;
}

const summary = async () => {
  const { body } = await server.as('asa')('GET', '/api/results/summary');
  return [body.responses, body.percent];
};

test('a day is closed 2 hours after its end, and not before', async () => {
  for (let hours = 0; hours < 72; hours += 1) await store(hoursAgo(hours));
  await make();
  const { days } = await read();
  const closed = new Date(Date.now() - 26 * 3_600_000).toISOString().slice(0, 10);
  expect(days.at(-1)).toBe(closed);
  expect(await summary()).toEqual([72, 50]);
});

test('what is stored on its own day, confirmed or remarked leaves no row', async () => {
  const today = await store(hoursAgo(0.5));
  const past = await store('2026-01-15T12:00:00Z');
  await make();
  const confirm = (id: number) =>
    server.as('asa')('PUT', `/api/responses/${id}/sync-status`, { status: 'synced' });
  for (const id of [today, past]) {
    await server.db
      .updateTable('responses')
      .set({ notes: 'Quiet', syncStatus: 'pending' })
      .where('id', '=', id)
      .execute();
    expect((await confirm(id)).status).toBeLessThan(300);
  }
  await server.db
    .updateTable('responses')
    .set({ totalScore: 20 })
    .where('id', '=', today)
    .execute();
  await store(hoursAgo(0.9));
  expect(await read()).toEqual({ days: ['2026-01-15'], changes: 0, late: 0 });
});

test('figures are read from the sums, late responses beside them, and from the responses of a day that changed', async () => {
  const id = await store('2026-01-15T12:00:00Z');
  await store('2026-02-15T12:00:00Z');
  await make();
  await server.db.updateTable('rolledDaySums').set({ responses: 100, ratios: 90 }).execute();
  const aHundred = sql<Buffer>`overlay(records placing int4send(100) from 13)`;
  await server.db.updateTable('rolledMonthHotels').set({ records: aHundred }).execute();
  await server.db.updateTable('rolledDayHotels').set({ records: aHundred }).execute();
  expect(await summary()).toEqual([200, 90]);
  const hotels = async () =>
    (await server.as('asa')('GET', '/api/results/hotels')).body.hotels[0].responses;
  expect(await hotels()).toBe(200);
  const lost = async () =>
    (await server.as('asa')('GET', '/api/results/questions')).body.questions[0].lost;
  await sql`update rolled_month_marks set records = substring(records for 4)
    || decode(repeat('01000007', size), 'hex')`.execute(server.db);
  expect(await lost()).toBe(14);
  await store('2026-01-15T13:00:00Z');
  expect(await summary()).toEqual([201, 89.8]);
  expect(await hotels()).toBe(201);
  expect(await lost()).toBe(19);
  await server.db
    .updateTable('responses')
    .set({ hotelStage: 'Virtual Session' })
    .where('id', '=', id)
    .execute();
  expect(await summary()).toEqual([102, 89.2]);
  expect(await hotels()).toBe(102);
  expect(await lost()).toBe(17);
  await make();
  expect(await hotels()).toBe(102);
  expect((await checkRollUps(server.db)).wrong).toEqual(['day 2026-02-15', 'month 2026-02-01']);
});

test('late responses leave the sums of their day and month as they are, and are added up an hour later', async () => {
  const patience = 3_600_000;
  await store('2026-01-15T12:00:00Z');
  const changed = await store('2026-01-20T12:00:00Z');
  await make();
  const versions = () => server.db.selectFrom('rolledMonths').select('version').execute();
  const [before] = await versions();
  const late = await store('2026-01-15T13:00:00Z');
  const { status, body } = await server.as('connie')('POST', '/api/responses', {
    ...{ clientId: `offline_${(sent += 1)}_sums`, surveyId: survey.id, edition: survey.edition },
    ...{ hotelId, respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    ...{ completedAt: '2026-01-15T14:00:00Z', responseAnswers: [] },
  });
  expect([status, await summary()]).toEqual([201, [3, 50]]);
  const accepted = await server.as('asa')('PUT', `/api/responses/${body.id}/review`, {
    decision: 'accept',
  });
  expect(accepted.status).toBeLessThan(300);
  expect(await summary()).toEqual([4, 37.5]);
  await make(60_000, patience);
  expect(await read()).toEqual({ days: ['2026-01-15', '2026-01-20'], changes: 0, late: 2 });
  expect(await versions()).toEqual([before]);
  expect(await checkRollUps(server.db)).toEqual({ compared: 3, wrong: [] });

  // The month is made without them when another day of it changed.
  await server.db
    .updateTable('responses')
    .set({ hotelStage: 'Virtual Session' })
    .where('id', '=', changed)
    .execute();
  await make(60_000, patience);
  const [again] = await versions();
  expect(again).not.toEqual(before);
  const hotels = async () =>
    (await server.as('asa')('GET', '/api/results/hotels')).body.hotels[0].responses;
  expect([await read(), await hotels()]).toMatchObject([{ changes: 0, late: 2 }, 4]);

  // A second later it has waited for an hour, and the other one goes with it.
  await server.db
    .updateTable('rolledLate')
    .set({ notedAt: hoursAgo(1.001) })
    .where('responseId', '=', late)
    .execute();
  await make(60_000, patience);
  expect(await read()).toEqual({ days: ['2026-01-15', '2026-01-20'], changes: 0, late: 0 });
  expect(await versions()).not.toEqual([again]);
  expect([await hotels(), await summary()]).toEqual([4, [4, 37.5]]);

  expect(await checkRollUps(server.db)).toMatchObject({ wrong: [] });
});

test('a late response that is deleted leaves the sums of its day valid', async () => {
  await store('2026-01-15T12:00:00Z');
  await make();
  const remove = (id: number) => server.db.deleteFrom('responses').where('id', '=', id).execute();
  const late = await store('2026-01-15T13:00:00Z');
  expect([await read(), await summary()]).toMatchObject([{ changes: 0, late: 1 }, [2, 50]]);
  await remove(late);
  expect([await read(), await summary()]).toMatchObject([{ changes: 0, late: 0 }, [1, 50]]);
  expect(await checkRollUps(server.db)).toMatchObject({ wrong: [] });

  // While its day is being added up, the sums may have it. So its deletion is noted.
  const other = await store('2026-01-15T14:00:00Z');
  const adding = await server.db.startTransaction().execute();
  await adding.deleteFrom('rolledLate').where('responseId', '=', other).execute();
  const removing = remove(other);
  await waitForLocks(server);
  await adding.commit().execute();
  await removing;
  expect([await read(), await summary()]).toMatchObject([{ changes: 1, late: 0 }, [1, 50]]);

  // After that it is in the sums.
  const added = await store('2026-01-15T15:00:00Z');
  await make();
  await remove(added);
  expect([await read(), await summary()]).toMatchObject([{ changes: 1, late: 0 }, [1, 50]]);
  await make();
  expect([await read(), await summary()]).toMatchObject([{ changes: 0 }, [1, 50]]);
  expect(await checkRollUps(server.db)).toMatchObject({ wrong: [] });
});

test('a late response whose completion is moved to an earlier day is added up there', async () => {
  await store('2026-01-14T12:00:00Z');
  await store('2026-01-15T12:00:00Z');
  await make();
  const late = await store('2026-01-15T13:00:00Z');
  await server.db
    .updateTable('responses')
    .set({ completedAt: '2026-01-14T13:00:00Z' })
    .where('id', '=', late)
    .execute();
  await make(60_000, 3_600_000);
  expect([await read(), await summary()]).toMatchObject([{ changes: 0, late: 0 }, [3, 50]]);
});

test('very many late responses are added up at once', async () => {
  const id = await store('2026-01-15T12:00:00Z');
  await make();
  const columns = sql.raw(
    'survey_id, edition, hotel_id, hotel_name, hotel_brand, hotel_address, respondent_name, ' +
      'respondent_job_title, answers, lost, marks, total_score, max_score, passed, completed_at',
  );
  const copy = (responses: number) =>
    sql`insert into responses (client_id, digest, ${columns})
      select 'copied_' || gen_random_uuid(), '', ${columns}
      from responses cross join generate_series(1, ${responses}::int) where id = ${id}`.execute(
      server.db,
    );
  await copy(5_000);
  await make(60_000, 3_600_000);
  expect(await read()).toMatchObject({ late: 5_000 });
  await copy(1);
  await make(60_000, 3_600_000);
  expect(await read()).toMatchObject({ late: 0 });
  expect(await summary()).toEqual([5_002, 50]);
});

test('a consultant’s figures are read from the sums of their hotels, and from changed responses', async () => {
  const userId = server.idOf('connie');
  await server.db.insertInto('hotelAssignments').values({ userId, hotelId }).execute();
  await store('2026-01-15T12:00:00Z', '2026-01-15T11:58:30Z');
  // In Auckland this response belongs to March.
  await store('2026-02-28T12:00:00Z', '2026-02-28T11:58:00Z');
  await make();
  // Changes the sums by hotel to a hundred responses, of which 90 are scored and in the highest band and 30 passed,
  // with two durations.
  await sql`update rolled_month_hotels set records = overlay(overlay(overlay(substring(records for 92)
    placing int4send(100) from 13) placing int4send(90) from 17) placing int4send(30) from 41)
    || decode(repeat('00', 36), 'hex') || int4send(90)
    || int4send(2) || int4send(10) || int4send(20)`.execute(server.db);
  // Changes the marks so that each question was answered a hundred times and lost 300 points.
  await sql`update rolled_month_marks set records = substring(records for 4)
    || decode(repeat('6400012c', size), 'hex')`.execute(server.db);
  const read = async (path: string) =>
    (await server.as('connie')('GET', `/api/results${path}`)).body;
  /** Returns what other calls return: the number of responses, the distribution, and the first question. */
  const others = async (query = '') => {
    const { bands, notScored, passed } = await read(`/distribution?${query}`);
    const [question] = (await read(`/questions?${query}`)).questions;
    const { total } = await read(`/responses?page=1&pageSize=25&${query}`);
    return [total, bands.at(-1), notScored, passed, question.answered, question.lost];
  };
  const figuresOf = async (query: string) => {
    const { body } = await server.as('connie')('GET', `/api/results/summary?${query}`);
    const months = body.trend.map(({ responses }: { responses: number }) => responses);
    return [body.responses, body.passed, body.medianDuration, ...months];
  };
  expect(await figuresOf('')).toEqual([200, 60, 15, 100, 100]);
  expect(await figuresOf('timeZone=Pacific/Auckland')).toEqual([200, 60, 15, 100, 99, 1]);
  expect(await figuresOf(`surveyId=${survey.id}&brand=Harbor`)).toEqual([200, 60, 15, 100, 100]);
  expect(await figuresOf('brand=Aurora')).toEqual([0, 0, null]);
  expect(await others()).toEqual([200, 180, 20, 60, 200, 600]);
  expect(await others('from=2026-01-10&to=2026-01-20')).toEqual([1, 0, 0, 0, 1, 5]);
  // A short range, other filters, and all hotels are not read from the changed sums of months.
  expect(await figuresOf('from=2026-01-10&to=2026-01-20')).toEqual([1, 0, 90, 1]);
  expect(await figuresOf('verdict=Needs%20Review')).toEqual([2, 0, 105, 1, 1]);
  expect(await summary()).toEqual([2, 50]);
  await store('2026-01-16T12:00:00Z', '2026-01-16T11:59:30Z');
  expect(await figuresOf('')).toEqual([201, 60, 20, 101, 100]);
  expect(await others()).toEqual([201, 180, 20, 60, 201, 605]);
  // In Sydney this late response belongs to March. The sums of February do not have it.
  const late = await store('2026-02-28T14:00:00Z');
  expect((await figuresOf('timeZone=Australia/Sydney')).slice(3)).toEqual([101, 100, 1]);
  await server.db.deleteFrom('responses').where('id', '=', late).execute();
  await server.db.deleteFrom('rolledChanges').execute();
  await make();
  expect(await figuresOf('')).toEqual([102, 30, 25, 2, 100]);
  expect(await others()).toEqual([102, 90, 10, 30, 102, 310]);
  await server.db.deleteFrom('hotelAssignments').execute();
});

test('the day in which a month begins is read by the hour, and the hour in which it does from its responses', async () => {
  await store('2026-02-28T10:30:00Z');
  await store('2026-02-28T11:30:00Z');
  await store('2026-02-28T18:20:00Z');
  await make();
  await server.db.updateTable('rolledHourSums').set({ responses: 100 }).execute();
  const monthsIn = async (timeZone: string) => {
    const { body } = await server.as('asa')('GET', `/api/results/summary?timeZone=${timeZone}`);
    return body.trend.map(({ responses }: { responses: number }) => responses);
  };
  // March begins at 11:00, and in Kathmandu at 18:15.
  expect(await monthsIn('Pacific/Auckland')).toEqual([100, 200]);
  expect(await monthsIn('Asia/Kathmandu')).toEqual([200, 1]);
  expect(await monthsIn('UTC')).toEqual([3]);
  expect((await checkRollUps(server.db)).wrong).toEqual(['day 2026-02-28']);
  await store('2026-02-28T18:40:00Z');
  expect(await monthsIn('Pacific/Auckland')).toEqual([100, 201]);
  await make();
  expect(await monthsIn('Pacific/Auckland')).toEqual([1, 3]);
  expect((await checkRollUps(server.db)).wrong).toEqual([]);
});

test('a release that adds up late responses, too, makes no day and no month', async () => {
  const day = sql`insert into rolled_days (day, made_at) values ('2026-01-15', now())`;
  await expect(day.execute(server.db)).rejects.toThrow('made_at');
  const month = sql`insert into rolled_months (month) values ('2026-01-01') on conflict do nothing`;
  await expect(month.execute(server.db)).rejects.toThrow('added_up_at');
});

test('durations, one question and standards are read from sums of their own', async () => {
  await store('2026-01-15T12:00:00Z', '2026-01-15T11:58:30Z');
  await store('2026-02-15T12:00:00Z', '2026-02-15T11:58:00Z');
  await make();
  const summaryOf = async (query: string) =>
    (await server.as('asa')('GET', `/api/results/summary?${query}`)).body;
  const { id } = survey.questions[0]!;
  expect(await summaryOf('')).toMatchObject({ responses: 2, medianDuration: 105 });
  const ofQuestion = { responses: 2, percent: 50, medianDuration: 105 };
  expect(await summaryOf(`questionId=${id}`)).toMatchObject(ofQuestion);
  // Two months; then one of them, and a few days of the other.
  await server.db
    .updateTable('rolledMonthDurations')
    .set({ seconds: sql`'{40}'` })
    .execute();
  await server.db
    .updateTable('rolledDayDurations')
    .set({ seconds: sql`'{10}'` })
    .execute();
  expect(await summaryOf('')).toMatchObject({ medianDuration: (100 + 160) / 2 });
  expect(await summaryOf('from=2026-01-01&to=2026-02-20')).toMatchObject({
    medianDuration: (100 + 130) / 2,
  });
  expect(await summaryOf(`questionId=${id}&to=2026-02-20`)).toMatchObject({
    medianDuration: (100 + 130) / 2,
  });
  await server.db
    .updateTable('rolledQuestionSums')
    .set({ responses: sql`'{100,100,0}'`, ratios: sql`'{90,90,0}'` })
    .execute();
  expect(await summaryOf(`questionId=${id}`)).toMatchObject({ responses: 200, percent: 90 });
  const bandsOf = async (query: string) => {
    const { body } = await server.as('asa')('GET', `/api/results/distribution?${query}`);
    return [body.bands[5], body.bands[6], body.notScored, body.passed];
  };
  expect(await bandsOf('')).toEqual([2, 0, 0, 0]);
  expect(await bandsOf(`questionId=${id}`)).toEqual([2, 0, 0, 0]);
  await server.db
    .updateTable('rolledDayBands')
    .set({ responses: 100, verdict: 'Pass', lostAt: sql`'{40,0,0}'` })
    .where('day', '=', '2026-01-15')
    .execute();
  await server.db
    .updateTable('rolledDayBands')
    .set({ band: -1 })
    .where('day', '=', '2026-02-15')
    .execute();
  expect(await bandsOf('')).toEqual([100, 0, 1, 100]);
  expect(await bandsOf(`questionId=${id}`)).toEqual([40, 0, 1, 40]);
  expect(await bandsOf('verdict=Pass')).toEqual([100, 0, 0, 100]);
  expect(await bandsOf('verdict=Needs%20Review')).toEqual([0, 0, 1, 0]);
  const findings = async () =>
    (await server.as('asa')('GET', '/api/results/standards?from=2026-02-10&to=2026-02-20')).body
      .standards[0].years;
  expect(await findings()).toMatchObject([{ answered: 2, findings: 2 }]);
  await server.db
    .updateTable('rolledMonthMarks')
    .set({ records: sql`substring(records for 4) || '\\x0a0900000a0900000a090000'::bytea` })
    .execute();
  await server.db
    .updateTable('rolledDayMarks')
    .set({ records: sql`substring(records for 4) || '\\x050400000504000005040000'::bytea` })
    .execute();
  // The process keeps the marks that it read, as long as their versions are the same.
  expect(await findings()).toMatchObject([{ answered: 2, findings: 2 }]);
  for (const table of ['rolledMonths', 'rolledDays'] as const)
    await server.db
      .updateTable(table)
      .set({ version: sql`gen_random_uuid()` })
      .execute();
  // January from its sums; February begins before the range, and is read from those of its day.
  expect(await findings()).toMatchObject([{ answered: 15, findings: 13 }]);
  expect((await checkRollUps(server.db)).wrong).toEqual([
    ...['day 2026-01-15', 'day 2026-02-15', 'month 2026-01-01', 'month 2026-02-01'],
  ]);
  await store('2026-01-15T13:00:00Z', '2026-01-15T12:50:00Z');
  // The late response beside January's sums.
  expect(await summaryOf('to=2026-01-31')).toMatchObject({ medianDuration: (100 + 600) / 2 });
  expect(await findings()).toMatchObject([{ answered: 16, findings: 14 }]);
});

test('marks of an earlier release, without rounds, are read as before, and are made again', async () => {
  await store('2026-01-15T12:00:00Z');
  await make();
  await server.db
    .updateTable('rounds')
    .set({ status: 'approved', approvedAt: '2026-01-16T00:00:00Z' })
    .execute();
  const answered = async (query: string) =>
    (await server.as('asa')('GET', `/api/results/standards?${query}`)).body.standards[0]?.answered;
  expect([await answered(''), await answered('approved=1')]).toEqual([1, 1]);
  await server.db
    .updateTable('rolledMonthMarks')
    .set({
      rounds: null,
      records: sql`substring(records for 4) || '\\x0a0900000a0900000a090000'::bytea`,
    })
    .execute();
  await server.db
    .updateTable('rolledMonths')
    .set({ version: sql`gen_random_uuid()` })
    .execute();
  // Approved rounds are read from the responses.
  expect([await answered(''), await answered('approved=1')]).toEqual([10, 1]);
  expect((await checkRollUps(server.db)).wrong).toEqual([]);
  await make();
  const { rounds } = await server.db
    .selectFrom('rolledMonthMarks')
    .select('rounds')
    .executeTakeFirstOrThrow();
  expect(rounds).not.toBeNull();
  expect([await answered(''), await answered('approved=1')]).toEqual([1, 1]);
  expect((await checkRollUps(server.db)).wrong).toEqual([]);
});

test('a start that was corrected is noted', async () => {
  const id = await store('2026-01-15T12:00:00Z', '2026-01-15T11:58:30Z');
  await make();
  await server.db
    .updateTable('responses')
    .set({ startedAt: '2026-01-15T11:50:00Z' })
    .where('id', '=', id)
    .execute();
  const { body } = await server.as('asa')('GET', '/api/results/summary');
  expect([await read(), body.medianDuration]).toEqual([
    { days: ['2026-01-15'], changes: 1, late: 0 },
    600,
  ]);
});

test('a change that commits after its day was added up is read, and then added up', async () => {
  const id = await store('2026-01-15T12:00:00Z');
  await store('2026-01-15T13:00:00Z');
  const client = await server.deps.pool.connect();
  await client.query('begin');
  await client.query('update responses set total_score = max_score where id = $1', [id]);
  await make();
  expect(await summary()).toEqual([2, 50]);
  await client.query('commit');
  client.release();
  expect(await summary()).toEqual([2, 75]);
  expect(await read()).toEqual({ days: ['2026-01-15'], changes: 1, late: 0 });
  await make();
  expect(await read()).toEqual({ days: ['2026-01-15'], changes: 0, late: 0 });
  expect(await summary()).toEqual([2, 75]);
  expect(await checkRollUps(server.db)).toEqual({ compared: 2, wrong: [] });
});

test('four at once, among changes and runs that are cut off, leave each day right', async () => {
  const ids: number[] = [];
  for (let day = 10; day < 20; day += 1)
    for (const hour of [10, 11]) ids.push(await store(`2026-01-${day}T${hour}:00:00Z`));
  let isOver = false;
  const maker = async (longest: number) => {
    while (!isOver) await make(longest);
  };
  const makers = [60_000, 60_000, 5, 15].map(maker);
  for (const [n, id] of ids.entries()) {
    await server.db
      .updateTable('responses')
      .set({ totalScore: n % 2 === 0 ? 20 : 0 })
      .where('id', '=', id)
      .execute();
    expect((await summary())[0]).toBe(20);
    await sleep(5);
  }
  isOver = true;
  await Promise.all(makers);
  await make();
  expect(await read()).toMatchObject({ days: { length: 10 }, changes: 0 });
  expect(await checkRollUps(server.db)).toEqual({ compared: 11, wrong: [] });
  const { rows } = await sql<{ day: string }>`
    select day from rolled_day_sums where day < '2026-01-20' group by day having count(*) > 1`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
  expect(await summary()).toEqual([20, 50]);
});

test('a run that was stopped goes on where it was', async () => {
  await store('2026-01-15T12:00:00Z');
  await store('2026-01-16T12:00:00Z');
  await make(0);
  expect((await read()).days).toEqual([]);
  const stopped = new AbortController();
  stopped.abort();
  await makeRollUps(server.db, stopped.signal);
  expect((await read()).days).toEqual([]);
  await make();
  expect((await read()).days).toEqual(['2026-01-15', '2026-01-16']);
});
