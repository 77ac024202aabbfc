import { pageLeft } from '#web/lib/page-left.ts';

import { OfflineDatabase } from './database.ts';
import { storeState } from './store-state.ts';
import { openInTime } from './store-watch.ts';

let open: { userId: number; db: OfflineDatabase } | null = null;

/** Returns the signed-in user's store. Throws when nobody is signed in. */
export function currentStore(): OfflineDatabase {
  if (!open) throw new Error('No offline store is open: nobody is signed in.');
  return open.db;
}

export function hasStore(): boolean {
  return open !== null;
}

/** Makes this user's store the current one and opens it. Returns false when it already was. */
export function takeStore(userId: number): boolean {
  if (open?.userId === userId) return false;
  releaseStore();
  const db = new OfflineDatabase(userId);
  open = { userId, db };
  let wasOpen = false;
  const noteOpening = () => {
    if (wasOpen) storeState.reopened();
    wasOpen = true;
  };
  // True: call it each time. The browser may close a store, and Dexie opens it again for the next call.
  db.on('ready', noteOpening, true);
  // Do not wait here: the first read or write waits for it, and fails if it fails.
  void openInTime(db, () => db.isWanted).catch(() => undefined);
  pageLeft.addEventListener('abort', () => db.leave());
  return true;
}

export function releaseStore(): void {
  open?.db.leave();
  open = null;
}
