import { createHash } from 'node:crypto';

import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { actionsOf, roleNames, type RoleName } from '#domain/people/roles.ts';
import { buildApp } from '#server/app.ts';
import { sessionCookie, sessionCookieOf } from '#server/http/auth-sessions.ts';
import { hashPassword } from '#server/passwords.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { networkOf, slowGuess } from '#server/http/slow-guesses.ts';

const ownPassword = 'lighthouse keeper';
let server: TestApp;
let ownHash: string;
let clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  ownHash = await hashPassword(ownPassword);
});
afterAll(() => server.close());

let made = 0;
type Account = { id: number; email: string };
async function anAccount(
  given: {
    role?: RoleName;
    isActive?: boolean;
    mustChangePassword?: boolean;
    passwordGivenAt?: string;
    hasDefaultPassword?: boolean;
    hash?: string;
  } = {},
): Promise<Account> {
  const { role = 'Assessor', hash = ownHash, ...more } = given;
  made += 1;
  const roles = server.db.selectFrom('userRoles').select('id').where('name', '=', role);
  const email = `person${made}@hotel.example`;
  const { id } = await server.db
    .insertInto('systemUsers')
    .values({
      name: `Person ${made}`,
      email,
      mobileNumber: '+1 555 0100',
      roleId: (await roles.executeTakeFirstOrThrow()).id,
      passwordHash: hash,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email };
}

type Caller = { ip?: string; token?: string; app?: TestApp['app'] };

/** Calls as a browser with this cookie, from this address. */
async function call(method: 'GET' | 'POST', url: string, payload?: object, caller: Caller = {}) {
  const { ip = '192.0.2.1', token, app = server.app } = caller;
  const answer = await app.inject({
    method,
    url,
    remoteAddress: ip,
    ...(token !== undefined && { cookies: { [sessionCookie]: token } }),
    ...(payload && { payload }),
  });
  const cookie = answer.cookies.find(({ name }) => name.endsWith(sessionCookie));
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.body === '' ? null : answer.json(),
    headers: answer.headers,
    cookie,
    token: cookie?.value ?? '',
  };
}

const signIn = (email: string, password: string, caller: Caller = {}) =>
  call('POST', '/api/auth/login', { email, password }, caller);
const me = (token: string) => call('GET', '/api/auth/me', undefined, { token });

async function eventsOf(account: Account) {
  return server.db
    .selectFrom('auditEvents')
    .select(['action', 'actorId', 'actorName', 'details'])
    .where('objectId', '=', account.id)
    .where('action', 'like', 'user.%')
    .orderBy('id')
    .execute();
}

describe('signing in', () => {
  test('refuses missing fields, each with its path', async () => {
    const answer = await signIn('not an address', '');
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'password', message: 'Password is required' },
    ]);
  });

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  test('a password that an Admin gave opens an account for 72 hours, until it is replaced', async () => {
    const fresh = await anAccount({ mustChangePassword: true, passwordGivenAt: hoursAgo(71.9) });
    const { status, token } = await signIn(fresh.email, ownPassword);
    expect(status).toBe(200);
    const chosen = { currentPassword: ownPassword, newPassword: 'harbour in the morning' };
    expect((await call('POST', '/api/auth/password', chosen, { token })).status).toBe(200);
    expect(await givenAt(fresh)).toBeNull();
  });

  const givenAt = async ({ id }: Account) =>
    (
      await server.db
        .selectFrom('systemUsers')
        .select('passwordGivenAt')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).passwordGivenAt;

  const refusals = async () => {
    const late = { mustChangePassword: true, passwordGivenAt: hoursAgo(72.1) };
    const early = { ...late, passwordGivenAt: hoursAgo(0), hasDefaultPassword: true };
    const active = await anAccount();
    const inactive = await anAccount({ isActive: false });
    return [
      [active.email, 'not the password'],
      ['nobody@hotel.example', ownPassword],
      [inactive.email, ownPassword],
      [inactive.email, 'not the password'],
      [(await anAccount(late)).email, ownPassword],
      [(await anAccount({ ...early, role: 'Admin' })).email, ownPassword],
    ] as const;
  };

  test('a wrong e-mail, a wrong password, an inactive account, an expired password and an Admin’s default password get the same reply', async () => {
    const texts = [];
    for (const [email, password] of await refusals()) {
      const answer = await signIn(email, password);
      expect(answer.status).toBe(401);
      expect(answer.cookie).toBeUndefined();
      const { requestId: _, ...words } = JSON.parse(answer.text);
      texts.push(JSON.stringify(words));
    }
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '')).toEqual({
      type: '/problems/sign-in-failed',
      title: 'Sign-in failed',
      status: 401,
      detail: 'Invalid email or password. Please try again.',
    });
  });

  test('all these refusals check a password, so they take the same time', async () => {
    const kinds = await refusals();
    const least = kinds.map(() => Infinity);
    // Measures processor time, because other programs lengthen any other time. Takes the least of
    // several runs, because other work of this process counts too.
    for (let round = 0; round < 6; round += 1)
      for (const [kind, [email, password]] of kinds.entries()) {
        const before = process.cpuUsage();
        await signIn(email, password, { ip: `198.51.100.${round}` });
        const { user, system } = process.cpuUsage(before);
        least[kind] = Math.min(least[kind] ?? Infinity, user + system);
      }
    expect(Math.min(...least)).toBeGreaterThan(Math.max(...least) / 2);
  });

  test('no password opens an account whose stored hash is invalid', async () => {
    const account = await anAccount({ hash: 'none' });
    expect((await signIn(account.email, 'none')).status).toBe(401);
  });

  test('returns the person and their permissions, with the e-mail address in any case', async () => {
    const account = await anAccount();
    const answer = await signIn(` ${account.email.toUpperCase()} `, ownPassword);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: account.id,
      name: expect.any(String),
      email: account.email,
      role: { id: expect.any(Number), name: 'Assessor', permissions: actionsOf.Assessor },
      mustChangePassword: false,
      portfolioLine: 80,
      exitMeeting: { showsScore: true, actionDays: 14, criticalActionDays: 3, timeZone: 'UTC' },
    });
    expect((await me(answer.token)).body).toEqual(answer.body);
    const { lastLogin } = await server.db
      .selectFrom('systemUsers')
      .select('lastLogin')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(lastLogin).not.toBeNull();
  });

  test('never asks for a new password because of its age', async () => {
    const account = await anAccount();
    const longAgo = '2016-01-01T00:00:00Z';
    await server.db
      .updateTable('systemUsers')
      .set({ updatedAt: longAgo, lastLogin: longAgo })
      .where('id', '=', account.id)
      .execute();
    const { status, body } = await signIn(account.email, ownPassword);
    expect(status).toBe(200);
    expect(body.mustChangePassword).toBe(false);
  });

  test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const account = await anAccount();
    const { cookie } = await signIn(account.email, ownPassword);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.maxAge).toBeGreaterThan(30 * 24 * 60 * 60);
    expect(cookie?.secure).toBeUndefined();
  });

  test('behind HTTPS the cookie is sent only over HTTPS, and only to this host', async () => {
    const account = await anAccount();
    const config = { ...server.deps.config, publicUrl: 'https://survey.example' };
    const app = await buildApp({ ...server.deps, config });
    const { cookie, token } = await signIn(account.email, ownPassword, { app });
    expect(cookie).toMatchObject({ name: `__Host-${sessionCookie}`, secure: true, path: '/' });
    expect(cookie?.domain).toBeUndefined();
    const asks = (name: string) =>
      app.inject({ url: '/api/auth/me', cookies: { [name]: token } }).then((a) => a.statusCode);
    expect(await asks(sessionCookieOf(config))).toBe(200);
    // Another host of the same domain could have set this cookie.
    expect(await asks(sessionCookie)).toBe(401);
    await app.close();
  });

  test('ends the session of the request’s cookie, and begins another one', async () => {
    const account = await anAccount();
    const first = await signIn(account.email, ownPassword);
    const elsewhere = await signIn(account.email, ownPassword);
    const second = await signIn(account.email, ownPassword, { token: first.token });
    expect(second.token).not.toBe(first.token);
    expect((await me(first.token)).status).toBe(401);
    expect((await me(elsewhere.token)).status).toBe(200);
    expect((await me(second.token)).status).toBe(200);
  });

  test('stores only the hash of the cookie', async () => {
    const account = await anAccount();
    const { token } = await signIn(account.email, ownPassword);
    const { rows } = await server.deps.pool.query<{ row: string }>(
      'select auth_sessions::text as row from auth_sessions where user_id = $1',
      [account.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
    // 256 random bits, and their SHA-256.
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(rows[0]?.row).toContain(createHash('sha256').update(token).digest('hex'));
  });

  test('records in the audit trail who signed in and who was refused, and nothing that was typed', async () => {
    const account = await anAccount();
    await signIn(account.email, 'not the password');
    await signIn(account.email, ownPassword);
    const name = `Person ${made}`;
    const refused = { actorId: null, actorName: 'Someone', details: { name } };
    expect(await eventsOf(account)).toEqual([
      { action: 'user.sign-in-refused', ...refused },
      { action: 'user.signed-in', actorId: account.id, actorName: name, details: { name } },
    ]);
  });
});

describe('a hash of less than today’s strength', () => {
  const weak = () => hash(ownPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const hashOf = async ({ id }: Account) =>
    (
      await server.db
        .selectFrom('systemUsers')
        .select('passwordHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).passwordHash;

  test('is replaced by a successful sign-in only', async () => {
    const given = await weak();
    const account = await anAccount({ hash: given, mustChangePassword: true });
    expect((await signIn(account.email, 'not the password')).status).toBe(401);
    expect(await hashOf(account)).toBe(given);
    const first = await signIn(account.email, ownPassword);
    expect(first.body.mustChangePassword).toBe(true);
    const renewed = await hashOf(account);
    expect(renewed).toContain('$m=19456,t=2,p=1$');
    expect((await signIn(account.email, ownPassword)).status).toBe(200);
    expect(await hashOf(account)).toBe(renewed);
    expect((await me(first.token)).status).toBe(200);
  });

  test('lets its owner sign in on many devices at once', async () => {
    const account = await anAccount({ hash: await weak() });
    const from = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
    const answers = await Promise.all(from.map((ip) => signIn(account.email, ownPassword, { ip })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const refused = (await eventsOf(account)).filter(({ action }) => action !== 'user.signed-in');
    expect(refused).toEqual([]);
  });

  test('is not replaced for a deactivated person, who cannot sign in', async () => {
    const given = await weak();
    const account = await anAccount({ hash: given, isActive: false });
    expect((await signIn(account.email, ownPassword)).status).toBe(401);
    expect(await hashOf(account)).toBe(given);
  });
});

describe('repeated failures', () => {
  let account: Account;
  beforeEach(async () => {
    account = await anAccount();
  });
  const wrong = (caller?: Caller) => signIn(account.email, 'not the password', caller);
  const right = (caller?: Caller) => signIn(account.email, ownPassword, caller);
  const later = (seconds: number) => {
    clock += seconds * 1000;
  };
  async function failTimes(times: number, caller?: Caller) {
    for (let n = 0; n < times; n += 1) expect((await wrong(caller)).status).toBe(401);
  }

  test('wait from the fifth on, twice as long each time, and so does the right password', async () => {
    await failTimes(5);
    const refused = await right();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body.type).toBe('/problems/too-many-attempts');
    expect(refused.body.detail).toBe(
      'Too many failed attempts. Please wait 1 second and try again.',
    );
    for (const seconds of [1, 2, 4, 8]) {
      expect((await wrong()).headers['retry-after']).toBe(String(seconds));
      later(seconds);
      expect((await wrong()).status).toBe(401);
    }
    expect((await wrong()).headers['retry-after']).toBe('16');
  });

  test('wait a quarter of an hour at most', async () => {
    await failTimes(4);
    for (let n = 0; n < 12; n += 1) {
      await failTimes(1);
      later(15 * 60);
    }
    await failTimes(1);
    const refused = await wrong();
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.body.detail).toContain('15 minutes');
    later(899);
    expect((await wrong()).status).toBe(429);
    later(1);
    expect((await right()).status).toBe(200);
  });

  test('are forgotten after a success', async () => {
    await failTimes(4);
    expect((await right()).status).toBe(200);
    await failTimes(4);
    expect((await right()).status).toBe(200);
  });

  test('are forgotten after a day', async () => {
    await failTimes(4);
    later(24 * 60 * 60);
    await failTimes(4);
    expect((await right()).status).toBe(200);
  });

  test('slow neither other addresses nor other accounts', async () => {
    await failTimes(5);
    expect((await right({ ip: '192.0.2.2' })).status).toBe(200);
    expect((await right()).status).toBe(429);
    const other = await anAccount();
    expect((await signIn(other.email, ownPassword)).status).toBe(200);
  });

  test('are counted by network where one subscriber has many addresses', async () => {
    for (const host of ['1', '2:3', 'a:b:c', '4'])
      await failTimes(1, { ip: `2001:db8:0:7::${host}` });
    await failTimes(1, { ip: '2001:db8::7:0:0:0:9' });
    expect((await right({ ip: '2001:db8:0:7::ffff' })).status).toBe(429);
    expect((await right({ ip: '2001:db8:0:8::1' })).status).toBe(200);

    await failTimes(5, { ip: '::ffff:198.51.100.7' });
    expect((await right({ ip: '198.51.100.7' })).status).toBe(429);
    expect((await right({ ip: '::ffff:198.51.100.8' })).status).toBe(200);
  });

  test('are counted by the address that the proxy adds, not by those that the caller sent', async () => {
    const config = { ...server.deps.config, publicUrl: 'https://survey.example' };
    const app = await buildApp({ ...server.deps, config });
    const guess = async (forged: string, from: string) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': `${forged}, ${from}` },
        payload: { email: account.email, password: 'not the password' },
      });
      return statusCode;
    };
    for (let n = 0; n < 5; n += 1) expect(await guess(`198.51.100.${n}`, '203.0.113.9')).toBe(401);
    expect(await guess('198.51.100.9', '203.0.113.9')).toBe(429);
    expect(await guess('198.51.100.9', '203.0.113.8')).toBe(401);
    await app.close();
  });

  test.each([
    ['203.0.113.9:54321', '203.0.113.9'],
    ['[2001:db8:0:7::1]:443', '2001:db8:0:7'],
    ['[2001:db8:0:7::1]', '2001:db8:0:7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['unknown', 'no address'],
    ['_hidden-7f', 'no address'],
    ['999.0.113.9:1', 'no address'],
    ['', 'no address'],
  ])('from %s count as from %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('are slowed also when all are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong()));
    const looked = answers.filter(({ status }) => status === 401);
    expect(looked).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('do not count right passwords that are sent at once', async () => {
    await failTimes(3);
    const answers = await Promise.all(Array.from({ length: 20 }, () => right()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('gain nothing by waiting for each other', async () => {
    // All arrive before the first is counted. As requests, some would arrive later on a busy machine. Each call of the
    // clock is a minute later, so the wait is over before any guess was checked.
    const clockAhead = { db: server.db, now: () => (clock += 60_000) };
    const guesser = { account: `burst${made}@hotel.example`, address: '203.0.113.7' };
    let looked = 0;
    const guess = () =>
      slowGuess(clockAhead, guesser, () => {
        looked += 1;
        return Promise.reject(new Error('A wrong password'));
      });
    await Promise.allSettled(Array.from({ length: 20 }, guess));
    expect(looked).toBe(5);
  });

  test('at an unknown e-mail address are slowed in the same way', async () => {
    const email = `nobody${made}@hotel.example`;
    for (let n = 0; n < 5; n += 1) expect((await signIn(email, 'guess')).status).toBe(401);
    expect((await signIn(email, 'guess')).status).toBe(429);
  });
});

describe('signing out', () => {
  test('ends the session and clears the cookie', async () => {
    const account = await anAccount();
    const { token } = await signIn(account.email, ownPassword);
    const out = await call('POST', '/api/auth/logout', undefined, { token });
    expect(out.status).toBe(204);
    expect(out.cookie).toMatchObject({ value: '', path: '/' });
    expect(out.cookie?.expires?.getTime()).toBe(0);
    expect((await me(token)).status).toBe(401);
  });

  test('returns the same reply to somebody who is not signed in', async () => {
    expect((await call('POST', '/api/auth/logout')).status).toBe(204);
    expect((await call('POST', '/api/auth/logout', undefined, { token: 'x' })).status).toBe(204);
  });
});

describe('choosing a password', () => {
  const next = 'harbour in the morning';
  const change = (token: string, currentPassword: string, newPassword: string) =>
    call('POST', '/api/auth/password', { currentPassword, newPassword }, { token });

  test('refuses a wrong current password, and slows guesses of it', async () => {
    const account = await anAccount();
    const { token } = await signIn(account.email, ownPassword);
    for (let n = 0; n < 5; n += 1) {
      const answer = await change(token, 'not the password', next);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ path: 'currentPassword' }]);
    }
    expect((await change(token, ownPassword, next)).status).toBe(429);
    clock += 1000;
    expect((await change(token, ownPassword, next)).status).toBe(200);
  });

  test.each([
    ['a short one', 'short'],
    ['the current one', ownPassword],
    ['the default one', 'default-password'],
    ['a common one', 'password1234'],
    ["the product's name", 'bellwether-1'],
    ['one beyond measure', 'harbour'.repeat(40)],
  ])('refuses %s at its field', async (_, newPassword) => {
    const account = await anAccount();
    const { token } = await signIn(account.email, ownPassword);
    const answer = await change(token, ownPassword, newPassword);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'newPassword' }]);
    expect((await signIn(account.email, ownPassword)).status).toBe(200);
  });

  test.each([
    ['of 64 characters', 'the lighthouse by the harbour keeps its lamp lit in every weather'],
    ['of letters alone', 'kvistrumpeldyr'],
    ['of another writing, and a picture', '海辺の灯台守の静かな朝 🌊'],
  ])('takes one %s, and signs in with the whole of it', async (_, password) => {
    const { email } = await anAccount();
    const { token } = await signIn(email, ownPassword);
    expect((await change(token, ownPassword, password)).status).toBe(200);
    expect((await signIn(email, password.slice(0, -1))).status).toBe(401);
    expect((await signIn(email, password.toUpperCase() + ' ')).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
  });

  test('replaces the old password, ends all sessions and begins a new one here', async () => {
    const account = await anAccount();
    const here = await signIn(account.email, ownPassword);
    const elsewhere = await signIn(account.email, ownPassword);
    const answer = await change(here.token, ownPassword, next);
    expect(answer.status).toBe(200);
    expect(answer.cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect((await me(answer.token)).status).toBe(200);
    expect((await me(here.token)).status).toBe(401);
    expect((await me(elsewhere.token)).status).toBe(401);
    expect((await signIn(account.email, ownPassword)).status).toBe(401);
    expect((await signIn(account.email, next)).status).toBe(200);
    expect((await eventsOf(account)).map(({ action }) => action)).toContain(
      'user.password-changed',
    );
  });

  test('accepts one of two changes at the same time', async () => {
    const account = await anAccount();
    const { token } = await signIn(account.email, ownPassword);
    const answers = await Promise.all(
      ['first new password', 'second new password'].map((to) => change(token, ownPassword, to)),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  test('is required first when an Admin gave the password: all other calls are refused', async () => {
    const account = await anAccount({ mustChangePassword: true });
    const { token, body } = await signIn(account.email, ownPassword);
    expect(body.mustChangePassword).toBe(true);
    for (const path of ['/api/hotels', '/api/responses', '/api/user-roles']) {
      const refused = await call('GET', path, undefined, { token });
      expect(refused.status).toBe(403);
      expect(refused.body.type).toBe('/problems/password-change-required');
    }
    expect((await me(token)).body.mustChangePassword).toBe(true);
    const changed = await change(token, ownPassword, next);
    expect(changed.body.mustChangePassword).toBe(false);
    expect((await me(changed.token)).body.mustChangePassword).toBe(false);
    const hotels = await call('GET', '/api/hotels', undefined, { token: changed.token });
    expect(hotels.status).toBe(200);
  });
});

describe('roles', () => {
  test('are returned with their permissions to everybody who is signed in', async () => {
    for (const who of ['alice', 'asa', 'connie'] as const) {
      const { status, body } = await server.as(who)('GET', '/api/user-roles');
      expect(status).toBe(200);
      expect(
        body.map(({ name, permissions }: { name: RoleName; permissions: string[] }) => ({
          name,
          permissions,
        })),
      ).toEqual(roleNames.map((name) => ({ name, permissions: actionsOf[name] })));
    }
  });
});

test('no reply contains a password or its hash', async () => {
  const account = await anAccount();
  const entered = await signIn(account.email, ownPassword);
  const answers = [
    entered,
    await signIn(account.email, 'not the password'),
    await me(entered.token),
    await call('GET', '/api/user-roles', undefined, { token: entered.token }),
    await call(
      'POST',
      '/api/auth/password',
      { currentPassword: ownPassword, newPassword: 'harbour in the morning' },
      { token: entered.token },
    ),
  ];
  for (const { text } of answers) expect(text).not.toMatch(/argon2|hash|lighthouse|harbour in/i);
});
