import { z } from 'zod';

import { can, type Person } from '#domain/people/person.ts';

/**
 * What a person may do with the answers of a stored response (rule 42). `own`: correct or complete
 * them, because they sent the response a short time ago. `with-reason`: correct them and say why.
 * `no`: nothing.
 */
export const correctionRights = ['own', 'with-reason', 'no'] as const;
export type CorrectionRight = (typeof correctionRights)[number];

/**
 * Returns what a person may do with a response in their scope. `now` is in milliseconds since 1970,
 * by the server's clock.
 */
export function correctionRight(
  person: Pick<Person, 'id'> & { role: Pick<Person['role'], 'name'> },
  { userId, receivedAt }: { userId: number | null; receivedAt: string },
  { now, hours }: { now: number; hours: number },
): CorrectionRight {
  const isRecent = now < Date.parse(receivedAt) + hours * 3_600_000;
  if (userId === person.id && isRecent) return 'own';
  return can(person, 'responses.correct') ? 'with-reason' : 'no';
}

/** The most former contents that are stored for one response. */
export const mostRevisions = 100;

/** Why a response was changed. */
export const revisionCauses = ['correction', 'appeal', 'waiver', 'review'] as const;
export type RevisionCause = (typeof revisionCauses)[number];

/** The answer to a question, in words, and its points. Null when there is none. */
const sideSchema = z.object({ answer: z.string().nullable(), score: z.int().nullable() });

/** A correction of a response: the score before it, and each answer that it replaced. */
export const revisionSchema = z.object({
  number: z.int().describe('The number of the former content, from 1.'),
  at: z.iso.datetime(),
  by: z.string().nullable().describe('Who corrected it. Null when they have left since.'),
  reason: z.string().nullable(),
  cause: z
    .enum(revisionCauses)
    .optional()
    .describe(
      '`appeal` where an appeal was upheld. Absent in what a device stored from an earlier release.',
    ),
  totalScore: z.int().describe('The points before the correction.'),
  maxScore: z.int(),
  changes: z.array(
    z.object({
      questionId: z.int(),
      number: z.int().describe("The question's place in the survey, from 1."),
      text: z.string(),
      from: sideSchema,
      to: sideSchema,
    }),
  ),
});
export type Revision = z.infer<typeof revisionSchema>;
