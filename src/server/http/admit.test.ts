import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { anAction, anAssessedHotel, currentRound } from '#test/build.ts';
import { aLink } from '#test/contact.ts';
import { aJpeg } from '#test/evidence.ts';
import { aForm } from '#test/form.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { beginSession, sessionCookie } from './auth-sessions.ts';

/** Calls whose sender loses the right to make them while their body is on its way. */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

type Call = { url: string; method: 'POST' | 'PUT'; headers: Record<string, string> };

/** Sends a body of which the last part arrives only after `meanwhile`. */
async function sendSlowly(call: Call, body: Buffer, meanwhile: () => Promise<unknown>) {
  async function* parts() {
    yield body.subarray(0, 5);
    await pause(600);
    await meanwhile();
    yield body.subarray(5);
  }
  return server.app.inject({ ...call, payload: Readable.from(parts()) });
}

/** Creates an Admin, and a call of theirs that creates another one. */
async function anAdminWhoAddsAnother(name: string) {
  const { id: roleId } = await server.db
    .selectFrom('userRoles')
    .select('id')
    .where('name', '=', 'Admin')
    .executeTakeFirstOrThrow();
  const fields = { mobileNumber: '+1 555 0199', roleId, password: 'lighthouse keeper' };
  const made = await server.as('alice')('POST', '/api/system-users', {
    ...{ ...fields, name, email: `${name}@hotel.example` },
  });
  const id: number = made.body.id;
  await server.db
    .updateTable('systemUsers')
    .set({ mustChangePassword: false })
    .where('id', '=', id)
    .execute();
  const cookie = `${sessionCookie}=${await beginSession(server.db, id, 'test')}`;
  const other = { ...fields, name: 'Another', email: `another.${name}@hotel.example` };
  const headers = { cookie, 'content-type': 'application/json' };
  const call: Call = { method: 'POST', url: '/api/system-users', headers };
  return { id, call, body: Buffer.from(JSON.stringify(other)) };
}

const statusOf = async (id: number, isActive: boolean) =>
  server.as('alice')('PUT', `/api/system-users/${id}/status`, { isActive });

test('a call that was begun before its sender was deactivated does nothing', async () => {
  const { id, call, body } = await anAdminWhoAddsAnother('uma');
  const answer = await sendSlowly(call, body, () => statusOf(id, false));
  expect([answer.statusCode, answer.json().type]).toEqual([401, '/problems/not-signed-in']);
  const { body: users } = await server.as('alice')('GET', '/api/system-users');
  expect(users.map((user: { name: string }) => user.name)).not.toContain('Another');
});

test('a slow call of somebody who keeps their rights succeeds', async () => {
  const { call, body } = await anAdminWhoAddsAnother('una');
  const answer = await sendSlowly(call, body, async () => undefined);
  expect(answer.statusCode).toBe(201);
});

test('a photo that a hotel contact began to send before the link was revoked is not stored', async () => {
  const { id: hotelId } = await anAssessedHotel(server);
  const roundId = await currentRound(server, hotelId);
  await server.db
    .updateTable('rounds')
    .set({ approvedAt: new Date().toISOString(), status: 'approved' })
    .where('id', '=', roundId)
    .execute();
  const { id: action } = await anAction(server, hotelId);
  const { cookie, contactId, linkId } = await aLink(server, { hotelId, roundId });
  const [form, headers] = aForm('door.jpg', aJpeg(), { headers: { cookie } });
  const url = `/api/link/actions/${action}/photos/photo_slow`;
  const revoke = () =>
    server.as('alice')('DELETE', `/api/hotels/${hotelId}/contacts/${contactId}/links/${linkId}`);
  const answer = await sendSlowly({ method: 'PUT', url, headers }, form, revoke);
  expect(answer.statusCode).toBe(401);
  expect(await server.db.selectFrom('evidence').select('id').execute()).toEqual([]);
});
