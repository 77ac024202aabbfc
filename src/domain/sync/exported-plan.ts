import { z } from 'zod';

import { longestActionText } from '#domain/actions/action.ts';
import { mostPlanContacts, mostPlanItems, mostReplaced } from '#domain/actions/exit-plan.ts';
import { idSchema } from '#domain/identity.ts';
import { roundKinds } from '#domain/rounds/round.ts';
import { longestLine } from '#domain/text.ts';
import { clientIdField, digestField } from './client-id.ts';
import { ownerSchema } from './exported-file.ts';

/**
 * An exit plan in an exported ZIP (rule 193): `plans/{clientId}.json`, with the files of its signatures
 * beside those of other evidence. Files of an earlier release have none.
 *
 * An agreed plan is the frozen body of POST /api/hotels/{id}/exit-plans. A draft is what the device kept of
 * a plan that nobody has agreed.
 */
export const plansFolder = 'plans/';

/** The most plans that are read from one ZIP. */
export const mostExportedPlans = 100;

const momentSchema = z.number().min(0);
const idAndName = { id: idSchema, name: z.string().max(200) };

const plannedOwnerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), ...idAndName }),
  z.strictObject({ kind: z.literal('contact'), ...idAndName }),
  z.strictObject({ kind: z.literal('new'), name: z.string().max(200), clientId: clientIdField }),
]);

const draftSchema = z.strictObject({
  kind: z.enum(roundKinds),
  roundId: idSchema.optional(),
  items: z
    .record(
      z.string().max(60),
      z.strictObject({
        what: z.string().max(longestActionText).optional(),
        owner: plannedOwnerSchema.nullable().optional(),
        dueOn: z.iso.date().optional(),
        at: z
          .strictObject({ what: momentSchema, owner: momentSchema, dueOn: momentSchema })
          .partial()
          .optional(),
      }),
    )
    .refine((items) => Object.keys(items).length <= 5 * mostPlanItems),
  people: z
    .array(
      z.strictObject({
        clientId: clientIdField,
        name: z.string().max(longestLine),
        jobTitle: z.string().max(longestLine),
      }),
    )
    .max(5 * mostPlanContacts),
  startedAt: momentSchema,
  replaces: z.array(clientIdField).max(mostReplaced).optional(),
  author: z.strictObject(idAndName).optional(),
});

export const exportedPlanSchema = z.strictObject({
  planId: clientIdField,
  hotelId: idSchema,
  hotelName: z.string().max(200),
  agreed: z
    .strictObject({ digest: digestField, body: z.string().min(2), heldBy: idSchema.optional() })
    .optional()
    .describe('The bytes that would have been sent, and who held the meeting if not the owner.'),
  draft: draftSchema.optional(),
  exportedAt: z.iso.datetime(),
  owner: ownerSchema,
});
export type ExportedPlan = z.infer<typeof exportedPlanSchema>;

/** A plan as its kind exports it. The file adds the owner and the moment. */
export type PlanToExport = Omit<ExportedPlan, 'owner' | 'exportedAt'>;
