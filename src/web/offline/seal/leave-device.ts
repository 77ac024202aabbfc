import { Dexie } from 'dexie';
import { z } from 'zod';

import { initialsOf } from '#domain/sync/device.ts';
import { signOut } from '#web/lib/session.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import {
  countSealed,
  deviceDatabase,
  forgetBundle,
  sealedFiles,
  sealedPlans,
  type DeviceDatabase,
  type Leaving,
  type WaitingFile,
} from '#web/offline/store/device-database.ts';
import { isUnsent } from '#web/offline/files/kept-files.ts';
import { isDraft } from '#web/offline/store/exit-plan-records.ts';
import { dropStoredBytes } from '#web/offline/files/stored-file-bytes.ts';
import { shareLock, waitForDrafts, withLock } from '#web/offline/store/locks.ts';
import { currentStore, hasStore } from '#web/offline/store/store.ts';
import { deleteStore, leavingLock } from '#web/offline/store/store-mark.ts';

import { canSeal, sealStore } from './seal.ts';
import { copiesOf } from './sealed-copies.ts';
import { bundlesOf } from './sealed-records.ts';

/** Signs out, and handles the person's data on this device as they chose. */
export async function leaveDevice(
  person: { id: number; name: string },
  leaving: Leaving,
): Promise<void> {
  noteLeaving({ userId: person.id, initials: initialsOf(person.name), leaving });
  await signOut(finishLeaving);
}

/**
 * The key of the note that says what to do with the store of the person who signed out last. The
 * note is in localStorage because only that is written at once: a person who presses Logout and
 * closes the tab is signed out. It then moves into the device's database, which reaches the disk
 * sooner.
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
    // Without room for the note the person is still signed out. Their store then stays, as after a
    // 401.
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
  // Another tab may have moved the note, and another person may have signed out since.
  if (readNote()?.userId === note.userId) localStorage.removeItem(noteKey);
}

/** Cancels what was planned for a person who has signed in again. */
export async function noteReturn(userId: number, device = deviceDatabase()): Promise<void> {
  await moveNote(device);
  await device.people.update(userId, { leaving: undefined, ended: undefined });
}

/**
 * Finishes the sign-outs that are still noted, for everybody who signed out here. Safe to call
 * again.
 */
export async function finishLeaving(): Promise<void> {
  const device = deviceDatabase();
  await moveNote(device).catch(() => undefined);
  for (const { userId, leaving } of await device.people.toArray())
    if (leaving) await leave(userId, device);
}

/** Seals the store of a person whose account has ended, as their sign-out would have done. */
export async function lockAway(userId: number, device = deviceDatabase()): Promise<void> {
  const known = await device.people.get(userId);
  const isHere = await withPlainStore(userId, () => Promise.resolve(true));
  if (!known || known.leaving || !isHere) return;
  await device.people.update(userId, { leaving: canSeal(known) ? 'seal' : 'keep' });
  await leave(userId, device);
}

/**
 * Handles one person's store: in one tab at a time, and after an interview that is open in another
 * tab has written its last answer.
 */
async function leave(userId: number, device: DeviceDatabase): Promise<void> {
  await withLock(leavingLock(userId), { wait: true }, async () => {
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

/**
 * Deletes everything except unsent work. Used when nothing can be sealed and the person chose to
 * keep it.
 */
async function keepUnsentOnly(db: OfflineDatabase): Promise<void> {
  await dropStoredBytes(db);
  const left = [db.cached, db.unused, db.receipts, db.ballast];
  await db.transaction('rw', left, () => Promise.all(left.map((table) => table.clear())));
}

async function keepsAnything(device: DeviceDatabase, userId: number): Promise<boolean> {
  if (await device.bundles.where({ userId }).count()) return true;
  return hasPlainStore(userId);
}

/** True when this person has a store that is not sealed. The check does not create one. */
function hasPlainStore(userId: number): Promise<boolean> {
  return Dexie.exists(new OfflineDatabase(userId).name);
}

export type WaitingWork = {
  finished: number;
  underWay: number;
  changes: number;
  files: number;
  /** Exit plans that are being made: nobody has agreed them. */
  plans: number;
};

export function countAll({ finished, underWay, changes, files, plans }: WaitingWork): number {
  return finished + underWay + changes + files + plans;
}

/** Counts a person's work that waits here, sealed or not. */
export async function countWaiting(
  userId: number,
  device = deviceDatabase(),
): Promise<WaitingWork> {
  const { files, ...counts } = await readWaiting(userId, device);
  return { ...counts, files: files.length };
}

/**
 * Returns the counts of {@link countWaiting}, with the list of files that the server may not have, each once.
 */
export async function readWaiting(
  userId: number,
  device = deviceDatabase(),
): Promise<Omit<WaitingWork, 'files'> & { files: WaitingFile[] }> {
  // The signed-in person's store is open in this page. A slow phone needs long to open it again.
  const isOpen = hasStore() && currentStore().userId === userId;
  const plain = isOpen ? await readPlain(currentStore()) : await withPlainStore(userId, readPlain);
  const sealed = await countSealed(device, userId, plain?.copies);
  const files = await sealedFiles(device, userId, plain?.copies);
  for (const { clientId, interviewId } of plain?.files ?? [])
    files.set(clientId, { clientId, interviewId });
  const plans = await sealedPlans(device, userId, plain?.copies);
  for (const clientId of plain?.plans ?? []) plans.add(clientId);
  const [finished, underWay, changes] = plain?.counts ?? [0, 0, 0];
  return {
    finished: sealed.finished + finished,
    underWay: sealed.underWay + underWay,
    changes: sealed.changes + changes,
    files: [...files.values()],
    plans: plans.size,
  };
}

/**
 * Calls `act` with a person's store that is not sealed. Returns undefined when there is none.
 *
 * No tab deletes the store meanwhile, because this shares the lock of a deletion. A browser deletes a store
 * only after its last reader has closed it. Dexie would warn on the console that the deletion "was blocked",
 * and the reader would find its store closed.
 */
export async function withPlainStore<T>(
  userId: number,
  act: (db: OfflineDatabase) => Promise<T>,
): Promise<T | undefined> {
  const release = await shareLock(leavingLock(userId));
  try {
    if (!(await hasPlainStore(userId))) return undefined;
    const db = new OfflineDatabase(userId);
    try {
      return await act(db);
    } finally {
      db.close();
    }
  } finally {
    release();
  }
}

/** Deletes a person's store that is not sealed, if there is one, once nobody reads it any more. */
export async function deletePlainStore(userId: number): Promise<void> {
  await withLock(leavingLock(userId), { wait: true }, async () => {
    if (await hasPlainStore(userId)) await deleteStore(new OfflineDatabase(userId));
  });
}

/**
 * Reads the part of {@link readWaiting} that is not sealed. It uses one transaction, and resolves when that has
 * ended. Until then a browser keeps the store open even after it was closed.
 */
function readPlain(db: OfflineDatabase) {
  const read = [db.marks, db.files, db.plans, db.envelopes, db.drafts, db.commands];
  return db.transaction('r', read, async () => ({
    copies: await copiesOf(db),
    files: await db.files.filter(isUnsent).toArray(),
    plans: await db.plans.filter(isDraft).primaryKeys(),
    counts: [
      await db.envelopes.count(),
      await db.drafts.count(),
      await db.commands.count(),
    ] as const,
  }));
}
