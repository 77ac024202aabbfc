/**
 * Measures what storing a response of 20 answers costs, beside two bars (`bare-server.ts`). Ours includes
 * session, rights, validation, scoring and the audit trail. Both bars are a bare Fastify handler with the
 * bare driver. The first runs our own statement, shared by responses that arrive together, which is the
 * least that our server can do. The second inserts the 20 answers as rows of their own in one plain
 * statement. All three get the same bodies and send replies of the same size, over the same number of
 * connections, through a pool of ten to the same database with full durability. It counts rows, not
 * replies, and the processor time of all servers and the database, but not of this program, which sends.
 * Wanted: at least 70% of the throughput of both bars, and at most 0.55 ms of processor time.
 * Run: npx node bench/store-response.ts [seconds of each round]
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { scoreResponse } from '#domain/scoring/score-response.ts';
import { editionContent } from '#domain/surveys/edition.ts';
import type { NewResponse } from '#server/features/responses/store-response.ts';
import {
  given,
  respondent,
  send,
  startInterviewServer,
  sum,
  type Round,
} from './interview-server.ts';
import { heading, report } from './report.ts';

const seconds = Number(process.argv[2] ?? 1);
/**
 * The rounds of each server, in turn: the table grows for both alike, and other load on the machine
 * affects both.
 */
const turns = 12;
/** The seconds that each server runs before measuring, since a real server runs for weeks. */
const warmUp = 8;
const { pool, postgres, server, survey, hotelId, cookie, stop } = await startInterviewServer();

try {
  const ours: Target = { url: `${server.address}/api/responses`, pid: server.pid, cookie };
  const answer = await answerOf(ours);
  const bare = await startBare(answer);
  const limit: Target = { url: bare.address, pid: bare.child.pid ?? 0, cookie: '' };
  const plain: Target = { ...limit, url: `${bare.address}/rows`, count: countPlain };
  for (const target of [limit, plain, ours]) await round(target, 8, warmUp);
  heading(`a body of ${aResponse().length} bytes, an answer of ${answer.length}`);
  for (const clients of [1, 8, 32]) {
    const rounds = { limit: [] as Round[], plain: [] as Round[], ours: [] as Round[] };
    for (let turn = 0; turn < turns; turn += 1) {
      rounds.limit.push(await round(limit, clients, seconds));
      rounds.plain.push(await round(plain, clients, seconds));
      rounds.ours.push(await round(ours, clients, seconds));
    }
    const real = sum(rounds.ours);
    const by = clients === 1 ? '1 client' : `${clients} clients`;
    heading(`${by}: beside our own statement alone, and beside 20 plain rows`);
    for (const bar of [sum(rounds.limit), sum(rounds.plain)]) {
      report({ name: `stored, ${by}`, ours: real.perSecond, bare: bar.perSecond, unit: '/s' });
      report({
        name: `processor time a response, ${by}`,
        ours: real.processor,
        bare: bar.processor,
        unit: 'ms',
        note: `without the database ${real.server.toFixed(2)} and ${bar.server.toFixed(2)}`,
      });
    }
  }
  bare.child.kill('SIGTERM');
  await once(bare.child, 'exit');
} finally {
  await stop();
}

type Target = { url: string; pid: number; cookie: string; count?: () => Promise<number> };

function round({ url, ...target }: Target, clients: number, time: number): Promise<Round> {
  const next = () => ({ url, body: aResponse() });
  return send({ count, ...target, clients, time, method: 'POST', next });
}

async function count(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from responses');
  return Number(rows[0]?.count);
}

/** Returns how many responses are stored as 20 rows each. */
async function countPlain(): Promise<number> {
  const { rows } = await pool.query<{ last: number }>('select max(id) as last from bare_answers');
  return Number(rows[0]?.last ?? 0) / survey.questions.length;
}

/** Returns our server's reply, so that the bare server can send as much. */
async function answerOf({ url, cookie: of }: Target): Promise<string> {
  const headers = { 'content-type': 'application/json', cookie: of };
  const answer = await fetch(url, { method: 'POST', headers, body: aResponse() });
  return answer.text();
}

function aResponse(): string {
  return JSON.stringify({
    clientId: `bench_${randomUUID()}`,
    ...{ surveyId: survey.id, edition: survey.edition, hotelId },
    ...respondent,
    responseAnswers: given(survey),
    syncStatus: 'synced',
  });
}

async function startBare(answer: string) {
  const now = new Date().toISOString();
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
    waivers: null,
    score: scoreResponse(editionContent(survey.questions), given(survey)),
    times: { startedAt: null, completedAt: now, odd: false },
    believedBegin: now,
    claimedStartedAt: null,
    claimedCompletedAt: null,
    syncStatus: 'synced',
    reasons: [],
    sessionId: null,
    isCaptured: true,
    timing: null,
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
