import { z } from 'zod';

import { evidenceSchema } from '#domain/evidence/evidence.ts';
import { roundKinds } from '#domain/rounds/round.ts';
import { actionStatuses, moveNames, moves } from './moves.ts';
import { openActionsSchema } from './open-actions.ts';

/** Actions: what a hotel does about the findings of an approved round (rules 130 to 136). */

/**
 * How severe a finding is. Critical: its question is critical. Major: every point was lost. Minor:
 * anything else.
 */
export const severities = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof severities)[number];

/** The most actions that one round makes. The most severe findings come first. */
export const mostActions = 500;
/** The most events of one action. */
export const mostActionEvents = 500;
/** With so many events, an action takes no more by link. The last ones are for people of the brand. */
export const mostEventsWithLinks = 400;
/** The most characters of a comment. */
export const longestActionText = 2_000;
/** The most files that one event names. */
export const mostFilesNamed = 8;
/** The most actions that one call changes. */
export const mostActionsAtOnce = 500;
/** The actions on a page of GET /api/actions. */
export const actionsPerPage = 50;

const moment = z.iso.datetime();

export const ownerSchema = z.object({
  kind: z
    .enum(['user', 'contact'])
    .describe('`contact` is a person of the hotel, without account.'),
  id: z.int().nullable().describe('Null where they have left.'),
  name: z.string().describe('The name at the time when they became the owner.'),
});
export type ActionOwner = z.infer<typeof ownerSchema>;

/** An action in a list. */
export const actionRowSchema = z.object({
  id: z.int(),
  hotelId: z.int(),
  hotelName: z.string(),
  hotelBrand: z.string(),
  roundId: z.int().describe('The round in which it was found first in its cycle.'),
  roundKind: z.enum(roundKinds),
  questionKey: z.string().describe('`code:FO-012`, or `id:417` for a question without a code.'),
  questionText: z.string().describe('As it was asked.'),
  severity: z.enum(severities),
  status: z.enum(actionStatuses),
  dueOn: z.iso.date(),
  isOverdue: z
    .boolean()
    .describe("Whether it is open and its due day is over, in the installation's time zone."),
  owner: ownerSchema.nullable(),
  ownerLeft: z
    .literal(true)
    .optional()
    .describe(
      'Set where it is open and its owner can no longer work on it: the account ended or no longer sees the hotel, or the contact was removed.',
    ),
  isMine: z.boolean().describe('Whether the caller owns it.'),
  isRepeat: z.boolean().describe('Whether an earlier cycle had an action about the same.'),
  version: z.int(),
  createdAt: moment,
});
export type ActionRow = z.infer<typeof actionRowSchema>;

/** The reply of GET /api/actions. */
export const actionPageSchema = z.object({
  actions: z
    .array(actionRowSchema)
    .describe('Open ones by their due day, the earliest first; otherwise the latest first.'),
  next: z.string().nullable().describe('The `after` of the next page; null on the last one.'),
});
export type ActionPage = z.infer<typeof actionPageSchema>;

/** The reply of GET /api/actions/counts. */
export const actionCountsSchema = openActionsSchema.extend({
  done: z.int().describe('Done, and waiting to be verified.'),
  mine: z.int().describe('Open, and owned by the caller.'),
  mineOverdue: z.int(),
  unowned: z.int().describe('Open, and without an owner or with one who can no longer work on it.'),
  exist: z
    .boolean()
    .describe("Whether the caller's hotels have any action at all, whatever the filter."),
});
export type ActionCounts = z.infer<typeof actionCountsSchema>;

export const actionEventKinds = ['comment', 'evidence', 'status', 'due', 'owner', 'what'] as const;

/** An entry in the history of an action. It never changes. */
export const actionEventSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  kind: z.enum(actionEventKinds),
  by: z.string().nullable().describe('The name at that time; null for what the server did.'),
  byId: z.int().nullable().describe('The user; null where they have left.'),
  isByLink: z.literal(true).optional().describe('Set for what a hotel contact did by link.'),
  at: moment.describe("When it arrived, by the server's clock."),
  claimedAt: moment.nullable().describe("When it was done, by the sender's clock."),
  applied: z.boolean().describe('False for what came too late: then it is kept as a note.'),
  refusal: z
    .string()
    .nullable()
    .describe(
      'Why it was not applied: “Ana Ruiz verified this meanwhile. Your “done” is kept as a note.”',
    ),
  text: z.string().describe('The comment, remark or reason; empty where there is none.'),
  move: z.enum(moveNames).optional().describe('With `status`: what was done.'),
  from: z.enum(actionStatuses).optional().describe('With `status`: what the sender saw.'),
  to: z.enum(actionStatuses).optional(),
  dueOn: z.iso.date().optional().describe('With `due`: the new day.'),
  owner: ownerSchema.nullable().optional().describe('With `owner`: the new one; null for nobody.'),
  what: z.string().optional().describe('With `what`: what will be done.'),
  roundId: z.int().optional().describe('With a move of a re-assessment: its round.'),
  responseId: z.int().optional().describe('The response whose answer verified it.'),
  files: z
    .array(evidenceSchema)
    .optional()
    .describe('With `evidence`: the files, without those that were deleted since.'),
});
export type ActionEvent = z.infer<typeof actionEventSchema>;

const peoplesMoves = moveNames.filter((move) => moves[move].byPeople) as [
  (typeof moveNames)[number],
  ...(typeof moveNames)[number][],
];

/** The reply of GET /api/actions/{id}. */
export const actionSchema = actionRowSchema.extend({
  clientId: z
    .string()
    .describe(
      'Files of the action are sent with this as their `interview` (PUT /api/evidence/{fileId}).',
    ),
  questionId: z.int().describe('The `question` with which files of the action are sent.'),
  what: z.string().default('').describe('What the hotel will do; empty where nobody said it.'),
  cycle: z.int().describe("The number of the hotel's cycle."),
  responses: z
    .array(z.int())
    .describe('The ids of the responses that show the finding. One may have been deleted since.'),
  closedByResponseId: z
    .int()
    .nullable()
    .describe('The response of a re-assessment whose answer verified it.'),
  repeatOf: z
    .object({ id: z.int(), status: z.enum(actionStatuses), cycle: z.int() })
    .nullable()
    .describe('The latest action about the same in an earlier cycle.'),
  hasEvidence: z
    .boolean()
    .describe('Whether an event since the finding names a file that is still there.'),
  moves: z
    .array(
      z.object({
        move: z.enum(peoplesMoves),
        to: z.enum(actionStatuses),
        wants: z
          .enum(['nothing', 'words', 'words-or-evidence', 'evidence'])
          .describe('What it still lacks. `evidence` is sent as an event of its own before.'),
      }),
    )
    .describe('What the caller can do now.'),
  canChange: z
    .boolean()
    .describe('Whether the caller can change the due day and the owner: it is open.'),
  events: z.array(actionEventSchema).describe('The earliest first.'),
});
export type Action = z.infer<typeof actionSchema>;

/** The reply of POST /api/actions/{id}/events. */
export const actionEventReplySchema = z.object({
  event: actionEventSchema,
  action: actionSchema,
});

/** The reply of POST /api/actions/due and POST /api/actions/owner. */
export const changedActionsSchema = z.object({
  changed: z
    .int()
    .describe('How many actions were changed; 0 when the same call was stored before.'),
});
