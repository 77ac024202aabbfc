import type { Db } from '#server/db/statements/transaction.ts';

/** Returns the revisions of a response, oldest first; without those that were not applied. */
export function listRevisions(db: Db, responseId: number) {
  return ofResponse(db, responseId)
    .select(['revision.reason', 'revision.cause'])
    .where('revision.applied', '=', true)
    .execute();
}

/** Returns what arrived for a response after its round was approved, the latest first. */
export function listUnapplied(db: Db, responseId: number) {
  return ofResponse(db, responseId).where('revision.applied', '=', false).execute();
}

function ofResponse(db: Db, responseId: number) {
  return db
    .selectFrom('responseRevisions as revision')
    .leftJoin('systemUsers as corrector', 'corrector.id', 'revision.byId')
    .select([
      'revision.number',
      'revision.at',
      'corrector.name as by',
      'revision.totalScore',
      'revision.maxScore',
      'revision.answers',
    ])
    .where('revision.responseId', '=', responseId)
    .orderBy('revision.number');
}

/** Finds the revision that a correction with this client id made; undefined when there is none. */
export function findByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('responseRevisions')
    .select(['responseId', 'byId'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/**
 * Returns the revision that was made for a response that was sent to replace another one; undefined when there is
 * none.
 */
export function findSent(db: Db, clientId: string) {
  return db
    .selectFrom('responseRevisions as revision')
    .innerJoin('responses as response', 'response.id', 'revision.responseId')
    .select(['revision.byId', 'revision.digest', 'revision.applied'])
    .where('revision.clientId', '=', clientId)
    .where('revision.digest', 'is not', null)
    .executeTakeFirst();
}

/** Returns whether the content was replaced after the response was returned at `returnedAt`. */
export async function isReplacedSince(
  db: Db,
  responseId: number,
  returnedAt: string | undefined,
): Promise<boolean> {
  if (returnedAt === undefined) return false;
  const replaced = await db
    .selectFrom('responseRevisions')
    .select('id')
    .where('responseId', '=', responseId)
    .where('cause', '=', 'review')
    .where('applied', '=', true)
    .where('at', '>', returnedAt)
    .limit(1)
    .executeTakeFirst();
  return replaced !== undefined;
}
