import { z } from 'zod';

import { passwordField } from './password.ts';
import { emailField } from './system-user.ts';

/** A password to be compared: longer than any that can be chosen is none. */
const typedPassword = (label: string) =>
  z
    .string(`${label} is required`)
    .min(1, `${label} is required`)
    .max(500, `${label} can have at most 500 characters`);

/**
 * POST /api/auth/login (rule 1). Its messages are fixed (rule 50). 401 is
 * one answer for a wrong e-mail, a wrong password and an inactive account; 429 after too many
 * failures, and 503 while too many sign in at once, both with `retry-after` in seconds.
 */
export const signInSchema = z.object({
  email: emailField,
  password: typedPassword('Password'),
});
export type SignIn = z.infer<typeof signInSchema>;

/**
 * POST /api/auth/password: choosing one's own password (rule 3). 400 at `currentPassword` where
 * it is wrong, and at `newPassword` where it is the same, the default one or easy to guess; 409
 * where it was changed meanwhile; 429 and 503 as of sign-in.
 */
export const changePasswordSchema = z.object({
  currentPassword: typedPassword('Current password'),
  newPassword: passwordField,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/** DELETE /api/auth/sessions/{id}: part of a digest, so that it is not the cookie. */
export const ownSessionParams = z.object({
  id: z
    .string()
    .regex(/^[\da-f]{24}$/)
    .describe('As GET /api/auth/sessions names it.'),
});

/**
 * GET /api/auth/sessions: where one is signed in, the session last seen first
 * (docs/decisions/0003).
 */
export const ownSessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('The browser and what it runs on, such as "Chrome on Windows".'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('To five minutes.'),
  isThis: z.boolean().describe('Whether it is the one that asks.'),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
