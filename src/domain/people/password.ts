import { z } from 'zod';

export const shortestPassword = 10;
const tooShort = `Choose at least ${shortestPassword} characters`;
const bounded = z.string().max(200, 'Choose at most 200 characters');

/** A password as it is chosen, for oneself or for another. Its words are of any kind. */
export const passwordField = bounded.min(shortestPassword, tooShort);

/** The same where a blank one is none. */
export const blankablePasswordField = bounded.refine(
  (text) => text.trim() === '' || text.length >= shortestPassword,
  tooShort,
);
