import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel, aSurvey } from '#test/build.ts';
import { metricsToken, openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const read = (authorization?: string) =>
  server.as('nobody')(
    'GET',
    '/api/metrics',
    undefined,
    authorization === undefined ? {} : { authorization },
  );
const measures = async () => String((await read(`Bearer ${metricsToken}`)).body);

test('only whoever brings the token reads them, an Admin no more than anyone', async () => {
  for (const given of [undefined, 'Bearer ', `Bearer ${metricsToken}x`, metricsToken, 'Basic abc'])
    expect((await read(given)).status).toBe(401);
  expect((await server.as('alice')('GET', '/api/metrics')).status).toBe(401);
  const answer = await read(`Bearer ${metricsToken}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('without a token among the settings there is nothing to read', async () => {
  const other = await openTestApp({}, { METRICS_TOKEN: '' });
  const headers = { authorization: 'Bearer ' };
  const answer = await other.as('nobody')('GET', '/api/metrics', undefined, headers);
  expect(answer.status).toBe(404);
  await other.close();
});

test('responses are counted as stored, repeated and flagged', async () => {
  const survey = await aSurvey(server);
  const envelope = {
    clientId: 'offline_1_metrics',
    surveyId: survey.id,
    respondentName: 'Rosa',
    respondentJobTitle: 'Front desk',
    totalScore: 99,
    responseAnswers: [],
  };
  for (const status of [201, 200, 200])
    expect((await server.as('alice')('POST', '/api/responses', envelope)).status).toBe(status);
  const text = await measures();
  expect(text).toContain('bellwether_responses_total{outcome="stored"} 1\n');
  expect(text).toContain('bellwether_responses_total{outcome="repeated"} 2\n');
  expect(text).toContain('bellwether_responses_flagged_total{reason="figures-differ"} 1\n');
});

test('requests go by route and status, and nothing that a caller chooses makes a series', async () => {
  const { id } = await aHotel(server);
  const call = server.as('alice');
  await call('GET', `/api/hotels/${id}`);
  for (let n = 0; n < 20; n += 1) {
    await call('GET', `/api/hotels/${900_000 + n}`);
    await call('GET', `/api/nothing/${n}?name=${n}`);
    await call('GET', `/screen/${n}`);
  }
  const text = await measures();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/hotels/:id",status="200"} 1\n',
  );
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/hotels/:id",status="404"} 20\n',
  );
  // Checks labels only: figures may contain these digits.
  expect(text).not.toMatch(/\{[^}]*(9000\d\d|nothing|screen)/);
});

test('pools, the event loop and the process are measured', async () => {
  const text = await measures();
  for (const pool of ['requests', 'reports'])
    expect(text).toMatch(
      new RegExp(`bellwether_database_connections\\{pool="${pool}",state="waiting"\\} 0\\n`),
    );
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});
