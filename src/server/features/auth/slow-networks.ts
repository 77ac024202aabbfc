import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Deps } from '#server/deps.ts';
import { networkOf, tooMany } from '#server/http/slow-guesses.ts';

/** The number of failed sign-ins that a network has in a window, for all accounts together. */
const mostFailures = 100;
const windowLength = 15 * 60_000;

/**
 * Throws `too-many-attempts` when a network has had too many failed sign-ins. This slows down one
 * guess at each of very many accounts, which `slow-guesses.ts` cannot see. Only failures count, so
 * a whole company behind one address can sign in as often as it likes. After too many, every
 * sign-in from the network waits until the window ends, which is `blockedUntil`.
 */
export async function requireTrust(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  address: string,
): Promise<void> {
  const known = await db
    .selectFrom('signInFailures')
    .select(['failures', 'blockedUntil'])
    .where('guesser', '=', keyOf(address))
    .executeTakeFirst();
  const left = Date.parse(known?.blockedUntil ?? '') - now();
  if (known && known.failures >= mostFailures && left > 0) throw tooMany(left);
}

/** Counts a failed sign-in. The first one begins a window. */
export async function countFailure(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  address: string,
): Promise<void> {
  const at = now();
  const lastFailureAt = new Date(at).toISOString();
  const blockedUntil = new Date(at + windowLength).toISOString();
  const isOver = sql<boolean>`sign_in_failures.blocked_until <= ${lastFailureAt}::timestamptz`;
  await db
    .insertInto('signInFailures')
    .values({ guesser: keyOf(address), failures: 1, lastFailureAt, blockedUntil })
    .onConflict((conflict) =>
      conflict.column('guesser').doUpdateSet({
        failures: sql`case when ${isOver} then 1 else sign_in_failures.failures + 1 end`,
        lastFailureAt,
        blockedUntil: sql`case when ${isOver} then excluded.blocked_until
          else sign_in_failures.blocked_until end`,
      }),
    )
    .execute();
}

/**
 * Returns the key of a network. It contains no e-mail address, so it never equals a key of
 * `slow-guesses.ts`.
 */
function keyOf(address: string): Buffer {
  return createHash('sha256')
    .update(`network ${networkOf(address)}`)
    .digest();
}
