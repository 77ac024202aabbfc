import { sql } from 'kysely';

import { mostCounted, type SurveyInput } from '#domain/surveys/survey.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import { withOwnRules } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { questionsOfSurvey } from './read-questions.ts';

/** Selects the surveys that are not deleted. The rows have the shape that the API returns. */
function selectSurveys(db: Db) {
  return db
    .selectFrom('surveys as survey')
    .leftJoin('surveyEditions as edition', (join) =>
      join
        .onRef('edition.surveyId', '=', 'survey.id')
        .onRef('edition.number', '=', 'survey.edition'),
    )
    .select([
      'survey.id',
      'survey.title',
      'survey.description',
      'survey.category',
      'survey.status',
      'survey.edition',
      'survey.rules',
      'edition.createdAt as editionCreatedAt',
      sql<number>`(select count(*) from questions where survey_id = survey.id)`.as('questionCount'),
      'survey.createdAt',
      'survey.updatedAt',
    ])
    .where('survey.deletedAt', 'is', null);
}

/** Whether archived surveys are included. People who may not read the archive see none. */
type Sight = { archived: boolean };

export async function listSurveys(db: Db, { archived }: Sight) {
  let query = selectSurveys(db).orderBy('survey.updatedAt', 'desc').orderBy('survey.id', 'desc');
  if (!archived) query = query.where('survey.status', '!=', 'archived');
  return (await query.execute()).map(withOwnRules);
}

/** Returns how much each survey is used, archived ones included. */
export function readUse(db: Db) {
  return db
    .selectFrom('surveys as survey')
    .select([
      'survey.id as surveyId',
      sql<number>`(select count(*)::integer from (
        select from responses where survey_id = survey.id and counts limit ${sql.lit(mostCounted)}) counted)`.as(
        'responseCount',
      ),
      sql<
        string | null
      >`(select max(completed_at) from responses where survey_id = survey.id and counts)`.as(
        'lastResponseAt',
      ),
    ])
    .where('survey.deletedAt', 'is', null)
    .orderBy('survey.id')
    .execute();
}

export async function findSurvey(db: Db, id: number) {
  const survey = await selectSurveys(db).where('survey.id', '=', id).executeTakeFirst();
  return survey && withOwnRules(survey);
}

/**
 * Finds a survey with its questions. It is one statement, so that the edition's number and the
 * questions are of the same moment.
 */
export async function findSurveyWithQuestions(db: Db, id: number, { archived }: Sight) {
  let query = selectSurveys(db)
    .select(questionsOfSurvey.as('questions'))
    .where('survey.id', '=', id);
  if (!archived) query = query.where('survey.status', '!=', 'archived');
  const survey = await query.executeTakeFirst();
  return survey && withOwnRules(survey);
}

/**
 * Locks the survey until the transaction ends, so that there is one writer at a time. The lock does
 * not block foreign keys, so an interview of the survey can begin meanwhile.
 */
export function lockSurvey(db: Db, id: number) {
  return db
    .selectFrom('surveys')
    .select(['id', 'title', 'status'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertSurvey(db: Db, survey: SurveyInput): Promise<number> {
  const row = await db
    .insertInto('surveys')
    .values(survey)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type SurveyFields = { [Field in keyof SurveyInput]?: SurveyInput[Field] | undefined } & {
  rules?: SurveyRules | undefined;
};

export async function updateSurvey(
  db: Db,
  id: number,
  { rules, ...fields }: SurveyFields,
): Promise<void> {
  await db
    .updateTable('surveys')
    .set({ ...fields, ...(rules && { rules: JSON.stringify(rules) }), updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * True when the survey has responses. Locks its editions first: a response on its way is then
 * either stored before this check, or waits until the survey is deleted.
 */
export async function hasResponses(db: Db, surveyId: number): Promise<boolean> {
  await db
    .selectFrom('surveyEditions')
    .select('number')
    .where('surveyId', '=', surveyId)
    .orderBy('number')
    .forUpdate()
    .execute();
  const row = await db
    .selectFrom('responses')
    .select('id')
    .where('surveyId', '=', surveyId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether the survey has responses, and its interviews in progress, without the lock of
 * {@link hasResponses}.
 */
export function foresee(db: Db, surveyId: number) {
  return db
    .selectNoFrom([
      sql<boolean>`exists (select from responses where survey_id = ${surveyId})`.as('isAnswered'),
      sql<number>`(select count(*) from interview_sessions
        where survey_id = ${surveyId} and status = 'in_progress')`.as('interviewsInProgress'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a survey with its interviews. Stores tombstones, so that no late copy brings an interview
 * back.
 */
export async function deleteSurvey(db: Db, id: number, byId: number): Promise<void> {
  await db
    .updateTable('surveys')
    .set({ deletedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  await sql`
    with deleted as (delete from interview_sessions where survey_id = ${id} returning *)
    insert into tombstones (kind, client_id, hotel_id, survey_id, began_at, deleted_by_id)
    select 'session', client_id, hotel_id, survey_id, started_at, ${byId} from deleted
    on conflict do nothing`.execute(db);
}
