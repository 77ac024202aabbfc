import { z } from 'zod';

import { actionsOf, roleNames, type Action } from './roles.ts';

/** A role in API replies: GET /api/user-roles, and in every user. */
export const roleSchema = z.object({
  id: z.int(),
  name: z.enum(roleNames),
  description: z.string(),
  permissions: z
    .array(z.string())
    .describe('Action names, mirrored from the table in `roles.ts` (rule 9).'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Role = z.infer<typeof roleSchema>;

/** The settings of the installation that an exit meeting follows (rules 146 and 157). */
const exitMeetingSchema = z.object({
  showsScore: z.boolean().describe('Whether the people at the table see the score and its causes.'),
  actionDays: z.int().describe('Weekdays until an action is due.'),
  criticalActionDays: z.int().describe('The same for a critical finding.'),
  timeZone: z.string().describe("The time zone of the installation's days."),
});
export type ExitMeeting = z.infer<typeof exitMeetingSchema>;

/**
 * The signed-in user, whom the client stores as `currentUser` (rule 1). GET /api/auth/me,
 * POST /api/auth/login and POST /api/auth/password return it.
 */
export const personSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: roleSchema.pick({ id: true, name: true, permissions: true }),
  mustChangePassword: z
    .boolean()
    .describe(
      'True until the person has chosen their own password. All other calls are refused until then.',
    ),
  portfolioLine: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'The percentage from which an average over several responses passes. The server always sends it.',
    ),
  exitMeeting: exitMeetingSchema
    .optional()
    .describe(
      'What a device needs for an exit meeting without a connection. The server always sends it.',
    ),
});
export type Person = z.infer<typeof personSchema>;

export type HasRole = { readonly role: Pick<Role, 'name'> };

/** Returns whether this person may do this at all. {@link scopeOf} says for which objects. */
export function can(person: HasRole, action: Action): boolean {
  return actionsOf[person.role.name].includes(action);
}

/** Whose hotels, sessions, responses and documents a person sees. */
export type Scope = { kind: 'all' } | { kind: 'assigned'; userId: number };

/** Returns the person's scope. Every query for such objects must be limited by it (rule 4). */
export function scopeOf(person: HasRole & { readonly id: number }): Scope {
  return can(person, 'hotels.all') ? { kind: 'all' } : { kind: 'assigned', userId: person.id };
}

/**
 * Returns whether the person may delete the document: they uploaded it, or they are an Admin
 * (rule 7).
 */
export function canDeleteDocument(
  person: HasRole & { readonly id: number },
  document: { readonly uploadedById: number | null },
): boolean {
  return can(person, 'documents.deleteAny') || document.uploadedById === person.id;
}

/** Returns whether the person may delete evidence: they took it, or they are an Admin. */
export function canDeleteEvidence(
  person: HasRole & { readonly id: number },
  evidence: { readonly takenById: number | null },
): boolean {
  return can(person, 'evidence.deleteAny') || evidence.takenById === person.id;
}
