import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { keyLabel, mostReported, type WaitingDevice } from '#domain/sync/device.ts';
import { exportFormat, exportVersion } from '#domain/sync/exported-file.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { people, type PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const register = async (who: PersonName) =>
  (await server.as(who)('POST', '/api/devices')).body as { token: string; publicKey: string };
const report = async (token: string, waiting: number) =>
  (await server.as('nobody')('POST', '/api/devices/report', { token, waiting })).body as unknown;
const waiting = async () =>
  (await server.as('alice')('GET', '/api/devices/waiting')).body as WaitingDevice[];
const setActive = (who: PersonName, isActive: boolean) =>
  server.as('alice')('PUT', `/api/system-users/${server.idOf(who)}/status`, { isActive });

/** Encrypts a key as a device does, with Web Crypto. */
async function wrap(publicKey: string, userId: number) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const spki = Buffer.from(publicKey, 'base64');
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt']);
  const label = new TextEncoder().encode(keyLabel(userId));
  const wrapped = await crypto.subtle.encrypt({ name: 'RSA-OAEP', label }, key, secret);
  return {
    wrappedKey: Buffer.from(wrapped).toString('base64'),
    key: Buffer.from(secret).toString('base64'),
  };
}

test('the installation has one key, whoever asks and however many at once', async () => {
  const asked = await Promise.all([register('asa'), register('connie'), register('asa')]);
  expect(new Set(asked.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(new Set(asked.map(({ token }) => token)).size).toBe(3);
});

test('gives a locked key back to the person it was locked for, and to nobody else', async () => {
  const { publicKey } = await register('asa');
  const { wrappedKey, key } = await wrap(publicKey, server.idOf('asa'));
  const open = (who: PersonName | 'nobody', sent = wrappedKey) =>
    server.as(who)('POST', '/api/devices/open-key', { wrappedKey: sent });
  expect((await open('asa')).body).toEqual({ key });
  expect((await open('nobody')).status).toBe(401);
  for (const other of ['connie', 'alice'] as const) {
    const refused = await open(other);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain(key);
  }
  const broken = `${wrappedKey[0] === 'A' ? 'B' : 'A'}${wrappedKey.slice(1)}`;
  expect((await open('asa', broken)).status).toBe(400);
});

test('a device says what waits on it, and learns that its account has ended', async () => {
  const { token } = await register('connie');
  expect(await report(token, 2)).toEqual({ account: 'active' });
  const [first] = await waiting();
  expect(first).toMatchObject({ userName: people.connie.name, account: 'active', waiting: 2 });
  await setActive('connie', false);
  expect(await report(token, 3)).toEqual({ account: 'ended' });
  expect(await waiting()).toMatchObject([
    { waiting: 3, account: 'deactivated', since: first!.since },
  ]);
  expect(await report(token, 0)).toEqual({ account: 'ended' });
  expect(await waiting()).toEqual([]);
  await setActive('connie', true);
});

test('a device says which interviews have files on it, and forgets those that it sent', async () => {
  const { token } = await register('asa');
  const tell = (files?: object[]) =>
    server.as('nobody')('POST', '/api/devices/report', {
      token,
      waiting: 0,
      ...(files && { files }),
    });
  const kept = async () => {
    const rows = await server.db
      .selectFrom('devices')
      .select('files')
      .where('userId', '=', server.idOf('asa'))
      .orderBy('reportedAt', 'desc')
      .execute();
    return rows[0]?.files;
  };
  await tell([{ interview: 'offline_1_told', count: 3 }]);
  expect(await kept()).toEqual({ offline_1_told: 3 });
  // A report of an earlier release names no files.
  await tell();
  expect(await kept()).toEqual({});
  const many = Array.from({ length: mostReported }, (_, n) => ({
    interview: `offline_1788888888888_${String(n).padStart(22, '0')}`,
    count: 200,
  }));
  expect((await tell(many)).status).toBe(200);
  expect((await tell([...many, { interview: 'offline_1_more', count: 1 }])).status).toBe(400);
});

test('a stranger learns nothing and leaves nothing', async () => {
  const rows = () => server.db.selectFrom('devices').select('tokenHash').execute();
  const before = (await rows()).length;
  const stranger = createHash('sha256').update('guess').digest('base64url');
  expect(await report(stranger, 9)).toEqual({ account: 'unknown' });
  expect(await rows()).toHaveLength(before);
  expect(await waiting()).toEqual([]);
});

test('an Admin opens work of ended accounts alone, and the trail keeps it', async () => {
  const { publicKey } = await register('cole');
  const userId = server.idOf('cole');
  const { wrappedKey, key } = await wrap(publicKey, userId);
  const open = (who: PersonName = 'alice') =>
    server.as(who)('POST', `/api/system-users/${userId}/open-device-key`, { wrappedKey });
  expect((await open()).status).toBe(409);
  await setActive('cole', false);
  expect((await open('asa')).status).toBe(403);
  const { name, email } = people.cole;
  expect((await open()).body).toEqual({ key, owner: { id: userId, name, email } });
  const events = await server.db
    .selectFrom('auditEvents')
    .select(['actorName', 'objectId'])
    .where('action', '=', 'user.work-opened')
    .execute();
  expect(events).toEqual([{ actorName: people.alice.name, objectId: userId }]);
});

test('work of a deleted person is imported under their name, once', async () => {
  const survey = await aSurvey(server);
  const hotel = await aHotel(server);
  const userId = server.idOf('cole');
  await server.as('alice')('DELETE', `/api/system-users/${userId}`);
  const { body: opened } = await server.as('alice')(
    'POST',
    `/api/system-users/${userId}/open-device-key`,
    { wrappedKey: null },
  );
  expect(opened).toEqual({ key: null, owner: { id: userId, name: people.cole.name, email: '' } });
  const body = JSON.stringify({
    clientId: 'offline_1_of_a_deleted_person',
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: hotel.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
  });
  const importIt = () =>
    server.as('alice')('POST', '/api/responses/import', {
      format: exportFormat,
      version: exportVersion,
      exportedAt: '2026-03-01T09:00:00.000Z',
      owner: opened.owner,
      responses: [
        {
          clientId: 'offline_1_of_a_deleted_person',
          digest: createHash('sha256').update(body).digest('hex'),
          body,
        },
      ],
    });
  expect((await importIt()).body.responses).toMatchObject([{ outcome: 'stored' }]);
  expect((await importIt()).body.responses).toMatchObject([{ outcome: 'present' }]);
  const stored = server.db.selectFrom('responses').select('userId');
  expect(await stored.execute()).toEqual([{ userId }]);
  const nobody = await server.as('alice')('POST', '/api/system-users/999999/open-device-key', {
    wrappedKey: null,
  });
  expect(nobody.status).toBe(404);
});
