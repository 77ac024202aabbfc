import { sql } from 'kysely';

import type { Db } from './transaction.ts';

/**
 * Inserts a session row for an interview whose only record is its response (the view `interviews`).
 * An interview needs a row of its own before it is changed, and when it should outlive its
 * response.
 */
export async function giveSession(
  db: Db,
  by: 'id' | 'client_id',
  value: number | string,
): Promise<void> {
  await sql`
    insert into interview_sessions overriding system value
    select * from interviews where ${sql.ref(by)} = ${value}
    on conflict do nothing`.execute(db);
}

/**
 * Erases what a session holds of the person who was asked and of what they said, because its response
 * was deleted. The row stays: the interview took place, and figures count it.
 */
export async function emptySession(db: Db, clientId: string): Promise<void> {
  const answers = { progress: '{}', answeredAt: '{}', remarks: '{}', remarkedAt: '{}', notes: '' };
  await db
    .updateTable('interviewSessions')
    .set({ ...answers, respondentName: '', respondentJobTitle: '' })
    .where('clientId', '=', clientId)
    .execute();
  await db.updateTable('selfAssessments').set(answers).where('clientId', '=', clientId).execute();
}
