import type { OfflineDatabase } from './database.ts';
import { openInTime } from './store-watch.ts';

/** Room kept back for answers given when the device is full. */
const ballastBytes = 512 * 1024;

/**
 * Runs a write that must succeed if the device allows it at all. Browsers close the database of a
 * page in the background: it is opened again. When the quota is hit, the ballast makes room.
 * Whoever is refused even then gets the error, and must not say "saved".
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

/** Keeps room back, unless it is kept already or there is none. */
export async function keepBallast(db: OfflineDatabase): Promise<void> {
  if (await db.ballast.get('ballast')) return;
  const bytes = new Uint8Array(ballastBytes);
  // Random, since browsers compress what they store. 64 KB is the most one call fills.
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

/** Dexie wraps what the browser threw; the reason may stand in `inner`. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error || error instanceof DOMException)) return [];
  const inner = 'inner' in error ? namesOf(error.inner) : [];
  return [error.name, ...inner];
}
