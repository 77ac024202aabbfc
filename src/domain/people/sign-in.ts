import { z } from 'zod';

import { passwordField } from './password.ts';
import { emailField } from './system-user.ts';

/** Returns a schema for a password to be checked. Longer text than anyone can choose is refused. */
const typedPassword = (label: string) =>
  z
    .string(`${label} is required`)
    .min(1, `${label} is required`)
    .max(500, `${label} can have at most 500 characters`);

/**
 * The body of POST /api/auth/login (rule 1), with messages fixed by rule 50. Returns the same 401
 * for a wrong e-mail, a wrong password and an inactive account. Returns 429 after too many
 * failures, and 503 while too many people sign in at once; both have `retry-after` in seconds.
 */
export const signInSchema = z.object({
  email: emailField,
  password: typedPassword('Password'),
});
export type SignIn = z.infer<typeof signInSchema>;

/**
 * The body of POST /api/auth/password, with which people choose their own password (rule 3).
 * Returns 400 at `currentPassword` when it is wrong, and at `newPassword` when it is the same, the
 * default one or easy to guess. Returns 409 when the password was changed meanwhile, and 429 and
 * 503 like sign-in.
 */
export const changePasswordSchema = z.object({
  currentPassword: typedPassword('Current password'),
  newPassword: passwordField,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/**
 * The URL parameters of DELETE /api/auth/sessions/{id}. The id is part of a digest, so that it does
 * not reveal the cookie.
 */
export const ownSessionParams = z.object({
  id: z
    .string()
    .regex(/^[\da-f]{24}$/)
    .describe("The session's `id` as in GET /api/auth/sessions."),
});

/**
 * One session in the reply of GET /api/auth/sessions, which lists where the person is signed in,
 * the most recently seen session first (docs/decisions/0003).
 */
export const ownSessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('The browser and what it runs on, such as "Chrome on Windows".'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('Accurate to five minutes.'),
  isThis: z.boolean().describe('Whether this is the session of the caller.'),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
