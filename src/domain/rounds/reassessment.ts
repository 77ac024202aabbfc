import { z } from 'zod';

import { evidenceSchema } from '#domain/evidence/evidence.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { stages } from '#domain/workflow/stages.ts';
import { roundKinds, roundStatuses } from './round.ts';

/** The most questions that a re-assessment asks again. */
export const mostAskedAgain = 500;
/** The most former answers to one question that a device gets: findings first, then the latest. */
export const mostSaid = 5;

/**
 * The body of POST /api/rounds/{id}/reassessment, which makes the re-assessment of an approved round:
 * it asks again what is a finding now. Sent again with the same `clientId`, it returns the first one
 * with 200. Returns 409 when the round is not approved, its cycle has ended, it has no finding or more
 * than {@link mostAskedAgain}, or its re-assessment is under way.
 */
export const reassessmentInputSchema = z.object({
  clientId: clientIdField.describe(
    'A name that the caller invents, so that sending again is safe.',
  ),
});

const questions = z
  .array(z.string())
  .describe('The keys of the questions that it asks: `code:FO-012`, or `id:417` without a code.');

/** The reply of POST /api/rounds/{id}/reassessment. */
export const reassessmentSchema = z.object({
  id: z.int(),
  hotelId: z.int(),
  parentId: z.int().nullable().describe('The approved round that it repeats in part.'),
  kind: z.enum(roundKinds),
  stage: z.enum(stages),
  status: z.enum(roundStatuses),
  questions,
});

/** The round that a re-assessment repeats in part. */
const beforeSchema = z.object({ id: z.int(), kind: z.enum(roundKinds), stage: z.enum(stages) });

const saidSchema = z.object({
  responseId: z.int(),
  completedAt: z.iso.datetime(),
  answer: z.string().nullable().describe('In words; null where it was not answered.'),
  note: z.string(),
  finding: z.boolean(),
  files: z
    .array(
      evidenceSchema.pick({ fileId: true, kind: true }).extend({
        caption: z.string().default(''),
        hasThumbnail: z.boolean().default(false),
      }),
    )
    .describe('Its evidence, in the order in which it was taken.'),
});
export type Said = z.infer<typeof saidSchema>;

/**
 * The reply of GET /api/rounds/{id}/previous: what a round asks, and how it was answered in the round
 * that it repeats. A device keeps it, so that a re-assessment works without a connection.
 */
export const previousSchema = z.object({
  roundId: z.int(),
  hotelId: z.int(),
  questions: questions.nullable().describe('The keys that it asks; null where it asks everything.'),
  before: beforeSchema.nullable(),
  answers: z
    .array(z.object({ key: z.string(), said: z.array(saidSchema).max(mostSaid) }))
    .describe('Empty in a blind round, whose assessor does not see the last answers.'),
});
export type Previous = z.infer<typeof previousSchema>;

/** The outcomes of asking a question again. `open` means that it was not asked again so far. */
export const outcomes = ['passed', 'finding', 'not-applicable', 'open'] as const;

const pointsSchema = z.object({
  score: z.number().describe('Points: the mean of the interviews.'),
  maximum: z.number(),
  answer: z.string().nullable().describe('The finding’s answer in words, or the latest one.'),
});

/** The reply of GET /api/rounds/{id}/comparison. */
export const comparisonSchema = z.object({
  roundId: z.int(),
  hotelId: z.int(),
  before: beforeSchema,
  was: z.number().nullable().describe('The percent of the former round.'),
  again: z.object({
    asked: z.int().describe('How many questions were asked again so far.'),
    passed: z.int(),
    notApplicable: z.int(),
    open: z.int().describe('How many are still to be asked.'),
  }),
  carried: z
    .number()
    .nullable()
    .describe('The percent of the former round with the points of what was asked again.'),
  questions: z.array(
    z.object({
      key: z.string(),
      name: z.string().describe("The question's code, or its number where it has none."),
      text: z.string(),
      was: pointsSchema.nullable().describe('Null where it did not count then.'),
      again: pointsSchema.nullable().describe('Null where it does not count now.'),
      change: z.number().nullable().describe('New points less the former mean points.'),
      outcome: z.enum(outcomes),
      repeat: z.boolean().describe('It was a finding in the last closed cycle too.'),
    }),
  ),
});
export type Comparison = z.infer<typeof comparisonSchema>;
