import { z } from 'zod';

import { passwordField } from './password.ts';
import { emailField } from './system-user.ts';

/** POST /api/auth/login. The messages are those of the specification, section 5. */
export const signInSchema = z.object({
  email: emailField,
  password: z.string().min(1, 'Password is required').max(500),
});
export type SignIn = z.infer<typeof signInSchema>;

/** POST /api/auth/password: choosing one's own password. */
export const changePasswordSchema = z.object({
  currentPassword: z.string().min(1, 'Current password is required').max(500),
  newPassword: passwordField,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;
