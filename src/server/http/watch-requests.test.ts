import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';

const logged: string[] = [];
const logTo = { write: (line: string) => void logged.push(line) };
let direct: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  direct = await openTestApp({ logTo }, { LOG_LEVEL: 'info' });
  behindProxy = await openTestApp({}, { PUBLIC_URL: 'https://survey.example' });
});
afterAll(() => Promise.all([direct.close(), behindProxy.close()]));

const idFor = async (server: TestApp, given?: string) => {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  return (await server.as('nobody')('GET', '/api/health', undefined, headers)).headers[
    'x-request-id'
  ];
};
const ownForm = /^[0-9a-f-]{36}$/;

test('every reply has the id of its request in a header, and a problem also in its body', async () => {
  const { headers, body } = await direct.as('nobody')('GET', '/api/hotels');
  expect(headers['x-request-id']).toMatch(ownForm);
  expect(body.requestId).toBe(headers['x-request-id']);
  const nowhere = await direct.as('nobody')('GET', '/api/nowhere');
  expect(nowhere.body.requestId).toBe(nowhere.headers['x-request-id']);
  expect(await idFor(direct)).not.toBe(await idFor(direct));
});

test("a proxy's request id is kept, if a proxy is configured and the id is safe to log", async () => {
  expect(await idFor(behindProxy, 'edge-7:0123.abc')).toBe('edge-7:0123.abc');
  expect(await idFor(direct, 'edge-7:0123.abc')).toMatch(ownForm);
  for (const unsafe of ['short', 'a'.repeat(101), 'with space', '{"level":60}', 'ümlaut-umlaut'])
    expect(await idFor(behindProxy, unsafe)).toMatch(ownForm);
});

type Line = Record<string, unknown>;
/** Returns the lines that `act` logged. Each is one JSON object. */
async function linesOf(act: () => Promise<unknown>): Promise<Line[]> {
  logged.length = 0;
  await act();
  // The line is written after the reply.
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  return logged.map((line) => JSON.parse(line));
}

test('each log entry is one JSON object on one line, with its time in UTC', async () => {
  const before = Date.now();
  const call = direct.as('alice');
  const lines = await linesOf(async () => {
    await call('GET', '/api/hotels/7?name=two%0Alines');
    await call('GET', '/api/hotels');
  });
  expect(lines).toHaveLength(2);
  for (const line of logged) expect(line.trimEnd()).not.toContain('\n');
  // In milliseconds since 1970 UTC, whatever the machine's own time zone.
  for (const { time } of lines) {
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
  expect(lines[1]).toMatchObject({
    level: 30,
    msg: 'request answered',
    ...{ method: 'GET', route: '/api/hotels', status: '200', userId: direct.idOf('alice') },
  });
});

const elsewhere = { origin: 'https://elsewhere.example' };
const wrong = { email: 'rosa.lind@hotel.example', password: 'orange blossom' };
test.each([
  ['not-allowed', 'connie', 'DELETE', '/api/surveys/{id}', undefined, {}],
  ['foreign-origin', 'alice', 'POST', '/api/hotels', {}, elsewhere],
  ['sign-in-failed', 'nobody', 'POST', '/api/auth/login', wrong, {}],
  ['not-signed-in', 'nobody', 'GET', '/api/hotels', undefined, {}],
] as const)(
  'whoever is kept out by %s is a line of its own name, and counted',
  async (problem, who, method, path, body, headers) => {
    const count = async () =>
      Number(
        new RegExp(`^bellwether_refusals_total\\{problem="${problem}"\\} (\\d+)$`, 'm').exec(
          await direct.deps.metrics.write(),
        )?.[1],
      );
    const before = await count();
    const [line, ...others] = await linesOf(() =>
      direct.as(who)(method, path.replace('{id}', '7'), body, headers),
    );
    expect(others).toEqual([]);
    // The origin is checked before the session.
    const isKnown = who !== 'nobody' && problem !== 'foreign-origin';
    expect(line).toEqual({
      ...{ level: 30, msg: 'request refused', problem, method, route: path.replace('{id}', ':id') },
      ...{ status: expect.stringMatching(/^40[13]$/), milliseconds: expect.any(Number) },
      ...{ reqId: expect.stringMatching(ownForm), time: expect.any(Number) },
      ...{ pid: expect.any(Number), hostname: expect.any(String) },
      ...(isKnown && { userId: direct.idOf(who) }),
    });
    expect(await count()).toBe(before + 1);
  },
);

test('slowed sign-ins are logged too, and refused input with the type of its problem', async () => {
  const guess = () => direct.as('nobody')('POST', '/api/auth/login', wrong);
  const lines = await linesOf(async () => {
    for (let n = 0; n < 6; n += 1) await guess();
  });
  expect(lines.at(-1)).toMatchObject({
    ...{ level: 30, msg: 'request refused', problem: 'too-many-attempts', status: '429' },
  });
  const [bad] = await linesOf(() => direct.as('alice')('POST', '/api/hotels', {}));
  expect(bad).toMatchObject({ level: 30, msg: 'request answered', problem: 'invalid-input' });
});
