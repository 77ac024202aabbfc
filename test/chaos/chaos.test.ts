import { readdir } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, inject, test } from 'vitest';

import { openDatabase } from '#server/db/connection/connect.ts';
import { seededRandom } from '#server/demonstration/random.ts';
import { folderStore } from '#server/files/document-store.ts';
import { aHotel } from '#test/build.ts';
import { onDatabase } from '#test/database/template.ts';
import { startServerProcess } from '#test/server-process.ts';
import { openTestApp } from '#test/test-app.ts';
import { rudeClients } from './rude-clients.ts';
import { crashDatabase, inFolder, loseDatabase, stopAtOnce, stopUnderLoad } from './sudden-ends.ts';

// Runs a few rounds of what `npm run chaos` does hundreds of times. A scenario fails by throwing.
const few = (rounds: number) => ({ rounds, chance: seededRandom(7).next, say: () => {} });

test('clients that go away leave nothing behind', { timeout: 120_000 }, async () => {
  await expect(rudeClients(few(12))).resolves.toBeUndefined();
});

test(
  'a crash of the database loses nothing that was acknowledged',
  { timeout: 120_000 },
  async () => {
    await expect(crashDatabase(few(1))).resolves.toBeUndefined();
  },
);

test(
  'an embedded database that is killed under load is started again',
  { timeout: 120_000 },
  async () => {
    await expect(loseDatabase(few(1))).resolves.toBeUndefined();
  },
);

test('a stop under load drops nothing', { timeout: 120_000 }, async () => {
  await expect(stopUnderLoad(few(1))).resolves.toBeUndefined();
});

test('a stop at once drops nothing that was sent', { timeout: 120_000 }, async () => {
  await expect(stopAtOnce(few(1))).resolves.toBeUndefined();
});

test('a stop replies to requests that arrive late on connections it has', { timeout: 60_000 }, () =>
  inFolder(async (dataDir) => {
    // Too busy to read anything, from a moment after the signal on.
    const busy = 'setTimeout(()=>{const end=Date.now()+600;while(Date.now()<end);},100)';
    const program = encodeURIComponent(`process.on('SIGTERM',()=>{${busy}})`);
    const blocks = `--import=data:text/javascript,${program}`;
    const server = await startServerProcess(dataDir, { NODE_OPTIONS: blocks });
    const ask = (agent: Agent) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${server.address}/api/health`, { agent }, (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode));
        }).on('error', reject);
      });
    const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents) await ask(agent);
    const ending = server.stop();
    const late = agents.map(async (agent, place) => {
      await sleep(place === 0 ? 300 : 1_000);
      return ask(agent);
    });
    expect(await Promise.all(late)).toEqual([200, 200]);
    expect(await ending).toBe(0);
  }),
);

test('who waits too long for a lock is asked to come again, and others go on', async () => {
  const server = await openTestApp({ lockTimeout: 200 });
  const { id } = await aHotel(server);
  const { rows } = await server.deps.pool.query('select current_database() as name');
  const other = openDatabase(onDatabase(inject('connection'), rows[0].name));
  const holder = await other.pool.connect();
  await holder.query('begin');
  await holder.query('lock table hotels in access exclusive mode');
  const waits = await server.as('alice')('GET', `/api/hotels/${id}`);
  expect(waits.status).toBe(503);
  expect(waits.headers['retry-after']).toBe('2');
  // Reports and exports have their own connection pool, with the same time limit.
  expect((await server.as('alice')('GET', '/api/results/summary')).status).toBe(503);
  expect((await server.as('alice')('GET', '/api/surveys')).status).toBe(200);
  await holder.query('rollback');
  holder.release();
  expect((await server.as('alice')('GET', `/api/hotels/${id}`)).status).toBe(200);
  await other.close();
  await server.close();
});

test('a full disk refuses the document, and leaves neither row nor file', async () => {
  const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const full = { ...folderStore('/nowhere'), put: () => Promise.reject(noRoom) };
  const server = await openTestApp({ store: full });
  const { id } = await aHotel(server);
  const path = `/api/hotels/${id}/evaluation-documents`;
  const form =
    '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n' +
    'content-type: application/pdf\r\n\r\n%PDF-1.4\n%%EOF\n\r\n--xx--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=xx' };
  const refused = await server.as('alice')('POST', path, form, headers);
  expect(refused.status).toBe(507);
  expect(refused.body.type).toBe('/problems/no-room');
  expect((await server.as('alice')('GET', path)).body).toEqual([]);
  expect(await readdir(join(server.deps.config.dataDir, 'uploads'))).toEqual([]);
  await server.close();
});
