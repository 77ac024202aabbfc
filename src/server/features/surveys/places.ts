import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';

/** A list with the places 1 to n, without gaps: a survey's questions, or a question's options. */
export type List = { table: 'questions' | 'answers'; of: number };

const parentOf = { questions: 'survey_id', answers: 'question_id' };

/** Shifts all places from `from` on: by 1 to make room for one, by -1 to close a gap before it. */
export async function shift(db: Db, { table, of }: List, from: number, by: 1 | -1): Promise<void> {
  await sql`
    update ${sql.table(table)} set position = position + ${by}::integer
    where ${sql.ref(parentOf[table])} = ${of} and position >= ${from}`.execute(db);
}

/** Moves an item to another place. The items in between shift by one. */
export async function move(db: Db, { table, of }: List, from: number, to: number): Promise<void> {
  if (from === to) return;
  await sql`
    update ${sql.table(table)}
    set position = case when position = ${from} then ${to}::integer
      else position + ${from < to ? -1 : 1}::integer end
    where ${sql.ref(parentOf[table])} = ${of}
      and position between ${Math.min(from, to)} and ${Math.max(from, to)}`.execute(db);
}
