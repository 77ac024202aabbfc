import { healthSchema, readySchema } from '#domain/sync/health.ts';
import { readEpoch } from '#server/db/connection/epoch.ts';
import { isMigrated } from '#server/db/connection/migrate.ts';
import { isWritable } from '#server/files/data-folder.ts';
import { defineRoute } from '#server/http/route.ts';
import { ProblemError } from '#server/problems.ts';

const health = defineRoute({
  method: 'GET',
  path: '/api/health',
  summary: 'Replies 200 while the server and its database work',
  who: 'anyone',
  answer: healthSchema,
  run: async ({ deps, db }) => {
    const epoch = await readEpoch(db);
    const answer = { product: 'bellwether', status: 'ok', epoch, now: deps.now() } as const;
    return deps.hasOpenDemonstration ? { ...answer, demonstration: true as const } : answer;
  },
});

const ready = defineRoute({
  method: 'GET',
  path: '/api/ready',
  summary:
    'Whether a proxy should send requests here: 503 while it ends, waits for the database, or no write of the database or its files ends',
  who: 'anyone',
  answer: readySchema,
  run: async ({ deps, db }) => {
    const notReady = (why: string) => new ProblemError('try-later', why, { retryAfter: 2 });
    if (deps.stopping.aborted) throw notReady('This server is ending.');
    if (!(await isMigrated(db))) throw notReady('The database is not up to date.');
    if (!(await isWritable(deps.config.dataDir))) throw notReady('DATA_DIR cannot be written.');
    const why = await deps.tryWriting();
    if (why !== '') throw notReady(why);
    return { status: 'ready' as const };
  },
});

export const healthRoutes = [health, ready];
