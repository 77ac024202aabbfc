import { sql } from 'kysely';

import type { HotelChange } from '#domain/hotels/hotel.ts';
import type { Person } from '#domain/people/person.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { invalid } from '#server/problems.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Choice = NonNullable<HotelChange['cycle']>;

/**
 * Prepares a hotel's cycles for a move, as the person chose. The database then does the rest when it stores the stage
 * (`come_to_stage`, migration 41): a hotel that comes to Initiated goes on with its open cycle, and begins the next
 * where none is open.
 *
 * | choice | the latest cycle is | what is done                       |
 * | ------ | ------------------- | ---------------------------------- |
 * | `next` | open                | It ends, so that the next begins.  |
 * | `next` | over                | Nothing: the next begins anyway.   |
 * | `same` | open                | Nothing: it goes on anyway.        |
 * | `same` | over                | It is opened again.                |
 *
 * The transaction must have locked the hotel. Throws 400 at `cycle` for a next cycle that would not begin in
 * Initiated.
 *
 * @returns a function to call once the stage is stored: it records in the audit trail what the choice did
 */
export async function chooseCycle(
  db: Db,
  hotelId: number,
  to: Stage,
  choice: Choice,
): Promise<(person: Person) => Promise<void>> {
  if (choice === 'next' && to !== 'Initiated')
    throw invalid('cycle', 'A cycle begins in Initiated');
  const last = await latestCycle(db, hotelId);
  const wasOpen = last?.endedAt === null;
  if (last && (choice === 'next') === wasOpen)
    await db
      .updateTable('cycles')
      .set({ endedAt: wasOpen ? sql`greatest(now(), began_at)` : null })
      .where('id', '=', last.id)
      .execute();
  return async (person) => {
    const tell = (
      action: 'cycle.began' | 'cycle.ended' | 'cycle.continued',
      { id, number }: Cycle,
    ) => recordEvent(db, person, action, id, { hotelId, number });
    if (last && choice === 'same') return tell('cycle.continued', last);
    if (last && wasOpen) await tell('cycle.ended', last);
    const next = await latestCycle(db, hotelId);
    if (next) await tell('cycle.began', next);
  };
}

type Cycle = { id: number; number: number };

function latestCycle(db: Db, hotelId: number) {
  return db
    .selectFrom('cycles')
    .select(['id', 'number', 'endedAt'])
    .where('hotelId', '=', hotelId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
