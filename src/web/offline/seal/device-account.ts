import {
  deviceAccountSchema,
  deviceRegistrationSchema,
  initialsOf,
  mostReported,
  openedKeySchema,
  type DeviceReport,
  type OpenKey as OpenKeyRequest,
} from '#domain/sync/device.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import {
  deviceDatabase,
  type KnownPerson,
  type WaitingFile,
} from '#web/offline/store/device-database.ts';
import { askWith } from '#web/offline/connection/reply.ts';
import { currentStore, hasStore } from '#web/offline/store/store.ts';
import { dropAllOf } from './fetch-sealed.ts';
import { countAll, countWaiting, lockAway, readWaiting, type WaitingWork } from './leave-device.ts';
import { canSeal, unsealStore } from './seal.ts';
import type { OpenKey } from './sealed-records.ts';

type Fetch = typeof globalThis.fetch;
type Person = { id: number; name: string };

/**
 * Puts the signed-in person's sealed records back into their store. Records that cannot be opened
 * stay sealed for the next attempt.
 */
export async function takeBackOwn(fetch: Fetch, db: OfflineDatabase): Promise<void> {
  const openKey: OpenKey = async (wrappedKey) => {
    const sent: OpenKeyRequest = { wrappedKey };
    const reply = await askWith(fetch, 'POST', '/api/devices/open-key', sent);
    return reply.kind === 'answered'
      ? (openedKeySchema.safeParse(reply.json).data?.key ?? null)
      : null;
  };
  await unsealStore(deviceDatabase(), db, openKey);
}

/**
 * Fetches, once for each person on a device, the public key to seal with and the token to report
 * with. Both are needed when the server cannot be reached, or refuses the session: at a sign-out
 * offline, and after the account ended.
 */
export async function knowPerson(fetch: Fetch, { id, name }: Person): Promise<void> {
  const device = deviceDatabase();
  if ((await device.people.get(id))?.token) return;
  const reply = await askWith(fetch, 'POST', '/api/devices', {});
  const given = reply.kind === 'answered' && deviceRegistrationSchema.safeParse(reply.json).data;
  if (!given) return;
  await device.transaction('rw', device.people, async () => {
    const known = await device.people.get(id);
    // Skip it if the person has signed out meanwhile and left nothing here. If they left something,
    // they are known.
    if (known || isOpenHere(id))
      await device.people.put({ ...known, userId: id, initials: initialsOf(name), ...given });
  });
}

/**
 * Reports to the server how many interviews wait here, for each person this device knows. If the
 * server replies that an account has ended, seals that person's store as if they had signed out.
 */
export async function reportWaiting(fetch: Fetch): Promise<void> {
  const device = deviceDatabase();
  for (const { userId, token } of await device.people.toArray()) {
    if (!token) continue;
    const account = await report(fetch, userId, token);
    if (account === 'active') await device.people.update(userId, { ended: undefined });
    if (account !== 'ended' || isOpenHere(userId)) continue;
    await device.people.update(userId, { ended: true });
    await lockAway(userId);
  }
}

/**
 * Deletes what another person left here, and reports that nothing of theirs waits here any more. Otherwise the
 * server would show Admins this device for ever, because the device deletes the token too.
 */
export async function forgetPerson(fetch: Fetch, userId: number): Promise<void> {
  const known = await deviceDatabase().people.get(userId);
  await dropAllOf(userId);
  if (known?.token) await report(fetch, userId, known.token);
}

async function report(fetch: Fetch, userId: number, token: string) {
  const { finished, underWay, changes, plans, files } = await readWaiting(userId);
  const sent: DeviceReport = {
    ...{ token, waiting: finished + underWay + changes + plans },
    ...(files.length > 0 && { files: countByInterview(files) }),
  };
  const reply = await askWith(fetch, 'POST', '/api/devices/report', sent);
  if (reply.kind !== 'answered') return undefined;
  return deviceAccountSchema.safeParse(reply.json).data?.account;
}

/** Returns how many files of which interviews wait, those with most files first. */
function countByInterview(files: readonly WaitingFile[]) {
  const counts = new Map<string, number>();
  for (const { interviewId } of files) counts.set(interviewId, (counts.get(interviewId) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostReported)
    .map(([interview, count]) => ({ interview, count }));
}

function isOpenHere(userId: number): boolean {
  return hasStore() && currentStore().userId === userId;
}

export type WaitingHere = Pick<KnownPerson, 'userId' | 'initials'> &
  WaitingWork & { ended: boolean };

/** Returns everyone whose work waits on this device, without the person who is signed in. */
export async function waitingHere(): Promise<WaitingHere[]> {
  const people = await deviceDatabase().people.toArray();
  const others = people.filter(({ userId }) => !isOpenHere(userId));
  const waiting = await Promise.all(
    others.map(async ({ userId, initials, ended = false }) => ({
      ...{ userId, initials, ended },
      ...(await countWaiting(userId)),
    })),
  );
  return waiting.filter((one) => countAll(one) > 0);
}

/**
 * People whose store this page knows it can seal. Their sign-out need not read the device database
 * first.
 */
const sealable = new Set<number>();

/** True when this person's data here can be sealed at their sign-out. */
export async function canSealFor(userId: number): Promise<boolean> {
  if (!sealable.has(userId) && canSeal(await deviceDatabase().people.get(userId)))
    sealable.add(userId);
  return sealable.has(userId);
}
