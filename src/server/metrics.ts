import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { ReviewReason } from '#domain/responses/review-reasons.ts';

import { failedRuns, type JobState } from './background/job-states.ts';
import { refusals, unreadable, type ProblemType } from './problems.ts';

/**
 * The metrics of this process. A label may take only a few values that are known beforehand. With
 * ids, typed addresses or names, each new value would create a time series.
 */
export type Metrics = {
  /** Counts a reply. `route` is a route's path as defined, never an actual address. */
  requestAnswered: (
    of: { method: string; route: string; status: string },
    milliseconds: number,
  ) => void;
  /** Counts a call whose caller went away before the reply. */
  requestAborted: (of: { method: string; route: string }) => void;
  /** Counts a call that was refused access, or could not be parsed. */
  requestRefused: (problem: ProblemType) => void;
  responseStored: (reasons: readonly ReviewReason[]) => void;
  /** Counts a response that was sent again and answered with the first receipt. */
  responseRepeated: () => void;
  /** Sets the metrics of the background jobs from the states that the runner has just read. */
  jobsRead: (states: readonly JobState[]) => void;
  /** Returns the metrics in the text format of Prometheus. */
  write: () => Promise<string>;
  mediaType: string;
};

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(pools: { requests: pg.Pool; reports: pg.Pool }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Measures the process, its memory, and the delay of its event loop.
  collectDefaultMetrics({ register: registry });
  watchPools(registers, pools);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by route and status, and how long each took',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose caller went away before the answer',
    labelNames: ['method', 'route'],
    registers,
  });
  const received = new Counter({
    name: 'bellwether_responses_total',
    help: 'Responses taken: stored, or sent again and answered with the first receipt',
    labelNames: ['outcome'],
    registers,
  });
  const flagged = new Counter({
    name: 'bellwether_responses_flagged_total',
    help: 'Stored responses that somebody should look at, by reason',
    labelNames: ['reason'],
    registers,
  });
  const refused = new Counter({
    name: 'bellwether_refusals_total',
    help: 'Requests by which somebody was kept out, or which could not be read, by the problem answered',
    labelNames: ['problem'],
    registers,
  });
  // Starts each series at 0: one that starts with its first event shows no increase to raise an
  // alarm.
  for (const problem of [...refusals, ...unreadable]) refused.inc({ problem }, 0);
  for (const outcome of ['stored', 'repeated']) received.inc({ outcome }, 0);
  return {
    requestAnswered: (of, milliseconds) => duration.observe(of, milliseconds / 1000),
    requestAborted: (of) => aborted.inc(of),
    requestRefused: (problem) => refused.inc({ problem }),
    responseStored: (reasons) => {
      received.inc({ outcome: 'stored' });
      for (const reason of reasons) flagged.inc({ reason });
    },
    responseRepeated: () => received.inc({ outcome: 'repeated' }),
    jobsRead: watchJobs(registers),
    write: () => registry.metrics(),
    mediaType: registry.contentType,
  };
}

function watchJobs(registers: Registry[]): Metrics['jobsRead'] {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `bellwether_job_${name}`, help, labelNames: ['job'], registers });
  const succeeded = gauge(
    'last_success_timestamp_seconds',
    'When the last run of each background job that succeeded ended, whichever process ran it',
  );
  const duration = gauge('duration_seconds', 'How long the last run took that ended');
  const failures = gauge('failures', 'Runs that failed since the last success');
  return (states) => {
    for (const { name: job, ...state } of states) {
      if (state.succeededAt !== null) succeeded.set({ job }, Date.parse(state.succeededAt) / 1000);
      if (state.duration !== null) duration.set({ job }, state.duration / 1000);
      failures.set({ job }, failedRuns(state));
    }
  };
}

function watchPools(registers: Registry[], pools: Record<'requests' | 'reports', pg.Pool>): void {
  const gauge: Gauge = new Gauge({
    name: 'bellwether_database_connections',
    help: 'Connections of each pool in use and idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool, state: 'busy' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}
