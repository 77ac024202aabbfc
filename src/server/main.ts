import { once } from 'node:events';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { buildApp } from './app.ts';
import { jobs } from './background/jobs.ts';
import { runJobs } from './background/run-jobs.ts';
import { keepDeletions, repeatDeletions } from './backup/deletions.ts';
import { isProduction, isReachable, readConfig, type Config } from './config.ts';
import { canAnyoneSignIn } from './demonstration/people.ts';
import { keepEditions } from './db/editions.ts';
import { inOneSentence } from './db/in-one-sentence.ts';
import { migrate } from './db/migrate.ts';
import { populate } from './db/populate.ts';
import { startDatabase, type RunningDatabase } from './db/start-database.ts';
import type { DocumentStore } from './files/document-store.ts';
import { requireWritable } from './files/data-folder.ts';
import { keepDocuments } from './files/keep-documents.ts';
import { openStore } from './files/open-store.ts';
import { keepSessions } from './http/keep-sessions.ts';
import { createMetrics } from './metrics.ts';
import { print, speakAs } from './say.ts';
import { StartError } from './start-error.ts';

/** What a stop may take in all after draining, in milliseconds; the database ends with us in any case. */
const patience = 9500;
/** How long, in milliseconds, connections stay open on which nothing is under way. */
const lastCall = 500;

const { say, fail } = speakAs(isProduction());

const giveUp = (error: unknown) => {
  fail(error);
  process.exit(1);
};
process.on('uncaughtException', giveUp);

await serve(readConfig()).catch((error: unknown) => giveUp(inOneSentence(error)));

async function serve(config: Config): Promise<void> {
  const stopping = whenAsked();
  let isServing = false;
  // Before that nothing is under way, and a start may take long. The database ends with us.
  stopping.addEventListener('abort', () => isServing || process.exit());
  await requireWritable(config.dataDir);
  const database = await startDatabase(config, say);
  try {
    // By the pool whose work may wait: another process may be at the same thing.
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

/** Serves until a stop is asked for, then finishes what is under way. */
async function serveUntil(
  stopping: AbortSignal,
  { config, database, store, hasOpenDemonstration }: Ready,
): Promise<void> {
  const { db, reports, pool, reportPool } = database;
  const metrics = createMetrics({ requests: pool, reports: reportPool });
  const editions = keepEditions();
  const sessions = keepSessions(pool);
  const documents = keepDocuments(store, db, config.dataDir);
  const deletions = keepDeletions(db, config.dataDir);
  const now = () => Date.now();
  const own = { config, editions, sessions, documents, deletions, metrics, stopping, now };
  const app = await buildApp({ ...own, db, reports, pool, hasOpenDemonstration });
  const background = runJobs(jobs, {
    tools: { ...own, db },
    db,
    lockPool: database.upkeepPool,
    metrics,
    log: app.log,
  });
  try {
    say(`Bellwether is at ${await listen(app, config)}`);
    const lost = database.ended.then(() => true);
    const asked = once(stopping, 'abort').then(() => false);
    if (!stopping.aborted && (await Promise.race([lost, asked]))) {
      process.exitCode = 1;
      fail(new Error('The database does not stay up: postgres/postgres.log in DATA_DIR says why.'));
    }
    say('Ending…');
    await Promise.race([sleep(config.drainSeconds * 1000), lost]);
    await Promise.race([closeGently(app.server), lost]);
  } finally {
    // However it came to this: the guard of the database, the pools and the callers all let go when
    // we are gone.
    setTimeout(() => process.exit(1), patience).unref();
    await Promise.all([background.stop(), app.close()]);
  }
}

/**
 * Takes no more connections. Those that are open get one more answer, which closes them: whoever is
 * just sending on one is not cut off.
 */
async function closeGently(server: App['server']): Promise<void> {
  const closed = once(server, 'close');
  // Whoever has connected by now is taken first.
  await nextTurn();
  // Its own `close` would end those at once on which nothing has arrived yet.
  Server.prototype.close.call(server);
  await Promise.race([closed, sleep(lastCall)]);
}

type App = Awaited<ReturnType<typeof buildApp>>;

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: (address) => address });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} of ${host} is in use: set PORT to another one.`);
  }
}

/**
 * A signal, or the end of the start script, however it ended. They may come together and more than
 * once (a terminal signals everybody in it), which is still one request.
 */
function whenAsked(): AbortSignal {
  // Whoever read our lines may be gone, which must not cut short what is under way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const asked = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(event, () => asked.abort());
  return asked.signal;
}
