import { once } from 'node:events';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { buildApp } from './app.ts';
import { jobs } from './background/jobs.ts';
import { runJobs } from './background/run-jobs.ts';
import { keepDeletions, repeatDeletions } from './backup/deletions.ts';
import { isProduction, isReachable, readConfig, type Config } from './config.ts';
import { canAnyoneSignIn } from './demonstration/people.ts';
import { keepEditions } from './db/responses/editions.ts';
import { asStartError } from './db/connection/as-start-error.ts';
import { keepDatabaseClock } from './db/connection/database-clock.ts';
import { migrate } from './db/connection/migrate.ts';
import { populate } from './db/connection/populate.ts';
import { startDatabase, type RunningDatabase } from './db/connection/start-database.ts';
import { createTryWriting } from './db/connection/try-writing.ts';
import type { DocumentStore } from './files/document-store.ts';
import { requireWritable } from './files/data-folder.ts';
import { keepDocuments } from './files/keep-documents.ts';
import { readAhead } from './features/results/read-ahead.ts';
import { openStore } from './files/open-store.ts';
import { keepSessions } from './http/keep-sessions.ts';
import { inListenWords } from './listen-error.ts';
import { createMetrics } from './metrics.ts';
import { print, speakAs } from './say.ts';

/**
 * The milliseconds that a stop may take after draining. The database ends with this process in any
 * case.
 */
const patience = 10_000;
/** The milliseconds without a request after which the connections that are still open are closed during a stop. */
const lastCall = 500;

const { say, fail } = speakAs(isProduction());

const giveUp = (error: unknown) => {
  fail(error);
  process.exit(1);
};
process.on('uncaughtException', giveUp);

await serve(readConfig()).catch((error: unknown) => giveUp(asStartError(error)));

async function serve(config: Config): Promise<void> {
  const stopping = whenAsked();
  let isServing = false;
  // Before the server serves, nothing is in progress and a start may take long, so it exits at
  // once. The database ends with us.
  stopping.addEventListener('abort', () => isServing || process.exit());
  await requireWritable(config.dataDir);
  const database = await startDatabase(config, say);
  try {
    // Uses the upkeep pool, which may wait for locks: another process may be migrating too.
    await migrate(database.upkeep);
    const again = await repeatDeletions(database.upkeep, config.dataDir);
    if (again > 0) say(`Responses deleted again, which a restore had brought back: ${again}`);
    const store = await openStore(config, (line) => say(line, 'warn'));
    await populate(database.upkeep, store, config, print);
    const hasOpenDemonstration = isReachable(config) && (await canAnyoneSignIn(database.upkeep));
    if (hasOpenDemonstration)
      say(
        'Demonstration: anyone with the printed password can sign in, from other machines too. ' +
          'Deactivate the demonstration accounts, or give them other passwords, before real work.',
        'warn',
      );
    isServing = true;
    await serveUntil(stopping, { config, database, store, hasOpenDemonstration });
  } finally {
    await database.close();
  }
  process.exit();
}

type Ready = {
  config: Config;
  database: RunningDatabase;
  store: DocumentStore;
  hasOpenDemonstration: boolean;
};

/** Serves until a stop is requested, then finishes the running requests. */
async function serveUntil(
  stopping: AbortSignal,
  { config, database, store, hasOpenDemonstration }: Ready,
): Promise<void> {
  const { db, reports, pool, reportPool } = database;
  const metrics = createMetrics({ requests: pool, reports: reportPool });
  const editions = keepEditions();
  const sessions = keepSessions(pool);
  const tryWriting = createTryWriting(db);
  const documents = keepDocuments(store, db, config.dataDir);
  const deletions = keepDeletions(db, config.dataDir);
  const { now } = await keepDatabaseClock(db, say);
  const own = {
    config,
    editions,
    sessions,
    tryWriting,
    documents,
    deletions,
    metrics,
    stopping,
    now,
  };
  const app = await buildApp({ ...own, db, reports, pool, hasOpenDemonstration });
  const background = runJobs(jobs, {
    tools: { ...own, db, upkeep: database.upkeep },
    db,
    lockPool: database.upkeepPool,
    metrics,
    log: app.log,
  });
  try {
    say(`Bellwether is at ${await listen(app, config)}`);
    // This only saves time. If it fails, the first person who opens Results waits longer.
    readAhead(reports, editions, config, now()).catch(() => {});
    const lost = database.ended.then(() => true);
    const asked = once(stopping, 'abort').then(() => false);
    if (!stopping.aborted && (await Promise.race([lost, asked]))) {
      process.exitCode = 1;
      fail(new Error('The database does not stay up: postgres/postgres.log in DATA_DIR says why.'));
    }
    say('Ending…');
    await Promise.race([sleep(config.drainSeconds * 1000), lost]);
    exitAfterPatience();
    await Promise.race([closeGently(app.server), lost]);
  } finally {
    exitAfterPatience();
    await Promise.all([background.stop(), app.close()]);
  }
}

/**
 * Exits in any case after a while. The database, the connections and the callers are all released when this process
 * ends. Of several calls, the first one counts.
 */
function exitAfterPatience(): void {
  setTimeout(() => process.exit(1), patience).unref();
}

/**
 * Accepts no more connections. Those that are open get one more reply, which closes them, so that
 * nobody is cut off in the middle of sending a request. Waits while such requests still arrive: each connection brings
 * one at most, and under overload they come late.
 */
async function closeGently(server: App['server']): Promise<void> {
  const closed = once(server, 'close');
  // Connections that are already made are accepted first.
  await nextTurn();
  // The HTTP server's own `close` would cut connections on which no request has arrived yet.
  Server.prototype.close.call(server);
  let requests = 0;
  server.on('request', () => (requests += 1));
  for (let before = -1; before < requests;) {
    before = requests;
    await Promise.race([closed, sleep(lastCall)]);
    // The timer may be late, and then requests have arrived that are read only now. Closed before that, their
    // connections would be reset.
    await nextTurn();
  }
}

type App = Awaited<ReturnType<typeof buildApp>>;

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: (address) => address });
  } catch (error) {
    throw inListenWords(error, { host, port });
  }
}

/**
 * Returns a signal that is aborted when a stop is requested: by a signal, or by the end of the
 * start script. Several such events, at once or repeated, count as one request (a terminal signals
 * every process in it).
 */
function whenAsked(): AbortSignal {
  // The reader of our output may be gone, which must not stop the running requests.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const asked = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(event, () => asked.abort());
  return asked.signal;
}
