import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { OpenDatabase } from '#server/db/connection/connect.ts';
import { beginSession, sessionCookieOf } from '#server/http/auth-sessions.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitFor } from '#test/wait-for.ts';

/**
 * Tests that lists which grow with the responses are streamed, in memory that does not grow with
 * them.
 */

const copies = 3_000;
let server: TestApp;
let database: OpenDatabase;
let hotel: { id: number };
let address: string;
let cookie: string;
let reads = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await openTestApp({ database });
  const survey = await aSurvey(server);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  await server.as('connie')('POST', '/api/responses', {
    clientId: 'offline_first',
    ...{
      surveyId: survey.id,
      hotelId: hotel.id,
      respondentName: 'Rósa "R"',
      respondentJobTitle: 'Desk',
    },
    responseAnswers: [
      { questionId: survey.questions[0]!.id, answerId: survey.questions[0]!.answers[1]!.id },
    ],
  });
  // More than fits between two sockets, even compressed. Some were completed at the same moment.
  await sql`
    insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, respondent_name, respondent_job_title, notes, answers, total_score, max_score,
      passed, started_at, completed_at, session_id)
    select 'offline_copy_' || n, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, respondent_name, respondent_job_title, (select string_agg(md5(n || ' ' || k), '') from generate_series(1, 200) k), answers,
      total_score, max_score, passed, started_at, completed_at - n % 100 * interval '1 minute',
      nextval('interview_sessions_id_seq')
    from responses, generate_series(1, ${copies}) n`.execute(server.db);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const bound = server.app.server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  const token = await beginSession(server.db, server.idOf('connie'), 'test');
  cookie = `${sessionCookieOf(server.deps.config)}=${token}`;
  database.reportPool.on('acquire', () => (reads += 1));
});
afterAll(() => server.close());

const lists = [
  ['/api/responses', 'completedAt'],
  ['/api/responses/pending', 'completedAt'],
  ['/api/interview-sessions/all', 'lastUpdatedAt'],
] as const;

test.each(lists)('%s returns every row once, in order, as one JSON array', async (path, time) => {
  const { body, bytes, headers } = await server.as('asa')('GET', path);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(bytes.toString()).toBe(JSON.stringify(body));
  const rows = body as ({ id: number } & Record<typeof time, string>)[];
  expect(new Set(rows.map(({ id }) => id)).size).toBe(copies + 1);
  expect(rows).toEqual(rows.toSorted((a, b) => b[time].localeCompare(a[time]) || b.id - a.id));
});

test.each(lists)('%s is an empty array for somebody who sees no rows', async (path) => {
  expect((await server.as('cole')('GET', path)).bytes.toString()).toBe('[]');
});

test('the list returns the same for a response as the response’s own call', async () => {
  const [row] = (await server.as('connie')('GET', '/api/responses')).body;
  const { body } = await server.as('connie')('GET', `/api/responses/${row.id}`);
  expect(body).toMatchObject(row);
});

/** Requests a list and reads only its beginning: the server waits until somebody reads on. */
async function begin(path: string, encoding: string): Promise<IncomingMessage> {
  const request = get(address + path, { headers: { cookie, 'accept-encoding': encoding } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await once(answer, 'readable');
  await untilQuiet();
  return answer;
}

async function untilQuiet() {
  await waitFor(async () => {
    const before = reads;
    await new Promise((resolve) => void setTimeout(resolve, 200));
    expect(reads).toBe(before);
  });
}

test.each(['identity', 'gzip'])(
  'a client that stops reading keeps no database connection, and reading ends when it disconnects (%s)',
  async (encoding) => {
    reads = 0;
    const answer = await begin('/api/responses', encoding);
    expect(database.reportPool.totalCount - database.reportPool.idleCount).toBe(0);
    const before = reads;
    expect(before).toBeLessThan(50);
    answer.destroy();
    await untilQuiet();
    expect(reads - before).toBeLessThan(3);
  },
);

test.each(['identity', 'gzip'])(
  'when the database fails in the middle, the reply is cut off instead of ended properly (%s)',
  async (encoding) => {
    const answer = await begin('/api/responses', encoding);
    await sql`alter table surveys rename to surveys_gone`.execute(server.db);
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    const [error] = (await once(answer, 'error')) as [Error];
    await sql`alter table surveys_gone rename to surveys`.execute(server.db);
    expect(error.message).toBe('aborted');
    expect(answer.complete).toBe(false);
    expect((await server.as('connie')('GET', '/api/responses')).body).toHaveLength(copies + 1);
  },
);
