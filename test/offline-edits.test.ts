import 'fake-indexeddb/auto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { stageGuardDetail } from '#domain/workflow/stages.ts';
import { aHotel } from '#test/build.ts';
import { people } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { editedHotels, keepOwn, queueHotelEdit } from '#web/offline/outbox/hotel-edit.ts';
import { syncStore } from '#web/offline/sync/sync.ts';
import type { SyncEffects } from '#web/offline/sync/run-steps.ts';

/**
 * Tests hotel edits made without a connection, on the stores of devices, against the real server.
 */

let server: TestApp;
let hotel: { id: number; hotelName: string };
let devices = 0;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, {
    serviceConsultantId: server.idOf('connie'),
    stage: 'Evaluation',
  });
});

function aDevice(): OfflineDatabase {
  devices += 1;
  return new OfflineDatabase(50_000 + devices);
}

/** What happens to each reply to an edit on its way back. */
type Network = (send: () => Promise<Response>) => Promise<Response>;
const good: Network = (send) => send();

function effectsOn(network: Network): SyncEffects {
  const send = async (path: string, init: RequestInit) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const method = (init.method ?? 'GET') as 'GET';
    const answer = await server.as('connie')(method, path, init.body ?? undefined, headers);
    const type = { 'content-type': String(answer.headers['content-type']) };
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.bytes), {
      ...{ status: answer.status, headers: type },
    });
  };
  return {
    fetch: (input, init = {}) =>
      init.method === 'PATCH'
        ? network(() => send(String(input), init))
        : send(String(input), init),
    now: () => Date.now(),
    random: () => 0.5,
    refresh: async () => undefined,
  };
}

const sync = (db: OfflineDatabase, network = good) =>
  syncStore(db, effectsOn(network), { force: true });
const notes = (db: OfflineDatabase, words: string, seen: string | null = null) =>
  queueHotelEdit(
    db,
    { hotel, fields: { evaluationNotes: words }, basedOn: { evaluationNotes: seen } },
    Date.now(),
  );
const stored = async () => (await server.as('asa')('GET', `/api/hotels/${hotel.id}`)).body;
const countEvents = async () =>
  (
    await server.db
      .selectFrom('auditEvents')
      .select('id')
      .where('objectId', '=', hotel.id)
      .where('action', 'in', ['hotel.changed', 'hotel.stage-changed'])
      .execute()
  ).length;

test('an edit whose reply is lost, again and again, is one change', async () => {
  const db = aDevice();
  await notes(db, 'Seen');
  for (let time = 0; time < 20; time += 1)
    await sync(db, async (send) => {
      await send();
      throw new TypeError('Failed to fetch');
    });
  expect(await db.commands.count()).toBe(1);
  expect(await sync(db)).toMatchObject({ synced: 1, problem: null });
  expect(await db.commands.count()).toBe(0);
  expect([(await stored()).evaluationNotes, await countEvents()]).toEqual(['Seen', 1]);
  // The device shows the server's reply on top of older readings.
  expect((await editedHotels(db)).get(hotel.id)).toMatchObject({
    ...{ waiting: {}, needsPerson: false },
    stored: { evaluationNotes: 'Seen' },
  });
});

test('a portal’s success, and a reply to another edit, let nothing leave', async () => {
  const db = aDevice();
  await notes(db, 'Seen');
  const json = { 'content-type': 'application/json' };
  await sync(db, async () => new Response('{"ok":true}', { headers: json }));
  await sync(db, async (send) => {
    const reply = (await (await send()).json()) as { receipt: { digest: string } };
    reply.receipt.digest = '0'.repeat(64);
    return new Response(JSON.stringify(reply), { headers: json });
  });
  expect(await db.commands.toArray()).toMatchObject([{ state: 'waiting', attempts: 2 }]);
});

describe('two devices that edit one field', () => {
  test('the second one is asked, and its person may keep their own', async () => {
    const [one, two] = [aDevice(), aDevice()];
    await notes(one, 'One');
    await notes(two, 'Two');
    await sync(one);
    await sync(two);
    const [edit] = await two.commands.toArray();
    expect(edit).toMatchObject({
      state: 'decide',
      present: { values: { evaluationNotes: 'One' }, changedBy: people.connie.name },
    });
    await keepOwn(two, edit!.clientId);
    await sync(two);
    expect((await stored()).evaluationNotes).toBe('Two');
    expect([await two.commands.count(), await countEvents()]).toEqual([0, 2]);
  });

  test('to the same value, nobody is asked', async () => {
    const [one, two] = [aDevice(), aDevice()];
    await notes(one, 'Same');
    await notes(two, 'Same');
    await sync(one);
    await sync(two);
    expect([await two.commands.count(), await countEvents()]).toEqual([0, 1]);
  });
});

test('edits of one hotel arrive in their order, each on what the one before made', async () => {
  const db = aDevice();
  const queue = (fields: object, basedOn: object) =>
    queueHotelEdit(db, { hotel, fields, basedOn }, 1);
  await queue({ stage: 'Virtual Session' }, { stage: 'Evaluation' });
  const date = { virtualSessionCompletionDate: '2026-03-12' };
  await queue(date, { virtualSessionCompletionDate: null });
  await queue({ stage: 'Virtual Re-Assessment' }, { stage: 'Virtual Session' });
  await sync(db);
  expect(await db.commands.count()).toBe(0);
  expect(await stored()).toMatchObject({ ...date, stage: 'Virtual Re-Assessment' });
});

describe('what the server refuses stays, with its words', () => {
  const refused = async (prepare: () => Promise<unknown>, fields: object, basedOn: object) => {
    const db = aDevice();
    await queueHotelEdit(db, { hotel, fields, basedOn }, 1);
    await prepare();
    await sync(db);
    await sync(db);
    const [edit] = await db.commands.toArray();
    expect(edit?.state).toBe('needs-attention');
    return edit?.reason;
  };
  const words = [{ evaluationNotes: 'Seen' }, { evaluationNotes: null }] as const;
  const office = (method: 'DELETE' | 'PATCH', body?: object) =>
    server.as('asa')(method, `/api/hotels/${hotel.id}`, body);

  test('a hotel that was deleted', async () => {
    expect(await refused(() => office('DELETE'), ...words)).toContain('The hotel was not found.');
  });

  test('a hotel that was given to somebody else', async () => {
    const give = () => office('PATCH', { serviceConsultantId: server.idOf('cole') });
    expect(await refused(give, ...words)).toContain('no longer assigned to you');
  });

  test('a move that the guard of the stages forbids', async () => {
    const move = [{ stage: 'Virtual Re-Assessment' }, { stage: 'Evaluation' }] as const;
    expect(await refused(async () => undefined, ...move)).toBe(stageGuardDetail);
  });
});
