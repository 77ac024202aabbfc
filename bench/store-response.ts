/**
 * What does storing a response of 20 answers cost, beside the least that it could? Ours has the
 * session, the powers, validation, scoring and the audit trail in it. The bare server has none: a
 * bare Fastify handler sends the same statement through the bare driver. Both get the same bodies
 * and answer as many bytes, over as many connections, by a pool of ten to the same database with
 * all of its durability on. Rows are counted, not answers, and the processor time of both servers
 * and the database, not of this program, which sends.
 * Wanted: at least 70 % of the bare server's throughput, and at most 0.8 ms of processor time.
 * Run: npx node bench/store-response.ts [seconds of each round]
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { startPostgres } from '#server/db/embedded/start-postgres.ts';
import type { NewResponse } from '#server/features/responses/store-response.ts';
import { cookieFrom, signInTo, startServerProcess } from '#test/server-process.ts';
import { processorTimeBelow, processorTimeOf } from './processor-time.ts';
import { heading, report } from './report.ts';

const respondent = { respondentName: 'Rosa Respondent', respondentJobTitle: 'General Manager' };
const seconds = Number(process.argv[2] ?? 1);
/** In turn, that often: the table grows under both alike, and what else the machine does is beside both. */
const turns = 12;
/** Seconds in which both are made warm: a server runs for weeks. */
const warmUp = 8;
const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
const postgres = await startPostgres({ dataDir, log: () => undefined });
const { host, port, user, database } = postgres.connection;
const pool = new pg.Pool(postgres.connection);
// Its connections may still be closing when the database ends.
pool.on('error', () => {});
const server = await startServerProcess(dataDir, {
  DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
});

try {
  const { survey, hotelId } = await build(await signInTo(server.address));
  const cookie = await cookieFrom(server.address);
  const ours: Target = {
    url: `${server.address}/api/responses`,
    pid: server.pid,
    cookie,
    body: bodyFor(survey, hotelId),
  };
  const answer = await answerOf(ours);
  const bare = await startBare(survey, hotelId, answer);
  const limit: Target = { ...ours, url: bare.address, pid: bare.child.pid ?? 0, cookie: '' };
  for (const target of [limit, ours]) await round(target, 8, warmUp);
  heading(`a body of ${ours.body('').length + 42} bytes, an answer of ${answer.length}`);
  for (const clients of [1, 8, 32]) {
    const rounds = { bare: [] as Round[], ours: [] as Round[] };
    for (let turn = 0; turn < turns; turn += 1) {
      rounds.bare.push(await round(limit, clients, seconds));
      rounds.ours.push(await round(ours, clients, seconds));
    }
    const [least, real] = [sum(rounds.bare), sum(rounds.ours)];
    const by = clients === 1 ? '1 client' : `${clients} clients`;
    report({ name: `stored, ${by}`, ours: real.perSecond, bare: least.perSecond, unit: '/s' });
    report({
      name: `processor time a response, ${by}`,
      ours: real.processor,
      bare: least.processor,
      unit: 'ms',
      note: `without the database ${real.server.toFixed(2)} and ${least.server.toFixed(2)}`,
    });
  }
  bare.child.kill('SIGTERM');
  await once(bare.child, 'exit');
} finally {
  await server.stop();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

type Round = { stored: number; taken: number; processor: number; server: number };
type Target = { url: string; pid: number; cookie: string; body: (clientId: string) => string };

/** Sends responses for that long, as many at a time as there are clients. */
async function round(target: Target, clients: number, time: number): Promise<Round> {
  const { url, pid, cookie, body } = target;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const text = body(`bench_${randomUUID()}`);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...(cookie && { cookie }),
      };
      const sent = httpRequest(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', resolve);
        if (answer.statusCode !== 201) reject(new Error(`${url} answered ${answer.statusCode}`));
      });
      sent.on('error', reject).end(text);
    });
  const before = await count();
  const processorBefore = await processorTimeBelow();
  const serverBefore = await processorTimeOf(pid);
  const begun = performance.now();
  const end = begun + 1_000 * time;
  const client = async () => {
    while (performance.now() < end) await send();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const taken = (performance.now() - begun) / 1_000;
  agent.destroy();
  return {
    taken,
    stored: (await count()) - before,
    processor: (await processorTimeBelow()) - processorBefore,
    server: (await processorTimeOf(pid)) - serverBefore,
  };
}

function sum(rounds: Round[]) {
  const total = (name: keyof Round) => rounds.reduce((all, one) => all + one[name], 0);
  return {
    perSecond: total('stored') / total('taken'),
    processor: total('processor') / total('stored'),
    server: total('server') / total('stored'),
  };
}

async function count(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from responses');
  return Number(rows[0]?.count);
}

type Call = Awaited<ReturnType<typeof signInTo>>;

/** What one is answered: the bare server answers as much. */
async function answerOf({ url, cookie, body }: Target): Promise<string> {
  const headers = { 'content-type': 'application/json', cookie };
  const answer = await fetch(url, { method: 'POST', headers, body: body(`bench_${randomUUID()}`) });
  return answer.text();
}

/** A survey of 20 questions in the three categories, and a hotel. */
async function build(call: Call) {
  const { body: draft } = await call('POST', '/api/surveys', {
    title: 'Arrival',
    category: 'hospitality',
    status: 'active',
  });
  const categories = ['The Right Fit', 'The Right Action', 'The Right Environment'];
  for (let n = 0; n < 20; n += 1)
    await call('POST', '/api/questions', {
      surveyId: draft.id,
      text: `Question ${n}`,
      type: 'radio',
      required: true,
      kpeCategory: categories[n % 3],
      answers: [
        { text: 'Poor', score: 0 },
        { text: 'Good', score: 5 },
        { text: 'Excellent', score: 10 },
      ],
    });
  const { body } = await call('GET', `/api/surveys/${draft.id}/with-questions`);
  const { rows } = await pool.query<{ id: number }>(
    `insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
       hotel_state, hotel_country, hotel_postal_code, fpg_region)
     values ('B1', 'Harbour House', 'Meridian', 'Harbor', '1 Quay Street', 'Boston', 'MA', 'USA',
       '02110', 'East') returning id`,
  );
  return { survey: body as SurveyWithQuestions, hotelId: rows[0]!.id };
}

function given(survey: SurveyWithQuestions) {
  return survey.questions.map(({ id, answers }, n) => ({
    questionId: id,
    answerId: answers[n % 3]!.id,
    textValue: null,
  }));
}

function bodyFor(survey: SurveyWithQuestions, hotelId: number): (clientId: string) => string {
  const { id: surveyId, edition } = survey;
  const rest = { surveyId, edition, hotelId, ...respondent, responseAnswers: given(survey) };
  return (clientId) => JSON.stringify({ clientId, ...rest, syncStatus: 'synced' });
}

async function startBare(survey: SurveyWithQuestions, hotelId: number, answer: string) {
  const response: NewResponse = {
    ...respondent,
    clientId: '',
    digest: 'd'.repeat(64),
    surveyId: survey.id,
    edition: survey.edition ?? 1,
    hotelId,
    hotelName: '',
    hotelBrand: '',
    hotelAddress: '',
    notes: '',
    score: scoreResponse(survey.questions, given(survey)),
    times: { startedAt: null, completedAt: new Date().toISOString(), odd: false },
    claimedStartedAt: null,
    claimedCompletedAt: null,
    syncStatus: 'synced',
    reasons: [],
    sessionId: null,
  };
  const { rows } = await pool.query('select id, name from system_users limit 1');
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const told = JSON.stringify({
    connection: postgres.connection,
    person: rows[0],
    response,
    answer,
  });
  const child = spawn(process.execPath, [script, told], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, address: String(line).trim().replace('Bellwether is at ', '') };
}
