import { randomInt } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

import { takeTurns } from './take-turns.ts';

/** The strength of Argon2id that OWASP recommends for servers: 19 MiB, two passes, one lane. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes at most three passwords at once, so that one of Node's four threads remains for files and
 * for looking up the database's address. Others wait, for a few seconds at most.
 */
const { inTurn, requireRoom } = takeTurns({ atOnce: 3, waiting: 100 });

/**
 * Throws `try-later` when no password could be checked soon. Call it before the guess is counted.
 */
export const requirePasswordTurn = requireRoom;

/**
 * A hash of the same strength that no password matches. Checking against it takes as long as any
 * other.
 */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}`,
  unpaddedZeros(16),
  unpaddedZeros(32),
].join('$');

function unpaddedZeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
}

/** Returns the hash in the PHC form, which contains its own strength and salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), strength));
}

/**
 * True when this is the password behind the hash. Without a valid hash it returns false after the
 * same time, so that the time does not show who has an account.
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash?.startsWith('$argon2id$') ? passwordHash : nobodysHash;
  return inTurn(() => verify(known, password.normalize('NFKC')));
}

/** True when a hash is weaker than today's, so that its password should be hashed again. */
export function isOutdated(passwordHash: string): boolean {
  const [, memory, passes, lanes] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? [];
  const { memoryCost, timeCost, parallelism } = strength;
  return Number(memory) < memoryCost || Number(passes) < timeCost || Number(lanes) < parallelism;
}

/**
 * Returns a password to read aloud or copy by hand, such as `bado-kifu-mezo-lupi`: 50 random bits.
 */
export function makePassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  const syllable = () => pick('bdfghjklmnprstvz') + pick('aeiou');
  return Array.from({ length: 4 }, () => syllable() + syllable()).join('-');
}
