import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { hashPassword, verifyPassword } from '#server/passwords.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { people } from '#test/people.ts';
import { countFailure } from './slow-networks.ts';

const password = 'lighthouse keeper';
const aWindow = 15 * 60_000;
let clock = Date.parse('2026-05-04T10:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  await server.db
    .updateTable('systemUsers')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', server.idOf('asa'))
    .execute();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('signInFailures').execute();
});

const here = '192.0.2.1';
async function signIn(email: string, typed: string, remoteAddress = here) {
  const payload = { email, password: typed };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const right = (from?: string) => signIn(people.asa.email, password, from);
const wrong = (nth: number, from?: string) => signIn(`guest${nth}@hotel.example`, password, from);
async function failBefore(times: number, from = here) {
  for (let n = 0; n < times; n += 1) await countFailure(server.deps, from);
}
const refusalsTold = async () =>
  (
    await server.db
      .selectFrom('auditEvents')
      .select('id')
      .where('action', '=', 'user.sign-in-refused')
      .execute()
  ).length;

test('single guesses at many accounts are slowed by the network that they come from', async () => {
  await failBefore(98);
  expect((await wrong(1)).status).toBe(401);
  expect((await right()).status).toBe(200);
  expect((await wrong(2)).status).toBe(401);
  const told = await refusalsTold();
  const refused = await wrong(3);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('900');
  expect(refused.body.type).toBe('/problems/too-many-attempts');
  expect((await right()).status).toBe(429);
  // Further failures add no audit events, and do not lengthen the wait.
  expect(await refusalsTold()).toBe(told);
  expect((await right('192.0.2.2')).status).toBe(200);
  clock += aWindow - 1000;
  expect((await right()).headers['retry-after']).toBe('1');
  clock += 1000;
  expect((await right()).status).toBe(200);
});

test('successful sign-ins from one address do not count as guesses', async () => {
  await failBefore(99);
  for (let n = 0; n < 5; n += 1) expect((await right()).status).toBe(200);
});

test('the count begins again after a quarter of an hour', async () => {
  await failBefore(99);
  clock += aWindow;
  await failBefore(99);
  expect((await right()).status).toBe(200);
  await failBefore(1);
  expect((await right()).status).toBe(429);
});

test('the addresses of one subscriber are one network', async () => {
  for (let host = 1; host <= 100; host += 1) await failBefore(1, `2001:db8:0:7::${host}`);
  expect((await right('2001:db8:0:7::ffff')).status).toBe(429);
  expect((await right('2001:db8:0:8::1')).status).toBe(200);
});

test('more passwords at once than can be looked at soon: others come again, and none is a guess', async () => {
  // Three are being checked, and a hundred wait.
  const crowd = Array.from({ length: 103 }, () => verifyPassword(undefined, password));
  const refused = await right();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.body.type).toBe('/problems/try-later');
  expect(await server.db.selectFrom('signInFailures').selectAll().execute()).toEqual([]);
  await Promise.all(crowd);
  expect((await right()).status).toBe(200);
});
