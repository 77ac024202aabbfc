import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startPostgres, type EmbeddedPostgres } from '#server/embedded/start-postgres.ts';
import { findLost, makeLoadSurvey, responseTo, writeUntilCut } from './load.ts';
import {
  callWith,
  cookieFrom,
  databaseUrlOf,
  startServerProcess,
  type ServerProcess,
} from './server-process.ts';

/**
 * Tests two processes of the server on one database, as behind a proxy: neither may know anything
 * that the other does not. They get their own cluster, because together they use most of its
 * connections.
 */
const clockAhead =
  '--import=data:text/javascript,const{now}=Date;Date.now=()=>now.call(Date)+300000';
let home: string;
let postgres: EmbeddedPostgres;
let a: ServerProcess;
let b: ServerProcess;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bellwether-two-'));
  postgres = await startPostgres({ dataDir: join(home, 'database'), log: () => {} });
  const start = (settings?: Record<string, string>) =>
    startServerProcess(join(home, 'data'), {
      DATABASE_URL: databaseUrlOf(postgres),
      ...settings,
    });
  // Both find an empty database at the same moment. The clock of b's machine is five minutes ahead.
  [a, b] = await Promise.all([start(), start({ NODE_OPTIONS: clockAhead })]);
});
afterAll(async () => {
  await Promise.all([a.stop(), b.stop()]);
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
});

test('both made one installation with one administrator', async () => {
  const epochs = await Promise.all(
    [a, b].map(async ({ address }) => {
      const answer = await fetch(`${address}/api/health`);
      return ((await answer.json()) as { epoch: string }).epoch;
    }),
  );
  expect(epochs[0]).toBe(epochs[1]);
  const call = callWith(b.address, await cookieFrom(a.address));
  expect((await call('GET', '/api/system-users')).body).toHaveLength(1);
});

test('whoever signs in with one is signed in with both, and signs out of both', async () => {
  const cookie = await cookieFrom(a.address);
  const [onA, onB] = [callWith(a.address, cookie), callWith(b.address, cookie)];
  const survey = await makeLoadSurvey(onB);
  expect((await onA('GET', `/api/surveys/${survey.id}/with-questions`)).body.edition).toBe(3);
  const send = (clientId: string) =>
    onB('POST', '/api/responses', responseTo(survey, `offline_signed_out_${clientId}`));
  expect((await send('before')).status).toBe(201);
  expect((await onA('POST', '/api/auth/logout')).status).toBe(204);
  expect((await send('after')).status).toBe(401);
  expect((await onB('GET', '/api/auth/me')).status).toBe(401);
});

test('a response is stored once, whichever it comes to, also at the same moment', async () => {
  const cookie = await cookieFrom(b.address);
  const calls = [callWith(a.address, cookie), callWith(b.address, cookie)] as const;
  const survey = await makeLoadSurvey(calls[0]);
  const acknowledged = new Map<string, number>();
  for (let n = 0; n < 40; n += 1) {
    const clientId = `offline_both_${n}`;
    const envelope = responseTo(survey, clientId);
    const targets = n % 4 < 2 ? [calls[n % 2]!] : calls;
    const answers = await Promise.all(
      targets.map((call) => call('POST', '/api/responses', envelope)),
    );
    const stored = answers.filter(({ status }) => status === 201);
    expect(stored).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    acknowledged.set(clientId, stored[0]!.body.totalScore);
  }
  expect(await findLost(calls[1], acknowledged)).toEqual([]);
});

test('a request key answers the same with both, also at the same moment', async () => {
  const cookie = await cookieFrom(a.address);
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': 'both-at-once' };
  const body = JSON.stringify({ title: 'Made once', category: 'hospitality' });
  const made = await Promise.all(
    [a, b, a, b].map(async ({ address }) => {
      const answer = await fetch(`${address}/api/surveys`, { method: 'POST', headers, body });
      return ((await answer.json()) as { id: number }).id;
    }),
  );
  expect(new Set(made).size).toBe(1);
});

test('guesses are counted across both, by one clock', async () => {
  const guess = async ({ address }: ServerProcess) => {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'someone@hotel.example', password: 'a wrong password' }),
    });
    return [answer.status, answer.headers.get('retry-after')];
  };
  const seen: unknown[] = [];
  for (const server of [a, b, a, b, a, b]) seen.push(await guess(server));
  expect(seen).toEqual([...Array(5).fill([401, null]), [429, '1']]);
});

test('one is killed while the other goes on, and comes back beside it', async () => {
  const cookie = await cookieFrom(b.address);
  const calls = [callWith(a.address, cookie), callWith(b.address, cookie)] as const;
  const survey = await makeLoadSurvey(calls[0]);
  const acknowledged = new Map<string, number>();
  let mayGoOn = true;
  const writing = calls.map((call, n) =>
    writeUntilCut(call, survey, `killed_${n}`, acknowledged, () => mayGoOn),
  );
  const ofB = () => [...acknowledged.keys()].filter((id) => id.includes('killed_1')).length;
  await expect.poll(ofB).toBeGreaterThan(5);
  await a.killNow();
  const then = ofB();
  await expect.poll(ofB).toBeGreaterThan(then + 5);
  mayGoOn = false;
  expect(await writing[0]).toBeInstanceOf(Error);
  expect(await writing[1]).toBeNull();
  a = await startServerProcess(join(home, 'data'), { DATABASE_URL: databaseUrlOf(postgres) });
  expect(await findLost(callWith(a.address, cookie), acknowledged)).toEqual([]);
});
