import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';
import { ProblemError } from '#server/problems.ts';

/**
 * Returns which of these client ids belong to an interview, a response, an action or a plan. Files name these
 * by client id alone, so something new must not get the id of something else: it would show the files of that.
 */
export async function usedIds(db: Db, clientIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ clientId: string }>`
    select client_id from unnest(${clientIds}::text[]) given (client_id)
    where exists (select from actions where actions.client_id = given.client_id)
      or exists (select from responses where responses.client_id = given.client_id)
      or exists (select from interview_sessions session where session.client_id = given.client_id)
      or exists (select from exit_plans plan where plan.client_id = given.client_id)`.execute(db);
  return new Set(rows.map(({ clientId }) => clientId));
}

/** SQL of a client id, of the hotel that it is for, and of the person who sends it. */
type Given = Record<'clientId' | 'hotelId' | 'userId', string>;

/**
 * Returns the SQL condition that a client id belongs to an action, to a plan, or to an interview that somebody else
 * began at another hotel.
 */
export function belongsElsewhere({ clientId, hotelId, userId }: Given): string {
  return `(exists (select from actions where client_id = ${clientId} offset 0)
    or exists (select from exit_plans where client_id = ${clientId} offset 0)
    or exists (select from interview_sessions other where other.client_id = ${clientId}
      and other.hotel_id is distinct from ${hotelId}
      and other.user_id is distinct from ${userId} offset 0))`;
}

/** Throws when {@link belongsElsewhere} is true, or the id belongs to somebody else's response at another hotel. */
export async function refuseElsewhere(
  db: Db,
  given: { clientId: string; hotelId: number | null; userId: number },
): Promise<void> {
  const places = { clientId: 'given.client', hotelId: 'given.hotel', userId: 'given.person' };
  const { rows } = await sql<{ isElsewhere: boolean }>`
    select ${sql.raw(belongsElsewhere(places))}
      or exists (select from responses other where other.client_id = given.client
        and other.hotel_id is distinct from given.hotel
        and other.user_id is distinct from given.person) as is_elsewhere
    from (select ${given.clientId}::text as client, ${given.hotelId}::integer as hotel,
      ${given.userId}::integer as person) given`.execute(db);
  if (rows[0]?.isElsewhere) throw stored();
}

const stored = () =>
  new ProblemError('same-key-other-content', 'Something else is stored under this id.');

/** Throws when the client id belongs to something. */
export async function requireUnused(db: Db, clientId: string): Promise<void> {
  if ((await usedIds(db, [clientId])).size === 0) return;
  throw stored();
}
