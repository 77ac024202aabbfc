import type pg from 'pg';

import type { Deletions } from './backup/deletions.ts';
import type { Config } from './config.ts';
import type { Editions } from './db/responses/editions.ts';
import type { Db } from './db/statements/transaction.ts';
import type { TryWriting } from './db/connection/try-writing.ts';
import type { Documents } from './files/keep-documents.ts';
import type { Sessions } from './http/keep-sessions.ts';
import type { Metrics } from './metrics.ts';

/**
 * What the app is built from. Everything with side effects is passed in here, so that tests can
 * replace it.
 */
export type Deps = {
  config: Config;
  db: Db;
  /**
   * The same database through its own pool, so that a long report does not hold up requests. With
   * DATABASE_READ_URL its replica reads.
   */
  reports: Db;
  /** The pool of requests itself, for storing a response, which is the most frequent write. */
  pool: pg.Pool;
  /** Checks whether a database write completes. */
  tryWriting: TryWriting;
  editions: Editions;
  /** Finds the person behind a session's cookie. */
  sessions: Sessions;
  /** Where evaluation documents and evidence are kept. */
  documents: Documents;
  /**
   * The list of what was deleted on purpose, kept where a restore from backup does not overwrite
   * it.
   */
  deletions: Deletions;
  metrics: Metrics;
  /** True when other machines can reach the demonstration accounts, whose password is public. */
  hasOpenDemonstration?: boolean;
  /**
   * Aborted when the server was asked to stop. It finishes the running requests, and expects no
   * more.
   */
  stopping: AbortSignal;
  /** Returns the milliseconds since 1970. */
  now: () => number;
  /** The milliseconds in which a request must arrive completely. The default is five minutes. */
  requestTimeout?: number;
  /** Where log lines are written. The default is standard output. */
  logTo?: { write: (line: string) => void };
};
