import { z } from 'zod';

import { idField, idSchema } from '#domain/identity.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { longText } from '#domain/text.ts';
import { longestAppealReason } from './appeal.ts';
import { longestClaim, notApplicable } from './claim.ts';

/** The body of POST /api/appeals. */
export const appealInputSchema = z.object({
  clientId: clientIdField.describe('Made by the caller. Sent again, the appeal is stored once.'),
  responseId: idField('Please select a response'),
  questionId: idField('Please select a question'),
  wanted: z
    .union([z.literal(notApplicable), idField('Please choose the right answer')], {
      error: 'Please choose the right answer',
    })
    .describe(
      'The `id` of the option that the answer should be, or `na` where the question should be not applicable.',
    ),
  claim: longText('Claim', longestClaim).describe('Why the answer is wrong.'),
});
export type AppealInput = z.input<typeof appealInputSchema>;

/** The decisions of PUT /api/appeals/{id}/decision. */
export const appealDecisions = ['upheld', 'rejected'] as const;

/** The body of PUT /api/appeals/{id}/decision. */
export const appealDecisionSchema = z.object({
  decision: z.enum(appealDecisions, 'A decision is upheld or rejected'),
  reason: longText('Reason', longestAppealReason),
});
export type AppealDecision = z.output<typeof appealDecisionSchema>;

/** The query of GET /api/appeals. */
export const appealsQuerySchema = z.object({
  roundId: idSchema.optional().describe('The appeals of all responses of this round.'),
  responseId: idSchema.optional().describe('The appeals of this response.'),
});
