import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { mostPerMinute, type PageProblem } from '#domain/problems/page-problem.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

const logged: string[] = [];
const logTo = { write: (line: string) => void logged.push(line) };
let now = Date.parse('2026-03-12T10:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ logTo, now: () => now }, { LOG_LEVEL: 'info' });
});
beforeEach(() => {
  now += 60_000;
  logged.length = 0;
});
afterAll(() => server.close());

const problem: PageProblem = {
  kind: 'missing-part',
  page: '/app/hotels/{id}/report',
  error: 'TypeError',
};
const report = (body: object) => server.as('nobody')('POST', '/api/page-problems', body);
const lines = () =>
  logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'page problem');

test('a page that could not be shown is one line of the log, for whoever is signed out too', async () => {
  expect((await report(problem)).status).toBe(204);
  expect(lines()).toEqual([expect.objectContaining({ ...problem, level: 40 })]);
});

test.each([
  { ...problem, page: '/app/hotels/17/report' },
  { ...problem, page: '/app/results?search=Rosa' },
  { ...problem, page: `/${'a'.repeat(61)}` },
  { ...problem, error: 'Cannot read “Rosa”' },
  { ...problem, kind: 'other' },
  { ...problem, message: 'Rosa' },
])('nothing that a person wrote has room in it: %j', async (body) => {
  expect((await report(body)).status).toBe(400);
  expect(lines()).toEqual([]);
});

test('a flood of them fills no log, and ends with the minute', async () => {
  for (let sent = 0; sent < mostPerMinute + 5; sent += 1)
    expect((await report(problem)).status).toBe(204);
  expect(lines()).toHaveLength(mostPerMinute);
  now += 60_000;
  await report(problem);
  expect(lines()).toHaveLength(mostPerMinute + 1);
});
