/**
 * Measures what a dashboard costs when one Admin opens it, and when 20 Admins open it in the same second,
 * by turns, while a device stores a response every 50 ms. The server is a process of its own with the
 * runtime's options. Each Admin sends all calls of the dashboard at once, as a browser does, and takes
 * what comes without reading it.
 * Wanted: 20 Admins have all of it after 2.5 s, none is refused, and storing never takes more than 100 ms.
 * Run: npx node bench/many-admins.ts [responses] [turns]
 */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { databaseUrlOf, startServerProcess } from '#test/server-process.ts';
import { lastDays, openLargeDatabase } from './large-database.ts';
import { processorTimeBelow, processorTimeOf } from './processor-time.ts';
import { at, heading, report } from './report.ts';

const [responses, turns] = [Number(process.argv[2] ?? 200_000), Number(process.argv[3] ?? 5)];
const admins = 20;
/** What a browser calls to show the dashboard (`features/dashboard/read-dashboard.ts`). */
const dashboard = [
  '/api/auth/me',
  '/api/interview-sessions/all?status=in_progress',
  '/api/workflow/board',
  '/api/workflow/quiet-hotels',
  '/api/actions/counts',
  '/api/results/responses?pageSize=5',
  `/api/results/summary?${lastDays(365)}&timeZone=Europe%2FBerlin`,
  '/api/results/responses?review=needed&pageSize=1',
  '/api/system-users',
];
const large = await openLargeDatabase({ hotels: 20_000, responses, answers: 20 });
const { db, pool } = large.database;
// Make the sums of closed days, which a server has that has run for a day.
await makeRollUps(db, new AbortController().signal, { longest: Infinity });
const server = await startServerProcess(large.dataDir, {
  DATABASE_URL: databaseUrlOf(large.postgres),
});
const cookies = await signedIn();
try {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const all = { alone: [] as Round[], one: [] as Round[], many: [] as Round[] };
  // Each connection to the database has to plan its first statements.
  for (let warmUp = 0; warmUp < 3; warmUp += 1) await round(agent, cookies.slice(0, 3));
  for (let turn = 0; turn < turns; turn += 1) {
    all.alone.push(await round(agent, []));
    all.one.push(await round(agent, cookies.slice(0, 1)));
    all.many.push(await round(agent, cookies));
  }
  heading(`${responses.toLocaleString('en')} responses, 20,000 hotels; median of ${turns}`);
  tell('no Admin', all.alone);
  tell('one Admin', all.one);
  tell(`${admins} Admins at once`, all.many);
  agent.destroy();
} finally {
  await server.stop();
  await large.close();
}

type Round = {
  /** Milliseconds until the last Admin had the last reply. */
  taken: number;
  /** Milliseconds of processor time of server and database, and of the server alone. */
  processor: number;
  ofServer: number;
  /** The calls that were refused. */
  refused: number;
  /** Milliseconds that storing took. */
  storing: number[];
};

/** Adds the Admins and signs them in. Returns their cookies. */
async function signedIn(): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into system_users (name, email, mobile_number, password_hash, role_id)
     select 'Admin ' || n, 'admin' || n || '@hotel.example', '+1 555 0100', 'none',
       (select id from user_roles where name = 'Admin')
     from generate_series(1, $1::int) n returning id`,
    [admins],
  );
  const cookies = rows.map(
    async ({ id }) => `${sessionCookie}=${await beginSession(db, id, 'bench')}`,
  );
  return Promise.all(cookies);
}

/** Lets these Admins open the dashboard at once, while responses are stored. */
async function round(agent: Agent, cookies: readonly string[]): Promise<Round> {
  const asking = new AbortController();
  const storing: number[] = [];
  const [asked] = await Promise.all([
    ask(agent, cookies).finally(() => asking.abort()),
    store(agent, storing, asking.signal),
  ]);
  return { ...asked, storing };
}

async function ask(agent: Agent, cookies: readonly string[]): Promise<Omit<Round, 'storing'>> {
  await sleep(500);
  const [processor, ofServer] = await processorTimes();
  const begin = performance.now();
  const statuses = await Promise.all(
    cookies.flatMap((cookie) => dashboard.map((url) => send(agent, url, cookie))),
  );
  const taken = performance.now() - begin;
  const [processorAfter, ofServerAfter] = await processorTimes();
  await sleep(500);
  return {
    taken,
    processor: processorAfter - processor,
    ofServer: ofServerAfter - ofServer,
    refused: statuses.filter((status) => status !== 200).length,
  };
}

/** Stores a response every 50 ms until it is aborted. Notes how long each took. */
async function store(agent: Agent, storing: number[], signal: AbortSignal): Promise<void> {
  const [cookie = ''] = cookies;
  while (!signal.aborted) {
    const begin = performance.now();
    const status = await send(agent, '/api/responses', cookie, aResponse());
    if (status !== 201) throw new Error(`storing answered ${status}`);
    storing.push(performance.now() - begin);
    await sleep(50);
  }
}

function processorTimes() {
  return Promise.all([processorTimeBelow(), processorTimeOf(server.pid)]);
}

function aResponse(): string {
  return JSON.stringify({
    clientId: `bench_${randomUUID()}`,
    ...{ surveyId: 1, edition: 1, hotelId: 1 },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'General Manager' },
    responseAnswers: Array.from({ length: 20 }, (_, place) => ({
      questionId: place + 1,
      answerId: (place + 1) * 10 + 5,
      textValue: null,
    })),
    syncStatus: 'synced',
  });
}

/** Calls the server, and takes the reply to its end. Returns the status. */
function send(agent: Agent, path: string, cookie: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      'accept-encoding': 'gzip, deflate, br',
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    };
    const method = body ? 'POST' : 'GET';
    const sent = httpRequest(server.address + path, { method, agent, headers }, (answer) => {
      answer.resume().on('error', reject);
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}

function tell(name: string, rounds: readonly Round[]): void {
  const middle = (of: (round: Round) => number) =>
    at(
      0.5,
      rounds.map(of).toSorted((a, b) => a - b),
    );
  const storing = rounds.flatMap((round) => round.storing).toSorted((a, b) => a - b);
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0);
  const slowest = Math.max(...rounds.map(({ taken }) => taken));
  const processor = middle((one) => one.processor).toFixed(0);
  report({
    name: `${name}, until all has come`,
    ours: middle((one) => one.taken),
    unit: 'ms',
    note: `slowest ${slowest.toFixed(0)} ms; processor time ${processor} ms, without the database ${middle((one) => one.ofServer).toFixed(0)}; ${refused} refused; storing 99 % ${at(0.99, storing).toFixed(0)} ms, at most ${at(1, storing).toFixed(0)} of ${storing.length}`,
  });
}
