/**
 * Measures what a progress copy of an interview costs. A device sends one shortly after an answer,
 * with everything answered so far: here ten of 20 questions. Each client sends copies of its own
 * interview. Copies are counted in the database, by the latest answer time of each interview.
 * Run: npx node bench/copy-progress.ts [seconds of each round]
 */
import { randomUUID } from 'node:crypto';

import { given, respondent, send, startInterviewServer, sum } from './interview-server.ts';
import { heading, report } from './report.ts';

const seconds = Number(process.argv[2] ?? 10);
const warmUp = 5;
const clientCounts = [1, 8, 32];
const { pool, server, call, survey, hotelId, cookie, stop } = await startInterviewServer();

try {
  const answered = given(survey).slice(0, 10);
  const progress = Object.fromEntries(
    answered.map(({ questionId, answerId }) => [questionId, { answerId, textValue: null }]),
  );
  const earlier = Object.fromEntries(answered.map(({ questionId }) => [questionId, 0]));
  const latest = String(answered.at(-1)?.questionId);
  const ids: number[] = [];
  for (let n = 0; n < Math.max(...clientCounts); n += 1) {
    const { body } = await call('POST', '/api/interview-sessions', {
      clientId: randomUUID(),
      ...{ hotelId, surveyId: survey.id, edition: survey.edition },
      ...respondent,
    });
    ids.push(body.id as number);
  }
  /**
   * How many copies of each interview were sent. The number is used as the time of its latest
   * answer.
   */
  const sent = ids.map(() => 0);
  const next = (client: number) => {
    sent[client]! += 1;
    const url = `${server.address}/api/interview-sessions/${ids[client]}`;
    return { url, body: copyOf(sent[client]!) };
  };
  const copyOf = (moment: number) => {
    const answeredAt = { ...earlier, [latest]: moment };
    return JSON.stringify({ currentQuestionIndex: 10, progress, answeredAt, notes: '' });
  };
  const count = async () => {
    const { rows } = await pool.query<{ copies: string }>(
      'select sum(coalesce((answered_at->>$1)::integer, 0)) as copies from interview_sessions',
      [latest],
    );
    return Number(rows[0]?.copies);
  };
  const what = { pid: server.pid, cookie, method: 'PUT', next, count } as const;
  await send({ ...what, clients: 8, time: warmUp });
  heading(`ten answers of 20, a body of ${copyOf(1_000).length} bytes`);
  for (const clients of clientCounts) {
    const {
      perSecond,
      processor,
      server: alone,
    } = sum([await send({ ...what, clients, time: seconds })]);
    const by = clients === 1 ? '1 client' : `${clients} clients`;
    report({ name: `copied, ${by}`, ours: perSecond, unit: '/s' });
    report({
      name: `processor time a copy, ${by}`,
      ours: processor,
      unit: 'ms',
      note: `without the database ${alone.toFixed(2)}`,
    });
  }
} finally {
  await stop();
}
