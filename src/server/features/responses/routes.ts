import { z } from 'zod';

import { idParams } from '#domain/identity.ts';
import {
  pendingIdsSchema,
  pendingQuerySchema,
  syncConfirmationSchema,
} from '#domain/responses/pending-responses.ts';
import {
  responseDetailSchema,
  responseInputSchema,
  responseReceiptSchema,
  responseSchema,
  responsesQuerySchema,
} from '#domain/responses/response.ts';
import { clockSkewHeader, readSkew } from '#domain/responses/device-clock.ts';
import { reviewInputSchema } from '#domain/responses/review.ts';
import { percentOf, verdictOf, type ResponsePoints } from '#domain/scoring/verdict.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { exportedFileSchema, importOutcomeSchema } from '#domain/sync/exported-file.ts';
import { keepWhatItNames, lockResponse } from '#server/db/responses/change-answers.ts';
import {
  deleteEvidenceOf,
  lockInterviewOf,
  listStoredNames,
} from '#server/db/responses/evidence-of-response.ts';
import { refuseLocked } from '#server/db/rounds/round-lock.ts';
import { defineRoute } from '#server/http/route.ts';
import { streamsListOf } from '#server/http/stream-list.ts';
import { notFound } from '#server/problems.ts';
import { correctionRoutes } from './correction-routes.ts';
import { importResponses } from './import-responses.ts';
import { linkInterviewRoutes } from './link-routes.ts';
import { presentResponse } from './present.ts';
import * as queries from './queries.ts';
import { readDetail } from './read-detail.ts';
import { reviewResponse } from './review-response.ts';
import { submitResponse } from './submit-response.ts';

const streamResponses = streamsListOf(responseSchema, presentResponse);

const list = defineRoute({
  method: 'GET',
  path: '/api/responses',
  summary: 'All responses within scope, the latest first',
  who: 'responses.read',
  query: responsesQuerySchema,
  answer: z.array(responseSchema),
  run: async ({ deps, scope, query, reply }) =>
    streamResponses(reply, await queries.listResponses(deps.reports, scope, query)),
});

const pending = defineRoute({
  method: 'GET',
  path: '/api/responses/pending',
  summary: 'Responses whose device has not confirmed that it dropped its copy',
  who: 'responses.read',
  query: pendingQuerySchema,
  answer: z.union([z.array(responseSchema), pendingIdsSchema]),
  run: async ({ deps, db, scope, query, reply }) =>
    query.fields === 'ids'
      ? queries.listPendingIds(db, scope, query)
      : streamResponses(reply, await queries.listResponses(deps.reports, scope, { pending: true })),
});

const one = defineRoute({
  method: 'GET',
  path: '/api/responses/{id}',
  summary: 'A response with every question as it was asked',
  who: 'responses.read',
  params: idParams,
  answer: responseDetailSchema,
  run: ({ params, ...reader }) => readDetail(reader, params.id),
});

const submit = defineRoute({
  method: 'POST',
  path: '/api/responses',
  summary: "Submit an interview's response; sent again, the first receipt is returned",
  who: 'interviews.conduct',
  audit: { none: 'the storing statement appends response.stored itself' },
  repeat: 'own',
  noTransaction: 'storing is one statement, which is a transaction of its own',
  asksAgain: true,
  uncompressed: true,
  body: responseInputSchema,
  answer: responseReceiptSchema,
  status: 201,
  headers: [requestKeyHeader, digestHeader, clockSkewHeader],
  refuses: {
    404: 'There is no such hotel in the caller’s scope, no such survey, or no such edition of it.',
    409: "The `clientId`, the `idempotency-key` or the session is somebody else's or has a response with other content, or the survey is archived and there is no `clientId`.",
    410: 'The response was deleted since.',
  },
  run: async ({ deps, request, reply, person, scope, body }) => {
    const declared = request.headers[digestHeader];
    const declaredDigest = typeof declared === 'string' ? declared : undefined;
    const { bodyDigest, remembered } = request;
    const skewAtSending = readSkew(request.headers[clockSkewHeader]);
    const key = request.headers[requestKeyHeader];
    const requestKey = typeof key === 'string' ? key : undefined;
    const sender = {
      ...{ person, scope, bodyDigest, declaredDigest, skewAtSending, remembered, requestKey },
    };
    const { receipt, repeated } = await submitResponse(deps, sender, body);
    if (repeated) void reply.code(200);
    return receipt;
  },
});

const synced = defineRoute({
  method: 'PUT',
  path: '/api/responses/{id}/sync-status',
  summary: 'Confirm that the device has dropped its copy',
  who: 'interviews.conduct',
  audit: { none: "a device's housekeeping, which changes nothing of the response" },
  repeat: 'own',
  params: idParams,
  body: syncConfirmationSchema,
  answer: responseSchema,
  run: async ({ db, person, scope, params }) => {
    const response = await queries.findOwnOrInScope(db, scope, person.id, params.id);
    if (!response) throw notFound('The response');
    const marked = await queries.markSynced(db, response.id);
    if (!marked) throw notFound('The response');
    const isSeen = await queries.isHotelSeen(db, scope, response.hotelId);
    const unseen = { hotelName: '', hotelBrand: '', hotelAddress: '' };
    const synced = { ...response, ...marked, syncStatus: 'synced' as const };
    return presentResponse({ ...synced, ...(!isSeen && unseen) });
  },
});

const review = defineRoute({
  method: 'PUT',
  path: '/api/responses/{id}/review',
  summary: 'Decide on a flagged response: accept it, or give it to the hotel it belongs to',
  who: 'responses.review',
  audit: 'response.reviewed',
  repeat: 'own',
  params: idParams,
  body: reviewInputSchema,
  answer: responseDetailSchema,
  refuses: {
    409: 'Nothing about the response needs a review, somebody else has reviewed it already, or its round or the new one is approved.',
  },
  run: async ({ params: { id }, body, record, ...reader }) => {
    const { deps, db, person, scope } = reader;
    const reviewed = await reviewResponse(db, { person, scope, id, deps }, body);
    if (reviewed) await record(id, { decision: body.decision, ...reviewed });
    return readDetail(reader, id);
  },
});

const importFile = defineRoute({
  method: 'POST',
  path: '/api/responses/import',
  summary: 'Store responses from a file that a device exported, each exactly once',
  who: 'responses.import',
  audit: { none: 'each storing statement appends response.imported itself' },
  repeat: 'own',
  noTransaction: 'each response is stored by one statement, so that none holds up another',
  body: exportedFileSchema,
  answer: importOutcomeSchema,
  run: ({ deps, person, body }) => importResponses(deps, person, body),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/responses/{id}',
  summary: 'Delete a response and its evidence for good',
  who: 'responses.delete',
  audit: 'response.deleted',
  repeat: 'own',
  params: idParams,
  answer: z.null(),
  status: 204,
  refuses: { 409: 'Its round is approved.' },
  run: async ({ deps, db, person, scope, params, record, afterwards }) => {
    await lockInterviewOf(db, params.id);
    await keepWhatItNames(db, params.id);
    const response = await lockResponse(db, scope, params.id);
    if (!response) throw notFound('The response');
    await refuseLocked(db, response.roundId, deps.config.timeZone);
    for (const name of await listStoredNames(db, response.clientId)) {
      afterwards(() => deps.documents.reconcile(name));
      await deps.documents.release(name);
    }
    afterwards(() => deps.deletions.note());
    await deleteEvidenceOf(db, response.clientId, person.id);
    await queries.deleteResponse(db, response.id, response.clientId, person.id);
    const { surveyId, hotelId, hotelName, respondentName } = response;
    await record(response.id, {
      surveyId,
      hotelId,
      hotelName,
      respondentName,
      score: describeScore(response),
    });
    return null;
  },
});

/** Returns the score of a deleted response in words, for the audit trail. */
function describeScore(points: ResponsePoints): string {
  const { totalScore, maxScore } = points;
  const percent = percentOf(points);
  const verdict = verdictOf(points);
  return percent === null
    ? verdict
    : `${totalScore} of ${maxScore} points, ${percent}%, ${verdict}`;
}

export const responseRoutes = [
  list,
  pending,
  one,
  submit,
  ...correctionRoutes,
  ...linkInterviewRoutes,
  importFile,
  synced,
  review,
  remove,
];
