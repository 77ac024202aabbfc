import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { RoleName } from '#domain/people/roles.ts';
import { systemUserSchema, type SystemUser } from '#domain/people/system-user.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { verifyPassword } from '#server/passwords.ts';
import { aHotel } from '#test/build.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';
import { waitFor } from '#test/wait-for.ts';

let server: TestApp;
let roleIds: Record<RoleName, number>;
beforeAll(async () => {
  server = await openTestApp();
  const roles = await server.db.selectFrom('userRoles').select(['name', 'id']).execute();
  roleIds = Object.fromEntries(roles.map(({ name, id }) => [name, id])) as typeof roleIds;
});
afterAll(() => server.close());

let made = 0;
beforeEach(() => {
  made += 1;
});
const fields = (more: object = {}, role: RoleName = 'Assessor') => ({
  name: 'Uma User',
  email: `uma${made}@hotel.example`,
  mobileNumber: '+1 555 0199',
  roleId: roleIds[role],
  ...more,
});
const admin = (...call: Parameters<ReturnType<TestApp['as']>>) => server.as('alice')(...call);
const create = (more: object = {}, role?: RoleName) =>
  admin('POST', '/api/system-users', fields(more, role));
const update = (id: number, more: object = {}, role?: RoleName) =>
  admin('PUT', `/api/system-users/${id}`, fields(more, role));
const setActive = (id: number, isActive: boolean) =>
  admin('PUT', `/api/system-users/${id}/status`, { isActive });
const remove = (id: number) => admin('DELETE', `/api/system-users/${id}`);

/**
 * Creates a person who counts as having chosen their password, which is the one that they were
 * given.
 */
async function aUser(more: object = {}, role?: RoleName): Promise<SystemUser> {
  const { status, body } = await create({ password: 'lighthouse keeper', ...more }, role);
  expect(status).toBe(201);
  await server.db
    .updateTable('systemUsers')
    .set({ mustChangePassword: false })
    .where('id', '=', body.id)
    .execute();
  return { ...body, mustChangePassword: false };
}

async function stored(id: number): Promise<SystemUser | undefined> {
  const { body } = await admin('GET', '/api/system-users');
  return body.find((user: SystemUser) => user.id === id);
}

const hashOf = (id: number) =>
  server.db
    .selectFrom('systemUsers')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ passwordHash }) => passwordHash);

/** Returns the status that a call with this session gets. */
async function callWith(token: string, path = '/api/auth/me'): Promise<number> {
  const answer = await server.app.inject({ url: path, cookies: { [sessionCookie]: token } });
  return answer.statusCode;
}

async function signedIn(id: number): Promise<string> {
  const token = await beginSession(server.db, id, 'test');
  expect(await callWith(token)).toBe(200);
  return token;
}

const at = (path: string, message: string) => [{ path, message }];
const neverAnAdmins = at(
  'password',
  'An Admin cannot have the default password: make a one-time password',
);

describe('who may', () => {
  test('everyone but Admins is refused, before anything is told', async () => {
    const { id } = await aUser();
    for (const who of ['asa', 'connie'] as const) {
      const call = server.as(who);
      const answers = [
        await call('GET', '/api/system-users'),
        await call('POST', '/api/system-users', fields()),
        await call('PUT', `/api/system-users/${id}`, fields({}, 'Admin')),
        await call('PUT', `/api/system-users/${server.idOf(who)}`, fields({}, 'Admin')),
        await call('PUT', `/api/system-users/${id}/status`, { isActive: false }),
        await call('DELETE', `/api/system-users/${id}`),
        await call('GET', '/api/settings'),
        await call('POST', '/api/one-time-passwords'),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    }
    expect(await stored(id)).toMatchObject({ isActive: true, role: { name: 'Assessor' } });
  });

  test('consultants are named to all three roles, by id and name alone', async () => {
    await aUser({ name: 'anna Consultant' }, 'Service Consultant');
    for (const who of ['alice', 'asa', 'connie'] as const) {
      const { status, body } = await server.as(who)('GET', '/api/service-consultants');
      expect(status).toBe(200);
      expect(body.slice(0, 3)).toEqual([
        { id: expect.any(Number), name: 'anna Consultant' },
        { id: server.idOf('cole'), name: 'Cole Consultant' },
        { id: server.idOf('connie'), name: 'Connie Consultant' },
      ]);
    }
  });

  test('Admins are told the default password', async () => {
    const { body } = await admin('GET', '/api/settings');
    expect(body).toEqual({ defaultUserPassword: 'default-password' });
  });
});

describe('creating', () => {
  test('names what is missing at its field', async () => {
    const answer = await admin('POST', '/api/system-users', {
      name: ' ',
      email: 'uma',
      roleId: 0,
      assignedHotelIds: [2 ** 40],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      ...at('name', 'Name is required'),
      ...at('email', 'Please enter a valid email address'),
      ...at('mobileNumber', 'Mobile Number is required'),
      ...at('roleId', 'Role is required'),
      ...at('assignedHotelIds.0', 'A hotel in the list no longer exists'),
    ]);
  });

  test('refuses a role that is not there', async () => {
    for (const roleId of [999, 2 ** 40, undefined]) {
      const answer = await create({ roleId });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual(at('roleId', 'Role is required'));
    }
  });

  test('refuses an address that someone has, in whatever case', async () => {
    await aUser();
    const answer = await create({ email: fields().email.toUpperCase() });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(at('email', 'Email already exists'));
  });

  test('refuses a hotel that is not there, and stores nothing', async () => {
    const answer = await create({ assignedHotelIds: [2_000_000_000] }, 'Service Consultant');
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(
      at('assignedHotelIds', 'A hotel in the list no longer exists'),
    );
    const { body } = await admin('GET', '/api/system-users');
    expect(body.map(({ email }: SystemUser) => email)).not.toContain(fields().email);
  });

  test('answers the user, active, with no hotels', async () => {
    const { status, body } = await create({ password: 'lighthouse keeper' });
    expect(status).toBe(201);
    expect(systemUserSchema.parse(body)).toMatchObject({
      name: 'Uma User',
      email: fields().email,
      mobileNumber: '+1 555 0199',
      role: { id: roleIds.Assessor, name: 'Assessor' },
      isActive: true,
      mustChangePassword: true,
      assignedHotelIds: null,
      lastLogin: null,
    });
    expect(await stored(body.id)).toEqual(body);
    expect(await verifyPassword(await hashOf(body.id), 'lighthouse keeper')).toBe(true);
  });

  test.each([
    ['none', undefined],
    ['a blank one', ' '],
    ['the default one', 'default-password'],
  ])('with %s as password, the default one is to be replaced', async (_, password) => {
    const { body } = await create({ password });
    expect(body.mustChangePassword).toBe(true);
    expect(hoursOpen(body)).toBe(72);
    expect(await verifyPassword(await hashOf(body.id), 'default-password')).toBe(true);
    const admin = await create({ password, email: `admin${made}@hotel.example` }, 'Admin');
    expect([admin.status, admin.body.errors]).toEqual([400, neverAnAdmins]);
  });

  const hoursOpen = ({ passwordUntil, createdAt }: SystemUser) =>
    (Date.parse(passwordUntil ?? '') - Date.parse(createdAt)) / 3_600_000;

  test('a one-time password is another one each time, and kept nowhere', async () => {
    const answers = [1, 2].map(() => admin('POST', '/api/one-time-passwords'));
    const [first, second] = (await Promise.all(answers)).map(({ status, body }) => {
      expect(status).toBe(200);
      return body.password;
    });
    expect(first).toMatch(/^([a-z]{4}-){3}[a-z]{4}$/);
    expect(first).not.toBe(second);
    const { body } = await create({ password: first }, 'Admin');
    expect(body.mustChangePassword).toBe(true);
    expect(hoursOpen(body)).toBe(72);
    expect(await verifyPassword(await hashOf(body.id), first)).toBe(true);
  });

  test('assigns hotels to consultants, and to nobody else', async () => {
    const first = await aHotel(server);
    const second = await aHotel(server);
    const assignedHotelIds = [second.id, first.id, second.id];
    const consultant = await aUser({ assignedHotelIds }, 'Service Consultant');
    expect(consultant.assignedHotelIds).toEqual([first.id, second.id]);
    const none = { email: `none${made}@hotel.example`, assignedHotelIds: [] };
    expect((await aUser(none, 'Service Consultant')).assignedHotelIds).toBeNull();
    const assessor = { email: `assessor${made}@hotel.example`, assignedHotelIds };
    expect((await aUser(assessor)).assignedHotelIds).toBeNull();
  });

  test('twenty at once with one key make one user, and all twenty get it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers: Answer[] = await Promise.all(
      Array.from({ length: 20 }, () => admin('POST', '/api/system-users', fields(), key)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const { body } = await admin('GET', '/api/system-users');
    const found = body.filter(({ email }: SystemUser) => email === fields().email);
    expect(found).toEqual([answers[0]?.body]);
  });

  test('twenty at once with keys of their own make one user, and nineteen are told why', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 201))
      expect(body.errors).toEqual(at('email', 'Email already exists'));
  });
});

describe('changing', () => {
  test('refuses whom there is not, and an address that someone else has', async () => {
    expect((await update(2_000_000_000)).status).toBe(404);
    expect((await setActive(2_000_000_000, true)).status).toBe(404);
    expect((await remove(2_000_000_000)).status).toBe(404);
    const { id } = await aUser();
    const answer = await update(id, { email: 'ASA@hotel.example' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(at('email', 'Email already exists'));
  });

  test('replaces what is stored, and keeps the password and the session', async () => {
    const user = await aUser();
    const token = await signedIn(user.id);
    const hash = await hashOf(user.id);
    const { status, body } = await update(user.id, { name: 'Una User', password: '' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...user, name: 'Una User', updatedAt: expect.any(String) });
    expect(body.updatedAt > user.updatedAt).toBe(true);
    expect(await hashOf(user.id)).toBe(hash);
    expect(await callWith(token)).toBe(200);
  });

  const put = (id: number, body: object) => admin('PUT', `/api/system-users/${id}`, body);

  test('keeps what is left out, as another Admin has left it', async () => {
    const hotel = await aHotel(server);
    const user = await aUser({ assignedHotelIds: [hotel.id] }, 'Service Consultant');
    await setActive(user.id, false);
    const { status, body } = await put(user.id, { mobileNumber: '+1 555 0101' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...user,
      ...{ mobileNumber: '+1 555 0101', isActive: false, updatedAt: expect.any(String) },
    });
    expect(await stored(user.id)).toEqual(body);
    const unchanged = await put(user.id, {});
    expect([unchanged.status, unchanged.body]).toEqual([
      200,
      { ...body, updatedAt: expect.any(String) },
    ]);
  });

  test('a role that is left out stays, with the session and the hotels', async () => {
    const hotel = await aHotel(server);
    const user = await aUser({ assignedHotelIds: [hotel.id] }, 'Service Consultant');
    const token = await signedIn(user.id);
    const { body } = await put(user.id, { name: 'Una User' });
    expect(body).toMatchObject({ name: 'Una User', assignedHotelIds: [hotel.id] });
    expect(await callWith(token)).toBe(200);
    const demoted = await put(user.id, { roleId: roleIds.Assessor });
    expect(demoted.body.assignedHotelIds).toBeNull();
    expect(await callWith(token)).toBe(401);
    const back = await put(user.id, { roleId: roleIds['Service Consultant'] });
    expect(back.body.assignedHotelIds).toBeNull();
  });

  test('a field that is given is checked as for a new user', async () => {
    const { id } = await aUser();
    const answer = await put(id, { email: 'uma', roleId: 0 });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [...at('email', 'Please enter a valid email address'), ...at('roleId', 'Role is required')],
    ]);
    expect((await put(id, { roleId: 999 })).body.errors).toEqual(at('roleId', 'Role is required'));
  });

  test('a new password ends the sessions begun with the old one', async () => {
    const { id } = await aUser();
    const token = await signedIn(id);
    const { body } = await update(id, { password: 'harbour in the morning' });
    expect(body.mustChangePassword).toBe(true);
    expect(await verifyPassword(await hashOf(id), 'harbour in the morning')).toBe(true);
    expect(await callWith(token)).toBe(401);
    expect(await callWith(await signedIn(id), '/api/hotels'), 'until it is replaced').toBe(403);
  });

  test('a password of one’s own, chosen here, stays where it is a good one', async () => {
    const own = (password: string) =>
      admin('PUT', `/api/system-users/${server.idOf('alice')}`, {
        ...fields({ password, email: 'alice@hotel.example', name: 'Alice Admin' }, 'Admin'),
      });
    const good = await own('harbour in the evening');
    expect([good.body.mustChangePassword, good.body.passwordUntil]).toEqual([false, null]);
    const weak = await own('password1234');
    expect(weak.body.mustChangePassword).toBe(true);
    await server.db
      .updateTable('systemUsers')
      .set({ passwordHash: 'none', mustChangePassword: false })
      .where('id', '=', server.idOf('alice'))
      .execute();
  });

  test.each(['password1234', 'bellwether-1', 'hotel-2026-1', 'kz7+qwvx'])(
    '%s, which its owner could not choose, is handed over to be replaced',
    async (password) => {
      const { id } = await aUser();
      const token = await signedIn(id);
      const { status, body } = await update(id, { password });
      expect([status, body.mustChangePassword]).toEqual([200, true]);
      expect(await callWith(token)).toBe(401);
      expect(await verifyPassword(await hashOf(id), password)).toBe(true);
      expect(await callWith(await signedIn(id), '/api/hotels')).toBe(403);
      const other = await create({ email: `other${made}@hotel.example`, password });
      expect([other.status, other.body.mustChangePassword]).toEqual([201, true]);
    },
  );

  test('a password of seven characters is none to hand over', async () => {
    const { id } = await aUser();
    for (const answer of [
      await update(id, { password: 'kz7+qwv' }),
      await create({ password: '1' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual(at('password', 'Choose at least 8 characters'));
    }
  });

  test.each(['lighthouse keeper', 'password1234'])(
    'the password that they chose, %s, changes nothing',
    async (password) => {
      const user = await aUser({ password });
      await server.db
        .updateTable('systemUsers')
        .set({ passwordGivenAt: null, mustChangePassword: false })
        .where('id', '=', user.id)
        .execute();
      const token = await signedIn(user.id);
      const hash = await hashOf(user.id);
      const { status, body } = await update(user.id, { name: 'Una User', password });
      expect(status).toBe(200);
      expect([body.mustChangePassword, body.passwordUntil]).toEqual([false, null]);
      expect(await hashOf(user.id)).toBe(hash);
      expect(await callWith(token)).toBe(200);
      const event = await server.db
        .selectFrom('auditEvents')
        .select('details')
        .where('action', '=', 'user.updated')
        .where('objectId', '=', user.id)
        .executeTakeFirstOrThrow();
      expect(event.details).not.toHaveProperty('changes.password');
    },
  );

  test('a password is given for 72 hours each time, and nobody with the default one becomes an Admin', async () => {
    const { id } = await aUser();
    for (const password of ['lighthouse keeper', 'default-password']) {
      const first = (await update(id, { password })).body;
      expect(first.mustChangePassword).toBe(true);
      const again = (await update(id, { password })).body;
      expect(again.passwordUntil > first.passwordUntil).toBe(true);
    }
    for (const more of [{}, { password: 'default-password' }]) {
      const { status, body } = await update(id, more, 'Admin');
      expect([status, body.errors]).toEqual([400, neverAnAdmins]);
    }
    const { status, body } = await update(id, { password: 'kz7+qwvx' }, 'Admin');
    expect([status, body.role.name]).toEqual([200, 'Admin']);
  });

  test('another role ends the sessions, and with them the old powers', async () => {
    const { id } = await aUser({}, 'Admin');
    const token = await signedIn(id);
    expect(await callWith(token, '/api/system-users')).toBe(200);
    expect((await update(id, {}, 'Assessor')).status).toBe(200);
    expect(await callWith(token, '/api/system-users')).toBe(401);
    expect(await callWith(await signedIn(id), '/api/system-users')).toBe(403);
  });

  test('a consultant sees what is assigned at once, and nothing of it in another role', async () => {
    const kept = await aHotel(server);
    const dropped = await aHotel(server);
    const consultant = { assignedHotelIds: [kept.id, dropped.id] };
    const { id } = await aUser(consultant, 'Service Consultant');
    const token = await signedIn(id);
    expect(await callWith(token, `/api/hotels/${dropped.id}`)).toBe(200);
    await update(id, { assignedHotelIds: [kept.id] }, 'Service Consultant');
    expect(await callWith(token, `/api/hotels/${dropped.id}`)).toBe(404);
    expect(await callWith(token, `/api/hotels/${kept.id}`)).toBe(200);
    expect((await update(id, consultant, 'Assessor')).body.assignedHotelIds).toBeNull();
    const back = await update(id, {}, 'Service Consultant');
    expect(back.body.assignedHotelIds).toBeNull();
  });

  test('deactivating signs out everywhere at once; activating lets in again', async () => {
    const user = await aUser();
    const tokens = [await signedIn(user.id), await signedIn(user.id)];
    const { status, body } = await setActive(user.id, false);
    expect([status, body.isActive]).toEqual([200, false]);
    for (const token of tokens) expect(await callWith(token)).toBe(401);
    expect((await setActive(user.id, true)).body.isActive).toBe(true);
    for (const token of tokens) expect(await callWith(token), 'ended is ended').toBe(401);
    const token = await signedIn(user.id);
    await update(user.id, { isActive: false });
    expect(await callWith(token)).toBe(401);
  });

  test('deleting ends the sessions and frees the address', async () => {
    const { id } = await aUser();
    const token = await signedIn(id);
    expect(await remove(id)).toMatchObject({ status: 204, body: '' });
    expect(await callWith(token)).toBe(401);
    expect(await stored(id)).toBeUndefined();
    expect((await remove(id)).status).toBe(404);
    expect((await create()).status).toBe(201);
  });

  test('each change stands in the audit trail, with no address and no number', async () => {
    const { id } = await aUser();
    await update(id, { password: 'harbour in the morning' });
    await setActive(id, false);
    await remove(id);
    const events = await server.db
      .selectFrom('auditEvents')
      .select(['action', 'actorId', 'details'])
      .where('objectId', '=', id)
      .where('action', 'like', 'user.%')
      .orderBy('id')
      .execute();
    const actorId = server.idOf('alice');
    const [name, role] = ['Uma User', 'Assessor'];
    expect(events).toEqual([
      { action: 'user.created', actorId, details: { name, role } },
      { action: 'user.updated', actorId, details: { name, changes: { password: null } } },
      { action: 'user.status-changed', actorId, details: { name, did: 'deactivated' } },
      { action: 'user.deleted', actorId, details: { name, role } },
    ]);
  });
});

describe('there is always someone to manage people', () => {
  const alice = () => server.idOf('alice');
  const own = (more: object = {}, role: RoleName = 'Admin') =>
    update(alice(), { name: 'Alice Admin', email: 'alice@hotel.example', ...more }, role);

  test('nobody takes their own powers', async () => {
    await aUser({}, 'Admin');
    const refusals = [
      await own({}, 'Assessor'),
      await own({ isActive: false }),
      await setActive(alice(), false),
      await remove(alice()),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(refusals.map(({ body }) => body.detail)).toEqual([
      'You cannot change your own role. Another Admin can.',
      'You cannot deactivate your own account. Another Admin can.',
      'You cannot deactivate your own account. Another Admin can.',
      'You cannot delete your own account. Another Admin can.',
    ]);
    expect(await stored(alice())).toMatchObject({ isActive: true, role: { name: 'Admin' } });
  });

  test('all else of themselves they may change, and stay signed in', async () => {
    const elsewhere = await signedIn(alice());
    const { status, body } = await own({
      mobileNumber: '+1 555 0101',
      password: 'a lighthouse by the sea',
    });
    expect(status).toBe(200);
    expect(body.mobileNumber).toBe('+1 555 0101');
    expect((await admin('GET', '/api/auth/me')).status).toBe(200);
    expect(await callWith(elsewhere)).toBe(401);
  });

  test.each([
    ['demote', 'PUT', '', 'Assessor'],
    ['deactivate', 'PUT', '/status', undefined],
    ['delete', 'DELETE', '', undefined],
  ] as const)(
    'of two Admins who %s each other at once, one remains',
    async (_, method, end, role) => {
      const alone = await openTestApp();
      const { db } = alone;
      const { id: bobId } = await db
        .insertInto('systemUsers')
        .values({
          name: 'Bob',
          email: 'bob@hotel.example',
          mobileNumber: '1',
          passwordHash: 'none',
          roleId: roleIds.Admin,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const cookie = `${sessionCookie}=${await beginSession(db, bobId, 'test')}`;
      const body = (email: string) => (role ? fields({ email }, role) : { isActive: false });
      const sent = (email: string) => (method === 'PUT' ? body(email) : undefined);
      const toBob = `/api/system-users/${bobId}${end}`;
      const toAlice = `/api/system-users/${alone.idOf('alice')}${end}`;

      // Locks the role until both calls were admitted and wait for it.
      const answers = await inTransaction(db, async (tx) => {
        await tx
          .selectFrom('userRoles')
          .select('id')
          .where('name', '=', 'Admin')
          .forUpdate()
          .execute();
        const calls = [
          alone.as('alice')(method, toBob, sent('bob@hotel.example')),
          alone.as('nobody')(method, toAlice, sent('alice@hotel.example'), { cookie }),
        ];
        await waitFor(async () => expect(await waiting(alone)).toBe(2));
        return { calls };
      });
      const statuses = (await Promise.all(answers.calls)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([method === 'DELETE' ? 204 : 200, 409]);
      const left = await db
        .selectFrom('systemUsers')
        .select('id')
        .where('roleId', '=', roleIds.Admin)
        .where('isActive', '=', true)
        .execute();
      expect(left).toHaveLength(1);
      await alone.close();
    },
  );

  /** Returns how many callers wait for a lock. */
  async function waiting({ deps }: TestApp): Promise<number> {
    const { rows } = await deps.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.waiting ?? 0;
  }

  test('an Admin who is not active may go, and another active one may too', async () => {
    const inactive = await aUser({ isActive: false }, 'Admin');
    expect((await remove(inactive.id)).status).toBe(204);
    const active = await aUser({ email: `active${made}@hotel.example` }, 'Admin');
    expect((await remove(active.id)).status).toBe(204);
  });
});

test('no reply contains a password or its hash', async () => {
  const password = 'lighthouse keeper';
  const key = { 'idempotency-key': randomUUID() };
  const created = await admin('POST', '/api/system-users', fields({ password }), key);
  const answers = [
    created,
    await admin('POST', '/api/system-users', fields({ password }), key),
    await create({ password }),
    await create({ password, roleId: 0 }),
    await update(created.body.id, { password }),
    await setActive(created.body.id, false),
    await admin('GET', '/api/system-users'),
    await admin('GET', '/api/service-consultants'),
  ];
  const { rows } = await server.deps.pool.query<{ row: string }>(
    'select request_keys::text as row from request_keys union all select audit_events::text from audit_events',
  );
  for (const { body } of [...answers, { body: rows }])
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash"|lighthouse/i);
});
