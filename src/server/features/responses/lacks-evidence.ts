import { isEvidenceMissing } from '#domain/evidence/lacking-evidence.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { listEvidencedQuestions } from '#server/db/evidence-of-response.ts';
import type { Db } from '#server/db/transaction.ts';

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
