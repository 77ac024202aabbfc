/**
 * A second place for who is signed in. Browsers write localStorage down some seconds late, so one
 * that is killed has lost it; what is written here is on the disk at once. Plain IndexedDB, since
 * this is loaded with the first page. A browser without it, or without room, keeps nothing here,
 * and all else works as well.
 */
const database = 'bellwether_current_user';
const store = 'kept';
const key = 'currentUser';

/** Writes follow one another in the order they were asked for: signing out comes last. */
let written: Promise<unknown> = Promise.resolve();

export const keptUser = {
  /** Null where nobody is kept. */
  async read(): Promise<string | null> {
    await written;
    const value = await inStore('readonly', (kept) => kept.get(key)).catch(() => null);
    return typeof value === 'string' ? value : null;
  },

  /** Null forgets. */
  write(text: string | null): void {
    written = written
      .then(() =>
        inStore('readwrite', (kept) => (text === null ? kept.delete(key) : kept.put(text, key))),
      )
      .catch(() => undefined);
  },
};

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
