import { setTimeout as sleep } from 'node:timers/promises';

import { sql, type RawBuilder } from 'kysely';

import { completedIn, keptSums, type KeptSums } from '#server/db/results/roll-up-sums.ts';
import { inTransaction, type Db, type Tx } from '#server/db/statements/transaction.ts';

/*
 * Sums of closed days
 * ===================
 *
 * The problem. Figures over a year read every response of the year. The days that are over hardly ever
 * change, so their sums could be kept. But a response may arrive weeks late, and one that is stored may
 * be corrected, accepted, moved to another hotel, or deleted. A figure must be right at every moment, and
 * storing a response must cost nothing more.
 *
 * The idea. Sums and responses are read in one snapshot, and tables in the same snapshot show for each day whether
 * its sums are valid: whether they are still those of its responses, apart from the late ones. A late response is one
 * that was stored, or accepted, after its day was over. Figures add it to the sums one by one. So devices that were
 * offline for days, which is what happens most, cost one row each. What happens seldom, a correction or a deletion,
 * makes the sums of a day invalid. Only the deletion of a late response does not.
 *
 * | table                    | holds                                                              |
 * | ------------------------ | ------------------------------------------------------------------ |
 * | `rolled_days`, `_months` | The days and months (in UTC) whose sums are made                   |
 * | `rolled_changes`         | A row for each change to a response of an older day, written by a  |
 * |                          | trigger in the transaction of that change                          |
 * | `rolled_late`            | A row for each late response, written in the same way. The         |
 * |                          | response is in no sums, whatever happens to it, until the row goes |
 * | `rolled_day_sums`        | The sums of a day by survey, edition, brand and verdict            |
 * | `rolled_hour_sums`       | The same of each hour of the day                                   |
 * | `rolled_question_sums`   | For each question, the sums of responses that lost points at it    |
 * | `rolled_day_bands`       | How many responses of a day are in each band of ten percent        |
 * | `rolled_…_durations`     | How many interviews of a day or month took how long                |
 * | `rolled_…_marks`         | How often each hotel answered each question, how often it was a    |
 * |                          | finding, and how many points were lost there                       |
 * | `rolled_…_hotels`        | The sums of a day or month by survey, brand, hotel, round and      |
 * |                          | stage, as records for the server                                   |
 *
 * The sums of a day are valid when `rolled_days` has the day and `rolled_changes` does not. The sums of a
 * month are valid when `rolled_months` has it and no day of it is in `rolled_changes`. Everything else is
 * read from the responses.
 *
 * Why that is right. A change and its row become visible together. Making a day first deletes the rows of its late
 * responses. Then one statement adds up the responses that have no such row, and deletes the changes that its snapshot
 * sees. A response whose row commits later is in no sums, and is read one by one. A change that commits later keeps its
 * row, so the day is read from the responses until it is made again.
 *
 * Which days are closed. The triggers leave out responses completed in the last hour, so that storing costs nothing.
 * A day is made 2 hours after its end at the earliest, counted from the beginning of the oldest transaction that still
 * runs: the triggers note whatever is stored in the day from then on. The hour of difference allows for a clock that is
 * set back.
 *
 * When late responses are added up. Their figures are right at once, and adding up a day with its month takes a minute
 * in a large installation. So a day waits until the first of its late responses is an hour old. If more than
 * {@link mostLate} wait, all of them are added up at once, because each of them costs every figure some microseconds.
 *
 * What would break if you changed it.
 *
 * - Reading the sums and the responses in two statements: a change between them is missed or counted
 *   twice.
 * - Making a day without the lock on `rolled_days`: of two processes, one could delete the row of a change
 *   and the other keep the sums of the month from before that change.
 * - Deleting the row of a late response without making its day: it would be in no figure.
 * - A figure by another column of `responses`: add the column to the trigger `responses_note_changed`.
 */

/** How many late responses may wait to be added up. */
const mostLate = 5_000;

type Limits = {
  /** The milliseconds after which a run ends. */
  longest?: number;
  /** The milliseconds for which a late response waits to be added up. */
  patience?: number;
};

/**
 * Makes the sums of closed days and months that have none, makes those of changed days again, and then those that an
 * earlier release made. Each day or month is one short transaction, so a run can end at any point and the next one goes
 * on from there. After each, it rests for as long as it worked, because people use the database meanwhile. It ends
 * after four minutes, because the next run begins soon.
 */
export async function makeRollUps(
  db: Db,
  signal: AbortSignal,
  { longest = 240_000, patience = 3_600_000 }: Limits = {},
): Promise<void> {
  const end = performance.now() + longest;
  const goesOn = () => !signal.aborted && performance.now() < end;
  for (const day of await daysToMake(db, patience)) {
    if (!goesOn()) return;
    await withRest(signal, () => inTransaction(db, (tx) => makeDay(tx, day)));
  }
  for (const month of await monthsToMake(db)) {
    if (!goesOn()) return;
    await withRest(signal, () => inTransaction(db, (tx) => makeMonth(tx, month)));
  }
  for (const { kept, first } of await outdatedSums(db)) {
    if (!goesOn()) return;
    await withRest(signal, () => inTransaction(db, (tx) => makeAgain(tx, kept, first)));
  }
}

async function withRest(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await act();
  // The rest ends early when the server stops.
  await sleep(performance.now() - begin, undefined, { signal }).catch(() => undefined);
}

/** SQL of the first day that is not closed. All earlier days are closed. */
const openDay = sql`((least(now(), (select min(xact_start) from pg_stat_activity
  where datname = current_database())) - interval '2 hours') at time zone 'UTC')::date`;

/**
 * Returns the closed days, oldest first, that have responses and no sums, were changed since, or have late responses that
 * waited long enough.
 */
async function daysToMake(db: Db, patience: number): Promise<string[]> {
  // Jumps from day to day in the index by time, because most days already have their sums.
  const { rows } = await sql<{ day: string }>`
    with recursive open as materialized (select ${openDay} as day), held (day) as (
      select (min(completed_at) at time zone 'UTC')::date from responses
      union all
      select (select (min(completed_at) at time zone 'UTC')::date from responses
        where completed_at >= (held.day + 1)::timestamp at time zone 'UTC')
      from held, open where held.day < open.day
    ), wanted as (
      select day from held where not exists (select from rolled_days made where made.day = held.day)
      union
      select day from rolled_changes
      union
      select (completed_at at time zone 'UTC')::date from rolled_late
      where noted_at <= now() - ${patience} * interval '1 millisecond'
        or (select count(*) from rolled_late) > ${sql.lit(mostLate)}
    )
    select wanted.day from wanted, open where wanted.day < open.day order by wanted.day`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/**
 * Returns the closed months, oldest first, that have a day with sums and are not made themselves. A month with a
 * change waits until the changed day is made again.
 */
async function monthsToMake(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', day)::date as month from rolled_days
    where date_trunc('month', day) + interval '1 month' <= ${openDay}
      and not exists (select from rolled_months made
        where made.month = date_trunc('month', rolled_days.day))
      and not exists (select from rolled_changes changed
        where date_trunc('month', changed.day) = date_trunc('month', rolled_days.day))
    order by 1`.execute(db);
  return rows.map(({ month }) => month);
}

/**
 * Lets one transaction at a time make sums. It must come before the statement that adds up, so that the
 * statement's snapshot sees what the transaction before made.
 */
const takeTurn = (tx: Tx) => sql`lock table rolled_days in share row exclusive mode`.execute(tx);

/** Returns parts of a `with` that replace these sums of the day or month. */
const replacing = (all: readonly KeptSums[], first: string): RawBuilder<unknown> =>
  sql.join(
    all.flatMap(({ unit, table, columns, sums }) => [
      sql`${sql.ref(`former_${table}`)} as (
        delete from ${sql.table(table)} where ${sql.ref(unit)} = ${first}::date
      )`,
      sql`${sql.ref(`made_${table}`)} as (
        insert into ${sql.table(table)} (${columns}) ${sums(first)}
      )`,
    ]),
  );

const sumsOf = (unit: KeptSums['unit']) => keptSums.filter((kept) => kept.unit === unit);

async function makeDay(tx: Tx, day: string): Promise<void> {
  await takeTurn(tx);
  await sql`delete from rolled_late where ${completedIn(day, 'day')}`.execute(tx);
  await sql`
    with seen as (
      delete from rolled_changes where day = ${day}::date
    ), stale as (
      delete from rolled_months where month = date_trunc('month', ${day}::date)
    ), ${replacing(sumsOf('day'), day)}
    insert into rolled_days (day, added_up_at) values (${day}::date, now())
    on conflict (day) do update
      set added_up_at = excluded.added_up_at, version = excluded.version`.execute(tx);
}

async function makeMonth(tx: Tx, month: string): Promise<void> {
  await takeTurn(tx);
  await sql`
    with ${replacing(sumsOf('month'), month)}
    insert into rolled_months (month, added_up_at) values (${month}::date, now())
    on conflict do nothing`.execute(tx);
}

/** Returns the days and months with sums that an earlier release made without a column that was added since. */
async function outdatedSums(db: Db): Promise<{ kept: KeptSums; first: string }[]> {
  const found = keptSums.map(async (kept) => {
    if (!kept.isOutdated) return [];
    const { rows } = await sql<{ first: string }>`
      select distinct ${sql.ref(kept.unit)} as first from ${sql.table(kept.table)}
      where ${kept.isOutdated} order by 1`.execute(db);
    return rows.map(({ first }) => ({ kept, first }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * Makes one table's sums of a day or month again, with a new version, since processes keep sums by version. Valid sums
 * stay valid meanwhile. Sums that a change made invalid stay invalid, and their day is made again as usual.
 */
async function makeAgain(tx: Tx, kept: KeptSums, first: string): Promise<void> {
  await takeTurn(tx);
  const { unit } = kept;
  await sql`
    with ${replacing([kept], first)}
    update ${sql.table(`rolled_${unit}s`)} set version = gen_random_uuid()
    where ${sql.ref(unit)} = ${first}::date`.execute(tx);
}
