import { sql } from 'kysely';

import { plural } from '#domain/plural.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid, ProblemError } from '#server/problems.ts';

/**
 * A condition that names no earlier question of its survey, or an option that the question does not
 * have.
 */
type Broken = { id: number; index: number; field: 'questionId' | 'is' | 'isNot' };

/** Returns the conditions of the survey's questions that name something missing, in order. */
async function findBroken(tx: Db, surveyId: number): Promise<Broken[]> {
  const { rows } = await sql<Broken>`
    select question.id, place::integer - 1 as index,
      case when parent.id is null then 'questionId' when condition ? 'is' then 'is' else 'isNot' end
        as field
    from questions question
      cross join jsonb_array_elements(question.show_if) with ordinality as shown (condition, place)
      left join questions parent on parent.survey_id = question.survey_id
        and parent.id = (condition -> 'questionId')::integer and parent.position < question.position
    where question.survey_id = ${surveyId} and question.show_if is not null
      and (parent.id is null or exists (
        select from jsonb_array_elements(coalesce(condition -> 'is', condition -> 'isNot')) named
        where not exists (
          select from answers where question_id = parent.id and id = named::integer)))
    order by question.position, place`.execute(tx);
  return rows;
}

const messages = {
  questionId: 'Choose an earlier question of this survey',
  is: 'This question has no such answer option',
  isNot: 'This question has no such answer option',
};

/**
 * Throws when a condition of this question does not hold with the survey as it is now: 400 at the
 * condition when the caller has `given` the conditions, otherwise 409.
 */
export async function requireOwnConditions(
  tx: Db,
  { id, surveyId }: { id: number; surveyId: number },
  given: boolean,
): Promise<void> {
  const broken = (await findBroken(tx, surveyId)).find((one) => one.id === id);
  if (!broken) return;
  if (given) throw invalid(`showIf.${broken.index}.${broken.field}`, messages[broken.field]);
  throw new ProblemError(
    'conflict',
    'This question is shown only after another one, so it must stay behind it.',
  );
}

/** Throws when other questions depend on what was moved or deleted. */
export async function requireConditions(tx: Db, surveyId: number): Promise<void> {
  const count = new Set((await findBroken(tx, surveyId)).map(({ id }) => id)).size;
  if (count === 0) return;
  throw new ProblemError(
    'conflict',
    `${count} ${plural(count, 'question')} ${plural(count, 'is', 'are')} shown only after this one. Change ${plural(count, 'it', 'them')} first.`,
  );
}
