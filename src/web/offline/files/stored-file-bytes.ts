import { Dexie } from 'dexie';

import { receiptDays, type OfflineDatabase } from '#web/offline/store/database.ts';
import type { FileBytes, StoredFile } from '#web/offline/store/records.ts';
import type { StorageRoom } from '#web/offline/store/storage-room.ts';

/*
 * A file that the server has confirmed stays on the device for a while. People can then see it without
 * a connection, and the device can send it again to a server that was restored from a backup. The
 * device deletes the bytes of such files only. For a file of an interview under way it keeps the
 * description, because the response will name the file.
 */

const day = 24 * 60 * 60_000;
/** The part of the quota that stays free. */
const freeShare = 0.2;

/** Returns the files that the server has, in no particular order. */
export function storedFiles(db: OfflineDatabase) {
  return db.files.where('[state+size]').between(['stored', Dexie.minKey], ['stored', Dexie.maxKey]);
}

/** Deletes the bytes of every file that the server has, to make room for answers. */
export async function dropStoredBytes(db: OfflineDatabase): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    await deleteBytes(db, await storedFiles(db).primaryKeys());
  });
}

/**
 * Deletes the bytes of the oldest files that the server has, until so many bytes are free or no such file is
 * left. Returns a function that puts them back when the write that needed the room has failed, so that a server
 * that is restored later gets these files again.
 */
export async function freeRoomForNow(
  db: OfflineDatabase,
  room: number,
): Promise<() => Promise<void>> {
  const lent: FileBytes[] = [];
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    let freed = 0;
    for (const { clientId, size } of (await storedFiles(db).toArray()).toSorted(byAge)) {
      if (freed >= room) break;
      const bytes = await db.fileBytes.get(clientId);
      if (!bytes) continue;
      lent.push(bytes);
      freed += size;
    }
    await deleteBytes(
      db,
      lent.map(({ clientId }) => clientId),
    );
  });
  // Puts each file back by itself, the latest first, so that as many as possible fit if there is no
  // longer room for all.
  return async () => {
    for (const bytes of lent.toReversed()) await putBytesBack(db, bytes);
  };
}

async function putBytesBack(db: OfflineDatabase, bytes: FileBytes): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    const file = await db.files.get(bytes.clientId);
    if (!file?.isLetGo || file.state === 'removed') return;
    await db.fileBytes.put(bytes);
    const { isLetGo: _, ...rest } = file;
    await db.files.put(rest);
  });
}

/**
 * Deletes the bytes of these files and marks the files. Without the mark they would look like files whose bytes
 * are still sealed after a sign-in.
 */
async function deleteBytes(db: OfflineDatabase, clientIds: readonly string[]): Promise<void> {
  await db.fileBytes.bulkDelete([...clientIds]);
  await db.files.where('clientId').anyOf(clientIds).modify({ isLetGo: true });
}

/**
 * Deletes the bytes of stored files that are a month old, and the oldest others until a fifth of the
 * quota is free.
 *
 * @param now milliseconds since 1970, by the server's clock
 * @param room null when the browser does not report it
 */
export async function deleteOldFileBytes(
  db: OfflineDatabase,
  now: number,
  room: Pick<StorageRoom, 'used' | 'left'> | null,
): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, db.drafts, async () => {
    await storedFiles(db)
      .filter(({ storedAt }) => storedAt === undefined)
      .modify({ storedAt: now });
    const here = new Set(await db.fileBytes.toCollection().primaryKeys());
    const stored = await storedFiles(db).toArray();
    const dropped = tooMany(
      stored.filter(({ clientId }) => here.has(clientId)),
      now,
      room,
    );
    await deleteBytes(db, dropped);
    for (const clientId of dropped) here.delete(clientId);
    const underWay = new Set(await db.drafts.toCollection().primaryKeys());
    const useless = stored.filter(
      (file) => !here.has(file.clientId) && !underWay.has(file.interviewId),
    );
    await db.files.bulkDelete(useless.map(({ clientId }) => clientId));
  });
}

function tooMany(
  files: readonly StoredFile[],
  now: number,
  room: Pick<StorageRoom, 'used' | 'left'> | null,
): string[] {
  let lacking = room ? freeShare * (room.used + room.left) - room.left : 0;
  const dropped: string[] = [];
  for (const { clientId, storedAt = now, size } of files.toSorted(byAge)) {
    const isOld = storedAt < now - receiptDays * day;
    if (!isOld && lacking <= 0) break;
    dropped.push(clientId);
    lacking -= size;
  }
  return dropped;
}

function byAge(one: StoredFile, other: StoredFile): number {
  return (one.storedAt ?? 0) - (other.storedAt ?? 0);
}
