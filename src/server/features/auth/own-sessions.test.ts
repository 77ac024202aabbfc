import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { OwnSession } from '#domain/people/sign-in.ts';
import { beginSession, hashToken, sessionCookie } from '#server/http/auth-sessions.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

const agents = {
  office: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  tablet: 'Mozilla/5.0 (iPad) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
};

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

type Who = 'asa' | 'cole';
const begin = (who: Who, agent: keyof typeof agents) =>
  beginSession(server.db, server.idOf(who), agents[agent]);
const withToken = (token: string) => (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  server.as('nobody')(method, path, undefined, { cookie: `${sessionCookie}=${token}` });
const statusOf = async (token: string) => (await withToken(token)('GET', '/api/auth/me')).status;
async function listed(token: string): Promise<OwnSession[]> {
  return (await withToken(token)('GET', '/api/auth/sessions')).body;
}

let here: string;
let tablet: string;
let foreign: string;
beforeEach(async () => {
  await server.db.deleteFrom('authSessions').execute();
  [here, tablet, foreign] = await Promise.all([
    begin('asa', 'office'),
    begin('asa', 'tablet'),
    begin('cole', 'tablet'),
  ]);
});

/** Changes a session as if it was begun, or last used, so many days ago. */
async function age(token: string, { begun = 0, unused = 0 }) {
  await server.deps.pool.query(
    `update auth_sessions set expires_at = expires_at - make_interval(days => $2),
       created_at = created_at - make_interval(days => $2),
       last_seen_at = last_seen_at - make_interval(days => $3)
     where token_hash = $1`,
    [hashToken(token), begun, unused],
  );
}

describe("one's own sessions", () => {
  test('are listed by device, without those of others', async () => {
    const sessions = await listed(here);
    expect(sessions).toHaveLength(2);
    const byDevice = Object.fromEntries(sessions.map(({ device, isThis }) => [device, isThis]));
    expect(byDevice).toEqual({ 'Chrome on Windows': true, 'Safari on iPad': false });
  });

  test('are sorted by when they were last used', async () => {
    await age(here, { unused: 2 });
    expect((await listed(tablet)).map(({ isThis }) => isThis)).toEqual([true, false]);
  });

  test('contain neither the cookie nor its whole hash', async () => {
    const text = JSON.stringify(await listed(here));
    for (const token of [here, tablet]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(hashToken(token).toString('hex'));
    }
    const [first] = await listed(here);
    expect(await statusOf(first?.id ?? '')).toBe(401);
  });

  test('are not listed after they have expired', async () => {
    await age(tablet, { unused: 14 });
    expect(await listed(here)).toHaveLength(1);
  });
});

describe('ending a session', () => {
  const end = async (token: string, of: string) => {
    const id = (await listed(of)).find(({ isThis }) => isThis)?.id;
    return (await withToken(token)('DELETE', `/api/auth/sessions/${id}`)).status;
  };

  test('signs out that device and no other', async () => {
    expect(await end(here, tablet)).toBe(204);
    expect([await statusOf(here), await statusOf(tablet)]).toEqual([200, 401]);
    expect(await statusOf(foreign)).toBe(200);
  });

  test('of another person is refused with 404', async () => {
    expect(await end(here, foreign)).toBe(404);
    expect(await statusOf(foreign)).toBe(200);
  });

  test('that has already ended is refused with 404', async () => {
    const [other] = (await listed(here)).filter(({ isThis }) => !isThis);
    const path = `/api/auth/sessions/${other?.id}`;
    expect((await withToken(here)('DELETE', path)).status).toBe(204);
    expect((await withToken(here)('DELETE', path)).status).toBe(404);
  });

  test('all others keeps the session of the request', async () => {
    await begin('asa', 'office');
    const { status } = await withToken(here)('POST', '/api/auth/sessions/end-others');
    expect(status).toBe(204);
    expect(await listed(here)).toHaveLength(1);
    expect([await statusOf(here), await statusOf(tablet)]).toEqual([200, 401]);
    expect(await statusOf(foreign)).toBe(200);
  });
});

describe('a session ends by itself', () => {
  test('after a fortnight without use', async () => {
    await age(here, { unused: 13 });
    await age(tablet, { unused: 14 });
    expect([await statusOf(here), await statusOf(tablet)]).toEqual([200, 401]);
  });

  test('not while it is used, because each use begins the fortnight again', async () => {
    for (const days of [13, 13]) {
      await age(here, { unused: days });
      expect(await statusOf(here)).toBe(200);
    }
  });

  test('after ninety days, however much it is used', async () => {
    await age(here, { begun: 89 });
    await age(tablet, { begun: 90 });
    expect([await statusOf(here), await statusOf(tablet)]).toEqual([200, 401]);
  });
});
