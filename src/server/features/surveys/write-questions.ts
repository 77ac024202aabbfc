import { sql } from 'kysely';
import type { z } from 'zod';

import type { questionChangeSchema, questionInputSchema } from '#domain/surveys/question.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Given = z.output<typeof questionInputSchema>;
export type NewQuestion = Omit<Given, 'surveyId' | 'order'>;
type GivenOption = NonNullable<Given['answers']>[number];
type Fields = Omit<z.output<typeof questionChangeSchema>, 'order' | 'answers'>;

export async function countQuestions(db: Db, surveyId: number): Promise<number> {
  const { count } = await db
    .selectFrom('questions')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Stores questions with their options at consecutive places from `first` on, which must be free.
 * Returns their ids in order. It is one statement, for one question as for an import of thousands.
 */
export async function insertQuestions(
  db: Db,
  surveyId: number,
  first: number,
  questions: readonly NewQuestion[],
): Promise<number[]> {
  const given = questions.map((question, index) => ({ ...question, place: first + index }));
  const { rows } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as question (place integer,
        text text, type text, required boolean, weight integer, "kpeCategory" text, answers jsonb,
        code text, section text, guidance text, critical boolean, "allowNa" boolean, evidence text,
        "showIf" jsonb)
    ), made as (
      insert into questions (survey_id, text, type, required, position, weight, kpe_category, code,
        section, guidance, critical, allow_na, evidence, show_if)
      select ${surveyId}, text, type, required, place, weight, "kpeCategory", code, section,
        coalesce(guidance, ''), coalesce(critical, false), coalesce("allowNa", false),
        coalesce(evidence, 'optional'), nullif("showIf", '[]')
      from given order by place
      returning id, position
    ), options as (
      insert into answers (question_id, text, score, is_correct, finding, position)
      select made.id, option->>'text', (option->>'score')::integer,
        (option->>'isCorrect')::boolean, (option->>'finding')::boolean, option_place
      from given join made on made.position = given.place
        cross join jsonb_array_elements(coalesce(answers, '[]')) with ordinality
          as given_option (option, option_place)
    )
    select id from made order by position`.execute(db);
  return rows.map((row) => row.id);
}

export async function updateQuestion(
  db: Db,
  id: number,
  { showIf, ...given }: Fields,
): Promise<void> {
  const conditions = showIf && { showIf: showIf.length > 0 ? JSON.stringify(showIf) : null };
  const fields = { ...given, ...conditions };
  if (Object.values(fields).every((value) => value === undefined)) return;
  await db.updateTable('questions').set(fields).where('id', '=', id).execute();
}

export async function deleteQuestion(db: Db, id: number): Promise<void> {
  await db.deleteFrom('questions').where('id', '=', id).execute();
}

export async function listQuestionIds(db: Db, surveyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('questions')
    .select('id')
    .where('surveyId', '=', surveyId)
    .execute();
  return rows.map((row) => row.id);
}

/** Puts all of a survey's questions in this order. */
export async function orderQuestions(
  db: Db,
  surveyId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update questions set position = wanted.place
    from unnest(${ids}::integer[]) with ordinality as wanted (id, place)
    where questions.id = wanted.id and questions.survey_id = ${surveyId}`.execute(db);
}

/** Replaces a question's options, in this order. An option with an id keeps it. */
export async function replaceOptions(
  db: Db,
  questionId: number,
  options: readonly GivenOption[],
): Promise<void> {
  const placed = options.map((option, index) => ({ ...option, position: index + 1 }));
  const kept = placed.flatMap(({ id }) => id ?? []);
  await sql`
    delete from answers where question_id = ${questionId} and id <> all (${kept}::integer[])`.execute(
    db,
  );
  for (const { id, ...fields } of placed)
    await (id == null
      ? db
          .insertInto('answers')
          .values({ ...fields, questionId })
          .execute()
      : db.updateTable('answers').set(fields).where('id', '=', id).execute());
}

type NewOption = {
  questionId: number;
  text: string;
  score: number;
  isCorrect: boolean;
  finding?: boolean | null | undefined;
  position: number;
};

export async function insertOption(db: Db, option: NewOption): Promise<number> {
  const row = await db
    .insertInto('answers')
    .values(option)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function deleteOption(db: Db, id: number): Promise<void> {
  await db.deleteFrom('answers').where('id', '=', id).execute();
}
