import { newRequestKey } from '#web/lib/api.ts';
import type { OfflineDatabase, StoreMark } from './database.ts';

/**
 * Sees whether the store is still the one that this page opened, and names it where it has no name.
 *
 * Browsers empty a store when somebody clears the site's data, or the device runs out of room, also
 * under a page that is open. An interview that is missing then looks as if it had been ended in
 * another tab, and "All data synced" as if all had been sent. So each store has a name of its own:
 * a store without one is new, and where this device knew a name before, it was emptied. What this
 * page finished and the server has not confirmed is then put back: sent twice, it is stored once.
 */
export async function checkStore(db: OfflineDatabase): Promise<StoreMark> {
  const mark = await db.transaction(
    'rw',
    [db.marks, db.envelopes, db.editions, db.commands],
    async () => {
      const found = await db.marks.get('store');
      if (found) return found;
      const isEmptied = db.storeName !== null;
      const made: StoreMark = { id: 'store', name: newRequestKey(), isEmptied };
      await db.marks.add(made);
      const kept = isEmptied ? [...db.finished.values()] : [];
      await db.envelopes.bulkPut(kept.map(({ envelope }) => envelope));
      await db.editions.bulkPut(kept.map(({ asked }) => asked));
      // It may have been sent already: nothing is joined to it any more.
      const edits = isEmptied ? [...db.edited.values()] : [];
      await db.commands.bulkPut(edits.map((edit) => ({ ...edit, tried: true })));
      return made;
    },
  );
  db.storeName = mark.name;
  return mark;
}

/** Somebody has read that the store was emptied. */
export async function noteReadOfEmptying(db: OfflineDatabase): Promise<void> {
  await db.marks.update('store', { isEmptied: false });
}

const nameKey = (userId: number) => `bellwether_store_${userId}`;

/** The name that this device knew the user's store by, also where the store itself is gone. */
export function rememberedName(userId: number): string | null {
  return localStorage.getItem(nameKey(userId));
}

/** Deletes a user's store for good. It is no loss that somebody must be told of at the next sign-in. */
export async function deleteStore(db: OfflineDatabase): Promise<void> {
  localStorage.removeItem(nameKey(db.userId));
  await db.delete();
}

export function rememberName(userId: number, name: string): void {
  localStorage.setItem(nameKey(userId), name);
}
