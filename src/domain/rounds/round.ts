import { z } from 'zod';

import { verdicts } from '#domain/scoring/verdict.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';

/**
 * Cycles and rounds (rule 100, docs/decisions/0052).
 *
 * A cycle is one hotel's way through the six stages, begun and ended. A round is one assessment in a
 * cycle. A hotel that comes to a stage opens the round of that stage, or goes on with it where it is
 * still open, so that every interview belongs to a round without anybody doing anything.
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
 * | closed    | Its cycle has ended, or it was there before rounds were.                   |
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

const moment = z.iso.datetime();

/** A round in the reply of GET /api/hotels/{id}/rounds. */
export const roundSchema = z.object({
  id: z.int(),
  kind: z.enum(roundKinds),
  stage: z.enum(stages).describe('The stage as which its responses count.'),
  status: z.enum(roundStatuses),
  isCurrent: z.boolean().describe("Whether the hotel's new interviews belong to it."),
  openedAt: moment.nullable(),
  approvedAt: moment.nullable().describe('While it is set, its responses are locked.'),
  approvedBy: z.string().nullable(),
  version: z.int(),
  responses: z.int().describe('The number of its responses that count.'),
  percent: z
    .number()
    .nullable()
    .describe('The mean percentage of its responses, with one decimal; null where none is scored.'),
  verdict: z.enum(verdicts),
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
    .describe('In the order in which they were opened. Rounds without a response are included.'),
});
export type Cycle = z.infer<typeof cycleSchema>;

/** The reply of GET /api/hotels/{id}/rounds: the hotel's cycles, the latest first. */
export const hotelRoundsSchema = z.object({ cycles: z.array(cycleSchema) });
export type HotelRounds = z.infer<typeof hotelRoundsSchema>;
