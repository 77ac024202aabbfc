import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { auditGroups, auditedKinds, type AuditedKind } from './actions.ts';

/** One event in the reply of GET /api/audit-events: who did what to which object, and when. */
export const auditEventSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorId: z.int().nullable().describe('Null where nobody was signed in.'),
  actorName: z.string().describe('As it was then.'),
  action: z.string(),
  objectId: z.int().nullable(),
  details: z
    .record(z.string(), z.unknown())
    .describe('Names as they were then, and what changed: never a secret, nor what was answered.'),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** Matches an object such as `hotel:17`. */
const objectPattern = new RegExp(`^(${auditedKinds.join('|')}):[1-9][0-9]{0,9}$`);

/** The filter of GET /api/audit-events/export and, with paging, of GET /api/audit-events. */
export const auditFilterSchema = z.object({
  actor: idSchema.optional().describe('Whose acts, by user id.'),
  group: z.enum(auditGroups).optional().describe('Acts of this group alone.'),
  object: z
    .string()
    .regex(objectPattern, 'Name an object as hotel:17')
    .optional()
    .describe('The events of one object: its kind and id, as `hotel:17`.'),
  from: z.iso.datetime().optional().describe('From this moment on.'),
  to: z.iso.datetime().optional().describe('Before this moment.'),
  search: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Words in the name of the object, of its hotel or of its survey, as they were then.'),
});
export type AuditFilter = z.input<typeof auditFilterSchema>;

/**
 * The query of GET /api/audit-events. The newest event comes first, and each page begins where the
 * previous one ended.
 */
export const auditQuerySchema = auditFilterSchema.extend({
  before: z.coerce
    .number<string | number>()
    .int()
    .positive()
    .optional()
    .describe('Only what is older than the event with this id: `next` of the page before.'),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(200)
    .default(50)
    .describe('Events of one page.'),
});

/** The reply of GET /api/audit-events. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  next: z
    .int()
    .nullable()
    .describe('What `before` asks for the next page; null where there is none.'),
  searchedTo: z.iso
    .datetime()
    .nullable()
    .describe(
      'A search goes so far back in one answer, and `next` goes on there; null at the end.',
    ),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Splits the `object` of a valid filter into kind and id. */
export function readObject(object: string): { kind: AuditedKind; id: number } {
  const [kind = '', id = ''] = object.split(':');
  return { kind: kind as AuditedKind, id: Number(id) };
}
