import { sql, type RawBuilder } from 'kysely';

import type { AnswerOption, Question } from '#domain/surveys/question.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * The SQL for a question's options as JSON. Questions are read with their options in one statement:
 * 2,000 questions are one round trip, and the data is consistent while somebody else writes. Use
 * these fragments only in a query that has a `question` or a `survey`.
 */
const optionsOfQuestion = sql<AnswerOption[]>`coalesce((
  select json_agg(json_strip_nulls(json_build_object('id', option.id,
    'questionId', option.question_id, 'text', option.text, 'score', option.score,
    'isCorrect', option.is_correct, 'order', option.position, 'finding', option.finding))
    order by option.position)
  from answers option where option.question_id = question.id), '[]')`;

/** The fields that are left out where they have their default. */
const rulesOfQuestion = sql`jsonb_strip_nulls(jsonb_build_object(
  'guidance', nullif(question.guidance, ''), 'critical', nullif(question.critical, false),
  'allowNa', nullif(question.allow_na, false), 'evidence', nullif(question.evidence, 'optional'),
  'showIf', question.show_if))`;

const questionAsJson = sql<Question>`(jsonb_build_object('id', question.id,
  'surveyId', question.survey_id, 'text', question.text, 'type', question.type,
  'required', question.required, 'order', question.position, 'weight', question.weight,
  'kpeCategory', question.kpe_category, 'answers', ${optionsOfQuestion}, 'code', question.code,
  'section', question.section) || ${rulesOfQuestion})`;

export const questionsOfSurvey: RawBuilder<Question[]> = sql`coalesce((
  select json_agg(${questionAsJson} order by question.position)
  from questions question where question.survey_id = survey.id), '[]')`;

export async function findQuestion(db: Db, id: number): Promise<Question | undefined> {
  const row = await db
    .selectFrom('questions as question')
    .select(questionAsJson.as('found'))
    .where('question.id', '=', id)
    .executeTakeFirst();
  return row?.found;
}

/**
 * Finds a question's survey and options; undefined when there is none, or when it is archived and
 * the person may not see the archive.
 */
export function findOptions(db: Db, questionId: number, { archived }: { archived: boolean }) {
  let query = db
    .selectFrom('questions as question')
    .innerJoin('surveys as survey', 'survey.id', 'question.surveyId')
    .select(['question.surveyId', optionsOfQuestion.as('options')])
    .where('question.id', '=', questionId)
    .where('survey.deletedAt', 'is', null);
  if (!archived) query = query.where('survey.status', '!=', 'archived');
  return query.executeTakeFirst();
}

export function findQuestionOfOption(db: Db, optionId: number) {
  return db
    .selectFrom('answers')
    .select('questionId')
    .where('id', '=', optionId)
    .executeTakeFirst();
}
