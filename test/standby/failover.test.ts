import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { holdInterview, makeHotel, syncWith, whole } from '#test/held-interviews.ts';
import {
  makeLoadSurvey,
  readStored,
  responseTo,
  type LoadSurvey,
  type RemoteCall,
} from '#test/load.ts';
import {
  callWith,
  cookieFrom,
  startServerProcess,
  type ServerProcess,
} from '#test/server-process.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';

import { startPair, type DatabasePair } from './database-pair.ts';

/**
 * The first of two database servers dies under load and the second is promoted. Nothing that was
 * acknowledged is lost or stored twice: with a synchronous standby because it is there, without one
 * because devices offer it again. The server process is the same before and after.
 */
let home: string;
let pair: DatabasePair;
let server: ServerProcess | undefined;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bellwether-failover-'));
  pair = await startPair();
});
afterEach(async () => {
  await server?.stop();
  await pair.close();
  await rm(home, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}) {
  server = await startServerProcess(join(home, 'data'), { DATABASE_URL: pair.url, ...settings });
  const cookie = await cookieFrom(server.address);
  return { server, cookie, call: callWith(server.address, cookie) };
}

const epochOf = async (call: RemoteCall): Promise<string> =>
  (await call('GET', '/api/health')).body.epoch;

/** Sends responses one after another, each until it is acknowledged, as devices do. */
async function sendUntil(
  isEnough: () => boolean,
  { call, survey, writer }: { call: RemoteCall; survey: LoadSurvey; writer: number },
  acknowledged: Map<string, number>,
): Promise<void> {
  for (let n = 0; !isEnough(); n += 1) {
    const clientId = `offline_failover_${writer}_${n}`;
    for (;;) {
      const { status, body } = await call('POST', '/api/responses', responseTo(survey, clientId));
      if (status === 201 || status === 200) {
        acknowledged.set(clientId, body.totalScore);
        break;
      }
      expect(status).toBe(503);
      await sleep(50);
    }
  }
}

test('with a synchronous standby nothing is lost, and nothing is ready while it is gone', async () => {
  await pair.setSynchronous(true);
  // The standby also reads reports, until it is promoted.
  const { server: running, call } = await start({ DATABASE_READ_URL: pair.urlOf(pair.second) });
  expect(running.said()).toContain('a failover to it loses nothing');
  const survey = await makeLoadSurvey(call);
  const epoch = await epochOf(call);

  // The standby is gone: a response would wait, and so would every other.
  expect((await call('GET', '/api/ready')).status).toBe(200);
  await pair.setReceiving(false);
  await expect
    .poll(async () => (await call('GET', '/api/ready')).body.detail, { timeout: 15_000 })
    .toBe('No write of the database ends.');
  const waiting = call('POST', '/api/responses', responseTo(survey, 'offline_waits'));
  await pair.setReceiving(true);
  expect((await waiting).status).toBe(201);
  await expect.poll(async () => (await call('GET', '/api/ready')).status).toBe(200);

  const acknowledged = new Map<string, number>();
  let enough = Infinity;
  const writers = Array.from({ length: 6 }, (_, writer) =>
    sendUntil(() => acknowledged.size >= enough, { call, survey, writer }, acknowledged),
  );
  await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(60);
  await pair.failOver();
  const atFailover = acknowledged.size;
  enough = atFailover + 60;
  await Promise.all(writers);

  const stored = await readStored(call);
  expect([...acknowledged].filter(([id, score]) => stored.get(id) !== score)).toEqual([]);
  expect(stored.size).toBe(acknowledged.size + 1);
  // The promoted server is no replica any more, so its own figures come by the address of both.
  expect((await call('GET', '/api/results/responses')).body.total).toBe(stored.size);
  expect(await epochOf(call)).toBe(`${epoch}-2`);
  expect((await call('GET', '/api/ready')).status).toBe(200);
  expect(running.isRunning()).toBe(true);
}, 120_000);

test('with an asynchronous standby devices bring back what the failover lost', async () => {
  const { server: running, call, cookie } = await start();
  expect(running.said()).toContain('The database has a standby that is asynchronous');
  const device = new OfflineDatabase(1);
  try {
    const survey = await makeLoadSurvey(call);
    const hotel = await makeHotel(call);
    const hold = async (count: number) => {
      const held: string[] = [];
      for (let n = 0; n < count; n += 1)
        held.push(await holdInterview(device, survey.id, hotel.id, call));
      return held;
    };
    const kept = await hold(2);
    expect(await syncWith(device, running.address, cookie)).toEqual(whole(2));
    await pair.setReceiving(false);
    const lost = await hold(3);
    expect(await syncWith(device, running.address, cookie)).toEqual(whole(3));
    expect([...(await readStored(call)).keys()].toSorted()).toEqual([...kept, ...lost].toSorted());

    await pair.failOver();
    await expect.poll(async () => (await call('GET', '/api/ready')).status).toBe(200);
    expect([...(await readStored(call)).keys()].toSorted()).toEqual(kept.toSorted());
    expect(await syncWith(device, running.address, cookie)).toEqual(whole(5));
    expect([...(await readStored(call)).keys()].toSorted()).toEqual([...kept, ...lost].toSorted());
    expect(await device.envelopes.toArray()).toEqual([]);
  } finally {
    device.close();
  }
}, 120_000);
