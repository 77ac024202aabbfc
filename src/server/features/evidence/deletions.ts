import { sql } from 'kysely';

import { hasTombstone, leaveTombstone } from '#server/db/responses/tombstones.ts';
import { lockFor, type Db } from '#server/db/statements/transaction.ts';
import { findByFileId } from './queries.ts';

/** What the server knows of deleted files. `docs/decisions/0047` says why a deletion may be early. */

/**
 * Waits for the lock on a file's name and holds it until the transaction ends. Without it a file and
 * its deletion, arriving at the same moment, would not see each other.
 */
export function lockFile(db: Db, fileId: string): Promise<void> {
  return lockFor(db, 'file of evidence', fileId);
}

/** Returns whether the server holds this file, or held it before somebody deleted it. */
export async function isKnown(db: Db, fileId: string): Promise<boolean> {
  return (await findByFileId(db, fileId)) !== undefined || (await wasDeleted(db, fileId));
}

/** Returns whether the server held the file and somebody deleted it. */
export function wasDeleted(db: Db, fileId: string): Promise<boolean> {
  return hasTombstone(db, 'evidence', fileId);
}

/** Deletes the row and leaves a tombstone, so that no device brings the file back. */
export async function deleteEvidence(
  db: Db,
  { id, fileId }: { id: number; fileId: string },
  deletedById: number,
): Promise<void> {
  await db.deleteFrom('evidence').where('id', '=', id).execute();
  await leaveTombstone(db, { kind: 'evidence', clientId: fileId, deletedById });
}

/**
 * The number of early deletions of one person that the server remembers: about five interviews full
 * of photos.
 */
export const mostEarlyDeletions = 1_000;

/**
 * Remembers that this person deleted a file of theirs that has not arrived yet, so that the server
 * refuses it when it arrives. Keeps only the person's latest thousand: a late file arrives within
 * minutes, and nobody must be able to fill the table.
 */
export async function deleteEarly(db: Db, fileId: string, userId: number): Promise<void> {
  await sql`
    with added as (
      insert into early_deletions (user_id, file_id) values (${userId}, ${fileId})
      on conflict do nothing
    )
    delete from early_deletions where user_id = ${userId} and file_id in (
      select file_id from early_deletions where user_id = ${userId} and file_id <> ${fileId}
      order by deleted_at desc, file_id offset ${mostEarlyDeletions - 1})`.execute(db);
}

/** Returns whether one of these people deleted the file before it arrived. */
export async function wasDeletedEarly(
  db: Db,
  fileId: string,
  userIds: readonly number[],
): Promise<boolean> {
  const row = await db
    .selectFrom('earlyDeletions')
    .select('fileId')
    .where('userId', 'in', [...userIds])
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return row !== undefined;
}
