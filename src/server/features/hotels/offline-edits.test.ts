import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { stageGuardDetail } from '#domain/workflow/stages.ts';
import { aHotel } from '#test/build.ts';
import { people } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * Tests a change of a hotel as a device sends it that was offline: with a key, a digest and
 * `basedOn`.
 */

let server: TestApp;
let hotelId: number;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: hotelId } = await aHotel(server, {
    serviceConsultantId: server.idOf('connie'),
    stage: 'Evaluation',
  }));
});

type Body = Record<string, unknown>;
const digestOf = (body: string) => createHash('sha256').update(body).digest('hex');
const send = (change: Body, key = randomUUID(), who: 'connie' | 'cole' = 'connie') => {
  const body = JSON.stringify(change);
  const headers = { [requestKeyHeader]: key, [digestHeader]: digestOf(body) };
  return server.as(who)('PATCH', `/api/hotels/${hotelId}`, change, headers);
};
const office = (change: Body) => server.as('asa')('PATCH', `/api/hotels/${hotelId}`, change);
const stored = async () => (await server.as('asa')('GET', `/api/hotels/${hotelId}`)).body;
const countEvents = async () =>
  (
    await server.db
      .selectFrom('auditEvents')
      .select('id')
      .where('objectId', '=', hotelId)
      .where('action', 'in', ['hotel.changed', 'hotel.stage-changed'])
      .execute()
  ).length;
const notes = { evaluationNotes: 'Seen on site', basedOn: { evaluationNotes: null } };

test('the answer repeats the key and the digest of the bytes', async () => {
  const key = randomUUID();
  const { status, body } = await send(notes, key);
  expect(status).toBe(200);
  expect(body.evaluationNotes).toBe('Seen on site');
  expect(body.receipt).toEqual({ key, digest: digestOf(JSON.stringify(notes)) });
});

test('sent twenty times, at once or one by one, it is one change and one event', async () => {
  const key = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => send(notes, key)));
  // Somebody undoes the change meanwhile. A late copy must not repeat it.
  await office({ evaluationNotes: null });
  const { version } = await stored();
  for (let time = 0; time < 10; time += 1) expect((await send(notes, key)).status).toBe(200);
  expect(await stored()).toMatchObject({ evaluationNotes: null, version });
  expect(await countEvents()).toBe(2);
});

describe('where somebody changed the field meanwhile', () => {
  test('409 has the present values, who wrote them, and stores nothing', async () => {
    await office({ evaluationNotes: 'From the office' });
    const { status, body } = await send(notes);
    expect(status).toBe(409);
    expect(body.type).toBe('/problems/changed-meanwhile');
    expect(body.present).toEqual({
      values: { evaluationNotes: 'From the office' },
      changedBy: people.asa.name,
      changedAt: expect.any(String),
    });
    expect(await stored()).toMatchObject({ evaluationNotes: 'From the office' });
    expect(await countEvents()).toBe(1);
  });

  test('a refused change leaves its key free, and what is based on the present is stored', async () => {
    await office({ evaluationNotes: 'From the office' });
    const key = randomUUID();
    expect((await send(notes, key)).status).toBe(409);
    const mine = { ...notes, basedOn: { evaluationNotes: 'From the office' } };
    expect((await send(mine, key)).status).toBe(200);
    expect(await stored()).toMatchObject({ evaluationNotes: 'Seen on site' });
  });

  test('to the same value, it is no conflict and no second event', async () => {
    await office({ evaluationNotes: 'Seen on site' });
    expect((await send(notes)).status).toBe(200);
    expect(await countEvents()).toBe(1);
  });

  test('another field is nobody’s conflict', async () => {
    await office({ hotelCity: 'Boston' });
    expect((await send(notes)).status).toBe(200);
  });

  test('of a stage, the mover is named', async () => {
    await office({ stage: 'Disposition' });
    const move = { stage: 'Initiated', basedOn: { stage: 'Evaluation' } };
    const { status, body } = await send(move);
    expect(status).toBe(409);
    expect(body.present).toMatchObject({
      values: { stage: 'Disposition' },
      changedBy: people.asa.name,
    });
  });
});

test('the guard of the stages, a deleted hotel and a reassigned one refuse it', async () => {
  const move = { stage: 'Virtual Re-Assessment', basedOn: { stage: 'Evaluation' } };
  const guarded = await send(move);
  expect([guarded.status, guarded.body.detail]).toEqual([409, stageGuardDetail]);
  expect(guarded.body.present).toBeUndefined();
  expect((await send(notes, randomUUID(), 'cole')).status).toBe(404);
  await server.as('asa')('DELETE', `/api/hotels/${hotelId}`);
  expect((await send(notes)).status).toBe(404);
});

test('bytes that were damaged on the way are refused', async () => {
  const headers = { [requestKeyHeader]: randomUUID(), [digestHeader]: '0'.repeat(64) };
  const path = `/api/hotels/${hotelId}`;
  const { status, body } = await server.as('connie')('PATCH', path, notes, headers);
  expect([status, body.type]).toEqual([400, '/problems/malformed-request']);
  expect((await stored()).evaluationNotes).toBeNull();
});
