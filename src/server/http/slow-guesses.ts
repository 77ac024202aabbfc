import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

import { inTransaction, lockFor, type Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';

/*
 * How guessing of passwords, and of links of hotel contacts, is slowed down
 *
 * The problem. Somebody who tries passwords must become slow. The account's owner must not be
 * locked out by that, and a person who opens five windows at once, all with the right password,
 * must get in.
 *
 * The idea. We count guesses for each pair of account and network ("place"). The fifth guess makes
 * the place wait 1 s, the next one 2 s, then 4 s and so on up to 15 minutes. The right password
 * clears the count.
 *
 * The steps.
 *
 * 1. Count the guess before the password is checked. Otherwise a thousand guesses sent at once
 *    would all be checked before the first of them counts.
 * 2. If the place has to wait, and other requests of this place are being checked in this process,
 *    wait for them before refusing: one of them may be right and clear the count.
 * 3. Check the password. If it is right, forget the count (the caller does, in its own
 *    transaction).
 *
 * | what comes                              | what happens                                        |
 * | --------------------------------------- | --------------------------------------------------- |
 * | the fifth wrong password from one place | the next guess is refused for 1 s, with Retry-After |
 * | a thousand guesses at once              | five are checked; the others are refused            |
 * | ten windows at once, all right          | all get in: the first one clears the count          |
 * | guesses from elsewhere                  | count for that place; the owner signs in            |
 * | nothing for 24 hours                    | the count starts again                              |
 *
 * A link has no account, so guesses at links are counted for the network alone. A token that was once a
 * link is no guess, also after the link has ended.
 *
 * What would break it. Counting after the check lets bursts through. Counting by account alone
 * locks the owner out. If the time spent in step 2 counted as waiting, bursts would be faster than
 * guesses one after the other; so a guess is judged by the moment it arrived.
 */

/** The number of guesses that cost no waiting time. */
const freeGuesses = 4;
const longestWait = 15 * 60_000;
/** The milliseconds without a guess after which the count starts again. */
const forgottenAfter = 24 * 60 * 60_000;

/**
 * Returns the milliseconds to wait after so many guesses: 1 s after the fifth, then twice as long
 * each time.
 */
function waitAfter(guesses: number): number {
  return guesses <= freeGuesses
    ? 0
    : Math.min(1000 * 2 ** (guesses - freeGuesses - 1), longestWait);
}

type Clock = Pick<Deps, 'db' | 'now'>;
/** `account` is the e-mail address of an account, or {@link linksOfHotels}. */
type Guesser = { account: string; address: string };

/** What all guesses at links of hotel contacts count for. It is no e-mail address. */
export const linksOfHotels = 'links of hotels';

/**
 * Counts a guess and checks the password by calling `look`. When the password is right, `look`
 * calls {@link forgetGuesses}; when it is wrong, it throws. Throws `too-many-attempts` without
 * calling `look` when this place has to wait.
 */
export async function slowGuess<T>(
  { db, now }: Clock,
  { account, address }: Guesser,
  look: (guesser: Buffer) => Promise<T>,
): Promise<T> {
  const place = `${account.toLowerCase()} ${networkOf(address)}`;
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

/** The guesses of one place that are in this process at the same moment. */
type Beside = {
  /** The guesses that are counted and being checked now. */
  underWay: Set<Promise<unknown>>;
  /** How many guesses were right. */
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
    // Wait until one of them is right, or all are wrong.
    await Promise.any(beside.underWay).catch(() => undefined);
  }
}

/**
 * Counts a guess and returns 0. When the place has to wait, counts nothing and returns for how many
 * milliseconds.
 */
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
    // Within the free guesses `blockedUntil` is only the time of the last one.
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
 * otherwise each connection would be a network of its own. Anything that is not an address is one
 * network.
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
