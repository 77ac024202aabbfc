import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';
import { deleteOutdatedRows } from './delete-outdated-rows.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

test('deletes what has had its time, and nothing else', async () => {
  const { db, idOf, as } = server;
  const key = (name: string, age: string, route = 'POST /api/surveys') =>
    db
      .insertInto('requestKeys')
      .values({
        userId: idOf('alice'),
        key: name,
        route,
        requestDigest: Buffer.alloc(32),
        status: 201,
        answer: '{}',
        createdAt: sql<string>`now() - ${age}::interval`,
      })
      .execute();
  await key('old-request', '25 hours');
  await key('new-request', '1 hour');
  await key('old-change', '31 days', 'PATCH /api/hotels/1');
  await key('offline-for-long', '29 days', 'PATCH /api/hotels/1');
  await db
    .updateTable('authSessions')
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where('userId', '=', idOf('cole'))
    .execute();

  await deleteOutdatedRows(db);

  const keys = await db.selectFrom('requestKeys').select('key').orderBy('key').execute();
  expect(keys).toEqual([{ key: 'new-request' }, { key: 'offline-for-long' }]);
  const sessions = await db.selectFrom('authSessions').select('userId').execute();
  expect(sessions.map(({ userId }) => userId)).not.toContain(idOf('cole'));
  expect((await as('alice')('GET', '/api/auth/me')).status).toBe(200);
});
