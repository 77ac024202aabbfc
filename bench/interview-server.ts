import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { startPostgres } from '#server/embedded/start-postgres.ts';
import { cookieFrom, databaseUrlOf, signInTo, startServerProcess } from '#test/server-process.ts';
import { processorTimeBelow, processorTimeOf } from './processor-time.ts';

export const respondent = {
  respondentName: 'Rosa Respondent',
  respondentJobTitle: 'General Manager',
};

/**
 * Starts a server and its database as separate processes, with a survey of 20 questions and a
 * hotel.
 */
export async function startInterviewServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const pool = new pg.Pool(postgres.connection);
  // Its connections may still be closing when the database stops.
  pool.on('error', () => {});
  const server = await startServerProcess(dataDir, { DATABASE_URL: databaseUrlOf(postgres) });
  const call = await signInTo(server.address);
  return {
    ...{ postgres, pool, server, call },
    ...(await build(call, pool)),
    cookie: await cookieFrom(server.address),
    stop: async () => {
      await server.stop();
      await pool.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Call = Awaited<ReturnType<typeof signInTo>>;

export async function build(call: Call, pool: pg.Pool) {
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

/** Returns an answer to each question. */
export function given(survey: SurveyWithQuestions) {
  return survey.questions.map(({ id, answers }, n) => ({
    questionId: id,
    answerId: answers[n % 3]!.id,
    textValue: null,
  }));
}

export type Round = { stored: number; taken: number; processor: number; server: number };
type Sending = {
  /** The number of clients that send at the same time. */
  clients: number;
  /** The duration in seconds. */
  time: number;
  pid: number;
  cookie: string;
  method: 'POST' | 'PUT';
  /** Returns what a client, numbered from 0, sends next. */
  next: (client: number) => { url: string; body: string };
  /** Returns how many the database has by now. This counts rows, not replies. */
  count: () => Promise<number>;
};

/**
 * Sends for that long. Returns how much was stored, and the processor time of server and database.
 */
export async function send({ clients, time, pid, count, ...what }: Sending): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const before = await count();
  const processorBefore = await processorTimeBelow();
  const serverBefore = await processorTimeOf(pid);
  const begun = performance.now();
  const end = begun + 1_000 * time;
  const client = async (number: number) => {
    while (performance.now() < end) await sendOne(agent, what, number);
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const taken = (performance.now() - begun) / 1_000;
  agent.destroy();
  const processor = (await processorTimeBelow()) - processorBefore;
  const server = (await processorTimeOf(pid)) - serverBefore;
  // Counting takes the database time of its own.
  return { taken, processor, server, stored: (await count()) - before };
}

type One = Pick<Sending, 'method' | 'cookie' | 'next'>;

function sendOne(agent: Agent, { method, cookie, next }: One, client: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const { url, body } = next(client);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // As every browser sends it.
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(cookie && { cookie }),
    };
    const sent = httpRequest(url, { method, agent, headers }, (answer) => {
      answer.resume().on('end', resolve);
      if (![200, 201].includes(answer.statusCode ?? 0))
        reject(new Error(`${url} answered ${answer.statusCode}`));
    });
    sent.on('error', reject).end(body);
  });
}

export function sum(rounds: Round[]) {
  const total = (name: keyof Round) => rounds.reduce((all, one) => all + one[name], 0);
  return {
    perSecond: total('stored') / total('taken'),
    processor: total('processor') / total('stored'),
    server: total('server') / total('stored'),
  };
}
