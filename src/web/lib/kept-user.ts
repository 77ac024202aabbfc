import { withLock } from '#web/offline/locks.ts';

/**
 * A second place for who is signed in. Browsers write localStorage down some seconds late, so one
 * that is killed has lost who signed in last, and still has who signed out; what is written here is
 * on the disk at once. Plain IndexedDB, since this is loaded with the first page. A browser without
 * it, or without room, keeps nothing here, and all else works as well.
 */
const database = 'bellwether_current_user';
const store = 'kept';
const key = 'currentUser';

/** Writes follow one another in the order they were asked for: signing out comes last. */
let written: Promise<unknown> = Promise.resolve();

export const keptUser = {
  /** Null where whoever was here signed out, undefined where nothing is known. */
  async read(): Promise<string | null | undefined> {
    await written;
    const value = await alone(() => inStore('readonly', (kept) => kept.get(key))).catch(
      () => undefined,
    );
    return typeof value === 'string' || value === null ? value : undefined;
  },

  /** Null signs out. */
  write(text: string | null): void {
    const put = () => inStore('readwrite', (kept) => kept.put(text, key));
    // With no room for it, nothing is known, instead of what was true before.
    const forget = () => inStore('readwrite', (kept) => kept.delete(key));
    written = written.then(() => alone(() => put().catch(forget))).catch(() => undefined);
  },
};

/** A tab that starts while another one signs in or out reads what that one writes. */
function alone<T>(act: () => Promise<T>): Promise<T | null> {
  return withLock(database, { wait: true }, act);
}

async function inStore(
  mode: IDBTransactionMode,
  act: (kept: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(database, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
  await ending(opening, 'success');
  const db = opening.result;
  try {
    const transaction = db.transaction(store, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(store));
    await ending(transaction, 'complete');
    return request.result;
  } finally {
    db.close();
  }
}

/** Resolves with this event, and rejects where it ends otherwise. */
function ending(one: IDBOpenDBRequest | IDBTransaction, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    one.addEventListener(event, () => resolve());
    for (const failure of ['error', 'abort'])
      one.addEventListener(failure, () => reject(new Error('Nothing is kept here.')));
  });
}
