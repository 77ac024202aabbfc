import { pageLeft } from '#web/lib/page-left.ts';

import { OfflineDatabase } from './database.ts';
import { openInTime } from './store-watch.ts';

let open: { userId: number; db: OfflineDatabase } | null = null;

/** The signed-in user's store. Throws where nobody is signed in. */
export function currentStore(): OfflineDatabase {
  if (!open) throw new Error('No offline store is open: nobody is signed in.');
  return open.db;
}

export function hasStore(): boolean {
  return open !== null;
}

/** Takes this user's store in hand. True where it was not in hand already. */
export function takeStore(userId: number): boolean {
  if (open?.userId === userId) return false;
  releaseStore();
  const db = new OfflineDatabase(userId);
  open = { userId, db };
  // Not waited for: whoever reads or writes first waits for it, and hears if it fails.
  void openInTime(db).catch(() => undefined);
  pageLeft.addEventListener('abort', () => db.leave());
  return true;
}

export function releaseStore(): void {
  open?.db.leave();
  open = null;
}
