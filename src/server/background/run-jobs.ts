import { setTimeout as sleep } from 'node:timers/promises';

import type { Metrics } from '#server/metrics.ts';
import { readStates, type JobState } from './job-states.ts';
import type { Job } from './jobs.ts';
import { performJob, placeOf, type Around, type Pace } from './perform-job.ts';

export type Runner = {
  /** Begins no more runs, aborts the running ones, and waits a few seconds for them to end. */
  stop: () => Promise<void>;
};

export const usualPace: Pace = {
  soonest: 1_000,
  latest: 30_000,
  retryAfter: 60_000,
  longest: 15 * 60_000,
  patience: 5_000,
};

/** The number of jobs that one process runs at the same time. */
const atOnce = 3;

type Given = Omit<Around, 'pace' | 'stopping'> & {
  metrics: Pick<Metrics, 'jobsRead'>;
  pace?: Partial<Pace>;
};

/**
 * Runs the jobs in this process until it is stopped. Each process has a runner, and all of them
 * read the same table to see which jobs are due:
 *
 * 1. A process that finds a job due tries to take the job's lock. If another process has it, it
 *    leaves the job alone.
 * 2. With the lock, one statement begins the run if the job is still due, and sets when it is due
 *    again in case it fails. So a job outlives the process that runs it: the lock is free as soon
 *    as the connection closes, and another process finds the job due.
 * 3. When the job has run, the process stores how it ended and releases the lock.
 *
 * A job that each process runs for itself takes no lock. The process's own clock decides when it is
 * due, and it also runs whenever a process starts, since it clears what a crash left behind.
 *
 * An unreachable or slow database only delays all this.
 */
export function runJobs(jobs: readonly Job[], { metrics, pace: given, ...rest }: Given): Runner {
  const stopping = new AbortController();
  const pace = { ...usualPace, ...given };
  const around: Around = { ...rest, pace, stopping: stopping.signal };
  const place = placeOf(rest.tools);
  const underWay = new Map<string, Promise<void>>();
  /** When each job is due in this process, in the time of `performance.now`. */
  const ownDue = new Map<string, number>();

  const dueIn = (job: Job, states: readonly JobState[]): number => {
    if (job.runs === 'each process') return (ownDue.get(job.name) ?? 0) - performance.now();
    return states.find((one) => one.name === job.name && one.place === '')?.dueIn ?? 0;
  };

  const start = async (job: Job) => {
    let next: number | null = pace.retryAfter;
    try {
      next = await performJob(job, around);
    } catch (error) {
      rest.log.warn({ err: error, job: job.name }, 'a background job waits for the database');
    }
    if (next !== null) ownDue.set(job.name, performance.now() + next);
    underWay.delete(job.name);
  };

  /** Begins the jobs that are due. Returns the milliseconds until the next check. */
  const look = async (): Promise<number> => {
    const states = await readStates(rest.db);
    metrics.jobsRead(states.filter((one) => one.place === '' || one.place === place));
    for (const job of jobs) {
      if (underWay.has(job.name) || underWay.size >= atOnce || dueIn(job, states) > 0) continue;
      underWay.set(job.name, start(job));
    }
    const soon = Math.min(...jobs.map((job) => dueIn(job, states)));
    return Math.min(pace.latest, Math.max(pace.soonest, soon));
  };

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const wait = await look().catch((error: unknown) => {
        rest.log.warn({ err: error }, 'background jobs wait for the database');
        return pace.latest;
      });
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    stop: async () => {
      stopping.abort(new Error('The server ends.'));
      const ended = looking.then(() => Promise.all(underWay.values()));
      await Promise.race([ended, sleep(pace.patience + 1_000, undefined, { ref: false })]);
    },
  };
}
