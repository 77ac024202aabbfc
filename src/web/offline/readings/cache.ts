import type { ZodType } from 'zod';

import { ApiError, detailOf, OfflineError } from '#web/lib/api.ts';
import { connection } from '#web/offline/connection/connection.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Cached } from '#web/offline/store/records.ts';
import { inOwnFile } from '#web/offline/store/own-file.ts';
import { currentStore } from '#web/offline/store/store.ts';

import { forgetLost, forgetRefused, isRefused, listsAllHotels } from './forget-readings.ts';

/** Something that was read from the server, and when the server sent it. */
export type Reading<T> = {
  value: T;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** True when it comes from this device because the server could not be reached. */
  isCached: boolean;
  /**
   * Why the server's own reading failed although the server seemed reachable, as a sentence for
   * people.
   */
  problem?: string;
};

/**
 * Milliseconds for which a slow network may keep someone waiting when the device has an earlier
 * reading.
 */
const patience = 3_000;
const tooSlow = 'The network is slow.';

/**
 * Reads from the server, or from the device when the server cannot be reached or is slow. Each
 * reading is stored for the next time.
 *
 * When the server refuses the request, this throws: a hotel that is no longer assigned to the
 * person is not shown from the device, and what the device stored about it is deleted.
 *
 * @param kept finds what this device has, if that is more than the reading stored under this key
 *
 * The cache may be lost at any time, so a failure to store a reading does not make the read fail.
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

/**
 * Returns the last reading on this device; null when there is none or today's schema rejects it.
 */
export async function keptReading<T>(key: string, schema: ZodType<T>): Promise<Reading<T> | null> {
  const cached = await currentStore()
    .cached.get(key)
    .catch(() => undefined);
  if (!cached) return null;
  noteUse(key);
  const value = schema.safeParse(cached.value);
  return value.success ? { value: value.data, savedAt: cached.savedAt, isCached: true } : null;
}

/** Returns whether the device has a reading under one of these names, without reading it. */
export async function hasKept(keys: readonly string[]): Promise<boolean> {
  const count = await currentStore()
    .cached.where('key')
    .anyOf(keys)
    .count()
    .catch(() => 0);
  return count > 0;
}

/**
 * Notes that the reading was used. A sync drops readings that stay unused for a month
 * (`delete-old-data.ts`).
 */
function noteUse(key: string): void {
  const { unused } = currentStore();
  const note = async () => (await unused.get(key)) && (await unused.delete(key));
  void note().catch(() => undefined);
}

/**
 * Returns something that never changes: from the device if it has it, otherwise from the server.
 */
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

/**
 * Stores something that this page made among the readings. Like a reading, it is deleted when the
 * person signs out, and may be lost.
 */
export function keepBesides(key: string, value: unknown): Promise<void> {
  return keep(currentStore(), { key, value, savedAt: Date.now() });
}

async function keep(db: OfflineDatabase, cached: Cached): Promise<void> {
  if (listsAllHotels(cached.key)) await forgetLost(db, cached.key, cached.value);
  await db.transaction('rw', db.cached, db.unused, async () => {
    await db.cached.put(inOwnFile(cached));
    await db.unused.delete(cached.key);
  });
}

/**
 * Runs `act` after the screen has shown what it needed, because copying a list of thousands takes a
 * while.
 */
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
