import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import type { BroughtEdition, Edition } from '#domain/surveys/edition.ts';
import { withOwnRules } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';

type Named = { id: number; number: number };
const columns = ['surveyId', 'number', 'title', 'createdAt', 'questions', 'rules'] as const;

/**
 * Stores an edition that a device uploads because it was made after the backup that this database
 * was restored from. Returns the stored edition, and whether it is new. A restore leaves a gap in
 * the ids of surveys and in each survey's edition numbers, so that nothing made since has a number
 * that a device holds. Only a number from such a gap is accepted: a device can bring back what may
 * have existed, but can neither change an edition nor make the next one. The edition is marked as
 * brought by a device, and so is every response to it.
 */
export async function bringEdition(
  tx: Db,
  { id, number }: Named,
  { title, questions, rules = {} }: BroughtEdition,
): Promise<{ edition: Edition; isNew: boolean }> {
  const isNewSurvey = await bringSurvey(tx, id, title);
  const there = await tx
    .selectFrom('surveyEditions')
    .select(columns)
    .where('surveyId', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (there) {
    if (isDeepStrictEqual([there.questions, there.rules], [questions, rules]))
      return { edition: withOwnRules(there), isNew: false };
    throw new ProblemError('conflict', 'This edition of the survey asks something else.');
  }
  if (!isNewSurvey) await requireGap(tx, { id, number });
  const edition = await tx
    .insertInto('surveyEditions')
    .values({
      surveyId: id,
      number,
      title,
      questions: JSON.stringify(questions),
      rules: JSON.stringify(rules),
      questionCount: questions.length,
      isFromDevice: true,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { edition: withOwnRules(edition), isNew: true };
}

/**
 * Inserts a survey that was lost with its editions. It is archived, because it is only needed for
 * its responses. Returns whether it was lost.
 */
async function bringSurvey(tx: Db, id: number, title: string): Promise<boolean> {
  const description = 'Brought back by a device after a restore from backup.';
  const { numAffectedRows } = await sql`
    insert into surveys (id, title, description, category, status) overriding system value
    select ${id}, ${title}, ${description}, 'other', 'archived'
    where ${id} <= (select last_value from surveys_id_seq where is_called)
    on conflict do nothing`.execute(tx);
  // Locks the survey, so that no two devices bring the same edition at once.
  const { rows } = await sql`select from surveys where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw notFound('The survey');
  return numAffectedRows === 1n;
}

/**
 * Throws unless the number lies in a gap. When a device brought the survey itself, any number is
 * accepted: nobody knows how many editions it had. A survey without any edition has no gap. It is a
 * draft, and its first edition is its builder's to make.
 */
async function requireGap(tx: Db, { id, number }: Named): Promise<void> {
  const { rows } = await sql`
    select from survey_editions where survey_id = ${id}
    having max(number) > ${number} or bool_and(is_from_device)`.execute(tx);
  if (rows.length === 0) throw notFound('The edition');
}
