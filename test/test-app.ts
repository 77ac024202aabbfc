import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { buildApp } from '#server/app.ts';
import { keepDeletions } from '#server/backup/deletions.ts';
import { readConfig } from '#server/config.ts';
import type { OpenDatabase } from '#server/db/connection/connect.ts';
import { keepEditions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { folderStore, type DocumentStore } from '#server/files/document-store.ts';
import { keepDocuments } from '#server/files/keep-documents.ts';
import { createMetrics } from '#server/metrics.ts';
import { beginSession, sessionCookieOf } from '#server/http/auth-sessions.ts';
import { createTryWriting } from '#server/db/connection/try-writing.ts';
import { keepSessions } from '#server/http/keep-sessions.ts';
import { checkDescribed } from './described-answers.ts';
import { openTestDatabase } from './database/test-database.ts';
import { people, type PersonName } from './people.ts';

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;
/** Any reply of the API. Each test says what it expects. */
type Body = ReturnType<typeof JSON.parse>;
export type Answer = {
  status: number;
  body: Body;
  /** The body as it was received. */
  bytes: Buffer;
  headers: LightMyRequestResponse['headers'];
};

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  db: Db;
  /** Calls the API as this person. `as('nobody')` sends no session. */
  as: (who: PersonName | 'nobody') => Call;
  idOf: (who: PersonName) => number;
  close: () => Promise<void>;
};

type Given = Partial<Pick<Deps, 'now' | 'stopping' | 'logTo' | 'requestTimeout'>> & {
  /** Closed together with the app. */
  database?: OpenDatabase;
  store?: DocumentStore;
  /** Milliseconds. */
  lockTimeout?: number;
};

export const metricsToken = 'a-token-for-the-monitor';

/** Starts the product's own server on its own database, with the people of `people.ts`. */
export async function openTestApp(
  { database, store, lockTimeout, ...given }: Given = {},
  settings: NodeJS.ProcessEnv = {},
): Promise<TestApp> {
  const limits = lockTimeout === undefined ? {} : { lockTimeout };
  return openAppOn(database ?? (await openTestDatabase(limits)), store, given, settings);
}

async function openAppOn(
  database: OpenDatabase,
  store: DocumentStore | undefined,
  given: Pick<Given, 'now' | 'stopping' | 'logTo' | 'requestTimeout'>,
  settings: NodeJS.ProcessEnv,
): Promise<TestApp> {
  const { db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-app-'));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    DATA_DIR: dataDir,
    METRICS_TOKEN: metricsToken,
    // So that tests run even on a nearly full disk.
    DISK_RESERVE_MB: '0',
    ...settings,
  });
  const deps: Deps = {
    config,
    db,
    reports: database.reports,
    pool: database.pool,
    editions: keepEditions(),
    sessions: keepSessions(database.pool),
    tryWriting: createTryWriting(db),
    deletions: keepDeletions(db, dataDir),
    documents: keepDocuments(store ?? folderStore(join(dataDir, 'documents')), db, dataDir),
    metrics: createMetrics({ requests: database.pool, reports: database.reportPool }),
    stopping: new AbortController().signal,
    now: () => Date.now(),
    ...given,
  };
  const app = await buildApp(deps);
  const known = await signEveryoneIn(db);
  return {
    app,
    deps,
    db,
    as: (who) =>
      caller(app, who === 'nobody' ? undefined : `${sessionCookieOf(config)}=${known[who].token}`),
    idOf: (who) => known[who].id,
    close: async () => {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

function caller(app: FastifyInstance, cookie: string | undefined): Call {
  return async (method, url, body, headers = {}) => {
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: asPayload(body) }),
    });
    checkDescribed(method, url, answer);
    const isJson = /json/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  };
}

/** Returns the body to send. Text and bytes stay as they are; everything else becomes JSON. */
function asPayload(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

type Known = Record<PersonName, { id: number; token: string }>;

async function signEveryoneIn(db: Db): Promise<Known> {
  const known: Partial<Known> = {};
  for (const who of Object.keys(people) as PersonName[]) {
    const { name, email, role } = people[who];
    const { id: roleId } = await db
      .selectFrom('userRoles')
      .select('id')
      .where('name', '=', role)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('systemUsers')
      // No test signs these people in by password; their sessions are created below.
      .values({ name, email, roleId, mobileNumber: '+1 555 0100', passwordHash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    known[who] = { id, token: await beginSession(db, id, 'test') };
  }
  return known as Known;
}
