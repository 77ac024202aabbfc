import { sql } from 'kysely';

import { isEvidenceMissing } from '#domain/evidence/lacking-evidence.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Editions } from './editions.ts';
import { listEvidencedQuestions, lockEvidenceOf } from './evidence-of-response.ts';
import type { Db } from './transaction.ts';

/**
 * Returns whether answers of an interview want evidence that there is none of. Besides the files that
 * the response names, those count that the server holds. Another device may have sent them, and a
 * correction may show a question that was hidden, whose files are not named.
 */
export async function lacksEvidence(
  db: Db,
  interview: string,
  questions: readonly EditionQuestion[],
  named: Parameters<typeof isEvidenceMissing>[1],
): Promise<boolean> {
  if (!isEvidenceMissing(questions, named)) return false;
  const held = await listEvidencedQuestions(db, interview);
  return isEvidenceMissing(questions, { ...named, files: [...named.files, ...held] });
}

/**
 * Removes the review reason `evidence-missing` from the response of an interview, once the server
 * holds what was missing. Call it in a transaction, after a file was stored, and after a response was
 * stored with that reason: the two may arrive at the same moment, and then neither sees the other. The
 * lock lets the later one see both.
 */
export async function clearEvidenceMissing(
  db: Db,
  editions: Editions,
  interview: string,
): Promise<void> {
  await lockEvidenceOf(db, interview);
  const response = await db
    .selectFrom('responses')
    .select(['id', 'surveyId', 'edition', 'answers', 'asked', 'files', 'reviewReasons'])
    .where('clientId', '=', interview)
    .where(sql<boolean>`'evidence-missing' = any(review_reasons)`)
    .forUpdate()
    .executeTakeFirst();
  if (!response) return;
  const { id, answers, asked, files, reviewReasons } = response;
  const edition = await editions.find(db, response.surveyId, response.edition);
  if (!edition) return;
  const { questions, rules } = edition;
  const { findings } = scoreResponse(questions, answers, { rules, asked });
  const named = { answers, asked, findings, files: files ?? [] };
  if (await lacksEvidence(db, interview, questions, named)) return;
  const rest = reviewReasons.filter((reason) => reason !== 'evidence-missing');
  await db.updateTable('responses').set({ reviewReasons: rest }).where('id', '=', id).execute();
}
