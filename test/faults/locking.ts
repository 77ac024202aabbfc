import {
  deviceAccountSchema,
  deviceRegistrationSchema,
  openedKeySchema,
} from '#domain/sync/device.ts';
import type { OfflineDatabase } from '#web/offline/database.ts';
import { countSealed, deviceDatabase, forgetBundle } from '#web/offline/device-database.ts';
import { askWith } from '#web/offline/reply.ts';
import { bundlesOf, sealStore, unsealStore } from '#web/offline/seal.ts';

/** What a device does for one person besides syncing (`device-account.ts`), without its page. */

type Fetch = typeof globalThis.fetch;
export type Registration = { token: string; publicKey: string };

/** Learns, with a good connection, the key to lock with and the token to report by. */
export async function register(fetch: Fetch): Promise<Registration> {
  const reply = await askWith(fetch, 'POST', '/api/devices', {});
  if (reply.kind !== 'answered') throw new Error('The device was not registered.');
  return deviceRegistrationSchema.parse(reply.json);
}

/** Whether the server says that the account has ended. */
export async function hasEnded(fetch: Fetch, token: string, waiting: number): Promise<boolean> {
  const reply = await askWith(fetch, 'POST', '/api/devices/report', { token, waiting });
  if (reply.kind !== 'answered') return false;
  return deviceAccountSchema.safeParse(reply.json).data?.account === 'ended';
}

/** What waits here in plain. */
export async function countPlain(db: OfflineDatabase): Promise<number> {
  const tables = [db.envelopes, db.drafts, db.commands];
  const counts = await Promise.all(tables.map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Locks the store away. Returns how much the device then reports as waiting here. */
export async function lockAway(
  db: OfflineDatabase,
  { publicKey }: Registration,
  now: number,
): Promise<number> {
  const device = deviceDatabase();
  await sealStore(device, db, { userId: db.userId, publicKey }, now);
  const { finished, underWay, changes } = await countSealed(device, db.userId);
  return finished + underWay + changes;
}

/** Puts back what was locked away, once its person has signed in again. */
export async function takeBack(fetch: Fetch, db: OfflineDatabase): Promise<void> {
  await unsealStore(deviceDatabase(), db, async (wrappedKey) => {
    const reply = await askWith(fetch, 'POST', '/api/devices/open-key', { wrappedKey });
    return reply.kind === 'answered' ? openedKeySchema.parse(reply.json).key : null;
  });
}

/** Removes what is locked away, as where the browser empties its store. */
export async function clearLocked(userId: number): Promise<void> {
  const device = deviceDatabase();
  for (const { id } of await bundlesOf(device, userId)) await forgetBundle(device, id);
}
