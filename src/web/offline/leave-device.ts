import { Dexie } from 'dexie';
import { z } from 'zod';

import { initialsOf } from '#domain/sync/device.ts';
import { signOut } from '#web/lib/session.ts';
import { OfflineDatabase } from './database.ts';
import {
  countSealed,
  deviceDatabase,
  forgetBundle,
  type DeviceDatabase,
  type Leaving,
} from './device-database.ts';
import { waitForDrafts, withLock } from './locks.ts';
import { bundlesOf, canSeal, sealStore } from './seal.ts';
import { deleteStore } from './store-mark.ts';

/** Signs out, and does with the person's data here what was chosen. */
export async function leaveDevice(
  person: { id: number; name: string },
  leaving: Leaving,
): Promise<void> {
  noteLeaving({ userId: person.id, initials: initialsOf(person.name), leaving });
  await signOut(finishLeaving);
}

/**
 * What is to be done with the store of whoever signed out last. In localStorage, since only that is
 * written at once: whoever presses Logout and closes the tab is signed out. It moves on into the
 * device's database, which reaches the disk sooner.
 */
const noteKey = 'bellwether_leaving';

const leavingNoteSchema = z.object({
  userId: z.int(),
  initials: z.string(),
  leaving: z.enum(['seal', 'keep', 'remove']),
});
type LeavingNote = z.infer<typeof leavingNoteSchema>;

function noteLeaving(note: LeavingNote): void {
  try {
    localStorage.setItem(noteKey, JSON.stringify(note));
  } catch {
    // Without room for the note the sign-out still counts; then the store stays as after a 401.
  }
}

function readNote(): LeavingNote | null {
  try {
    return leavingNoteSchema.parse(JSON.parse(localStorage.getItem(noteKey) ?? ''));
  } catch {
    return null;
  }
}

async function moveNote(device: DeviceDatabase): Promise<void> {
  const note = readNote();
  if (!note) return;
  await device.transaction('rw', device.people, async () => {
    const known = await device.people.get(note.userId);
    await device.people.put({ token: null, publicKey: null, ...known, ...note });
  });
  // Another tab may have moved it, and somebody else have left since.
  if (readNote()?.userId === note.userId) localStorage.removeItem(noteKey);
}

/** Whoever signed in again has not left. */
export async function noteReturn(userId: number, device = deviceDatabase()): Promise<void> {
  await moveNote(device);
  await device.people.update(userId, { leaving: undefined, ended: undefined });
}

/** Does what is still to be done for everybody who signed out here. Safe to call again. */
export async function finishLeaving(): Promise<void> {
  const device = deviceDatabase();
  await moveNote(device).catch(() => undefined);
  for (const { userId, leaving } of await device.people.toArray())
    if (leaving) await leave(userId, device);
}

/** Locks away the store of somebody whose account has ended, as their signing out would have. */
export async function lockAway(userId: number, device = deviceDatabase()): Promise<void> {
  const known = await device.people.get(userId);
  if (!known || known.leaving || !(await hasPlainStore(userId))) return;
  await device.people.update(userId, { leaving: canSeal(known) ? 'seal' : 'keep' });
  await leave(userId, device);
}

/** In one tab at a time, and after the last answer of an interview open elsewhere is written. */
async function leave(userId: number, device: DeviceDatabase): Promise<void> {
  await withLock(`leave ${userId}`, { wait: true }, async () => {
    const known = await device.people.get(userId);
    if (!known?.leaving) return;
    const db = new OfflineDatabase(userId);
    await waitForDrafts(db.name);
    try {
      if (known.leaving === 'remove') await removeAll(device, db, userId);
      else if (known.leaving === 'seal' && canSeal(known))
        await sealStore(device, db, known, Date.now());
      else await keepUnsentOnly(db);
    } finally {
      db.close();
    }
    if (await keepsAnything(device, userId))
      await device.people.update(userId, { leaving: undefined });
    else await device.people.delete(userId);
  });
}

async function removeAll(device: DeviceDatabase, db: OfflineDatabase, userId: number) {
  await deleteStore(db);
  for (const { id } of await bundlesOf(device, userId)) await forgetBundle(device, id);
}

/** Where nothing can be locked and the person chose to keep it: unsent work, and nothing else. */
async function keepUnsentOnly(db: OfflineDatabase): Promise<void> {
  const left = [db.cached, db.unused, db.receipts, db.ballast];
  await db.transaction('rw', left, () => Promise.all(left.map((table) => table.clear())));
}

async function keepsAnything(device: DeviceDatabase, userId: number): Promise<boolean> {
  if (await device.bundles.where({ userId }).count()) return true;
  return hasPlainStore(userId);
}

/** Whether there is a store that is not sealed. Asking does not make one. */
export function hasPlainStore(userId: number): Promise<boolean> {
  return Dexie.exists(new OfflineDatabase(userId).name);
}

export type WaitingWork = { finished: number; underWay: number; changes: number };

/** What waits here of somebody, sealed or not: interviews, and changes of hotels. */
export async function countWaiting(
  userId: number,
  device = deviceDatabase(),
): Promise<WaitingWork> {
  const sealed = await countSealed(device, userId);
  if (!(await hasPlainStore(userId))) return sealed;
  const db = new OfflineDatabase(userId);
  try {
    return {
      finished: sealed.finished + (await db.envelopes.count()),
      underWay: sealed.underWay + (await db.drafts.count()),
      changes: sealed.changes + (await db.commands.count()),
    };
  } finally {
    db.close();
  }
}
