import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';

/**
 * The key of a row of `background_jobs`: the job's name, and the place for jobs that each process
 * runs.
 */
export type JobKey = { name: string; place: string };

/** A run that has begun; {@link endRun} needs it to store how the run ended. */
export type Run = JobKey & { runs: number };

/** The failure stored for a run that never reported its end. */
export const cutOff = 'The server ended before the job did.';
const longestFailure = 500;

export function readStates(db: Db) {
  return (
    db
      .selectFrom('backgroundJobs')
      .selectAll()
      // In milliseconds. Computed by the database, because the clocks of the processes may differ.
      .select([
        sql<number>`(extract(epoch from due_at - now()) * 1000)::float8`.as('dueIn'),
        sql<number>`(extract(epoch from now() - begun_at) * 1000)::float8`.as('age'),
      ])
      .orderBy('name')
      .orderBy('place')
      .execute()
  );
}
export type JobState = Awaited<ReturnType<typeof readStates>>[number];

/** Returns how many runs failed since the last success, not counting one that is under way. */
export function failedRuns({ failures, endedAt }: Pick<JobState, 'failures' | 'endedAt'>): number {
  return endedAt === null ? failures - 1 : failures;
}

type Claim = {
  runner: string;
  /** Milliseconds until the retry after the first failure. Each further failure doubles them. */
  retryAfter: number;
  every: number;
  /** True to begin the run even when the last one was not long ago. */
  always: boolean;
};

/**
 * Begins a run and returns it, or returns null when none is due. The run counts as failed until it
 * succeeds. So the next one is due after a while even if this one throws, or crashes its process.
 */
export async function beginRun(
  db: Db,
  key: JobKey,
  { runner, retryAfter, every, always }: Claim,
): Promise<(Run & { dueIn: number }) | null> {
  const wait = sql`least(${every}::float8, ${retryAfter}::float8 * power(2, least(job.failures, 20)))`;
  const { rows } = await sql<{ runs: number; dueIn: number }>`
    insert into background_jobs as job (name, place, runner, runs, begun_at, failures, due_at)
    values (${key.name}, ${key.place}, ${runner}, 1, now(), 1,
      now() + least(${every}::float8, ${retryAfter}::float8) * interval '1 millisecond')
    on conflict (name, place) do update set
      runner = excluded.runner,
      runs = job.runs + 1,
      begun_at = now(),
      ended_at = null,
      failures = job.failures + 1,
      failure = case when job.ended_at is null then ${cutOff} else job.failure end,
      due_at = now() + ${wait} * interval '1 millisecond'
    where ${always} or job.due_at <= now()
    returning runs, (extract(epoch from due_at - now()) * 1000)::float8 as due_in`.execute(db);
  const [begun] = rows;
  return begun ? { ...key, ...begun } : null;
}

type Ended =
  | { outcome: 'done'; duration: number; every: number }
  | { outcome: 'failed'; duration: number; failure: string }
  /**
   * The run ended because the server is stopping. That is no failure: the job is due again at once.
   */
  | { outcome: 'stopped' };

/** Stores how a run ended, unless another run has begun since. */
export async function endRun(db: Db, { name, place, runs }: Run, ended: Ended): Promise<void> {
  await db
    .updateTable('backgroundJobs')
    .set({ endedAt: sql<string>`now()`, ...columnsOf(ended) })
    .where('name', '=', name)
    .where('place', '=', place)
    .where('runs', '=', runs)
    .execute();
}

function columnsOf(ended: Ended) {
  switch (ended.outcome) {
    case 'done':
      return {
        succeededAt: sql<string>`now()`,
        duration: Math.round(ended.duration),
        failures: 0,
        failure: null,
        dueAt: sql<string>`begun_at + ${ended.every}::float8 * interval '1 millisecond'`,
      };
    case 'failed':
      return {
        duration: Math.round(ended.duration),
        failure: ended.failure.slice(0, longestFailure),
      };
    case 'stopped':
      return { failures: sql<number>`failures - 1`, dueAt: sql<string>`now()` };
  }
}
