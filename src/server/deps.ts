import type pg from 'pg';

import type { Deletions } from './backup/deletions.ts';
import type { Config } from './config.ts';
import type { Editions } from './db/editions.ts';
import type { Db } from './db/transaction.ts';
import type { Documents } from './files/keep-documents.ts';
import type { Sessions } from './http/keep-sessions.ts';
import type { Metrics } from './metrics.ts';

/** What the app is built from. Effects come in here, so that tests bring their own. */
export type Deps = {
  config: Config;
  db: Db;
  /** The same database through a pool of its own, so that a long report never starves a request. */
  reports: Db;
  /** The request pool itself, for the one hot write. */
  pool: pg.Pool;
  editions: Editions;
  /** Who is behind a session's cookie. */
  sessions: Sessions;
  /** Where evaluation documents are kept. */
  documents: Documents;
  /** What was deleted on purpose, listed where no restore from backup reaches it. */
  deletions: Deletions;
  metrics: Metrics;
  /** Other machines can reach the demonstration accounts, whose password everybody knows. */
  hasOpenDemonstration?: boolean;
  /** Aborted once a stop was asked for: what is under way is finished, and nothing more expected. */
  stopping: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds in which a request must have arrived, in place of five minutes. */
  requestTimeout?: number;
  /** Where the lines of the log go, in place of standard output. */
  logTo?: { write: (line: string) => void };
};
