import type { ZodType } from 'zod';

import { ApiError, detailOf, OfflineError } from '#web/lib/api.ts';
import { connection } from './connection.ts';
import type { Cached, OfflineDatabase } from './database.ts';
import { forgetLost, forgetRefused, isRefused, listsAllHotels } from './forget-readings.ts';
import { currentStore } from './store.ts';

/** What was read, and when the server said so. */
export type Reading<T> = {
  value: T;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** From this device, since the server could not be asked. */
  isCached: boolean;
  /** Why the server's own was not to be had while it could be asked, as a sentence for people. */
  problem?: string;
};

/** How long a slow network may keep someone waiting who has an earlier reading on the device. */
const patience = 3_000;
const tooSlow = 'The network is slow.';

/**
 * Reads from the server, and from the device where the server cannot be reached or is slow. A
 * reading is kept for the next time. What the server refuses is refused: a hotel that is no longer
 * one's own is not shown from memory, and what was kept of it is removed.
 *
 * @param kept finds what this device has of it, where that is more than the reading of this key
 *
 * The cache may be lost at any time, and a failure to keep a reading is no failure to read.
 */
export async function cachedRead<T>(
  key: string,
  read: () => Promise<T>,
  schema: ZodType<T>,
  kept: () => Promise<Reading<T> | null> = () => keptReading(key, schema),
): Promise<Reading<T>> {
  if (!connection.isOnline) return (await kept()) ?? freshReading(key, read);
  const fresh = freshReading(key, read);
  try {
    return await within(patience, fresh);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    const reading = await kept();
    if (!reading) return fresh;
    const isLost = error instanceof OfflineError;
    return isLost ? reading : { ...reading, problem: detailOf(error, tooSlow) };
  }
}

/** The last reading on this device, if there is one that today's schema understands. */
export async function keptReading<T>(key: string, schema: ZodType<T>): Promise<Reading<T> | null> {
  const cached = await currentStore()
    .cached.get(key)
    .catch(() => undefined);
  if (!cached) return null;
  noteUse(key);
  const value = schema.safeParse(cached.value);
  return value.success ? { value: value.data, savedAt: cached.savedAt, isCached: true } : null;
}

/** A sync that finds it unused from then on lets it go after a month (`let-go.ts`). */
function noteUse(key: string): void {
  const { unused } = currentStore();
  const note = async () => (await unused.get(key)) && (await unused.delete(key));
  void note().catch(() => undefined);
}

/** A reading that never changes: the device's where it has it, the server's once where not. */
export async function readOnce<T>(
  key: string,
  read: () => Promise<T>,
  schema: ZodType<T>,
): Promise<T> {
  const kept = await keptReading(key, schema);
  return (kept ?? (await freshReading(key, read))).value;
}

async function freshReading<T>(key: string, read: () => Promise<T>): Promise<Reading<T>> {
  const db = currentStore();
  const value = await read().catch(async (error: unknown) => {
    if (isRefused(error)) await forgetRefused(db, key).catch(() => undefined);
    throw error;
  });
  const savedAt = Date.now();
  later(() => keep(db, { key, value, savedAt }).catch(() => undefined));
  return { value, savedAt, isCached: false };
}

async function keep(db: OfflineDatabase, cached: Cached): Promise<void> {
  if (listsAllHotels(cached.key)) await forgetLost(db, cached.key, cached.value);
  await db.transaction('rw', db.cached, db.unused, async () => {
    await db.cached.put(cached);
    await db.unused.delete(cached.key);
  });
}

/** After the screen has shown what it asked for: a list of thousands takes a while to copy. */
function later(act: () => Promise<unknown>): void {
  if ('scheduler' in globalThis) void scheduler.postTask(act, { priority: 'background' });
  else setTimeout(act);
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(tooSlow)), milliseconds);
    promise.then(resolve, reject);
  });
}
