import { sql } from 'kysely';

import { isEvidenceMissing, wantsEvidence } from '#domain/evidence/lacking-evidence.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { perhapsStored } from '#server/problems.ts';
import { inTransaction, type Db } from '#server/db/statements/transaction.ts';

import type { Editions } from './editions.ts';
import { listEvidencedQuestions, lockEvidenceOf, withoutDeleted } from './evidence-of-response.ts';

type Named = Parameters<typeof isEvidenceMissing>[1];
type NamedFiles = readonly { readonly fileId: string; readonly questionId: number }[] | null;

/**
 * Returns whether an answer of an interview needs evidence that is missing. The files that the response names count,
 * and also those that the server has: another device may have sent them, and a correction may show a question that
 * was hidden, whose files are not named.
 */
export async function lacksEvidence(
  db: Db,
  interview: string,
  questions: readonly EditionQuestion[],
  named: Named,
): Promise<boolean> {
  if (!isEvidenceMissing(questions, named)) return false;
  const held = await listEvidencedQuestions(db, interview);
  return isEvidenceMissing(questions, { ...named, files: [...named.files, ...held] });
}

/** Returns the same for a stored response. Files that were deleted since the response named them do not count. */
export async function lacksEvidenceNow(
  db: Db,
  interview: string,
  questions: readonly EditionQuestion[],
  { files, ...named }: Omit<Named, 'files'> & { files: NamedFiles },
): Promise<boolean> {
  const left = wantsEvidence(questions) ? await withoutDeleted(db, interview, files ?? []) : [];
  return lacksEvidence(db, interview, questions, { ...named, files: left });
}

/**
 * Removes the review reason `evidence-missing` from the response of an interview, once the server has what was
 * missing. Call it in a transaction after a file was stored, and after a response was stored with that reason. A file
 * and its response may be stored at the same moment by transactions that do not see each other. Because of the lock,
 * the later call sees both.
 */
export async function clearEvidenceMissing(
  db: Db,
  editions: Editions,
  interview: string,
): Promise<void> {
  await lockEvidenceOf(db, interview);
  const response = await findToJudge(db, interview, true);
  if (!response || (await isLacking(db, editions, response))) return;
  const reviewReasons = response.reviewReasons.filter((reason) => reason !== 'evidence-missing');
  await db.updateTable('responses').set({ reviewReasons }).where('id', '=', response.id).execute();
}

/**
 * Does the same in a transaction of its own, right after the response was stored. If that fails, the sender must not be
 * told that nothing was stored. It sends the response again, and then this is done again.
 */
export async function clearAfterStoring(
  db: Db,
  editions: Editions,
  { clientId, reviewReasons }: { clientId: string; reviewReasons: readonly string[] },
): Promise<void> {
  if (!reviewReasons.includes('evidence-missing')) return;
  try {
    await inTransaction(db, (tx) => clearEvidenceMissing(tx, editions, clientId));
  } catch (error) {
    throw perhapsStored(error);
  }
}

/**
 * Adds the review reason `evidence-missing` when the response needs a file that was deleted. The response then needs
 * another review, even if it was reviewed before. Call it in the transaction that deletes the file.
 */
export async function noteEvidenceMissing(
  db: Db,
  editions: Editions,
  interview: string,
): Promise<void> {
  const response = await findToJudge(db, interview, false);
  if (!response || !(await isLacking(db, editions, response))) return;
  await db
    .updateTable('responses')
    .set({
      reviewReasons: [...response.reviewReasons, 'evidence-missing'],
      reviewedAt: null,
      reviewedById: null,
    })
    .where('id', '=', response.id)
    .execute();
}

type ToJudge = NonNullable<Awaited<ReturnType<typeof findToJudge>>>;

/**
 * Locks and returns the response of an interview: only one with the review reason if `isFlagged`, and otherwise only
 * one without it.
 */
function findToJudge(db: Db, interview: string, isFlagged: boolean) {
  return db
    .selectFrom('responses')
    .select(['id', 'clientId', 'surveyId', 'edition', 'answers', 'asked', 'files', 'reviewReasons'])
    .where('clientId', '=', interview)
    .where(sql<boolean>`('evidence-missing' = any(review_reasons)) = ${isFlagged}`)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns whether a response lacks evidence. Without its edition this is not known, and then the review reason stays
 * as it is.
 */
async function isLacking(
  db: Db,
  editions: Editions,
  { clientId, answers, asked, files, ...response }: ToJudge,
): Promise<boolean> {
  const edition = await editions.find(db, response.surveyId, response.edition);
  if (!edition) return response.reviewReasons.includes('evidence-missing');
  const { questions, rules } = edition;
  const { findings } = scoreResponse(questions, answers, { rules, asked });
  return lacksEvidenceNow(db, clientId, questions, { answers, asked, findings, files });
}
