import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { keyLabel } from '#domain/sync/device.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Draft, Envelope, Receipt, StoredFile } from '#web/offline/store/records.ts';
import { removeFile } from '#web/offline/files/kept-files.ts';
import { countSealed, deviceDatabase, DeviceDatabase } from '#web/offline/store/device-database.ts';
import { deviceDatabaseName } from '#web/offline/store/device-database-name.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { discardRecord, kinds } from '#web/offline/outbox/kinds.ts';

import { leftBy } from './fetch-sealed.ts';
import { readWaiting } from './leave-device.ts';
import { sealStore, unsealStore } from './seal.ts';
import { toBase64, toBytes, type OpenKey } from './sealed-records.ts';

/** These replace the installation's keys, which sealing needs. */
let publicKey: string;
let openAs: (userId: number) => OpenKey;
beforeAll(async () => {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSA-OAEP',
      modulusLength: 3072,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['wrapKey', 'decrypt'],
  );
  publicKey = toBase64(await crypto.subtle.exportKey('spki', pair.publicKey));
  openAs = (userId) => async (wrappedKey) => {
    const label = new TextEncoder().encode(keyLabel(userId));
    const algorithm = { name: 'RSA-OAEP', label };
    const bytes = toBytes(wrappedKey);
    const opened = await crypto.subtle.decrypt(algorithm, pair.privateKey, bytes).catch(() => null);
    return opened && toBase64(opened);
  };
});

let userId = 7_000;
beforeEach(async () => {
  userId += 1;
  await Dexie.delete(deviceDatabaseName);
});

const secret = 'Zanzibar Palace';
const about = { hotelName: secret, surveyTitle: 'S', respondentName: 'Rosa Respondent' };
const body = JSON.stringify({ clientId: 'offline_1_sent', hotelName: secret });

function anEnvelope(clientId: string): Envelope {
  return {
    ...{ clientId, body, digest: digestOf(body), about, completedAt: 1, state: 'waiting' },
    ...{ reason: null, attempts: 0, nextAttemptAt: 0 },
  };
}
function aReceipt(clientId: string): Receipt {
  return {
    ...{ clientId, body, digest: digestOf(body), about, completedAt: 1, responseId: 1 },
    ...{ totalScore: 1, maxScore: 2, receivedAt: 1, confirmedAt: 1, epoch: 'one' },
  };
}
function aDraft(clientId: string): Draft {
  return {
    clientId,
    hotelId: 3,
    hotel: { hotelName: secret, hotelBrand: '', hotelAddress: '', hotelCity: '' },
    edition: { surveyId: 1, number: 1, title: 'S', questions: [] } as unknown as Draft['edition'],
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    index: 0,
    progress: { 1: { answerId: 2, score: 5, textValue: null } },
    answeredAt: { 1: 1 },
    notes: 'Orange lobby',
    ...{ startedAt: 1, updatedAt: 1, revision: 3, copy: null, copyRefused: null },
  };
}

async function fill(db: OfflineDatabase) {
  await db.cached.put({ key: 'hotels', value: [secret], savedAt: 1 });
  await db.drafts.put(aDraft('offline_1_draft'));
  await db.envelopes.bulkPut([anEnvelope('offline_1_one'), anEnvelope('offline_1_two')]);
  await db.receipts.put(aReceipt('offline_1_sent'));
  await db.commands.put({
    ...{ ...anEnvelope('offline_1_edit'), about: { hotelName: secret }, kind: 'hotel-edit' },
    ...{ state: 'waiting', subject: 3, order: 1, madeAt: 1, tried: true },
  });
  await db.abandoned.put({ clientId: 'offline_1_left', hotelId: 1, sessionId: 4, abandonedAt: 1 });
  for (const name of ['waiting', 'stored'] as const) await fillFile(db, name);
}

/** Stores a file whose bytes and thumbnail begin with the secret. */
async function fillFile(db: OfflineDatabase, state: StoredFile['state']) {
  const clientId = `offline_1_${state}`;
  const bytes = new TextEncoder().encode(`${secret} ${state}`).buffer;
  await db.files.put({
    ...{ clientId, state, interviewId: 'offline_1_draft', questionId: 1, kind: 'photo' },
    ...{ name: 'a.jpg', mediaType: 'image/jpeg', width: 4, height: 3, caption: 'Orange lobby' },
    ...{ digest: '', size: bytes.byteLength, takenAt: 1, reason: null, attempts: 0 },
    ...{ nextAttemptAt: 0, tried: true },
  });
  const thumbnail = state === 'waiting' ? new TextEncoder().encode(secret).buffer : null;
  await db.fileBytes.put({ clientId, bytes, thumbnail });
}

const outbox = [
  ...(['drafts', 'envelopes', 'receipts', 'abandoned', 'commands', 'files'] as const),
  'fileBytes',
] as const;
async function contentOf(db: OfflineDatabase) {
  return Promise.all(outbox.map((name) => db.table(name).toArray()));
}

/** Opens both databases, calls `act` with them, and closes them even if it fails. */
async function withBoth<T>(act: (device: DeviceDatabase, db: OfflineDatabase) => Promise<T>) {
  const device = new DeviceDatabase();
  const db = new OfflineDatabase(userId);
  try {
    return await act(device, db);
  } finally {
    device.close();
    db.close();
  }
}

/** Makes the n-th access to a table fail, as if the device died: its transaction is undone. */
function dieAt(step: number, ...databases: Dexie[]) {
  let steps = 0;
  const passed = () => {
    steps += 1;
    if (steps >= step) throw new Error('The device died.');
  };
  for (const database of databases)
    database.use({
      stack: 'dbcore',
      name: 'death',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => (passed(), table.mutate(request)),
            query: (request) => (passed(), table.query(request)),
          };
        },
      }),
    });
  return { wasReached: () => steps >= step };
}

const seal = (device: DeviceDatabase, db: OfflineDatabase) =>
  sealStore(device, db, { userId, publicKey }, 1);
const unseal = (device: DeviceDatabase, db: OfflineDatabase, as = userId) =>
  unsealStore(device, db, openAs(as));

test('sealed data is restored unchanged, and cannot be read until then', async () => {
  const before = await withBoth(async (_, db) => {
    await fill(db);
    return contentOf(db);
  });
  await withBoth(seal);
  expect(await Dexie.exists(`user_${userId}_bellwether_offline_data`)).toBe(false);
  await withBoth(async (device) => {
    expect(await countSealed(device, userId)).toEqual({
      ...{ finished: 2, underWay: 1, changes: 1, files: 1 },
    });
    expect((await readWaiting(userId, device)).files).toEqual([
      { clientId: 'offline_1_waiting', interviewId: 'offline_1_draft' },
    ]);
    const kept = await device.records.toArray();
    const bytes = kept.map((record) => new TextDecoder('latin1').decode(record.bytes)).join();
    for (const word of [secret, 'Rosa', 'Orange', 'Front desk']) {
      expect(bytes).not.toContain(word);
      expect(JSON.stringify(await device.people.toArray())).not.toContain(word);
    }
  });
  await withBoth(unseal);
  expect(await withBoth((_, db) => contentOf(db))).toEqual(before);
  expect(await withBoth((device) => device.records.count())).toBe(0);
  expect(await withBoth((device) => device.bundles.count())).toBe(0);
});

test('another person cannot unseal it, with their own session or by moving a record', async () => {
  await withBoth((_, db) => fill(db));
  await withBoth(seal);
  await withBoth((device, db) => unseal(device, db, userId + 1));
  expect(await withBoth((_, db) => contentOf(db))).toEqual(outbox.map(() => []));
  await withBoth(async (device, db) => {
    const envelope = await device.records.filter(({ kind }) => kind === 'envelopes').first();
    await device.records.put({ ...envelope!, key: 'offline_9_other' });
    await unseal(device, db);
    expect(await db.envelopes.get('offline_9_other')).toBeUndefined();
  });
});

test('a damaged record stays sealed, and the rest of its bundle is restored', async () => {
  await withBoth((_, db) => fill(db));
  await withBoth(seal);
  await withBoth(async (device, db) => {
    const key = [userId, 'envelopes', 'offline_1_one'];
    const whole = await device.records.filter((record) => record.key === key[2]).first();
    await device.records.put({ ...whole!, bytes: new ArrayBuffer(20) });
    await unseal(device, db);
    expect(await db.envelopes.toCollection().primaryKeys()).toEqual(['offline_1_two']);
    expect(await db.drafts.count()).toBe(1);
    expect(await device.records.toCollection().primaryKeys()).toMatchObject([
      [...key, whole!.bundle],
    ]);
    expect(await device.bundles.count()).toBe(1);
    await unseal(device, db);
    expect(await device.records.count()).toBe(1);
  });
});

test('a damaged photo stays sealed, and the others are restored', async () => {
  await withBoth((_, db) => fill(db));
  await withBoth(seal);
  await withBoth(async (device, db) => {
    const [first] = await device.records.filter(({ kind }) => kind === 'fileBytes').toArray();
    await device.records.put({ ...first!, bytes: new ArrayBuffer(20) });
    await unseal(device, db);
    expect([await db.files.count(), await db.fileBytes.count()]).toEqual([2, 1]);
    expect(await device.records.count()).toBe(1);
  });
});

test('a photo taken in another tab while the store is being sealed is sealed too', async () => {
  await withBoth((_, db) => fill(db));
  await withBoth(async (device, db) => {
    const other = new OfflineDatabase(userId);
    let isFirst = true;
    device.bundles.hook('creating', () => {
      if (!isFirst) return;
      isFirst = false;
      void Dexie.ignoreTransaction(() => fillFile(other, 'needs-attention'));
    });
    await seal(device, db);
    other.close();
  });
  await withBoth(unseal);
  expect(await withBoth((_, db) => db.fileBytes.toCollection().primaryKeys())).toEqual([
    ...['offline_1_needs-attention', 'offline_1_stored', 'offline_1_waiting'],
  ]);
});

test('a store with nothing to keep leaves no sealed data', async () => {
  await withBoth((_, db) => db.cached.put({ key: 'hotels', value: [secret], savedAt: 1 }));
  await withBoth(seal);
  expect(await Dexie.exists(`user_${userId}_bellwether_offline_data`)).toBe(false);
  expect(await withBoth((device) => device.bundles.count())).toBe(0);
});

test('data that another tab writes during sealing is sealed too', async () => {
  await withBoth((_, db) => fill(db));
  await withBoth(async (device, db) => {
    const other = new OfflineDatabase(userId);
    let isFirst = true;
    device.bundles.hook('creating', () => {
      if (!isFirst) return;
      isFirst = false;
      void Dexie.ignoreTransaction(() => other.envelopes.put(anEnvelope('offline_1_late')));
    });
    await seal(device, db);
    other.close();
    expect(isFirst).toBe(false);
  });
  await withBoth(unseal);
  const ids = await withBoth((_, db) => db.envelopes.toCollection().primaryKeys());
  expect(ids).toEqual(['offline_1_late', 'offline_1_one', 'offline_1_two']);
});

test('an interview that was sealed twice, and once unfinished, counts once', async () => {
  await withBoth((_, db) => db.drafts.put(aDraft('offline_1_one')));
  await withBoth(seal);
  await withBoth((_, db) => db.envelopes.put(anEnvelope('offline_1_one')));
  await withBoth(seal);
  expect(await withBoth((device) => countSealed(device, userId))).toEqual({
    finished: 1,
    underWay: 0,
    changes: 0,
    files: 0,
  });
});

test('an interview resumed before it is unsealed is joined with what was sealed', async () => {
  await withBoth((_, db) => fill(db));
  await withBoth(seal);
  await withBoth(async (device, db) => {
    const resumed = { ...aDraft('offline_1_draft'), progress: {}, answeredAt: {}, notes: '' };
    await db.drafts.put(resumed);
    await unseal(device, db);
    expect(await db.drafts.get('offline_1_draft')).toMatchObject({
      progress: { 1: { answerId: 2 } },
      notes: 'Orange lobby',
    });
  });
});

describe('the device stops between any two steps', () => {
  /** Returns every client id that the device still has, plain or sealed. */
  const idsLeft = () =>
    withBoth(async (device, db) => {
      const plain = (await contentOf(db)).flat().map(({ clientId }) => clientId as string);
      const sealed = (await device.records.toCollection().primaryKeys()).map(([, , key]) => key);
      return new Set([...plain, ...sealed]);
    });
  const all = ['one', 'two', 'draft', 'sent', 'left', 'edit', 'waiting', 'stored'].map(
    (name) => `offline_1_${name}`,
  );

  test.each(['sealing', 'unsealing'] as const)('while %s', { timeout: 180_000 }, async (phase) => {
    const act = phase === 'sealing' ? seal : unseal;
    let steps = 0;
    for (let step = 1; steps === 0; step += 1) {
      userId += 1;
      const before = await withBoth(async (device, db) => {
        await fill(db);
        const content = await contentOf(db);
        if (phase === 'unsealing') await seal(device, db);
        return content;
      });
      const { wasReached, error } = await withBoth(async (device, db) => {
        const death = dieAt(step, device, db);
        const error = await act(device, db).catch((thrown: unknown) => thrown);
        return { wasReached: death.wasReached(), error };
      });
      if (!wasReached) {
        steps = step;
        break;
      }
      expect(error, `at step ${step}`).toBeInstanceOf(Error);
      expect([...(await idsLeft())].toSorted(), `at step ${step}`).toEqual(all.toSorted());
      await withBoth(act);
      if (phase === 'sealing') await withBoth(unseal);
      expect(await withBoth((_, db) => contentOf(db)), `at step ${step}`).toEqual(before);
    }
    expect(steps).toBeGreaterThan(10);
  });

  test.each(['sealing', 'unsealing'] as const)(
    'while %s, and what the person then deletes stays deleted',
    { timeout: 180_000 },
    async (phase) => {
      const act = phase === 'sealing' ? seal : unseal;
      const ids = { files: 'offline_1_waiting', envelopes: 'offline_1_one' };
      let removals = 0;
      for (let step = 1, isOver = false; !isOver; step += 1) {
        userId += 1;
        await withBoth((_, db) => fill(db));
        if (phase === 'unsealing') await withBoth(seal);
        isOver = await withBoth(async (device, db) => {
          const death = dieAt(step, device, db);
          await act(device, db).catch(() => undefined);
          return !death.wasReached();
        });
        const wasHere = await withBoth(async (device, db) => {
          if ((await db.files.get(ids.files)) === undefined) return false;
          await removeFile(db, ids.files);
          await db.files.delete(ids.files);
          await discardRecord(kinds.response, db, ids.envelopes);
          const { finished, files } = await readWaiting(userId, device);
          expect([finished, files], `at step ${step}`).toEqual([1, []]);
          return true;
        });
        if (!wasHere) continue;
        removals += 1;
        const left = await leftBy(userId, openAs(userId));
        deviceDatabase().close({ disableAutoOpen: false });
        expect(left.files, `at step ${step}`).toEqual([]);
        expect(left.envelopes.map(({ clientId }) => clientId)).toEqual(['offline_1_two']);
        if (phase === 'sealing') await withBoth(seal);
        await withBoth(unseal);
        const [files, envelopes, bytes] = await withBoth((_, db) =>
          Promise.all([db.files, db.envelopes, db.fileBytes].map((one) => one.toArray())),
        );
        expect(files, `at step ${step}`).toMatchObject([{ clientId: 'offline_1_stored' }]);
        expect(envelopes, `at step ${step}`).toMatchObject([{ clientId: 'offline_1_two' }]);
        expect(bytes, `at step ${step}`).toMatchObject([{ clientId: 'offline_1_stored' }]);
        expect(await withBoth((device) => device.bundles.where({ userId }).count())).toBe(0);
      }
      expect(removals).toBeGreaterThan(3);
    },
  );
});

test('only a sealed plan that was not agreed is counted', async () => {
  const plan = { hotelId: 7, hotelName: secret, kind: 'onsite' as const, people: [], startedAt: 1 };
  const agreed = { at: 2, by: 'Ana', percent: 50, interviews: [], items: [] };
  const signatures = { assessor: null, hotel: null };
  await withBoth(async (device, db) => {
    await db.plans.bulkAdd([
      { ...plan, clientId: 'plan-made', items: {} },
      { ...plan, clientId: 'plan-agreed', items: {}, agreed: { ...agreed, signatures } },
    ]);
    expect((await readWaiting(userId, device)).plans).toBe(1);
  });
  await withBoth(seal);
  await withBoth(async (device) => {
    expect((await readWaiting(userId, device)).plans).toBe(1);
  });
});
