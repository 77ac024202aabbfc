import { idParams } from '#domain/identity.ts';
import {
  correctionInputSchema,
  responseAnswerInputSchema,
} from '#domain/responses/given-answer.ts';
import { responseAnswerSchema, responseDetailSchema } from '#domain/responses/response.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';
import { correctResponse } from './correct-response.ts';
import { presentAnswers } from './present.ts';
import { readDetail } from './read-detail.ts';
import { pathInAnswers } from './refuse-answers.ts';

const audit = { none: 'the act appends response.answered or response.corrected itself' };

const answer = defineRoute({
  method: 'POST',
  path: '/api/response-answers',
  summary: 'Answer one question of a response, or replace its answer; updates the totals',
  who: 'interviews.conduct',
  audit,
  repeat: 'own',
  body: responseAnswerInputSchema,
  answer: responseAnswerSchema,
  status: 201,
  refuses: {
    403: 'Only the sender may correct a response, for some hours after it arrived, and an Admin with a reason.',
    404: 'There is no such response in the caller’s scope.',
    409: 'The response has as many revisions as it can have, or its round is approved.',
  },
  run: async ({ body: { responseId, reason, ...given }, ...corrector }) => {
    const answers = await correctResponse(corrector, {
      responseId,
      reason,
      given: [given],
      pathOf: (_index, field) => field,
    });
    const presented = presentAnswers(responseId, answers).find(
      ({ questionId }) => questionId === given.questionId,
    );
    if (!presented) throw notFound('The question');
    return presented;
  },
});

const correct = defineRoute({
  method: 'POST',
  path: '/api/responses/{id}/corrections',
  summary: 'Correct answers of a response; the former answers are kept and shown',
  who: 'interviews.conduct',
  audit,
  repeat: 'own',
  params: idParams,
  body: correctionInputSchema,
  answer: responseDetailSchema,
  refuses: {
    403: 'Only the sender may correct a response, for some hours after it arrived, and an Admin with a reason.',
    409: 'The `clientId` belongs to another correction, the response has as many revisions as it can have, or its round is approved.',
  },
  run: async ({ params: { id }, body: { responseAnswers, ...correction }, ...corrector }) => {
    await correctResponse(corrector, {
      ...correction,
      responseId: id,
      given: responseAnswers,
      pathOf: pathInAnswers,
    });
    return readDetail(corrector, id);
  },
});

export const correctionRoutes = [answer, correct];
