import { z } from 'zod';

import { searchWords } from '#domain/text.ts';
import { idSchema } from '#domain/identity.ts';
import { auditGroups, auditedKinds, type AuditedKind } from './actions.ts';

/** One event in the reply of GET /api/audit-events: who did what to which object, and when. */
export const auditEventSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorId: z.int().nullable().describe('Null when nobody was signed in.'),
  actorName: z.string().describe('The name at that time.'),
  action: z.string(),
  objectId: z.int().nullable(),
  details: z
    .record(z.string(), z.unknown())
    .describe('The names at that time, and what changed. It never contains secrets or answers.'),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** Matches an object such as `hotel:17`. */
const objectPattern = new RegExp(`^(${auditedKinds.join('|')}):[1-9][0-9]{0,9}$`);

/** The filter of GET /api/audit-events/export and, with paging, of GET /api/audit-events. */
export const auditFilterSchema = z.object({
  actor: idSchema.optional().describe('Only events caused by the user with this id.'),
  group: z.enum(auditGroups).optional().describe('Only events of this group.'),
  object: z
    .string()
    .regex(objectPattern, 'Name an object as hotel:17')
    .optional()
    .describe('Only events of one object, named by its kind and id, such as `hotel:17`.'),
  from: z.iso.datetime().optional().describe('Only events at this moment or later.'),
  to: z.iso
    .datetime()
    .optional()
    .describe('Only events before this moment. A moment before `from` is refused.'),
  search: searchWords().describe(
    'Words in the name of the object, its hotel or its survey, as they were at that time.',
  ),
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
    .describe(
      'Only events older than the one with this id. For the next page, send the `next` of the page before.',
    ),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(200)
    .default(50)
    .describe('The most events to return.'),
});

/** The reply of GET /api/audit-events. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  next: z
    .int()
    .nullable()
    .describe('The value of `before` for the next page. Null when there is none.'),
  searchedTo: z.iso
    .datetime()
    .nullable()
    .describe(
      'How far back this call has searched. `next` continues from there. Null when there is nothing older to search.',
    ),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Splits the `object` of a valid filter into kind and id. */
export function readObject(object: string): { kind: AuditedKind; id: number } {
  const [kind = '', id = ''] = object.split(':');
  return { kind: kind as AuditedKind, id: Number(id) };
}
