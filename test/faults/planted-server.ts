/**
 * The product's own server, but with its database changed for the one statement that stores a
 * response. Run: node planted-server.ts <bug>, with the server's own settings.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { buildApp } from '#server/app.ts';
import { keepDeletions } from '#server/backup/deletions.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connection/connect.ts';
import { keepEditions } from '#server/db/responses/editions.ts';
import { keepDocuments } from '#server/files/keep-documents.ts';
import { openStore } from '#server/files/open-store.ts';
import { createTryWriting } from '#server/db/connection/try-writing.ts';
import { keepSessions } from '#server/http/keep-sessions.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Bug } from './plant.ts';

type Statement = { name: string; text: string; values: unknown[] };
type Store = (pool: pg.Pool, statement: Statement) => Promise<pg.QueryResult>;

/**
 * Milliseconds, as long as the way to a remote database, so that a power cut can fall between two
 * statements.
 */
const slowness = 100;

/** Returns the index of the answers among the statement's values: the only list of objects. */
function placeOfAnswers(values: readonly unknown[]): number {
  return values.findIndex((value) => typeof value === 'string' && value.startsWith('[{'));
}

const stores: Record<NonNullable<Bug['server']>, Store> = {
  'no unique key': (pool, { values, text }) =>
    pool.query(text.replace('on conflict (client_id) do nothing', ''), values),

  'answer before commit': async (pool, { values, text }) => {
    const client = await pool.connect();
    await client.query('begin');
    const result = await client.query(text, values);
    void sleep(slowness)
      .then(() => client.query('commit'))
      .finally(() => client.release());
    return result;
  },

  'two transactions': async (pool, { values, text }) => {
    const answersAt = placeOfAnswers(values);
    const answers = values[answersAt];
    const result = await pool.query<{ id: number }>(text, values.with(answersAt, '[]'));
    await sleep(slowness);
    const id = result.rows[0]?.id;
    await pool.query('update responses set answers = $1 where id = $2', [answers, id]);
    return result;
  },
};

const store = stores[process.argv[2] as keyof typeof stores];
const config = readConfig();
const database = openDatabase({ connectionString: config.databaseUrl ?? '' });
const app = await buildApp({
  config,
  db: database.db,
  reports: database.reports,
  pool: tampered(database.pool),
  editions: keepEditions(),
  sessions: keepSessions(database.pool),
  tryWriting: createTryWriting(database.db),
  deletions: keepDeletions(database.db, config.dataDir),
  documents: keepDocuments(await openStore(config, console.error), database.db, config.dataDir),
  metrics: createMetrics({ requests: database.pool, reports: database.reportPool }),
  stopping: new AbortController().signal,
  now: () => Date.now(),
});
const listenTextResolver = (address: string) => address;
process.stdout.write(
  `Bellwether is at ${await app.listen({ host: config.host, port: 0, listenTextResolver })}\n`,
);

/** Returns the pool, but with another way of storing responses. */
function tampered(pool: pg.Pool): pg.Pool {
  const query = (statement: Statement) => store(pool, statement);
  return new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)),
  });
}
