import { randomInt } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

import { takeTurns } from './take-turns.ts';

/** Argon2id, at the strength that OWASP names for servers: 19 MiB, two passes, one lane. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One of Node's four threads is left to files, and to finding the database; those who wait do so
 * for a few seconds at most.
 */
const { inTurn, requireRoom } = takeTurns({ atOnce: 3, waiting: 100 });

/** Throws `try-later` where no password could be looked at soon: before its guess is counted. */
export const requirePasswordTurn = requireRoom;

/** A hash of the same strength that no password has: checking against it takes as long as any. */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}`,
  unpaddedZeros(16),
  unpaddedZeros(32),
].join('$');

function unpaddedZeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
}

/** The PHC form, which names its own strength and salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), strength));
}

/**
 * Whether this is the password behind the hash. With no hash, or with text that is none, it is
 * not, and finding out takes as long as with one: time must not tell who has an account.
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash?.startsWith('$argon2id$') ? passwordHash : nobodysHash;
  return inTurn(() => verify(known, password.normalize('NFKC')));
}

/** Whether a hash is weaker than today's, and its password should be hashed anew. */
export function isOutdated(passwordHash: string): boolean {
  const [, memory, passes, lanes] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? [];
  const { memoryCost, timeCost, parallelism } = strength;
  return Number(memory) < memoryCost || Number(passes) < timeCost || Number(lanes) < parallelism;
}

/** A password to be read out or copied by hand, such as `bado-kifu-mezo-lupi`: 50 random bits. */
export function makePassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  const syllable = () => pick('bdfghjklmnprstvz') + pick('aeiou');
  return Array.from({ length: 4 }, () => syllable() + syllable()).join('-');
}
