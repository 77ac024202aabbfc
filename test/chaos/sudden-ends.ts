import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startPostgres } from '#server/embedded/start-postgres.ts';
import {
  findLost,
  makeLoadSurvey,
  responseTo,
  writeUntilCut,
  writeUntilRefused,
  type LoadSurvey,
} from '../load.ts';
import { callWith, cookieFrom, databaseUrlOf, startServerProcess } from '../server-process.ts';
import { must, until, type Chaos } from './report.ts';

const writers = [0, 1, 2, 3];

export async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-chaos-'));
  try {
    await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Kills the server in the middle of its work, again and again on one data folder. Afterwards
 * everything it had acknowledged must be there, each response once and complete.
 */
export const killServer = ({ rounds, chance, say }: Chaos) =>
  inFolder(async (dataDir) => {
    const acknowledged = new Map<string, number>();
    let survey: LoadSurvey | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServerProcess(dataDir);
      const call = callWith(server.address, await cookieFrom(server.address));
      const asked = (survey ??= await makeLoadSurvey(call));
      const before = acknowledged.size;
      const writing = writers.map((writer) =>
        writeUntilCut(call, asked, `${round}_${writer}`, acknowledged),
      );
      // In every second round it is killed after a first write, however slow the machine is. In the others it may
      // be killed before that.
      if (round % 2 === 0) await until(() => acknowledged.size > before, 'a write');
      await sleep(40 + chance() * 200);
      await server.killNow();
      await Promise.all(writing);
    }
    const server = await startServerProcess(dataDir);
    const call = callWith(server.address, await cookieFrom(server.address));
    const lost = await findLost(call, acknowledged);
    must(lost.length === 0, `Lost: ${lost.join(', ')}`);
    must((await server.stop()) === 0, 'It did not end well');
    say(`${rounds} kills of the server: ${acknowledged.size} acknowledged, 0 lost`);
  });

/**
 * Kills the database, here one that the server did not start, under load and starts it again.
 * Meanwhile the server must return 503, and must recover by itself.
 */
export const crashDatabase = ({ rounds, chance, say }: Chaos) =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'database');
    const log = () => {};
    let postgres = await startPostgres({ dataDir, log });
    const settings = { DATABASE_URL: databaseUrlOf(postgres), LOG_LEVEL: 'silent' };
    const server = await startServerProcess(join(folder, 'data'), settings);
    const call = callWith(server.address, await cookieFrom(server.address));
    const survey = await makeLoadSurvey(call);
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const writing = writers.map((writer) =>
        writeUntilCut(call, survey, `${round}_${writer}`, acknowledged),
      );
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + 4, 'writes');
      await sleep(chance() * 150);
      process.kill(await postmasterOf(dataDir), 'SIGKILL');
      for (const end of await Promise.all(writing))
        must((end as { status?: number }).status === 503, `Not a 503: ${JSON.stringify(end)}`);
      must((await call('GET', '/api/ready')).status === 503, 'Ready without a database');
      await postgres.stop();
      postgres = await startPostgres({ dataDir, log });
      await until(async () => (await call('GET', '/api/ready')).status === 200, 'ready again');
    }
    const lost = await findLost(call, acknowledged);
    must(lost.length === 0, `Lost: ${lost.join(', ')}`);
    must((await server.stop()) === 0, 'It did not end well');
    await postgres.stop();
    say(`${rounds} crashes of the database: ${acknowledged.size} acknowledged, 0 lost`);
  });

/**
 * Asks the server to end under load; the callers respect that it is no longer ready. It must reply
 * to every request that was begun, even half-sent ones, and end in time.
 */
export const stopUnderLoad = ({ rounds, chance, say }: Chaos) =>
  inFolder(async (dataDir) => {
    const acknowledged = new Map<string, number>();
    let survey: LoadSurvey | undefined;
    let longest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServerProcess(dataDir, { DRAIN_SECONDS: '1' });
      const cookie = await cookieFrom(server.address);
      const call = callWith(server.address, cookie);
      const asked = (survey ??= await makeLoadSurvey(call));
      let isReady = true;
      const writing = writers.map((writer) =>
        writeUntilCut(call, asked, `${round}_${writer}`, acknowledged, () => isReady),
      );
      await sleep(40 + chance() * 200);
      const half = await sendHalf(
        server.address,
        cookie,
        responseTo(asked, `offline_half_${round}`),
      );
      const begun = Date.now();
      const ending = server.stop();
      await until(async () => (await call('GET', '/api/ready')).status === 503, 'not ready');
      isReady = false;
      const ends = await Promise.all(writing);
      must(
        ends.every((end) => end === null),
        `Dropped: ${ends.map(String).join(', ')}`,
      );
      must((await half.finish()).startsWith('HTTP/1.1 201'), 'The half sent one was not answered');
      must((await ending) === 0, 'It did not end well');
      longest = Math.max(longest, Date.now() - begun);
    }
    const server = await startServerProcess(dataDir);
    const call = callWith(server.address, await cookieFrom(server.address));
    for (let round = 0; round < rounds; round += 1) acknowledged.set(`offline_half_${round}`, 30);
    const lost = await findLost(call, acknowledged);
    must(lost.length === 0, `Lost: ${lost.join(', ')}`);
    await server.stop();
    say(
      `${rounds} stops under load: ${acknowledged.size} acknowledged, 0 lost, 0 dropped, at most ${longest} ms`,
    );
  });

/**
 * Asks the server to end and to stop listening at once; the callers go on until they are refused.
 * It must reply to every request that reached it, and half-sent requests may be finished.
 */
export const stopAtOnce = ({ rounds, chance, say }: Chaos) =>
  inFolder(async (dataDir) => {
    const acknowledged = new Map<string, number>();
    let survey: LoadSurvey | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServerProcess(dataDir, { DRAIN_SECONDS: '0' });
      const cookie = await cookieFrom(server.address);
      const asked = (survey ??= await makeLoadSurvey(callWith(server.address, cookie)));
      const writing = writers.map((writer) =>
        writeUntilRefused(server.address, cookie, asked, `${round}_${writer}`, acknowledged),
      );
      await sleep(40 + chance() * 200);
      const clientId = `offline_half_${round}`;
      const half = await sendHalf(server.address, cookie, responseTo(asked, clientId));
      const ending = server.stop();
      for (const end of await Promise.all(writing)) must(end === 'refused', `Dropped: ${end}`);
      must(server.isRunning(), 'It was gone before all was sent');
      must((await half.finish()).startsWith('HTTP/1.1 201'), 'The half sent one was not answered');
      acknowledged.set(clientId, 30);
      must((await ending) === 0, 'It did not end well');
    }
    const server = await startServerProcess(dataDir);
    const call = callWith(server.address, await cookieFrom(server.address));
    const lost = await findLost(call, acknowledged);
    must(lost.length === 0, `Lost: ${lost.join(', ')}`);
    await server.stop();
    say(`${rounds} stops at once: ${acknowledged.size} acknowledged, 0 lost, 0 sent and dropped`);
  });

/**
 * Kills the embedded database under load. The server must start it again, return 503 meanwhile, and
 * lose nothing it acknowledged. When it is asked to end while the
 * database is down, it must end in time.
 */
export const loseDatabase = ({ rounds, chance, say }: Chaos) =>
  inFolder(async (dataDir) => {
    const server = await startServerProcess(dataDir);
    const call = callWith(server.address, await cookieFrom(server.address));
    const survey = await makeLoadSurvey(call);
    const acknowledged = new Map<string, number>();
    let longest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const writing = writers.map((writer) =>
        writeUntilCut(call, survey, `${round}_${writer}`, acknowledged),
      );
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + 4, 'writes');
      await sleep(chance() * 150);
      process.kill(await postmasterOf(dataDir), 'SIGKILL');
      const begun = Date.now();
      for (const end of await Promise.all(writing))
        must((end as { status?: number }).status === 503, `Not a 503: ${JSON.stringify(end)}`);
      await until(async () => (await call('GET', '/api/ready')).status === 200, 'ready again');
      longest = Math.max(longest, Date.now() - begun);
    }
    const lost = await findLost(call, acknowledged);
    must(lost.length === 0, `Lost: ${lost.join(', ')}`);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    const code = await server.stop();
    must(code === 0, `It ended with ${code}`);
    say(
      `${rounds} ends of the embedded database: ${acknowledged.size} acknowledged, 0 lost, ready again in at most ${longest} ms`,
    );
  });

async function postmasterOf(dataDir: string): Promise<number> {
  const lockFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await readFile(lockFile, 'utf8'), 10);
}

/** Sends half of a request. `finish` sends the second half and returns the reply. */
async function sendHalf(address: string, cookie: string, body: object) {
  const { hostname, port } = new URL(address);
  const text = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /api/responses HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n` +
      text.slice(0, 40),
  );
  return {
    finish: async () => {
      socket.write(text.slice(40));
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      return answer;
    },
  };
}
