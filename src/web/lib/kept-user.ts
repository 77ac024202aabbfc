import { z } from 'zod';

import { endWithPage } from './page-left.ts';

/**
 * A second place for who is signed in. Browsers write localStorage down some seconds late, so one
 * that is killed has lost who signed in last, and still has who signed out; what is written here is
 * on the disk soon, unless the page is left before. So neither place is always the newer one: both
 * hold the number of the change, and the higher one is right. Plain IndexedDB, since this is loaded
 * with the first page. A browser without it, or without room, keeps nothing here, and all else
 * works as well.
 */
const database = 'bellwether_current_user';
const store = 'kept';
const key = 'currentUser';

const keptSchema = z.object({
  /** How many times somebody has signed in or out here. */
  change: z.int().nonnegative(),
  /** Null where whoever was here signed out. */
  text: z.string().nullable(),
});
export type KeptUser = z.infer<typeof keptSchema>;

export const keptUser = {
  async read(): Promise<KeptUser | undefined> {
    const value = await inStore('readonly', (kept) => kept.get(key)).catch(() => undefined);
    return keptSchema.safeParse(value).data;
  },

  /** A later change, which another tab may have written meanwhile, stays. */
  async write(user: KeptUser): Promise<void> {
    await inStore('readwrite', (kept) => {
      const reading = kept.get(key);
      reading.addEventListener('success', () => {
        const before = keptSchema.safeParse(reading.result).data;
        if (!before || before.change <= user.change) kept.put(user, key);
      });
      return reading;
    }).catch(() => undefined);
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
    endWithPage(transaction);
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
