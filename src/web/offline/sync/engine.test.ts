import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { storeState } from '#web/offline/store/store-state.ts';

import { SyncEngine, type SyncStatus } from './engine.ts';

/**
 * Tests when the engine syncs, and what it reports. What a sync does is tested against the real
 * server.
 */

let users = 2_000;
let db: OfflineDatabase;
let engine: SyncEngine;
let unwatch: () => void;
let status: Partial<SyncStatus>;
let asked: string[];
let answers: Record<string, () => Promise<Response>>;

const json = (value: object, code = 200) =>
  Promise.resolve(
    new Response(JSON.stringify(value), {
      status: code,
      headers: { 'content-type': 'application/json' },
    }),
  );
const health = { product: 'bellwether', status: 'ok', epoch: 'one' };

const pendingPath = '/api/responses/pending?fields=ids&limit=500&after=0';

function envelope(clientId: string): Envelope {
  const body = JSON.stringify({ clientId });
  return {
    ...{ clientId, body, digest: digestOf(body), completedAt: 1, state: 'waiting', reason: null },
    ...{ attempts: 0, nextAttemptAt: 0 },
    about: { hotelName: 'H', surveyTitle: 'S', respondentName: 'R' },
  };
}
const receipt = ({ clientId, digest }: Envelope) => ({
  ...{ id: 1, clientId, digest, totalScore: 1, maxScore: 2, syncStatus: 'synced' },
});

beforeEach(() => {
  db = new OfflineDatabase((users += 1));
  status = {};
  asked = [];
  answers = {
    '/api/health': () => json(health),
    '/api/auth/me': () => json({}),
    [pendingPath]: () => json([]),
  };
  const fetch = (input: RequestInfo | URL) => {
    asked.push(String(input));
    return answers[String(input)]?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  };
  vi.stubGlobal('fetch', fetch);
  engine = new SyncEngine(
    db,
    { fetch, now: Date.now, random: () => 0, refresh: async () => {} },
    (change) => Object.assign(status, change),
  );
  unwatch = connection.watch();
});
afterEach(() => {
  engine.stop();
  unwatch();
  vi.unstubAllGlobals();
});

test('syncs on start, and reports what is left', async () => {
  await db.envelopes.bulkAdd([envelope('one'), { ...envelope('two'), state: 'needs-attention' }]);
  answers['/api/responses'] = () => json(receipt(envelope('one')), 201);
  engine.start();
  await waitFor(() => expect(status.lastSync).toBeGreaterThan(0));
  await waitFor(() => expect(status).toMatchObject({ pendingCount: 1, attentionCount: 1 }));
  expect(status).toMatchObject({ isSyncing: false, needsSignIn: false });
});

test('a call during a sync gets its outcome; with force it starts another one', async () => {
  engine.start();
  const [first, second] = [engine.sync(), engine.sync()];
  expect(await first).toBe(await second);
  const before = asked.length;
  await Promise.all([engine.sync(), engine.sync({ force: true })]);
  // Each run sends three requests: health, session, and pending responses. The forced run also
  // reads the pending ones before it confirms them.
  expect(asked.length).toBe(before + 7);
});

test('copies each of two interviews that were changed at the same time', async () => {
  const copied = vi.spyOn(engine, 'copyNow').mockResolvedValue(true);
  for (const clientId of ['one', 'two', 'one']) engine.copySoon(clientId);
  await waitFor(() => expect(copied.mock.calls).toEqual([['two'], ['one']]));
});

test('while the server requires a sign-in, the status says so and nothing is deleted', async () => {
  await db.envelopes.add(envelope('one'));
  const problem = { type: '/problems/not-signed-in', title: 'T', status: 401, detail: 'D' };
  answers['/api/responses'] = () => json(problem, 401);
  engine.start();
  await waitFor(() => expect(status.needsSignIn).toBe(true));
  expect(await db.envelopes.count()).toBe(1);
  answers['/api/responses'] = () => json(receipt(envelope('one')), 201);
  expect(await engine.sync({ force: true })).toMatchObject({ synced: 1, stopped: null });
  expect(status.needsSignIn).toBe(false);
});

test('without a connection a sync ends at once as offline', async () => {
  await db.envelopes.add(envelope('one'));
  answers = {};
  engine.start();
  expect(await engine.sync({ force: true })).toMatchObject({ stopped: 'offline' });
  await waitFor(() => expect(status.isOnline).toBe(false));
  expect(asked).not.toContain('/api/responses');
});

test('a sync that succeeds just after the network was lost does not set the status to online', async () => {
  engine.start();
  await waitFor(() => expect(status).toMatchObject({ isOnline: true, isSyncing: false }));
  const me = Promise.withResolvers<Response>();
  const isAsked = new Promise<void>((tell) => {
    answers['/api/auth/me'] = () => (tell(), me.promise);
  });
  const running = engine.sync({ force: true });
  await isAsked;
  window.dispatchEvent(new Event('offline'));
  answers['/api/health'] = () => Promise.reject(new TypeError('Failed to fetch'));
  me.resolve(await json({}));
  expect(await running).toMatchObject({ stopped: null });
  expect(connection.isOnline).toBe(false);
  expect(status.isOnline).toBe(false);
});

test('after stop it reports nothing more, because the next user has another store', async () => {
  engine.start();
  const running = engine.sync({ force: true });
  engine.stop();
  status = {};
  await running;
  expect(status).toEqual({});
});

test('reports how many responses are pending on the server, and null when the server does not answer', async () => {
  answers[pendingPath] = () => json([{ id: 7, clientId: 'offline_7_rosa' }]);
  engine.start();
  await waitFor(() => expect(status).toMatchObject({ pendingOnServer: 1, problem: null }));
  answers[pendingPath] = () => json({}, 500);
  await engine.sync({ force: true });
  expect(status).toMatchObject({
    pendingOnServer: null,
    problem: 'The server failed while it worked on this (error 500).',
  });
  answers[pendingPath] = () => json([]);
  answers['/api/responses/7/sync-status'] = () => json({ id: 7, syncStatus: 'synced' });
  await engine.sync({ force: true });
  expect(status).toMatchObject({ pendingOnServer: 0, problem: null });
});

test('a sync that succeeds as the connection comes back is followed by another, which reports what is pending', async () => {
  const reached = answers;
  answers = {};
  engine.start();
  await waitFor(() => expect(status).toMatchObject({ isOnline: false, isSyncing: false }));
  answers = reached;
  // This does what the timer would do while the connection still counts as lost.
  await engine.sync({ force: true });
  await waitFor(() => expect(status).toMatchObject({ isOnline: true, isSyncing: false }));
  await waitFor(() => expect(status.pendingOnServer).toBe(0));
});

/** Starts the engine and waits until nothing is pending and the header is green. */
async function atRest(): Promise<void> {
  engine.start();
  await waitFor(() => expect(status).toMatchObject({ isSyncing: false, pendingOnServer: 0 }));
  // A run that is about to end has ended after this.
  await engine.sync();
  status = {};
}
const isKnownAgain = () => waitFor(() => expect(status.pendingOnServer).toBe(0));

test.each([
  { whether: 'the server is there', path: '/api/health' },
  { whether: 'something is pending', path: pendingPath },
])('a sync that could not find out whether $whether is followed by another', async ({ path }) => {
  await atRest();
  const usual = answers;
  const failing = () => {
    answers = usual;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  answers = { ...usual, [path]: failing };
  expect(await engine.sync()).toMatchObject({ pendingOnServer: null });
  await isKnownAgain();
});

test('counts again when a closed store is open again', async () => {
  await db.envelopes.add({ ...envelope('one'), state: 'needs-attention' });
  // Leaves the store as a late opening would.
  db.close();
  storeState.set(true);
  engine.start();
  await waitFor(() => expect(status.isSyncing).toBe(false));
  expect(status.pendingCount).toBeUndefined();
  await db.open();
  storeState.set(false);
  await waitFor(() => expect(status).toMatchObject({ pendingCount: 1, attentionCount: 1 }));
});

test('a sync that could not read the store is followed by another', async () => {
  await atRest();
  db.close();
  expect(await engine.sync()).toBeNull();
  await db.open();
  await isKnownAgain();
});
