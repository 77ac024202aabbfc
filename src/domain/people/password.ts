import { z } from 'zod';

/** The fewest characters of a password that people choose themselves. */
export const shortestPassword = 10;
const tooShort = `Choose at least ${shortestPassword} characters`;
const bounded = z.string('Password is required').max(200, 'Choose at most 200 characters');

/** A password that people choose for themselves, in POST /api/auth/password. */
export const passwordField = bounded.min(shortestPassword, tooShort);

/** Hours for which a password that an Admin gave opens the account (rule 47). */
export const givenPasswordHours = 72;

/**
 * Fewest characters of a password that an Admin gives somebody, who must then replace it
 * (docs/decisions/0021).
 */
export const shortestHandedOver = 8;

/** A password for somebody else, in POST and PUT /api/system-users. Blank and null mean none. */
export const handedOverPasswordField = bounded
  .refine(
    (text) => text.trim() === '' || text.length >= shortestHandedOver,
    `Choose at least ${shortestHandedOver} characters`,
  )
  .nullable();
