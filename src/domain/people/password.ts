import { z } from 'zod';

/** Characters. */
export const shortestPassword = 10;
const tooShort = `Choose at least ${shortestPassword} characters`;
const bounded = z.string('Password is required').max(200, 'Choose at most 200 characters');

/** A password that somebody chooses for themselves with POST /api/auth/password. */
export const passwordField = bounded.min(shortestPassword, tooShort);

/** For how long a password that an Admin gave opens the account (rule 47). */
export const givenPasswordHours = 72;

/** Characters of a password that an Admin gives somebody, who then replaces it (docs/decisions/0021). */
export const shortestHandedOver = 8;

/** A password for somebody else, in POST and PUT /api/system-users. Blank and null mean none. */
export const handedOverPasswordField = bounded
  .refine(
    (text) => text.trim() === '' || text.length >= shortestHandedOver,
    `Choose at least ${shortestHandedOver} characters`,
  )
  .nullable();
