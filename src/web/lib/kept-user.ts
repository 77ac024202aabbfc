import { z } from 'zod';

import { endWithPage } from './page-left.ts';

/**
 * Stores a second copy of who is signed in.
 *
 * Browsers write localStorage to the disk some seconds late. So a browser that is killed may forget
 * who signed in last, or still know a person who signed out. This copy is on the disk soon, unless
 * the page is left first. Neither copy is always the newer one, so both hold the number of the
 * change, and the higher number is right.
 *
 * This uses plain IndexedDB because it is loaded with the first page. In a browser that has no
 * IndexedDB, or no room, nothing is stored here, and everything else still works.
 */
const database = 'bellwether_current_user';
const store = 'kept';
const key = 'currentUser';

const keptSchema = z.object({
  /** How many times somebody has signed in or out on this device. */
  change: z.int().nonnegative(),
  /** The record of the person who is signed in; null when they signed out. */
  text: z.string().nullable(),
});
export type KeptUser = z.infer<typeof keptSchema>;

export const keptUser = {
  async read(): Promise<KeptUser | undefined> {
    const value = await inStore('readonly', (kept) => kept.get(key)).catch(() => undefined);
    return keptSchema.safeParse(value).data;
  },

  /** Writes the copy, unless another tab has written a later change meanwhile. */
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

/** Resolves on this event; rejects on an error or abort. */
function ending(one: IDBOpenDBRequest | IDBTransaction, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    one.addEventListener(event, () => resolve());
    for (const failure of ['error', 'abort'])
      one.addEventListener(failure, () => reject(new Error('Nothing is kept here.')));
  });
}
