import { z } from 'zod';

import { contactFields } from '#domain/contacts/contact.ts';
import { idField, idSchema, largestId } from '#domain/identity.ts';
import { claimedMomentField } from '#domain/moment.ts';
import { roundKinds } from '#domain/rounds/round.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { asOneLine, emptyableText, freeText, longText, longestLine } from '#domain/text.ts';
import { longestActionText, ownerSchema } from './action.ts';
import { dueField } from './action-input.ts';

/**
 * The plan of an exit meeting: what a hotel and its assessor agree to do about the findings before the
 * assessor leaves (rules 143 to 145, docs/decisions/0066). The device makes it without a connection. It
 * becomes official when its round is approved.
 */

/** The most findings that one plan is about. */
export const mostPlanItems = 100;
/** The most people at one meeting. The plan adds them to the hotel's contacts. */
export const mostPlanContacts = 20;

/** The most plans of a hotel. */
export const mostPlans = 1_000;

/** The most earlier plans that one plan can replace. */
export const mostReplaced = 50;

/** Who does something: a user, a contact, or a person whom the same plan adds as a contact. */
const plannedOwnerSchema = z.union(
  [
    z.object({ kind: z.literal('user'), id: idField('Choose an owner') }),
    z.object({ kind: z.literal('contact'), id: idField('Choose an owner') }),
    z.object({ kind: z.literal('contact'), clientId: clientIdField }),
  ],
  'An owner is a user, or a contact of the hotel',
);

const editedSchema = z.object({
  what: claimedMomentField.optional(),
  owner: claimedMomentField.optional(),
  dueOn: claimedMomentField.optional(),
});

const itemInputSchema = z.object({
  clientId: clientIdField.describe('Made by the caller. It becomes the `clientId` of the action.'),
  surveyId: idField('This is not the number of a survey').describe('The survey that asked it.'),
  questionKey: longText('Question', 60)
    .regex(/^(?:code:\S.*|id:[1-9]\d{0,9})$/, 'This is not the key of a question')
    .refine(
      (key) => key.startsWith('code:') || Number(key.slice(3)) <= largestId,
      'This is not the key of a question',
    )
    .overwrite((key) =>
      key.startsWith('code:') ? `code:${key.slice('code:'.length).toUpperCase()}` : key,
    )
    .describe('`code:FO-012`, or `id:417` for a question without a code. Named once in a plan.'),
  questionText: longText('Question').describe('As it was asked.'),
  what: freeText('What', longestActionText)
    .default('')
    .describe('What will be done; may be empty.'),
  owner: plannedOwnerSchema
    .nullable()
    .default(null)
    .describe(
      'A user who sees the hotel, a contact of the hotel, or with `clientId` one of `contacts`; null for nobody.',
    ),
  dueOn: dueField.describe('The day by which it will be done.'),
  edited: editedSchema
    .optional()
    .describe(
      "When each field was edited, by the caller's clock. A field that nobody edited is left out. Without all this they are as old as the meeting.",
    ),
});

function isOnce(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** The body of POST /api/hotels/{id}/exit-plans. */
export const exitPlanInputSchema = z.object({
  clientId: clientIdField.describe(
    'Made by the caller. The same plan sent again is stored once. Signatures are sent with this as their `interview`.',
  ),
  kind: z
    .enum(roundKinds)
    .describe('The kind of the round in which the meeting was held, as the caller knew it.'),
  roundId: idField('This is not the number of a round')
    .optional()
    .describe('The round, where the caller knew it. A round of another hotel is ignored.'),
  heldAt: claimedMomentField.describe("When the meeting was held, by the caller's clock."),
  items: z
    .array(itemInputSchema)
    .min(1, 'A plan has at least one finding')
    .max(mostPlanItems, `A plan can have ${mostPlanItems} findings`)
    .refine((items) => isOnce(items.map(({ questionKey }) => questionKey)), 'Name a finding once')
    .refine((items) => isOnce(items.map(({ clientId }) => clientId)), 'Name an action once'),
  // The digest of a plan is made from its content, and has to be the same when the plan is sent again. So
  // names become one line only when they are stored (`store-plan.ts`).
  contacts: z
    .array(
      z.object({
        clientId: clientIdField.describe('Made by the caller. Sent again, they are added once.'),
        ...contactFields,
        name: longText('Name', longestLine),
        jobTitle: emptyableText('Job title', longestLine).default(''),
      }),
    )
    .max(mostPlanContacts, `A plan can add ${mostPlanContacts} contacts`)
    .refine((list) => isOnce(list.map(({ clientId }) => clientId)), 'Name a contact once')
    .default([])
    .describe("People who were met at the table. They are added to the hotel's contacts."),
  signatures: z.object({
    assessor: clientIdField.nullable().describe("The assessor's signature; null without."),
    hotel: clientIdField.nullable().describe("The hotel's signature; null without."),
    hotelName: freeText('Name', longestLine).describe('Who signed for the hotel.'),
  }),
  replaces: z
    .array(clientIdField)
    .max(mostReplaced, `A plan can go on from ${mostReplaced} others`)
    .optional()
    .describe(
      'The `clientId` of each plan that this one goes on from. It holds in their place; an unsigned one does not replace a signed one.',
    ),
});
/**
 * The query of POST /api/hotels/{id}/exit-plans. `heldBy` is not in the body, because the device has frozen
 * the plan's bytes.
 */
export const exitPlanQuerySchema = z.object({
  heldBy: idSchema
    .optional()
    .describe('Who held the meeting, where an Admin sends what somebody else left on a device.'),
});
export type ExitPlanInput = z.output<typeof exitPlanInputSchema>;

/** Returns a contact of a plan with name and job title in one line each, as they are stored. */
export function linesOf(contact: ExitPlanInput['contacts'][number]) {
  const { name, jobTitle } = contact;
  return { ...contact, name: asOneLine(name), jobTitle: asOneLine(jobTitle) };
}

/** What a device sends: fields with a default may be left out. */
export type NewExitPlan = z.input<typeof exitPlanInputSchema>;

/**
 * Why the value of another plan of the round is used instead of this plan's (rule 171):
 *
 * - `later`: the other plan's field was edited later, or the other plan replaces this one.
 * - `signed`: the other plan is signed, and this one is not.
 * - `undecided`: both are signed. The first one is used until somebody decides.
 * - `decided`: somebody decided for the other plan.
 */
const whyOtherwise = ['later', 'signed', 'undecided', 'decided'] as const;

const exitPlanItemSchema = z.object({
  clientId: z.string(),
  surveyId: z.int(),
  questionKey: z.string(),
  questionText: z.string(),
  what: z.string(),
  owner: ownerSchema
    .nullable()
    .describe(
      'Null for nobody. The `id` is null for a person who has left; their name stays as it was.',
    ),
  dueOn: z.iso.date(),
  actionId: z.int().nullable().describe('The action about it, where there is one.'),
  became: z
    .enum(['action', 'not-a-finding'])
    .nullable()
    .describe(
      'Null before the approval. `not-a-finding`: the approved round does not show the finding.',
    ),
  isUndecided: z
    .boolean()
    .default(false)
    .describe('True while it is one of several signed plans that differ, and nobody has decided.'),
  otherwise: z
    .object({
      what: z.string().optional(),
      owner: z.string().optional().describe('By name.'),
      dueOn: z.iso.date().optional(),
      by: z.string().describe('Who held the meeting of the plan that says so.'),
      why: z.enum(whyOtherwise),
    })
    .optional()
    .describe(
      'What holds instead, by other plans of the round. Fields that hold are left out, and so is all of it where every field holds.',
    ),
});

/** A plan in the replies of POST /api/hotels/{id}/exit-plans and GET /api/rounds/{id}. */
export const exitPlanSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  roundId: z.int().nullable().describe('Null where the hotel has no round of that kind.'),
  hotelId: z.int(),
  heldAt: z.iso.datetime(),
  status: z
    .enum(['agreed', 'official'])
    .describe('Official once its round is approved: then its findings are actions.'),
  by: z.string().describe('Who held the meeting, by the name at that time.'),
  sentBy: z
    .string()
    .nullable()
    .default(null)
    .describe('The Admin who sent it for somebody whose account has ended; otherwise null.'),
  items: z.array(exitPlanItemSchema).describe('In the order of the plan.'),
  signatures: z.object({
    assessor: z.string().nullable(),
    hotel: z.string().nullable(),
    hotelName: z.string(),
  }),
});
export type ExitPlan = z.infer<typeof exitPlanSchema>;

/** The body of PUT /api/rounds/{id}/plan-choice. */
export const planChoiceSchema = z.object({
  plan: clientIdField.describe('The `clientId` of the plan that holds from now on.'),
  questionKeys: z
    .array(z.string().max(60))
    .min(1, 'Name a finding')
    .max(mostPlanItems)
    .describe('The findings in which it holds. In each, signed plans of the round differ.'),
});
export type PlanChoice = z.output<typeof planChoiceSchema>;

/** The reply of PUT /api/rounds/{id}/plan-choice. */
export const roundPlansSchema = z.object({
  exitPlans: z.array(exitPlanSchema).describe('The plans of the round, the latest first.'),
});
