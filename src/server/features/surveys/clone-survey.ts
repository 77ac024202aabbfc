import { sql } from 'kysely';

import type { Db } from '#server/db/transaction.ts';
import { notFound } from '#server/problems.ts';
import { lockSurvey } from './queries.ts';

/**
 * Makes a draft copy under a new title, with description, category, and the questions with their
 * options in order (rule 15). Returns the copy's id. The source is locked, so that the copy is of
 * one moment.
 */
export async function cloneSurvey(tx: Db, sourceId: number, title: string): Promise<number> {
  if (!(await lockSurvey(tx, sourceId))) throw notFound('The survey');
  const { rows } = await sql<{ id: number }>`
    insert into surveys (title, description, category)
    select ${title}, description, category from surveys where id = ${sourceId}
    returning id`.execute(tx);
  const [copy] = rows;
  if (!copy) throw notFound('The survey');
  await sql`
    insert into questions (survey_id, text, type, required, position, weight, kpe_category, code,
      section)
    select ${copy.id}, text, type, required, position, weight, kpe_category, code, section
    from questions where survey_id = ${sourceId} order by position`.execute(tx);
  await sql`
    insert into answers (question_id, text, score, is_correct, position)
    select copy.id, option.text, option.score, option.is_correct, option.position
    from answers option
      join questions source on source.id = option.question_id
      join questions copy on copy.survey_id = ${copy.id} and copy.position = source.position
    where source.survey_id = ${sourceId} order by copy.position, option.position`.execute(tx);
  return copy.id;
}
