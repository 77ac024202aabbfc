import {
  deviceAccountSchema,
  deviceRegistrationSchema,
  openedKeySchema,
} from '#domain/sync/device.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { countSealed, deviceDatabase, forgetBundle } from '#web/offline/store/device-database.ts';
import { askWith } from '#web/offline/connection/reply.ts';
import { sealStore, unsealStore } from '#web/offline/seal/seal.ts';
import { bundlesOf } from '#web/offline/seal/sealed-records.ts';

/** What a device does for a person besides syncing (`device-account.ts`), without a page. */

type Fetch = typeof globalThis.fetch;
export type Registration = { token: string; publicKey: string };

/** Fetches, over a good connection, the key to seal with and the token to report with. */
export async function register(fetch: Fetch): Promise<Registration> {
  const reply = await askWith(fetch, 'POST', '/api/devices', {});
  if (reply.kind !== 'answered') throw new Error('The device was not registered.');
  return deviceRegistrationSchema.parse(reply.json);
}

/** Reports waiting work. Returns whether the server says that the account has ended. */
export async function hasEnded(fetch: Fetch, token: string, waiting: number): Promise<boolean> {
  const reply = await askWith(fetch, 'POST', '/api/devices/report', { token, waiting });
  if (reply.kind !== 'answered') return false;
  return deviceAccountSchema.safeParse(reply.json).data?.account === 'ended';
}

/** Returns how many records wait here unencrypted. */
export async function countPlain(db: OfflineDatabase): Promise<number> {
  const tables = [db.envelopes, db.drafts, db.commands];
  const counts = await Promise.all(tables.map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Counts the work that the device holds for this person, sealed or not. A sealing that was interrupted
 * left copies: each counts once, and a finished interview is no unfinished one as well.
 */
export async function countHeld(db: OfflineDatabase): Promise<number> {
  const sealed = await deviceDatabase().records.where('userId').equals(db.userId).primaryKeys();
  const idsOf = async (kind: 'envelopes' | 'drafts' | 'commands') =>
    new Set([
      ...(await db[kind].toCollection().primaryKeys()),
      ...sealed.flatMap(([, one, key]) => (one === kind ? [key] : [])),
    ]);
  const finished = await idsOf('envelopes');
  const underWay = [...(await idsOf('drafts'))].filter((id) => !finished.has(id));
  return finished.size + underWay.length + (await idsOf('commands')).size;
}

/** Seals the store. Returns how much work the device then reports as waiting. */
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

/** Puts the sealed work back, once its person has signed in again. */
export async function takeBack(fetch: Fetch, db: OfflineDatabase): Promise<void> {
  await unsealStore(deviceDatabase(), db, async (wrappedKey) => {
    const reply = await askWith(fetch, 'POST', '/api/devices/open-key', { wrappedKey });
    return reply.kind === 'answered' ? openedKeySchema.parse(reply.json).key : null;
  });
}

/** Deletes the sealed work, as when the browser empties its storage. */
export async function clearLocked(userId: number): Promise<void> {
  const device = deviceDatabase();
  for (const { id } of await bundlesOf(device, userId)) await forgetBundle(device, id);
}
