import { z } from 'zod';

import { appealSchema } from '#domain/appeals/appeal.ts';
import { notApplicable } from '#domain/appeals/claim.ts';
import { appealInputSchema } from '#domain/appeals/appeal-input.ts';
import { roundKinds, sameFindingsField } from '#domain/rounds/round.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { stages } from '#domain/workflow/stages.ts';
import { selfAssessmentSchema } from './interview-by-link.ts';
import { linkActionSchema } from './plan-by-link.ts';

const moment = z.iso.datetime();

/** The body of POST /api/link/open. */
export const openLinkSchema = z.object({
  token: z
    .string('This link is not complete')
    // 256 bits in base64url.
    .regex(/^[\w-]{43}$/, 'This link is not complete')
    .describe('The last part of the link.'),
});

/** The body of POST /api/link/appeals. */
export const linkAppealInputSchema = appealInputSchema;

/** An appeal as the hotel sees it: without the names of those who decide. */
export const linkAppealSchema = appealSchema.pick({
  id: true,
  responseId: true,
  questionId: true,
  wantedText: true,
  claim: true,
  status: true,
  filedBy: true,
  filedAt: true,
  reason: true,
});
export type LinkAppeal = z.infer<typeof linkAppealSchema>;

/** A finding as the hotel sees it. */
const linkFindingSchema = z.object({
  questionId: z.int(),
  number: z.int().describe("The question's place in the survey, from 1."),
  code: z.string().describe("The brand's number; empty where there is none."),
  text: z.string(),
  answer: z.string().nullable(),
  score: z.int(),
  maximum: z.int(),
  isCritical: z.boolean(),
  note: z.string(),
  choices: z
    .array(z.object({ value: z.union([z.literal(notApplicable), z.int()]), text: z.string() }))
    .describe('What an appeal can want in place of the answer.'),
});
export type LinkFinding = z.infer<typeof linkFindingSchema>;

/** The reply of GET /api/link/round. */
export const roundByLinkSchema = z.object({
  contact: z.object({ name: z.string() }),
  linkId: z.int().describe('The id of the link, for the header `x-acting-link` of other calls.'),
  hotel: z.object({ name: z.string(), brand: z.string(), city: z.string() }),
  round: z.object({
    kind: z.enum(roundKinds),
    stage: z.enum(stages),
    approvedAt: moment.nullable().describe('Null while the round is not approved.'),
  }),
  expiresAt: moment.describe('When the link ends.'),
  selfAssessment: selfAssessmentSchema
    .nullable()
    .describe('What the hotel answers itself; null for a round of another kind.'),
  result: z
    .object({
      percent: z.number().nullable(),
      verdict: z.enum(verdicts),
      sameFindings: sameFindingsField,
      interviews: z
        .array(
          z.object({
            responseId: z.int(),
            surveyTitle: z.string(),
            completedAt: moment,
            findings: z.array(linkFindingSchema).describe("In the survey's order."),
          }),
        )
        .describe('Those in which something was found.'),
      plan: z
        .array(linkActionSchema)
        .describe('The actions that this round found: open ones first, by their due day.'),
      appealsUntil: z.iso
        .date()
        .nullable()
        .describe('The last day for appeals; null where none are taken.'),
      canAppeal: z.boolean().describe('Whether an appeal can be filed now.'),
      appeals: z.array(linkAppealSchema).describe('The earliest first.'),
    })
    .nullable()
    .describe('Null while the round is not approved.'),
});
export type RoundByLink = z.infer<typeof roundByLinkSchema>;
