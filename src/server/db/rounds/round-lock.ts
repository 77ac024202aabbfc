import { sql } from 'kysely';

import { ProblemError } from '#server/problems.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/*
 * The lock of approved rounds (docs/decisions/0054)
 * =================================================
 *
 * An approved round's responses and their evidence are not changed. Every act that would change one
 * calls `refuseLocked` in its transaction, after it has locked the response.
 *
 * Approving locks the round's row `for update`. `refuseLocked` locks it `for key share`. So of an
 * approval and a change at the same time, one waits for the other: the change is complete before the
 * round is approved, or is refused. Changes do not wait for each other, nor for the trigger that
 * opens the round of a hotel's stage.
 *
 * Storing a response does not lock the round's row. It shares another lock, which an approval takes alone before
 * this one (migration 76).
 *
 * Deciding an appeal changes a response of an approved round. So it calls `requireApproved` instead of
 * `refuseLocked`, and the round stays approved until the decision is stored.
 *
 * The order is always the response, then its round. The deletion of a hotel takes them in the same
 * order. `docs/architecture.md` has the order of all locks.
 */

type Lock = { approvedAt: string | null; approvedBy: string | null };

/**
 * Throws 409 `round-approved` while the round is approved. Otherwise nobody can approve it before the
 * transaction ends. A response without a round is not locked.
 */
export async function refuseLocked(
  db: Db,
  roundId: number | null,
  timeZone: string,
): Promise<void> {
  const locked = await findLock(db, roundId);
  if (locked) throw roundApproved(locked, timeZone);
}

/** Throws 409 unless the round is approved. Then nobody can reopen it before the transaction ends. */
export async function requireApproved(
  db: Db,
  roundId: number | null,
  refused: string,
): Promise<{ approvedAt: string }> {
  const locked = await findLock(db, roundId);
  if (!locked) throw new ProblemError('conflict', refused);
  return locked;
}

/** Returns who approved the round, and when; null while it is not approved. Locks the round like `refuseLocked`. */
export async function findLock(
  db: Db,
  roundId: number | null,
): Promise<{ approvedAt: string; approvedBy: string | null } | null> {
  if (roundId === null) return null;
  const { rows } = await sql<Lock>`
    select round.approved_at,
      (select name from system_users where id = round.approved_by_id) as approved_by
    from rounds round where round.id = ${roundId} for key share`.execute(db);
  const [round] = rows;
  if (!round || round.approvedAt === null) return null;
  return { approvedAt: round.approvedAt, approvedBy: round.approvedBy };
}

/** Returns the error for an act that would change an approved round. */
export function roundApproved(
  { approvedAt, approvedBy }: { approvedAt: string; approvedBy: string | null },
  timeZone: string,
): ProblemError {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone });
  const by = approvedBy ?? 'someone who has left since';
  return new ProblemError(
    'round-approved',
    `This round was approved on ${day.format(new Date(approvedAt))} by ${by}. Ask an Admin to reopen it.`,
  );
}
