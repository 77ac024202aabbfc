import { sql } from 'kysely';

import { isIncomplete } from '#domain/responses/correct.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import { saveScore, withFound, type LockedResponse } from '#server/db/responses/change-answers.ts';
import type { KeptEdition } from '#server/db/responses/editions.ts';
import { keepRevision, type ContentColumn } from '#server/db/responses/keep-revision.ts';
import { scoreValues } from '#server/db/responses/score-values.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { furtherValues } from './further-values.ts';
import type { NewResponse, Owner } from './store-response.ts';

/* What `revise-response.ts` writes, once it has decided what happens with the content. */

/**
 * Replaces the content of the response, which keeps what it held as a revision, and is no longer returned.
 */
export async function replaceContent(
  db: Db,
  { person }: Owner,
  former: LockedResponse,
  { response, edition }: { response: NewResponse; edition: KeptEdition },
): Promise<void> {
  const { clientId, digest, score, notes } = response;
  // The response stays in its round, and keeps its own `revises`.
  const { roundId: _, revises: __, timing, ...further } = furtherValues(response);
  await keepRevision(db, former.id, {
    ...{ clientId, digest, byId: person.id, cause: 'review', reason: '' },
  });
  await saveScore(db, former.id, score, reasonsOf(former, response, edition));
  await db
    .updateTable('responses')
    .set({
      edition: response.edition,
      notes,
      ...further,
      // A correction keeps the times (rule 59).
      timing: timing ?? (response.edition === former.edition ? former.timing : null),
      syncStatus: response.syncStatus,
      returnedAt: null,
      returnedById: null,
    })
    .where('id', '=', former.id)
    .execute();
  await db
    .updateTable('reviewRemarks')
    .set({ resolvedAt: sql<string>`now()` })
    .where('responseId', '=', former.id)
    .where('resolvedAt', 'is', null)
    .execute();
  await moveFilesAndSession(db, person.id, clientId, former.clientId);
}

/** The reasons about the content of a response that were found before it was stored. */
const aboutContent: readonly ReviewReason[] = [
  'figures-differ',
  'asked-differs',
  'evidence-missing',
  'edition-from-device',
];

/**
 * Returns the review reasons of the revised response. The former reasons about its arrival stay. Those
 * about its content are replaced by those of the new content.
 */
function reasonsOf(
  former: LockedResponse,
  { reasons, score, asked }: NewResponse,
  { questions }: KeptEdition,
): ReviewReason[] {
  const kept = former.reviewReasons.filter((reason) => !aboutContent.includes(reason));
  const found = [
    ...aboutContent.filter((reason) => reasons.includes(reason)),
    ...score.naReasons,
    ...(isIncomplete(questions, score.answers, asked) ? (['incomplete'] as const) : []),
  ];
  return withFound(kept, found);
}

/**
 * Moves the files that were taken for the revision to the response, and completes the revision's interview.
 * `store-evidence.ts` places files that arrive later.
 */
async function moveFilesAndSession(
  db: Db,
  userId: number,
  clientId: string,
  ofResponse: string,
): Promise<void> {
  await db
    .updateTable('evidence')
    .set({ interview: ofResponse })
    .where('interview', '=', clientId)
    .where('takenById', '=', userId)
    .execute();
  await db
    .updateTable('interviewSessions')
    .set({ status: 'completed' })
    .where('clientId', '=', clientId)
    .where('userId', '=', userId)
    .execute();
}

/**
 * Keeps the content that arrived too late as a revision that is not applied. The response stays as it was approved.
 */
export async function keepUnapplied(
  db: Db,
  { person }: Owner,
  former: LockedResponse,
  response: NewResponse,
): Promise<void> {
  const { clientId, digest, score, notes } = response;
  const { files } = furtherValues(response);
  await db
    .insertInto('responseRevisions')
    .values({
      ...{ responseId: former.id, clientId, digest, applied: false, cause: 'review' },
      ...({ ...scoreValues(score), notes, files } satisfies Record<ContentColumn, unknown>),
      byId: person.id,
      number: sql<number>`(select coalesce(least(min(number), 0), 0) - 1
        from response_revisions where response_id = ${former.id})`,
    })
    .execute();
  const reasons = former.reviewReasons.filter((reason) => reason !== 'approved-meanwhile');
  await db
    .updateTable('responses')
    .set({
      reviewReasons: [...reasons, 'approved-meanwhile'],
      reviewedAt: null,
      reviewedById: null,
      returnedAt: null,
      returnedById: null,
    })
    .where('id', '=', former.id)
    .execute();
}
