import type { BackgroundJob } from '#domain/background/background-job.ts';
import { cutOff, failedRuns, type JobState } from '#server/background/job-states.ts';
import type { Job } from '#server/background/jobs.ts';
import { usualPace } from '#server/background/run-jobs.ts';

/** Returns every job with its state, or with one state per process when each process runs it. */
export function presentJobs(jobs: readonly Job[], states: readonly JobState[]): BackgroundJob[] {
  return jobs.flatMap((job) => {
    const own = states.filter(({ name }) => name === job.name);
    return own.length === 0 ? [presentJob(job, null)] : own.map((state) => presentJob(job, state));
  });
}

function presentJob({ name, does, every }: Job, state: JobState | null): BackgroundJob {
  const job = { name, does, everySeconds: every / 1_000 };
  if (!state)
    return {
      ...job,
      place: null,
      state: 'waiting',
      runner: null,
      begunAt: null,
      succeededAt: null,
      duration: null,
      failures: 0,
      failure: null,
      dueAt: null,
    };
  const { runner, begunAt, succeededAt, duration, dueAt } = state;
  return {
    ...job,
    place: state.place || null,
    ...outcomeOf(state),
    runner,
    begunAt,
    succeededAt,
    duration,
    dueAt,
  };
}

/**
 * Returns how the last run ended. A run that began longer ago than a run may take, and has not
 * ended, crashed with its process.
 */
function outcomeOf(state: JobState): Pick<BackgroundJob, 'state' | 'failures' | 'failure'> {
  const { endedAt, failures, failure, age } = state;
  if (endedAt !== null) return { state: failure === null ? 'done' : 'failed', failures, failure };
  if (age < usualPace.longest + usualPace.patience)
    return { state: 'running', failures: failedRuns(state), failure };
  return { state: 'failed', failures, failure: cutOff };
}
