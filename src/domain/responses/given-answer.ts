import { z } from 'zod';

import { idField, readDigits } from '#domain/identity.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { emptyableText, freeText } from '#domain/text.ts';
import { furtherAnswerFields } from './further-fields.ts';

/**
 * A number as the device calculated it. The server compares it with its own and uses its own
 * (rule 12).
 */
export const claimedFigure = readDigits(z.number('Points must be a number'));

/**
 * One answer in POST /api/responses; with its `responseId`, the body of POST /api/response-answers.
 * Returns 400 when the edition has no such question, or the question no such option.
 */
export const givenAnswerSchema = z.object({
  questionId: idField('Please select a question'),
  answerId: idField('Please select an answer').nullable().default(null),
  textValue: freeText('Answer').nullable().default(null),
  score: claimedFigure.optional(),
  ...furtherAnswerFields,
});
/** Why a stored answer is corrected; empty when no reason is given. */
const correctionReason = emptyableText('Reason', 2_000).default('');

/**
 * The body of POST /api/response-answers. Sent again, it replaces the answer (rule 27), and the
 * server updates the totals. It follows the rules of POST /api/responses/{id}/corrections. `score`
 * is ignored.
 */
export const responseAnswerInputSchema = givenAnswerSchema.extend({
  responseId: idField('Please select a response'),
  reason: correctionReason,
});

/** The most answers in one request: more than any survey has questions. */
export const mostAnswers = 9_999;

/**
 * The body of POST /api/responses/{id}/corrections: several answers at once, all of them or none
 * (rule 42). The person who sent the response can correct it for some hours after it arrived. An
 * Admin can correct it at any time, with a reason. Returns 403 for anybody else, and 400 at
 * `reason` when an Admin gives none. Sent again with the same `clientId`, it changes nothing and
 * returns the response as it is. Returns 409 when that client id belongs to another correction, or
 * the response already has as many revisions as are kept (`mostRevisions`).
 */
export const correctionInputSchema = z.object({
  clientId: clientIdField.optional(),
  reason: correctionReason,
  responseAnswers: z.array(givenAnswerSchema).min(1, 'Please send an answer').max(mostAnswers),
});
export type CorrectionInput = z.input<typeof correctionInputSchema>;
