import { sql, type NotNull } from 'kysely';

import { lockFor, type Db } from '#server/db/statements/transaction.ts';
import { lockSessionOf } from './interviews.ts';

/**
 * Waits for the lock on an interview's evidence and holds it until the transaction ends. Storing a
 * file takes this lock, and so does deleting the interview's response. Both take it before they lock
 * any row.
 */
export function lockEvidenceOf(db: Db, interview: string): Promise<void> {
  return lockFor(db, 'evidence of', interview);
}

/** Takes the same lock, and that of the session, for the interview of a response. Does nothing when there is none. */
export async function lockInterviewOf(db: Db, id: number): Promise<void> {
  const response = await db
    .selectFrom('responses')
    .select('clientId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!response) return;
  await lockEvidenceOf(db, response.clientId);
  await lockSessionOf(db, response.clientId);
}

/** Returns the names in the document store of an interview's files and thumbnails. */
export async function listStoredNames(db: Db, interview: string): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence')
    .select(['storeName', 'thumbnailName'])
    .where('interview', '=', interview)
    .execute();
  return rows.flatMap(({ storeName, thumbnailName }) => [storeName, thumbnailName ?? []].flat());
}

/** Returns the questions of an interview for which the server has evidence. Strays do not count. */
export function listEvidencedQuestions(db: Db, interview: string) {
  return db
    .selectFrom('evidence')
    .select('questionId')
    .distinct()
    .where('interview', '=', interview)
    .where('questionId', 'is not', null)
    .where('isStray', '=', false)
    .$narrowType<{ questionId: NotNull }>()
    .execute();
}

/**
 * Returns the files that nobody has deleted, of those that a response names. A deletion that came before its file
 * counts if the sender of the response made it.
 */
export async function withoutDeleted<F extends { fileId: string }>(
  db: Db,
  interview: string,
  files: readonly F[],
): Promise<F[]> {
  if (files.length === 0) return [];
  const { rows } = await sql<{ fileId: string }>`
    select named.file_id from unnest(${files.map(({ fileId }) => fileId)}::text[]) named (file_id)
    where exists (select from tombstones
        where kind = 'evidence' and client_id = named.file_id)
      or exists (select from early_deletions early
        join responses response on response.user_id = early.user_id
        where early.file_id = named.file_id and response.client_id = ${interview})
    `.execute(db);
  const deleted = new Set(rows.map(({ fileId }) => fileId));
  return files.filter(({ fileId }) => !deleted.has(fileId));
}

/**
 * Deletes the files of an interview whose response is deleted, and leaves a tombstone of each. Call
 * {@link listStoredNames} before, because the rows with the names are deleted.
 */
export async function deleteEvidenceOf(
  db: Db,
  interview: string,
  deletedById: number | null,
): Promise<void> {
  await sql`
    with deleted as (delete from evidence where interview = ${interview} returning file_id)
    insert into tombstones (kind, client_id, deleted_by_id)
    select 'evidence', file_id, ${deletedById}::integer from deleted
    on conflict do nothing`.execute(db);
}
