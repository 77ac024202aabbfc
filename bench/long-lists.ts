/**
 * Measures by how much the server grows while somebody downloads all responses, and how long other
 * calls wait meanwhile. Checks that each list arrives whole. The server is a process of its own with
 * the runtime's options, and so is the client, which takes the list as fast as it can.
 * Wanted at a million: at most 60 MB more memory, and at most 100 ms for 99% of the other calls.
 * Run: npx node bench/long-lists.ts [responses] [turns]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { databaseUrlOf, startServerProcess } from '#test/server-process.ts';
import { openLargeDatabase } from './large-database.ts';
import { processorTimeOf } from './processor-time.ts';
import { at, heading, report } from './report.ts';

const [responses, turns] = [Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 1)];
/** A list's path, a text that each of its rows contains once, and how often the whole list contains it. */
type List = { path: string; mark: string; marks?: number };
const lists: List[] = [
  { path: '/api/responses', mark: '"syncStatus":', marks: responses },
  { path: '/api/responses/pending', mark: '"syncStatus":', marks: Math.floor(responses / 10) },
  { path: '/api/results/export', mark: ',Harbour House,', marks: responses },
  { path: '/api/results/export?as=xlsx', mark: '<row' },
];

/** A program that reads a reply to its end. It prints how often the reply contains the mark. */
const taker = `
  const [url, cookie, mark] = process.argv.slice(1);
  let marks = 0, rest = '';
  const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } });
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const text = rest + part;
    marks += text.split(mark).length - 1;
    rest = mark.length > 1 ? text.slice(1 - mark.length) : '';
  }
  console.log(answer.ok ? marks : answer.status);`;

const large = await openLargeDatabase({ hotels: 1_000, responses, answers: 20 });
try {
  heading(`${responses.toLocaleString('en')} responses of 20 answers`);
  for (const list of lists) await measureOnNewServer(list);
} finally {
  await large.close();
}

/** Measures one list on a server that has sent none before, because it keeps some of what it grew by. */
async function measureOnNewServer(list: List) {
  const { db, pool } = large.database;
  const { rows } = await pool.query('select id from system_users order by id limit 1');
  const cookie = `${sessionCookie}=${await beginSession(db, rows[0].id, 'bench')}`;
  const server = await startServerProcess(large.dataDir, {
    DATABASE_URL: databaseUrlOf(large.postgres),
  });
  const seen = { address: server.address, pid: server.pid, cookie };
  try {
    // Warm up: the other calls alone make a server grow that has just been started.
    await withOthers(seen, () => sleep(10_000));
    for (let turn = 0; turn < turns; turn += 1) {
      const round = await withOthers(seen, () => take(seen, list));
      report({
        name: list.path,
        ours: round.more,
        unit: 'MB',
        note: `more, in ${round.taken.toFixed(0)} s and ${round.processor.toFixed(0)} s of processor time; others' 99 % ${at(0.99, round.others).toFixed(0)} ms of ${round.others.length}`,
      });
    }
  } finally {
    await server.stop();
  }
}

type Seen = { address: string; pid: number; cookie: string };

async function take({ address, cookie }: Seen, { path, mark, marks }: List) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', taker, address + path, cookie, mark],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0 || (marks !== undefined && Number(said) !== marks))
    throw new Error(`${path} came with ${said.trim()} of ${marks}`);
}

/**
 * Calls a cheap route while `act` runs. Returns how long those calls took, and by how many megabytes the
 * server grew at most.
 */
async function withOthers({ address, pid, cookie }: Seen, act: () => Promise<unknown>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [memory, processor, begin] = [
    await memoryOf(pid),
    await processorTimeOf(pid),
    performance.now(),
  ];
  let most = memory;
  let isDone = false;
  const others: number[] = [];
  const callOn = async () => {
    while (!isDone) {
      others.push(await callCheaply(agent, address, cookie));
      most = Math.max(most, await memoryOf(pid));
      await sleep(5);
    }
  };
  const calling = callOn();
  await act().finally(() => (isDone = true));
  await calling;
  agent.destroy();
  return {
    others: others.toSorted((a, b) => a - b),
    more: (most - memory) / 1e6,
    taken: (performance.now() - begin) / 1_000,
    processor: ((await processorTimeOf(pid)) - processor) / 1_000,
  };
}

/** Returns how many milliseconds a cheap call takes. */
async function callCheaply(agent: Agent, address: string, cookie: string): Promise<number> {
  const begin = performance.now();
  const asked = get(`${address}/api/hotels/1`, { agent, headers: { cookie } });
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
  return performance.now() - begin;
}

/** Returns the bytes of memory that a process has now. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
