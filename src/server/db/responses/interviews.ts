import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';

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
 * Locks an interview's session until the transaction ends. Call this before the hotel is locked, when the session is
 * changed afterwards: the deletion of a hotel locks its sessions first, and then the hotel.
 */
export async function lockSessionOf(db: Db, clientId: string): Promise<void> {
  await sql`select from interview_sessions where client_id = ${clientId} for update`.execute(db);
}

/**
 * Leaves an empty session in place of a response that is deleted. The interview took place, so figures still count
 * it, but nothing remains of the person who was asked and of what they said.
 */
export async function leaveEmptySession(db: Db, clientId: string): Promise<void> {
  await giveSession(db, 'client_id', clientId);
  const answers = { progress: '{}', answeredAt: '{}', remarks: '{}', remarkedAt: '{}', notes: '' };
  await db
    .updateTable('interviewSessions')
    .set({ ...answers, respondentName: '', respondentJobTitle: '' })
    .where('clientId', '=', clientId)
    .execute();
  await db.updateTable('selfAssessments').set(answers).where('clientId', '=', clientId).execute();
}
