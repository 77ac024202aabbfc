import { newRequestKey } from '#web/lib/request-key.ts';
import type { OfflineDatabase } from './database.ts';
import { withLock } from './locks.ts';
import type { StoreMark } from './records.ts';

/**
 * Checks whether the store is still the one that this page opened. Gives it a name if it has none.
 *
 * Browsers empty a store when somebody clears the site's data or the device runs out of space, even
 * while a page is open. A missing interview then looks as if it had been ended in another tab, and
 * "All data synced" as if everything had been sent. So each store has a name of its own. A store
 * without one is new; if this device knew a name before, the browser emptied the store. Then this
 * puts back what this page finished and the server has not confirmed: the server stores it once,
 * even if it was already sent. Files are too large to be held for that. They are counted, so that the
 * message says how many were lost.
 */
export async function checkStore(db: OfflineDatabase): Promise<StoreMark> {
  const mark = await db.transaction(
    'rw',
    [db.marks, db.envelopes, db.editions, db.commands, db.files],
    async () => {
      const found = await db.marks.get('store');
      if (found) return found;
      const isEmptied = db.storeName !== null;
      const lostFiles = isEmptied ? await forgetLostFiles(db) : 0;
      const made: StoreMark = {
        ...{ id: 'store', name: newRequestKey(), isEmptied },
        ...(lostFiles > 0 && { lostFiles }),
      };
      await db.marks.add(made);
      const kept = isEmptied ? [...db.finished.values()] : [];
      await db.envelopes.bulkPut(kept.map(({ envelope }) => envelope));
      await db.editions.bulkPut(kept.map(({ asked }) => asked));
      // The edit may already have been sent, so no later edit may be joined to it.
      const edits = isEmptied ? [...db.edited.values()] : [];
      await db.commands.bulkPut(edits.map((edit) => ({ ...edit, tried: true })));
      return made;
    },
  );
  db.storeName = mark.name;
  return mark;
}

/**
 * Returns how many unsent files of this page are no longer in the store. It counts each file only once, even if
 * called again.
 */
async function forgetLostFiles(db: OfflineDatabase): Promise<number> {
  const here = new Set(await db.files.toCollection().primaryKeys());
  const lost = [...db.unsentFiles].filter((clientId) => !here.has(clientId));
  for (const clientId of lost) db.unsentFiles.delete(clientId);
  return lost.length;
}

/**
 * Milliseconds between the closing of a store and the check, and how often a failed check is tried again. While
 * a browser is still emptying a store, it does not open it.
 */
const checkAfter = 500;
const mostChecks = 20;

/**
 * Checks the store now, and again whenever the browser closes it, because a browser closes a store that it
 * empties. Call it as soon as the store is opened. A store that is emptied before it has a name would count as
 * new, and an interview in it as ended in another tab.
 */
export async function watchStore(db: OfflineDatabase): Promise<void> {
  db.storeName = rememberedName(db.userId);
  const check = async () => rememberName(db.userId, (await checkStore(db)).name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // After we closed it ourselves nothing may check: that would open the store again while a sign-out
  // deletes it.
  const checkSoon = (left: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (db.isWanted && left > 0) check().catch(() => checkSoon(left - 1));
    }, checkAfter);
  };
  db.on('close', () => checkSoon(mostChecks));
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion === null) void useAgain(db).then(() => checkSoon(mostChecks));
    return true;
  });
  await check().catch(() => undefined);
}

/**
 * The lock that a sign-out holds while it handles the person's store. Readers of the store of a
 * person who is not signed in hold it shared (`withPlainStore`), so that the store is not deleted meanwhile.
 */
export const leavingLock = (userId: number) => `leave ${userId}`;

/**
 * Lets the page use its store again after a script has deleted it. A sign-out deletes it too, and then nothing
 * may create it again. A sign-out holds the lock, and removes the remembered name before it deletes the store.
 */
async function useAgain(db: OfflineDatabase): Promise<void> {
  // The store's own listener of the same event closes it first.
  await Promise.resolve();
  await withLock(leavingLock(db.userId), { wait: true }, async () => {
    if (rememberedName(db.userId) !== null) db.isBeingDeleted = false;
    return Promise.resolve();
  }).catch(() => undefined);
}

/** Notes that the person has dismissed the message about the emptied store. */
export async function noteReadOfEmptying(db: OfflineDatabase): Promise<void> {
  await db.marks.update('store', { isEmptied: false, lostFiles: 0 });
}

const nameKey = (userId: number) => `bellwether_store_${userId}`;

/**
 * Returns the name by which this device knew the user's store, even if the store itself is gone.
 */
function rememberedName(userId: number): string | null {
  return localStorage.getItem(nameKey(userId));
}

/**
 * Deletes a user's store for good. It also deletes the remembered name, so that the next sign-in
 * does not report the store as lost.
 */
export async function deleteStore(db: OfflineDatabase): Promise<void> {
  localStorage.removeItem(nameKey(db.userId));
  await db.delete();
}

function rememberName(userId: number, name: string): void {
  localStorage.setItem(nameKey(userId), name);
}
