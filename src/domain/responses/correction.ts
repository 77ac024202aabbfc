import { z } from 'zod';

import { can, type Person } from '#domain/people/person.ts';

/**
 * What somebody may do with the answers of a stored response (rule 42): *own*, correct or complete
 * them, since they sent it a short time ago; *with-reason*, correct them and say why; or nothing.
 */
export const correctionRights = ['own', 'with-reason', 'no'] as const;
export type CorrectionRight = (typeof correctionRights)[number];

/**
 * Says whether somebody may correct a response in their scope. `now` is in milliseconds since 1970, by
 * the server's clock.
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

/** Former contents kept of one response. */
export const mostRevisions = 100;

/** What stood at a question: the option's words or those given, and points; null where none. */
const sideSchema = z.object({ answer: z.string().nullable(), score: z.int().nullable() });

/** A correction of a response: its former score, and each answer that it replaced. */
export const revisionSchema = z.object({
  number: z.int().describe('Of the former content, from 1.'),
  at: z.iso.datetime(),
  by: z.string().nullable().describe('Who corrected it; null where they have left since.'),
  reason: z.string().nullable(),
  totalScore: z.int().describe('Points before the correction.'),
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
