import { sql } from 'kysely';

import { mostSections, tooManySections } from '#domain/surveys/fit-together.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid } from '#server/problems.ts';

/** Returns the code and the section of each question, against which more questions are judged. */
export function listParts(tx: Db, surveyId: number) {
  return tx
    .selectFrom('questions')
    .select(['code', 'section'])
    .where('surveyId', '=', surveyId)
    .execute();
}

/** Throws when a question was given a section that is one too many for its survey. */
export async function refuseManySections(
  tx: Db,
  surveyId: number,
  section: string | undefined,
): Promise<void> {
  if (!section) return;
  const { sections } = await tx
    .selectFrom('questions')
    .select(sql<number>`count(distinct section) filter (where section <> '')`.as('sections'))
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow();
  if (sections > mostSections) throw invalid('section', tooManySections);
}
