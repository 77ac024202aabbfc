import { expect, test } from 'vitest';

import { hashPassword, isOutdated, makePassword, verifyPassword } from './passwords.ts';

/** Argon2id with its strength, 16 bytes of salt and 32 of hash, in base64 without padding. */
const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

test('a password is hashed slowly, at a strength that is told, and with a salt of its own', async () => {
  const hashes = await Promise.all([hashPassword('lighthouse'), hashPassword('lighthouse')]);
  for (const one of hashes) expect(one).toMatch(form);
  expect(hashes[0]).not.toBe(hashes[1]);
  expect(await verifyPassword(hashes[0], 'lighthouse')).toBe(true);
  expect(await verifyPassword(hashes[0], 'lighthous')).toBe(false);
});

test.each([
  ['m=19456,t=2,p=1', false],
  ['m=47104,t=3,p=4', false],
  ['m=8192,t=2,p=1', true],
  ['m=19456,t=1,p=1', true],
])('a hash of %s is outdated: %s', (strength, outdated) => {
  expect(isOutdated(`$argon2id$v=19$${strength}$c2FsdA$aGFzaA`)).toBe(outdated);
});

test('made-up passwords are to be read out, and none is like another', () => {
  const made = Array.from({ length: 1_000 }, makePassword);
  for (const one of made) expect(one).toMatch(/^([a-z]{4}-){3}[a-z]{4}$/);
  expect(new Set(made).size).toBe(made.length);
});
