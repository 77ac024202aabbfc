import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { idSchema } from '#domain/identity.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { freeText } from '#domain/text.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { roundKindOf, roundKinds, type RoundKind } from './round.ts';

/** The most rounds of one cycle that people may plan or open. */
export const mostRounds = 50;
/** The most surveys that a round names, and the most people. */
const mostPlanned = 50;
/** The most characters of a cycle's outcome. */
export const longestOutcome = 500;

// A calendar day. The first year is 1, because PostgreSQL has no year 0.
const dayField = z.iso
  .date()
  .refine((day) => day >= '0001', 'Choose a day of this calendar')
  .nullable();

const planFields = {
  surveyIds: z
    .array(idSchema)
    .min(1, 'Choose a survey, or leave the choice open')
    .max(mostPlanned, `A round can name ${mostPlanned} surveys`)
    .nullable()
    .default(null)
    .describe('The surveys that it asks; null for any.'),
  people: z
    .array(idSchema)
    .max(mostPlanned, `A round can name ${mostPlanned} people`)
    .default([])
    .describe('The ids of the users who are to hold its interviews; none for anybody.'),
  blind: z
    .boolean()
    .default(false)
    .describe('True when the assessor is not to see the last answers.'),
  plannedFrom: dayField.default(null),
  plannedTo: dayField.default(null),
};

/**
 * The body of POST /api/hotels/{id}/rounds. An open round becomes the one to which the hotel's new
 * interviews belong.
 */
export const newRoundSchema = z.object({
  clientId: clientIdField.describe(
    'A name that the caller invents. A call that repeats it with the same content gets the round that the first one stored.',
  ),
  kind: z.enum(roundKinds),
  status: z.enum(['planned', 'open']).default('planned'),
  ...planFields,
});
export type NewRound = z.infer<typeof newRoundSchema>;

/** The body of PATCH /api/rounds/{id}. What it leaves out stays as it is. */
export const roundChangeSchema = z.object({
  ...changeSchema(planFields).shape,
  status: z
    .enum(['open', 'cancelled'])
    .optional()
    .describe('`open` opens a planned round. `cancelled` cancels a planned or an open one.'),
  version: z
    .int()
    .optional()
    .describe('The version that the caller saw. Without it, the change is made in any case.'),
});
export type RoundChange = z.infer<typeof roundChangeSchema>;

/** The fields of a round that a change made different. */
export type ChangedRoundFields = {
  [F in Exclude<keyof RoundChange, 'version'>]?: Exclude<RoundChange[F], undefined>;
};

/** The body of PATCH /api/cycles/{id}. */
export const cycleChangeSchema = z.object({
  outcome: freeText('Outcome', longestOutcome).optional(),
});

/**
 * Returns the stage for which the responses of a round count when a person opens it: the hotel's own stage
 * if that stage has rounds of this kind, otherwise the first stage that has.
 */
export function stageOfRound(kind: RoundKind, stage: Stage): Stage {
  if (roundKindOf(stage) === kind) return stage;
  return stages.find((one) => roundKindOf(one) === kind) ?? stage;
}
