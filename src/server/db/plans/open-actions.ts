import { sql } from 'kysely';

import type { OpenActions } from '#domain/actions/open-actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Returns how many actions of a hotel are open; undefined for none. `today` is a day such as `2026-03-31`. */
export async function openActionsOf(
  db: Db,
  hotelId: number,
  today: string,
): Promise<OpenActions | undefined> {
  const { rows } = await sql<OpenActions>`
    select count(*) as open, count(*) filter (where due_on < ${today}) as overdue,
      count(*) filter (where severity = 'critical') as critical,
      count(*) filter (where severity = 'critical' and due_on < ${today}) as critical_overdue
    from actions where hotel_id = ${hotelId} and status in ('open', 'in-progress', 'done')`.execute(
    db,
  );
  return rows[0]?.open ? rows[0] : undefined;
}
