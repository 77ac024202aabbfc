import type { OfflineDatabase } from './database.ts';
import { openInTime } from './store-watch.ts';

/** Bytes reserved for answers that are given when the device is full. */
const ballastBytes = 512 * 1024;

/**
 * Runs a write that must succeed if the device allows it at all. Browsers close the database of a
 * page in the background: then this opens it again and retries. When the quota is exceeded, this
 * deletes the ballast to make room and retries. If the retry fails too, it throws, and the caller
 * must not show "saved".
 */
export async function durably<T>(db: OfflineDatabase, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (wasClosed(error)) await reopen(db);
    else if (isFull(error)) await db.ballast.clear();
    else throw error;
    return write();
  }
}

/** Stores the ballast, unless it is already there or the device has no room for it. */
export async function keepBallast(db: OfflineDatabase): Promise<void> {
  if (await db.ballast.get('ballast')) return;
  const bytes = new Uint8Array(ballastBytes);
  // Random bytes, because browsers compress what they store. One call fills 64 KB at most.
  for (let at = 0; at < ballastBytes; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  await db.ballast.put({ id: 'ballast', bytes }).catch((error: unknown) => {
    if (!isFull(error)) throw error;
  });
}

async function reopen(db: OfflineDatabase): Promise<void> {
  db.close();
  await openInTime(db);
}

function wasClosed(error: unknown): boolean {
  return namesOf(error).some((name) =>
    ['UnknownError', 'DatabaseClosedError', 'InvalidStateError'].includes(name),
  );
}

export function isFull(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

/**
 * Returns the error's name and those of the errors it wraps. Dexie puts the browser's error in
 * `inner`.
 */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error || error instanceof DOMException)) return [];
  const inner = 'inner' in error ? namesOf(error.inner) : [];
  return [error.name, ...inner];
}
