import { sql } from 'kysely';

import type { Condition } from '#domain/surveys/condition.ts';
import { withIds, type Placed } from '#domain/surveys/placed-condition.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { insertQuestions, type NewQuestion } from './write-questions.ts';

/**
 * Stores questions like {@link insertQuestions}, then gives them their conditions, which name questions of the
 * same list. The questions get their ids only when they are stored.
 */
export async function insertPlaced(
  tx: Db,
  surveyId: number,
  first: number,
  placed: readonly Placed<NewQuestion>[],
): Promise<void> {
  const questions = placed.map(({ question }) => question);
  const ids = await insertQuestions(tx, surveyId, first, questions);
  if (placed.every(({ conditions }) => conditions.length === 0)) return;
  const among = await withOptions(tx, ids);
  const wanted = placed.flatMap(({ conditions }, place) => {
    const id = ids[place];
    const showIf = withIds(conditions, among);
    return id === undefined || showIf.length === 0 ? [] : [{ id, showIf }];
  });
  await setConditions(tx, wanted);
}

async function withOptions(tx: Db, ids: readonly number[]) {
  const options = await tx
    .selectFrom('answers')
    .select(['id', 'questionId'])
    .where(sql<boolean>`question_id = any (${ids}::integer[])`)
    .orderBy('position')
    .execute();
  const byQuestion = Map.groupBy(options, ({ questionId }) => questionId);
  return ids.map((id) => ({ id, answers: byQuestion.get(id) ?? [] }));
}

/** Gives these questions these conditions. */
export async function setConditions(
  tx: Db,
  wanted: readonly { id: number; showIf: readonly Condition[] }[],
): Promise<void> {
  await sql`
    update questions set show_if = wanted."showIf"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id integer, "showIf" jsonb)
    where questions.id = wanted.id`.execute(tx);
}
