import type { EvidenceKind } from '#domain/evidence/evidence.ts';
import { largestFile } from '#domain/responses/further-fields.ts';
import { sha256OfFile } from '#web/lib/sha256.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { durably, reserveFor } from '#web/offline/store/durably.ts';
import type { FileBytes, StoredFile } from '#web/offline/store/records.ts';

/** A new file of evidence, already made smaller and within the allowed size. */
export type NewFile = Pick<
  StoredFile,
  'interviewId' | 'questionId' | 'name' | 'mediaType' | 'width' | 'height' | 'caption' | 'takenAt'
> & {
  kind: EvidenceKind;
  bytes: ArrayBuffer;
  thumbnail: ArrayBuffer | null;
  /** A new id by default. */
  clientId?: string;
};

/**
 * Keeps a file on this device until the server has it. When the promise resolves, its bytes are on
 * the disk. If the device is full it rejects, and the interview's answers stay as they were: a file
 * never uses the room that is reserved for answers.
 */
export async function keepFile(
  db: OfflineDatabase,
  { bytes, thumbnail, clientId = newRequestKey(), ...about }: NewFile,
): Promise<StoredFile> {
  // The server would refuse such a file, and also the response that names it.
  if (bytes.byteLength < 1 || bytes.byteLength > largestFile)
    throw new RangeError('A file must have between 1 byte and 10 MB.');
  const file: StoredFile = {
    ...about,
    clientId,
    size: bytes.byteLength,
    digest: await sha256OfFile(bytes),
    state: 'waiting',
    reason: null,
    attempts: 0,
    nextAttemptAt: 0,
    tried: false,
  };
  const write = async () => {
    await reserveFor(db, file.size);
    await db.transaction('rw', db.files, db.fileBytes, async () => {
      await db.files.put(file);
      await db.fileBytes.put({ clientId, bytes, thumbnail });
    });
  };
  await durably(db, write, { fileOf: file.size });
  db.unsentFiles.add(clientId);
  return file;
}

/** Returns an interview's files in the order in which they were taken, without their bytes. */
export async function filesOf(db: OfflineDatabase, interviewId: string): Promise<StoredFile[]> {
  const files = await db.files.where({ interviewId }).sortBy('takenAt');
  return files.filter(({ state }) => state !== 'removed');
}

/** True for a file of which the server may not have the bytes. */
export function isUnsent({ state }: StoredFile): boolean {
  return state === 'waiting' || state === 'needs-attention';
}

/** True when the server may lack a file of the interview. */
export async function hasUnsent(db: OfflineDatabase, interviewId: string): Promise<boolean> {
  return (await filesOf(db, interviewId)).some(isUnsent);
}

/** Returns a file's bytes; undefined when this device no longer has them. */
export function bytesOf(db: OfflineDatabase, clientId: string): Promise<FileBytes | undefined> {
  return db.fileBytes.get(clientId);
}

/** Changes a file's caption. The next sync sends the caption, even if the server already has the file. */
export async function changeCaption(
  db: OfflineDatabase,
  clientId: string,
  caption: string,
): Promise<void> {
  await durably(db, () =>
    db.transaction('rw', db.files, async () => {
      const file = await db.files.get(clientId);
      if (!file || file.state === 'removed') return;
      const again = { state: 'waiting', reason: null, nextAttemptAt: 0 } as const;
      const captionEdit = (file.captionEdit ?? 0) + 1;
      await db.files.update(clientId, { caption, captionEdit, ...again });
    }),
  );
}

/**
 * Removes a file. If the server may know the file, the next sync deletes it there too. The server knows it also
 * from a finished response, which names its files: the server would wait for a file that was removed only here.
 */
export async function removeFile(db: OfflineDatabase, clientId: string): Promise<void> {
  await durably(db, () =>
    db.transaction('rw', db.files, db.fileBytes, db.drafts, async () => {
      const file = await db.files.get(clientId);
      if (!file) return;
      const underWay = await db.drafts.where('clientId').equals(file.interviewId).count();
      await takeAway(db, { ...file, tried: file.tried || underWay === 0 });
    }),
  );
}

/** Removes all files of an interview and returns their client ids. Call it in a transaction on both tables. */
export async function removeFilesOf(db: OfflineDatabase, interviewId: string): Promise<string[]> {
  const files = await db.files.where({ interviewId }).toArray();
  for (const file of files) await takeAway(db, file);
  return files.map(({ clientId }) => clientId);
}

async function takeAway(
  db: OfflineDatabase,
  { clientId, tried }: Pick<StoredFile, 'clientId' | 'tried'>,
): Promise<void> {
  await db.fileBytes.delete(clientId);
  if (!tried) return db.files.delete(clientId);
  const removed = { state: 'removed', reason: null, attempts: 0, nextAttemptAt: 0 } as const;
  await db.files.update(clientId, removed);
}
