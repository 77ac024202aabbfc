import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';

import { OfflineDatabase } from './database.ts';

/** What each earlier version added or changed. Devices may still hold any of them. */
const earlier: Record<string, string>[] = [
  {
    ...{ cached: '&key', drafts: '&clientId, hotelId', envelopes: '&clientId' },
    receipts: '&clientId, receivedAt, confirmedAt, epoch',
    ...{ abandoned: '&clientId', ballast: '&id' },
  },
  { cached: '&key, savedAt', envelopes: '&clientId, [state+completedAt]' },
  {
    ...{ unused: '&key, since', marks: '&id', contact: '&id', editions: '&key' },
    receipts: '&clientId, receivedAt, confirmedAt, epoch, keptSince',
  },
  {
    commands: '&clientId, [kind+state+order], [kind+subject+order]',
    ...{ files: '&clientId', fileBytes: '&clientId' },
  },
  { files: '&clientId, interviewId, [state+size]' },
  {
    envelopes: '&clientId, [state+completedAt], revises.of',
    receipts: '&clientId, receivedAt, confirmedAt, epoch, keptSince, revises.of',
  },
];

/** Makes the store of a person as this version made it, with an interview that waits. */
async function makeStore(userId: number, version: number): Promise<void> {
  const store = new Dexie(`user_${userId}_bellwether_offline_data`);
  store.version(version).stores(Object.assign({}, ...earlier.slice(0, version)));
  await store.table('envelopes').add(waiting);
  store.close();
}

const waiting = { clientId: 'offline_1_a', body: '{"clientId":"offline_1_a"}', state: 'waiting' };

/** Opens the person's store, and returns it with its tables and indexes as the browser reports them. */
async function openStore(userId: number) {
  const db = new OfflineDatabase(userId);
  await db.open();
  const native = db.backendDB();
  const names = [...native.objectStoreNames];
  const transaction = native.transaction(names);
  const tables = names.map((name) => [name, [...transaction.objectStore(name).indexNames]]);
  return { db, tables: Object.fromEntries(tables) as Record<string, string[]> };
}

test('every table and index of an earlier version is still there', async () => {
  const { db, tables } = await openStore(100);
  for (const [name, [, ...indexes]] of earlier.flatMap(partsOf))
    expect(tables[name]).toEqual(expect.arrayContaining(indexes));
  db.close();
});

/** Returns each table of a version with its key and its indexes. */
const partsOf = (version: Record<string, string>) =>
  Object.entries(version).map(([name, parts]) => [name, parts.split(', ')] as const);

test.each(earlier.map((_, index) => index + 1))(
  'a store of version %i is upgraded to the same schema as a new one, and keeps what waits to be sent',
  async (version) => {
    const fresh = await openStore(100);
    await makeStore(version, version);
    const { db, tables } = await openStore(version);
    expect(tables).toEqual(fresh.tables);
    expect(await db.envelopes.toArray()).toEqual([waiting]);
    expect(await db.envelopes.where({ 'revises.of': 'none' }).count()).toBe(0);
    db.close();
    fresh.db.close();
  },
);

test.each(['new', 'older', 'existing'])(
  'a store that is closed while the browser opens it stays closed: %s',
  async (kind) => {
    const userId = 200 + kind.length;
    if (kind === 'existing') (await openStore(userId)).db.close();
    if (kind === 'older') await makeStore(userId, 1);
    const db = new OfflineDatabase(userId);
    const open = indexedDB.open.bind(indexedDB);
    const asked = vi.spyOn(indexedDB, 'open');
    const asking = new Promise<IDBOpenDBRequest>((resolve) =>
      asked.mockImplementation((...of) => {
        const request = open(...of);
        resolve(request);
        return request;
      }),
    );
    const opened = db.open().catch((error: unknown) => error);
    const request = await asking;
    db.leave();
    expect(await opened).toMatchObject({ name: 'DatabaseClosedError' });
    // A reading that arrives now must not be written, whichever step the opening has reached.
    const write = () => db.cached.put({ key: 'k', value: 1, savedAt: 1 }).catch(String);
    const writes = [write()];
    await new Promise<void>((resolve) => {
      request.addEventListener('upgradeneeded', () => setTimeout(() => writes.push(write())));
      for (const end of ['success', 'error'])
        request.addEventListener(end, () => setTimeout(resolve));
    });
    writes.push(write());
    for (const outcome of await Promise.all(writes)) expect(outcome).toMatch(/DatabaseClosedError/);
    expect(db.isOpen()).toBe(false);
    expect(asked).toHaveBeenCalledOnce();
    // When the store is opened again, it must be empty.
    const again = new OfflineDatabase(userId);
    expect(await again.cached.count()).toBe(0);
    again.close();
  },
);
