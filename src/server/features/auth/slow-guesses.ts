import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import { inTransaction, lockFor, type Db } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';

/** Guesses that cost no wait. */
const freeGuesses = 4;
const longestWait = 15 * 60_000;
/** Without a guess for so long, counting begins anew. */
const forgottenAfter = 24 * 60 * 60_000;

/** Milliseconds to wait after so many guesses: 1 s after the fifth, then twice as long each time. */
function waitAfter(guesses: number): number {
  return guesses <= freeGuesses
    ? 0
    : Math.min(1000 * 2 ** (guesses - freeGuesses - 1), longestWait);
}

/**
 * Counts a guess at someone's password before it is looked at, so that a thousand sent at once are
 * slowed like a thousand sent in turn; a right one then forgets them all. Guesses are counted
 * where they come from: whoever guesses elsewhere does not lock out the account's owner.
 *
 * Answers the key for {@link forgetGuesses}, or throws `too-many-attempts`.
 */
export function countGuess(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  email: string,
  address: string,
): Promise<Buffer> {
  const place = `${email.toLowerCase()} ${networkOf(address)}`;
  const guesser = createHash('sha256').update(place).digest();
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'guesses', guesser.toString('hex'));
    const known = await tx
      .selectFrom('signInFailures')
      .select(['failures', 'lastFailureAt', 'blockedUntil'])
      .where('guesser', '=', guesser)
      .executeTakeFirst();
    const at = now();
    const left = Date.parse(known?.blockedUntil ?? '') - at;
    if (left > 0) throw tooMany(left);

    const counts = known && Date.parse(known.lastFailureAt) > at - forgottenAfter;
    const failures = counts ? known.failures + 1 : 1;
    const row = {
      failures,
      lastFailureAt: new Date(at).toISOString(),
      blockedUntil: new Date(at + waitAfter(failures)).toISOString(),
    };
    await tx
      .insertInto('signInFailures')
      .values({ guesser, ...row })
      .onConflict((conflict) => conflict.column('guesser').doUpdateSet(row))
      .execute();
    return guesser;
  });
}

export async function forgetGuesses(db: Db, guesser: Buffer): Promise<void> {
  await db.deleteFrom('signInFailures').where('guesser', '=', guesser).execute();
}

function tooMany(milliseconds: number): ProblemError {
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 60 ? `${seconds} seconds` : `${minutes} minutes`;
  const detail = `Too many failed attempts. Please wait ${wait.replace(/^1 (\w+)s$/, '1 $1')} and try again.`;
  return new ProblemError('too-many-attempts', detail, { retryAfter: seconds });
}

/** Where guesses come from. One IPv6 subscriber has 2^64 addresses, which are one network here. */
function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address;
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = `${':0'.repeat(8 - groups(address).length)}:`;
  return groups(address.replace('::', zeros)).slice(0, 4).join(':');
}
