import { sql } from 'kysely';

import type { Condition } from '#domain/surveys/condition.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound } from '#server/problems.ts';
import { setConditions } from './insert-placed.ts';
import { lockSurvey } from './queries.ts';

/**
 * Makes a draft copy under a new title, with description, category, and the questions with their
 * options in order (rule 15). Returns the copy's id. The source is locked, so that the copy is of
 * one moment.
 */
export async function cloneSurvey(tx: Db, sourceId: number, title: string): Promise<number> {
  if (!(await lockSurvey(tx, sourceId))) throw notFound('The survey');
  const { rows } = await sql<{ id: number }>`
    insert into surveys (title, description, category, rules)
    select ${title}, description, category, rules from surveys where id = ${sourceId}
    returning id`.execute(tx);
  const [copy] = rows;
  if (!copy) throw notFound('The survey');
  await sql`
    insert into questions (survey_id, text, type, required, position, weight, kpe_category, code,
      section, guidance, critical, allow_na, evidence)
    select ${copy.id}, text, type, required, position, weight, kpe_category, code, section,
      guidance, critical, allow_na, evidence
    from questions where survey_id = ${sourceId} order by position`.execute(tx);
  await sql`
    insert into answers (question_id, text, score, is_correct, finding, position)
    select copy.id, option.text, option.score, option.is_correct, option.finding, option.position
    from answers option
      join questions source on source.id = option.question_id
      join questions copy on copy.survey_id = ${copy.id} and copy.position = source.position
    where source.survey_id = ${sourceId} order by copy.position, option.position`.execute(tx);
  await copyConditions(tx, sourceId, copy.id);
  return copy.id;
}

/**
 * Gives the copy's questions the conditions of the source's. They name the copy's own questions and
 * options, which have the same places as the source's.
 */
async function copyConditions(tx: Db, sourceId: number, copyId: number): Promise<void> {
  const { rows } = await sql<{ id: number; showIf: Condition[] }>`
    select copy.id, source.show_if as "showIf"
    from questions source
      join questions copy on copy.survey_id = ${copyId} and copy.position = source.position
    where source.survey_id = ${sourceId} and source.show_if is not null`.execute(tx);
  if (rows.length === 0) return;
  const ids = await idsInCopy(tx, sourceId, copyId);
  const wanted = rows.map(({ id, showIf }) => ({
    id,
    showIf: showIf.map((condition) => inCopy(condition, ids)),
  }));
  await setConditions(tx, wanted);
}

type Ids = { question: ReadonlyMap<number, number>; option: ReadonlyMap<number, number> };

/** Returns the copy's id of each question and option of the source. */
async function idsInCopy(tx: Db, sourceId: number, copyId: number): Promise<Ids> {
  const { rows } = await sql<Record<'from' | 'to' | 'fromOption' | 'toOption', number>>`
    select source.id as "from", copy.id as "to", option.id as "fromOption", twin.id as "toOption"
    from questions source
      join questions copy on copy.survey_id = ${copyId} and copy.position = source.position
      join answers option on option.question_id = source.id
      join answers twin on twin.question_id = copy.id and twin.position = option.position
    where source.survey_id = ${sourceId}`.execute(tx);
  return {
    question: new Map(rows.map(({ from, to }) => [from, to])),
    option: new Map(rows.map(({ fromOption, toOption }) => [fromOption, toOption])),
  };
}

function inCopy(condition: Condition, { question, option }: Ids): Condition {
  const questionId = question.get(condition.questionId) ?? condition.questionId;
  const inIt = (ids: readonly number[]) => ids.map((id) => option.get(id) ?? id);
  return 'is' in condition
    ? { questionId, is: inIt(condition.is) }
    : { questionId, isNot: inIt(condition.isNot) };
}
