/**
 * What does storing a response of 20 answers cost, beside the least that it could? Ours has the
 * session, the powers, validation, scoring and the audit trail in it; the bare server has none.
 * Wanted: at least 70 % of the bare server's throughput, and at most 0.8 ms of processor time a
 * response, server and database together. Rows are counted, not answers.
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
import { administrator, signInTo, startServerProcess } from '#test/server-process.ts';
import { processorTimeBelow } from './processor-time.ts';

const respondent = { respondentName: 'Rosa Respondent', respondentJobTitle: 'General Manager' };
const seconds = Number(process.argv[2] ?? 5);
const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
const postgres = await startPostgres({ dataDir, log: () => undefined });
const { host, port, user, database } = postgres.connection;
const pool = new pg.Pool(postgres.connection);
const server = await startServerProcess(dataDir, {
  DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
});

try {
  const { survey, hotelId } = await build(await signInTo(server.address));
  const cookie = await cookieOf(server.address);
  const bare = await startBare(survey, hotelId);
  const ours = { url: `${server.address}/api/responses`, cookie, body: bodyFor(survey, hotelId) };
  const limit = { url: bare.address, cookie: '', body: bodyFor(survey, hotelId) };
  await round(limit, 8, 1);
  await round(ours, 8, 1);
  console.log(
    `clients     bare/s     ours/s    of bare    bare ms    ours ms   (processor time a response)`,
  );
  for (const clients of [1, 8, 32]) {
    // In turn, twice: the table grows under both alike.
    const rounds = { bare: [] as Round[], ours: [] as Round[] };
    for (let turn = 0; turn < 2; turn += 1) {
      rounds.bare.push(await round(limit, clients, seconds));
      rounds.ours.push(await round(ours, clients, seconds));
    }
    const [least, real] = [sum(rounds.bare), sum(rounds.ours)];
    const cells = [
      clients,
      least.perSecond.toFixed(0),
      real.perSecond.toFixed(0),
      `${((100 * real.perSecond) / least.perSecond).toFixed(0)} %`,
      least.processorTime.toFixed(2),
      real.processorTime.toFixed(2),
    ];
    console.log(cells.map((cell, place) => String(cell).padStart(place === 0 ? 7 : 11)).join(''));
  }
  bare.child.kill('SIGTERM');
  await once(bare.child, 'exit');
} finally {
  await server.stop();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

type Round = { stored: number; taken: number; processor: number };
type Target = { url: string; cookie: string; body: (clientId: string) => string };

/** Sends responses for that long, as many at a time as there are clients. */
async function round({ url, cookie, body }: Target, clients: number, time: number): Promise<Round> {
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
  };
}

function sum(rounds: Round[]) {
  const total = (name: keyof Round) => rounds.reduce((all, one) => all + one[name], 0);
  return {
    perSecond: total('stored') / total('taken'),
    processorTime: total('processor') / total('stored'),
  };
}

async function count(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from responses');
  return Number(rows[0]?.count);
}

type Call = Awaited<ReturnType<typeof signInTo>>;

async function cookieOf(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
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

async function startBare(survey: SurveyWithQuestions, hotelId: number) {
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
  const told = JSON.stringify({ connection: postgres.connection, person: rows[0], response });
  const child = spawn(process.execPath, [script, told], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, address: String(line).trim().replace('Bellwether is at ', '') };
}
