import { z } from 'zod';

import { openActionsSchema } from '#domain/actions/open-actions.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';

/**
 * Cycles and rounds (rule 100, docs/decisions/0052).
 *
 * A cycle is one hotel's way through the six stages, begun and ended. A round is one assessment in a cycle.
 * When a hotel comes to a stage, the round of that stage opens, or continues if it is still open. So every
 * interview belongs to a round without anybody doing anything.
 */

/** What a round assesses. `other` is for interviews in a stage that has no assessment of its own. */
export const roundKinds = ['self', 'onsite', 'session', 'reassessment', 'other'] as const;
export type RoundKind = (typeof roundKinds)[number];

/**
 * | status    | means                                                                      |
 * | --------- | -------------------------------------------------------------------------- |
 * | planned   | It takes no interviews yet.                                                |
 * | open      | It takes interviews.                                                       |
 * | submitted | Its assessor calls it complete. It still takes interviews.                 |
 * | approved  | Its responses and their evidence are locked.                               |
 * | closed    | Its cycle has ended, or it was there before rounds were. See `shownStatus`. |
 * | cancelled | It was opened by mistake. Its responses count as before.                   |
 */
export const roundStatuses = [
  'planned',
  'open',
  'submitted',
  'approved',
  'closed',
  'cancelled',
] as const;
export type RoundStatus = (typeof roundStatuses)[number];

const kindOfStage: Readonly<Record<Stage, RoundKind>> = {
  Initiated: 'self',
  'Onsite Assessment': 'onsite',
  'Virtual Session': 'session',
  'Virtual Re-Assessment': 'reassessment',
  Evaluation: 'other',
  Disposition: 'other',
};

/** Returns the kind of round that a hotel opens when it comes to this stage. */
export function roundKindOf(stage: Stage): RoundKind {
  return kindOfStage[stage];
}

/** What a round of each kind is called: "Onsite round", "round: onsite". */
export const roundNames: Readonly<Record<RoundKind, string>> = {
  self: 'Self-assessment',
  onsite: 'Onsite',
  session: 'Virtual session',
  reassessment: 'Re-assessment',
  other: 'Other',
};

/**
 * Returns the name of an assessment. `cycle` is null where the hotel has one cycle only, and the name
 * is its stage, as the specification says.
 */
export function nameAssessment({ stage, cycle }: { stage: Stage; cycle: number | null }): string {
  return cycle === null ? stage : `${stage}, cycle ${cycle}`;
}

/**
 * The findings that count as critical because several interviews of the round have them
 * (`same-finding.ts`). They are shown beside the round's verdict.
 */
export const sameFindingsField = z
  .array(
    z.object({
      key: z.string(),
      name: z.string().describe("The question's code, or its number where it has none."),
      interviews: z.int().describe('In how many interviews of the round it is a finding.'),
    }),
  )
  .optional()
  .describe(
    'The findings in so many of its interviews that it needs a review. Left out where it has none, or where the installation has that switched off.',
  );

const moment = z.iso.datetime();

/** A round in the reply of GET /api/hotels/{id}/rounds. */
export const roundSchema = z.object({
  id: z.int(),
  kind: z.enum(roundKinds),
  stage: z.enum(stages).describe('The stage as which its responses count.'),
  status: z.enum(roundStatuses),
  isCurrent: z.boolean().describe("Whether the hotel's new interviews belong to it."),
  openedAt: moment.nullable(),
  submittedAt: moment.nullable().default(null),
  approvedAt: moment.nullable().describe('While it is set, its responses are locked.'),
  approvedBy: z.string().nullable(),
  version: z.int(),
  isPersons: z
    .boolean()
    .describe("True when a person planned or opened it, false when the hotel's stage did."),
  asksAgain: z
    .boolean()
    .default(false)
    .describe('True when it asks again what failed in another round. It opens in its own stage.'),
  surveyIds: z.array(z.int()).nullable().describe('The surveys that it asks; null for any.'),
  people: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('Who is to hold its interviews, by name; none for anybody.'),
  blind: z.boolean().describe('True when the assessor is not to see the last answers.'),
  plannedFrom: z.iso.date().nullable(),
  plannedTo: z.iso.date().nullable(),
  responses: z.int().describe('The number of its responses that count.'),
  percent: z
    .number()
    .nullable()
    .describe('The mean percentage of its responses, with one decimal; null where none is scored.'),
  verdict: z.enum(verdicts),
  sameFindings: sameFindingsField,
  firstAt: moment.nullable().describe('When the first of its interviews was completed.'),
  lastAt: moment.nullable().describe('When the last of its interviews was completed.'),
});
export type Round = z.infer<typeof roundSchema>;

/** A cycle in the reply of GET /api/hotels/{id}/rounds. */
export const cycleSchema = z.object({
  id: z.int(),
  number: z.int().describe('From 1, by hotel.'),
  beganAt: moment,
  endedAt: moment.nullable(),
  outcome: z.string(),
  rounds: z
    .array(roundSchema)
    .describe(
      'In the order in which they were opened, those to come at the end. Rounds without a response are included.',
    ),
});
export type Cycle = z.infer<typeof cycleSchema>;

/** The reply of PATCH /api/cycles/{id}. */
export const changedCycleSchema = cycleSchema.omit({ rounds: true });

/** The reply of GET /api/hotels/{id}/rounds. */
export const hotelRoundsSchema = z.object({
  cycles: z.array(cycleSchema).describe("The hotel's cycles, the latest first."),
  approves: z
    .boolean()
    .describe(
      'True when a round of any hotel is approved. Only then do others count as provisional.',
    ),
  openActions: openActionsSchema
    .optional()
    .describe("The hotel's open actions. Left out where it has none."),
});
export type HotelRounds = z.infer<typeof hotelRoundsSchema>;
