import type { Deps } from '#server/deps.ts';
import { clearUploads } from '#server/http/receive-upload.ts';
import { keepHouse } from './keep-house.ts';

export type JobTools = Pick<Deps, 'db' | 'config' | 'documents' | 'deletions'>;

/**
 * Work that the server does by itself. Every job is safe to repeat: a run may be cut off at any
 * point, and where a connection breaks, two runs may overlap for a moment.
 */
export type Job = {
  name: string;
  /** For an Admin: a sentence without a subject. */
  does: string;
  /** Milliseconds from the beginning of one run to that of the next. */
  every: number;
  /**
   * `one process`: a job on the database, which one process runs for all of them.
   *
   * `each process`: a job on files below DATA_DIR. Machines that share a database may each have a
   * DATA_DIR, which no other machine could tidy. Processes that share a DATA_DIR repeat each other.
   */
  runs: 'one process' | 'each process';
  /** `signal` is aborted when the run should end early: at a stop, after too long, without its lock. */
  run: (tools: JobTools, signal: AbortSignal) => Promise<void>;
};

const anHour = 3_600_000;

/** Every background job there is. To add one, add it here: nothing else needs to know it. */
export const jobs: readonly Job[] = [
  {
    name: 'housekeeping',
    does: 'Deletes sign-ins that have expired, and what calls and devices needed only for a while',
    every: anHour,
    runs: 'one process',
    run: ({ db }) => keepHouse(db),
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
    does: 'Removes stored documents that no hotel has',
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
