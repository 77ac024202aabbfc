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
