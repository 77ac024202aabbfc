import { z } from 'zod';

import { idField, idSchema, largestId } from '#domain/identity.ts';
import { claimedMomentField } from '#domain/moment.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { freeText, longText, storable } from '#domain/text.ts';
import { longestActionText, mostActionsAtOnce, mostFilesNamed, severities } from './action.ts';
import { actionStatuses } from './moves.ts';

const flag = z
  .enum(['true', 'false'], 'Say true or false')
  .default('false')
  .transform((value) => value === 'true');

/** The query of GET /api/actions/counts, and with paging that of GET /api/actions. */
export const actionFilterSchema = z.object({
  mine: flag.describe('`true`: only those that the caller owns.'),
  noOwner: flag.describe(
    '`true`: only open ones without an owner, or whose owner can no longer work on them.',
  ),
  overdue: flag.describe('`true`: only open ones whose due day is over.'),
  show: z
    .enum(['open', 'closed', 'all'], 'Show open, closed or all')
    .default('open')
    .describe('Open are those that are open, in progress or done.'),
  status: z
    .enum(actionStatuses)
    .optional()
    .describe('Only those with this status. Overrules `show`.'),
  hotelId: idSchema.optional().describe('Only those of this hotel.'),
  roundId: idSchema.optional().describe('Only those that this round found.'),
  severity: z.enum(severities).optional().describe('Only those of this severity.'),
  brand: storable(z.string().trim().min(1).max(200))
    .optional()
    .describe('The brand that the hotel has now, exactly.'),
  code: storable(z.string().trim().min(1).max(40))
    .optional()
    .describe('A standard code, in any case.'),
});
export type ActionFilter = z.output<typeof actionFilterSchema>;

/** The query of GET /api/actions. */
export const actionsQuerySchema = actionFilterSchema.extend({
  after: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d_\d{1,10}$/, 'Send the `next` of the page before')
    .refine(
      (text) =>
        z.iso.date().safeParse(text.slice(0, 10)).success && Number(text.slice(11)) <= largestId,
      'Send the `next` of the page before',
    )
    .optional()
    .describe('The `next` of the page before.'),
});

// A due day. The first year is 1, because PostgreSQL has no year 0.
export const dueField = z.iso
  .date({ error: 'Choose a day', abort: true })
  .refine((day) => day >= '0001', 'Choose a day of this calendar');

const common = {
  clientId: clientIdField.describe('Made by the caller. Sent again, the event is stored once.'),
  claimedAt: claimedMomentField
    .optional()
    .describe("When it was done, by the caller's clock: for what waited on a device."),
};
const words = freeText('Comment', longestActionText).default('');

/** The fields of a comment on an action, of staff and of a hotel contact alike. */
export const commentFields = {
  kind: z.literal('comment'),
  text: longText('Comment', longestActionText),
};

/** The fields of an event that adds files to an action. */
export const evidenceFields = {
  kind: z.literal('evidence'),
  fileIds: z
    .array(clientIdField)
    .min(1, 'Name a file')
    .max(mostFilesNamed, `An event can name ${mostFilesNamed} files`)
    .describe('Files that were sent before, with the action’s `clientId` as their `interview`.'),
  text: words,
};

/** The body of POST /api/actions/{id}/events. */
export const actionEventInputSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, ...commentFields }),
  z.object({ ...common, ...evidenceFields }),
  z.object({
    ...common,
    kind: z.literal('status'),
    from: z.enum(actionStatuses).describe('The status that the caller saw.'),
    to: z.enum(actionStatuses),
    text: words.describe('A comment, a remark or the reason. Some moves want it.'),
  }),
  z.object({ ...common, kind: z.literal('due'), dueOn: dueField, text: words }),
  z.object({
    ...common,
    kind: z.literal('what'),
    what: freeText('What', longestActionText).describe('What will be done; may be empty.'),
    text: words,
  }),
  z.object({
    ...common,
    kind: z.literal('owner'),
    owner: z
      .object({
        kind: z.enum(['user', 'contact'], 'An owner is a user or a contact'),
        id: idField('Choose an owner'),
      })
      .nullable()
      .describe('A user who sees the hotel, or a contact of the hotel; null for nobody.'),
    text: words,
  }),
]);
export type ActionEventInput = z.output<typeof actionEventInputSchema>;

const manyActions = {
  clientId: clientIdField.describe('Made by the caller. Sent again, it is done once.'),
  actions: z
    .array(z.object({ id: idField('Choose an action'), version: z.int().min(1).max(largestId) }))
    .min(1, 'Choose an action')
    .max(mostActionsAtOnce, `Choose at most ${mostActionsAtOnce} actions`)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Name an action once')
    .describe('Each with the version that the caller saw.'),
};

/** The body of POST /api/actions/due. All due days are changed, or none. */
export const dueInputSchema = z.object({ ...manyActions, dueOn: dueField });
export type DueInput = z.output<typeof dueInputSchema>;

/** The body of POST /api/actions/owner. All get the owner, or none. */
export const ownerInputSchema = z.object({
  ...manyActions,
  ownerUserId: idField('Choose an owner').describe('A user who sees the hotel of each action.'),
});
export type OwnerInput = z.output<typeof ownerInputSchema>;
