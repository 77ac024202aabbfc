import { z } from 'zod';

import { idField, readDigits } from '#domain/identity.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { emptyableText, freeText } from '#domain/text.ts';
import { furtherAnswerFields } from './further-fields.ts';

/** A figure as the device reckons it: checked, not believed (rule 12). */
export const claimedFigure = readDigits(z.number('Points must be a number'));

/**
 * One answer of POST /api/responses, and with its `responseId` the body of POST
 * /api/response-answers. 400 where the edition that was asked has no
 * such question, or the question no such option.
 */
export const givenAnswerSchema = z.object({
  questionId: idField('Please select a question'),
  answerId: idField('Please select an answer').nullable().default(null),
  textValue: freeText('Answer').nullable().default(null),
  score: claimedFigure.optional(),
  ...furtherAnswerFields,
});
/** Why a stored answer is corrected; empty where nobody says. */
const correctionReason = emptyableText('Reason', 2_000).default('');

/**
 * POST /api/response-answers; sent again, it replaces (rule 27) and the totals follow. It goes by
 * the rules of POST /api/responses/{id}/corrections. `score` is not looked at.
 */
export const responseAnswerInputSchema = givenAnswerSchema.extend({
  responseId: idField('Please select a response'),
  reason: correctionReason,
});

/** More questions than any survey may have. */
export const mostAnswers = 9_999;

/**
 * POST /api/responses/{id}/corrections: several answers at once, all of them or none (rule 42).
 * The person who sent the response can correct it for some hours after it arrived. An Admin can
 * correct it at any time, with a reason. 403 for anybody else; 400 at `reason` when an Admin gives none. Sent again with its
 * `clientId`, it changes nothing more and answers the response as it is; 409 where that client id
 * belongs to another correction, or the response was corrected as often as is kept.
 */
export const correctionInputSchema = z.object({
  clientId: clientIdField.optional(),
  reason: correctionReason,
  responseAnswers: z.array(givenAnswerSchema).min(1, 'Please send an answer').max(mostAnswers),
});
export type CorrectionInput = z.input<typeof correctionInputSchema>;
