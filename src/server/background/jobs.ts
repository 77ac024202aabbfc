import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { clearUploads } from '#server/http/receive-upload.ts';
import { closeWaivedActions } from './close-waived-actions.ts';
import { deleteOutdatedRows } from './delete-outdated-rows.ts';
import { makeRollUps } from './make-roll-ups.ts';

export type JobTools = Pick<Deps, 'db' | 'config' | 'documents' | 'deletions' | 'now'> & {
  /**
   * The same database through the pool that has no limits, for statements that may take longer than a
   * request. Each running job of one process holds one of its connections, so there must be fewer such
   * jobs than connections.
   */
  upkeep: Db;
};

/**
 * A job that the server runs on its own. Every job must be safe to repeat: a run can be cut off at
 * any point, and when a connection breaks, two runs can overlap for a moment.
 */
export type Job = {
  name: string;
  /** What the job does, for Admins: a sentence without a subject. */
  does: string;
  /** Milliseconds from the start of one run to the start of the next. */
  every: number;
  /**
   * `one process`: a job on the database, which one process runs for all of them.
   *
   * `each process`: a job on files below DATA_DIR. Machines that share a database can have a
   * DATA_DIR each, which no other machine can tidy. Processes that share a DATA_DIR repeat each
   * other's work.
   */
  runs: 'one process' | 'each process';
  /**
   * Does the work. `signal` is aborted when the server stops, the run takes too long, or its lock
   * is lost.
   */
  run: (tools: JobTools, signal: AbortSignal) => Promise<void>;
};

const anHour = 3_600_000;
const fiveMinutes = 300_000;

/** All background jobs. To add one, add it here: nothing else needs to know it. */
export const jobs: readonly Job[] = [
  {
    name: 'housekeeping',
    does: 'Deletes sign-ins that have expired, and what calls and devices needed only for a while; closes actions of waivers that begin today',
    every: anHour,
    runs: 'one process',
    run: async (tools) => {
      await closeWaivedActions(tools);
      await deleteOutdatedRows(tools.db);
    },
  },
  {
    name: 'sums-of-days',
    does: 'Adds up closed days and months, so that results over a year are read faster',
    every: fiveMinutes,
    runs: 'one process',
    run: ({ upkeep }, signal) => makeRollUps(upkeep, signal),
  },
  {
    name: 'half-received-files',
    does: 'Clears files that were only half received',
    every: anHour,
    runs: 'each process',
    run: ({ config }) => clearUploads(config),
  },
  {
    name: 'unsettled-documents',
    does: 'Removes stored files that nothing refers to',
    every: anHour,
    runs: 'each process',
    run: ({ documents }) => documents.reconcileLeftovers(),
  },
  {
    name: 'list-of-deletions',
    does: 'Lists what was deleted on purpose, so that no restore brings it back',
    every: anHour,
    runs: 'each process',
    run: ({ deletions }) => deletions.note(),
  },
];
