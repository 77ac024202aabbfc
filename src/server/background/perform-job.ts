import { hostname } from 'node:os';

import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

import type { Db } from '#server/db/statements/transaction.ts';
import { takeJobLock, type Hold } from './job-lock.ts';
import { beginRun, endRun, type Run } from './job-states.ts';
import type { Job, JobTools } from './jobs.ts';

/** The time limits of runs, in milliseconds. */
export type Pace = {
  /** The shortest and the longest wait between two checks for due jobs. */
  soonest: number;
  latest: number;
  /**
   * The wait after a failure. It doubles with each further failure, up to the job's own interval.
   */
  retryAfter: number;
  /** A run that takes longer than this is taken to hang, and is aborted. */
  longest: number;
  /** The time that an aborted run has to end. */
  patience: number;
};

export type Around = {
  tools: JobTools;
  /** Used for the states of the jobs. */
  db: Db;
  /** Used for the locks: each running job holds one connection of this pool. */
  lockPool: pg.Pool;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  pace: Pace;
  stopping: AbortSignal;
};

/**
 * Returns the machine and data folder whose files this process tidies: the `place` in such a job's
 * state.
 */
export function placeOf({ config }: JobTools): string {
  return `${hostname()}:${config.dataDir}`;
}

const runner = `${hostname()}, process ${process.pid}`;
const alone: Hold = { lost: new AbortController().signal, release: async () => {} };

/**
 * Runs a job that seems due. Returns the milliseconds until it is due again, or null when another
 * process holds its lock or ran it first.
 */
export async function performJob(job: Job, around: Around): Promise<number | null> {
  const { db, lockPool, tools, pace } = around;
  const isShared = job.runs === 'one process';
  const hold = isShared ? await takeJobLock(lockPool, job.name) : alone;
  if (!hold) return null;
  try {
    const key = { name: job.name, place: isShared ? '' : placeOf(tools) };
    const { retryAfter } = pace;
    const run = await beginRun(db, key, {
      runner,
      retryAfter,
      every: job.every,
      always: !isShared,
    });
    if (!run) return null;
    return (await act(job, run, hold.lost, around)) ? job.every : run.dueIn;
  } finally {
    await hold.release();
  }
}

/** Runs the job and stores how the run ended. Returns true when the job succeeded. */
async function act(job: Job, run: Run, lost: AbortSignal, around: Around): Promise<boolean> {
  const { db, tools, pace, stopping, log } = around;
  const signal = AbortSignal.any([stopping, lost, AbortSignal.timeout(pace.longest)]);
  const began = performance.now();
  try {
    await untilAborted(() => job.run(tools, signal), signal, pace.patience);
  } catch (error) {
    if (stopping.aborted) {
      await endRun(db, run, { outcome: 'stopped' });
      return false;
    }
    log.error({ err: error, job: job.name }, 'a background job failed');
    const failure = error instanceof Error ? error.message : String(error);
    await endRun(db, run, { outcome: 'failed', duration: performance.now() - began, failure });
    return false;
  }
  const duration = performance.now() - began;
  await endRun(db, run, { outcome: 'done', duration, every: job.every });
  return true;
}

/**
 * Waits for the run to end. Stops waiting when the run goes on for `patience` after it was aborted.
 */
async function untilAborted(
  run: () => Promise<void>,
  signal: AbortSignal,
  patience: number,
): Promise<void> {
  signal.throwIfAborted();
  const abandoned = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => setTimeout(giveUp, patience).unref(), { once: true });
  });
  await Promise.race([run(), abandoned]);
}
