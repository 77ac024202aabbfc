import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { idField } from '#domain/identity.ts';
import { asCode, shortText } from '#domain/text.ts';
import { handedOverPasswordField } from './password.ts';
import { roleSchema } from './person.ts';

/** An e-mail address that identifies a person. Case makes no difference. */
export const emailField = z
  .string('Please enter a valid email address')
  .overwrite(asCode)
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

/**
 * A person as Admins see them: the reply of GET /api/system-users, and of POST, PUT and PUT
 * …/status. It never holds a password or its hash.
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
    .describe('The `id` of each assigned hotel, in ascending order. Null when there is none.'),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  passwordUntil: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the password that an Admin gave expires. Null when the owner has chosen the password.',
    ),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SystemUser = z.infer<typeof systemUserSchema>;

const activeField = z.boolean('Active is true or false');

/**
 * The body of POST /api/system-users. Without a password a new user gets the installation's default
 * one. Any password that an Admin gives opens the account for 72 hours, and its owner must replace
 * it at the next sign-in (rule 47, docs/decisions/0021).
 *
 * Returns 400 at `email` when somebody already has it, and at `password` when an Admin would get
 * the default one. Returns 503 like sign-in.
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
    .describe(
      'Left blank, a new user gets the default password, and an existing user keeps theirs.',
    ),
  roleId: idField('Role is required').describe('0 means that the form has no role selected.'),
  isActive: activeField.default(true),
  assignedHotelIds: z
    .array(idField('A hotel in the list no longer exists'))
    .max(20_000)
    .nullable()
    .default(null),
});
export type SystemUserInput = z.input<typeof systemUserInputSchema>;

/**
 * The body of PUT /api/system-users/{id}: the fields to change. A field that is left out stays as it
 * is stored, and so does the password when it is blank. A role that cannot have hotels removes them.
 *
 * Returns 400 and 503 like POST. PUT and DELETE (which has no body) return 409 when an Admin tries
 * to remove their own rights, or those of the last active Admin.
 */
export const systemUserChangeSchema = changeSchema(systemUserInputSchema.shape);
export type SystemUserChange = z.input<typeof systemUserChangeSchema>;

/**
 * One person in the reply of GET /api/service-consultants: just enough to name consultants and
 * filter by them. All three roles may read it (rule 8).
 */
export const serviceConsultantSchema = z.object({ id: z.int(), name: z.string() });
export type ServiceConsultant = z.infer<typeof serviceConsultantSchema>;

/**
 * The body of PUT /api/system-users/{id}/status, which the switch on the card sends. Returns 409
 * like PUT /api/system-users/{id}.
 */
export const userStatusSchema = z.object({ isActive: activeField });

/**
 * The reply of POST /api/one-time-passwords: a password that the server generates, for POST or
 * PUT /api/system-users. The server shows it once and does not store it.
 */
export const oneTimePasswordSchema = z.object({ password: z.string() });

/** The reply of GET /api/settings: what Admins may know about the installation (rule 3). */
export const settingsSchema = z.object({
  defaultUserPassword: z
    .string()
    .describe(
      'The password of users who are created without one. They must replace it when they first sign in.',
    ),
});
