import { z } from 'zod';

import { idField } from '#domain/identity.ts';
import { shortText } from '#domain/text.ts';
import { handedOverPasswordField } from './password.ts';
import { roleSchema } from './person.ts';

/** An address by which people are known; case does not tell two apart. */
export const emailField = z
  .string('Please enter a valid email address')
  .trim()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

/**
 * A person as Admins see them: GET /api/system-users, and what POST, PUT
 * and PUT …/status answer. Never holds a password or its hash.
 */
export const systemUserSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  roleId: z.int(),
  role: roleSchema.pick({ id: true, name: true }),
  assignedHotelIds: z
    .array(z.int())
    .nullable()
    .describe('The `id` of each assigned hotel, ascending; null when none.'),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  passwordUntil: z.iso
    .datetime()
    .nullable()
    .describe(
      'Until when the password that an Admin gave opens the account; null where its owner chose it.',
    ),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SystemUser = z.infer<typeof systemUserSchema>;

const activeField = z.boolean('Active is true or false');

/**
 * POST and PUT /api/system-users. Without a password a new user gets the installation's default one.
 * Whatever password an Admin gives somebody, it opens the account for 72 hours, and its owner has to
 * replace it at their next sign-in (rule 47, docs/decisions/0021). 400 at `email` where somebody has it
 * already, and at `password` where an Admin would have the default one; 503 as of sign-in; of PUT,
 * 409 where it would take one's own powers, or the last active Admin's. So of DELETE, without a body.
 */
export const systemUserInputSchema = z.object({
  name: shortText('Name'),
  email: emailField,
  mobileNumber: shortText('Mobile Number').regex(
    /^[\d\s+#*(),./-]*$/,
    'Mobile Number can have digits, spaces and + # * ( ) , . / - only',
  ),
  password: handedOverPasswordField
    .optional()
    .describe('Blank is none: the default one for a new user, the old one for a known one.'),
  roleId: idField('Role is required').describe('0 is unselected in the form.'),
  isActive: activeField.default(true),
  assignedHotelIds: z
    .array(idField('A hotel in the list no longer exists'))
    .max(20_000)
    .nullable()
    .default(null),
});
export type SystemUserInput = z.input<typeof systemUserInputSchema>;

/** GET /api/service-consultants: enough to name and filter by, to all three roles (rule 8). */
export const serviceConsultantSchema = z.object({ id: z.int(), name: z.string() });
export type ServiceConsultant = z.infer<typeof serviceConsultantSchema>;

/**
 * PUT /api/system-users/{id}/status: the switch on the card. 409 as of PUT /api/system-users/{id}.
 */
export const userStatusSchema = z.object({ isActive: activeField });

/**
 * POST /api/one-time-passwords: a password that the server makes up, to be given to somebody by POST or
 * PUT /api/system-users. It is told once and kept nowhere.
 */
export const oneTimePasswordSchema = z.object({ password: z.string() });

/** GET /api/settings: what Admins are told of the installation (rule 3). */
export const settingsSchema = z.object({
  defaultUserPassword: z
    .string()
    .describe('Given to users created without one; they must replace it at first sign-in.'),
});
