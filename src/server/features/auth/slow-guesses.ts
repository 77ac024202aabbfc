import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

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

type Clock = Pick<Deps, 'db' | 'now'>;
type Guesser = { email: string; address: string };

/**
 * Looks at a password by `look`, which forgets the guesses by {@link forgetGuesses} where it is
 * right and throws where it is not; or throws `too-many-attempts` without looking.
 *
 * A guess is counted before it is looked at, so that a thousand sent at once are slowed like a
 * thousand sent in turn; a right one then forgets them all. Guesses are counted where they come
 * from: whoever guesses elsewhere does not lock out the account's owner.
 *
 * Several windows of one person sign in at the same moment, all of them rightly: who comes while
 * others of the same place are being looked at waits for what becomes of them (in this process)
 * before being refused. Time that passes meanwhile does not count, so waiting wins no guess.
 */
export async function slowGuess<T>(
  { db, now }: Clock,
  { email, address }: Guesser,
  look: (guesser: Buffer) => Promise<T>,
): Promise<T> {
  const place = `${email.toLowerCase()} ${networkOf(address)}`;
  const guesser = createHash('sha256').update(place).digest();
  const beside = enter(guesser.toString('hex'));
  try {
    await countAmong({ db, now }, guesser, beside);
    const looking = look(guesser);
    beside.underWay.add(looking);
    try {
      const answer = await looking;
      beside.right += 1;
      return answer;
    } finally {
      beside.underWay.delete(looking);
    }
  } finally {
    beside.leave();
  }
}

/** Those of one place who are here at the same moment. */
type Beside = {
  /** Counted, and being looked at. */
  underWay: Set<Promise<unknown>>;
  /** How many of them were right. */
  right: number;
  here: number;
  leave: () => void;
};
const places = new Map<string, Beside>();

function enter(place: string): Beside {
  const leave = () => {
    beside.here -= 1;
    if (beside.here === 0) places.delete(place);
  };
  const beside: Beside = places.get(place) ?? { underWay: new Set(), right: 0, here: 0, leave };
  places.set(place, beside);
  beside.here += 1;
  return beside;
}

async function countAmong(clock: Clock, guesser: Buffer, beside: Beside): Promise<void> {
  const arrived = clock.now();
  for (;;) {
    const { right } = beside;
    const left = await countGuess(clock, guesser, arrived);
    if (left === 0) return;
    if (beside.right !== right) continue;
    if (beside.underWay.size === 0) throw tooMany(left);
    // The first right one, or all of them wrong.
    await Promise.any(beside.underWay).catch(() => undefined);
  }
}

/** Counts a guess, and answers 0; or, where it must wait, how many milliseconds. */
function countGuess({ db, now }: Clock, guesser: Buffer, arrived: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'guesses', guesser.toString('hex'));
    const known = await tx
      .selectFrom('signInFailures')
      .select(['failures', 'lastFailureAt', 'blockedUntil'])
      .where('guesser', '=', guesser)
      .executeTakeFirst();
    const at = now();
    const until = Date.parse(known?.blockedUntil ?? '');
    // Where none is to be waited for, that moment is only when the last one was counted.
    if (known && waitAfter(known.failures) > 0 && until > arrived) return Math.max(until - at, 1);

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
    return 0;
  });
}

export async function forgetGuesses(db: Db, guesser: Buffer): Promise<void> {
  await db.deleteFrom('signInFailures').where('guesser', '=', guesser).execute();
}

export function tooMany(milliseconds: number): ProblemError {
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 60 ? `${seconds} seconds` : `${minutes} minutes`;
  const detail = `Too many failed attempts. Please wait ${wait.replace(/^1 (\w+)s$/, '1 $1')} and try again.`;
  return new ProblemError('too-many-attempts', detail, { retryAfter: seconds });
}

/**
 * Returns the network that guesses come from. One IPv6 subscriber has 2^64 addresses, which are one
 * network here. Some proxies write the caller's port after the address, and it is left out:
 * otherwise each connection would be a network of its own. All that is no address is one network.
 */
export function networkOf(written: string): string {
  const address =
    /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? written.replace(/^([\d.]+):\d+$/, '$1');
  const v4 = /^(?:::ffff:)?([\d.]+)$/i.exec(address)?.[1];
  if (v4 !== undefined && isIPv4(v4)) return v4;
  if (!isIPv6(address)) return 'no address';
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = `${':0'.repeat(8 - groups(address).length)}:`;
  return groups(address.replace('::', zeros)).slice(0, 4).join(':');
}
