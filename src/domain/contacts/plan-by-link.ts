import { z } from 'zod';

import { actionEventSchema, longestActionText, severities } from '#domain/actions/action.ts';
import { commentFields, evidenceFields } from '#domain/actions/action-input.ts';
import { actionStatuses } from '#domain/actions/moves.ts';
import { evidenceParams, evidenceQuerySchema } from '#domain/evidence/evidence.ts';
import { idSchema } from '#domain/identity.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { freeText } from '#domain/text.ts';

/** How a hotel contact works on the plan of their round by link (rules 148 to 150). */

/** The most events of an action that a contact sees: the latest ones. */
export const mostEventsByLink = 20;

/** The moves that contacts can make. Only people of the brand make the others. */
export const contactMoves = ['start', 'finish'] as const;

const common = { clientId: clientIdField.describe('Sent again, the event is stored once.') };

/** The body of POST /api/link/actions/{id}/events. */
export const linkEventInputSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, ...commentFields }),
  z.object({
    ...common,
    ...evidenceFields,
    fileIds: evidenceFields.fileIds.describe('Photos of the action that were sent before.'),
  }),
  z.object({
    ...common,
    kind: z.literal('status'),
    from: z
      .enum(['open', 'in-progress'], 'A contact starts an action or reports it done')
      .describe('The status that the contact saw.'),
    to: z.enum(['in-progress', 'done'], 'A contact starts an action or reports it done'),
    text: freeText('Comment', longestActionText)
      .default('')
      .describe('What was done. `done` wants it where there is no photo.'),
  }),
]);
export type LinkEventInput = z.output<typeof linkEventInputSchema>;

/** The reply of POST /api/link/actions/{id}/events. */
export const linkEventReplySchema = z.object({
  applied: z.boolean().describe('False for what came too late: then it is kept as a note.'),
});

/** The parameters of PUT /api/link/actions/{id}/photos/{fileId} and of its thumbnail. */
export const linkPhotoParams = evidenceParams.extend({ id: idSchema });
/** The query of PUT /api/link/actions/{id}/photos/{fileId}. */
export const linkPhotoQuerySchema = evidenceQuerySchema.pick({ width: true, height: true });

/** The reply of PUT /api/link/actions/{id}/photos/{fileId}. */
export const linkPhotoSchema = z.object({ fileId: z.string() });

const linkActionEventSchema = actionEventSchema
  .pick({ id: true, by: true, at: true, applied: true, refusal: true, text: true, move: true })
  .extend({
    kind: z.enum(['comment', 'evidence', 'status']),
    photos: z
      .array(z.object({ fileId: z.string(), name: z.string(), hasThumbnail: z.boolean() }))
      .describe('The files of the event that are still there.'),
  });
export type LinkActionEvent = z.infer<typeof linkActionEventSchema>;

/** An action as the hotel sees it. */
export const linkActionSchema = z.object({
  id: z.int(),
  questionText: z.string(),
  severity: z.enum(severities),
  status: z.enum(actionStatuses),
  what: z.string().describe('What the hotel will do; empty where nobody said it.'),
  dueOn: z.iso.date(),
  isOverdue: z.boolean(),
  ownerName: z.string().nullable(),
  ownerLeft: z
    .literal(true)
    .optional()
    .describe('Set where it is open and its owner can no longer work on it.'),
  isMine: z.boolean().describe('Whether the contact of the link owns it.'),
  moves: z
    .array(
      z.object({
        move: z.enum(contactMoves),
        wants: z.enum(['nothing', 'words', 'words-or-evidence', 'evidence']),
      }),
    )
    .describe('What the contact can do now.'),
  earlier: z.int().describe('How many earlier events are not listed.'),
  events: z.array(linkActionEventSchema).describe('The latest, the earliest of them first.'),
});
export type LinkAction = z.infer<typeof linkActionSchema>;
