import { z } from 'zod';

import { idParams } from '#domain/identity.ts';
import { returnedResponseSchema } from '#domain/rounds/returned.ts';
import {
  approvalInputSchema,
  remarkChangeSchema,
  remarkInputSchema,
  remarkParams,
  reopeningInputSchema,
  responseReviewSchema,
  roundReviewSchema,
  roundStateSchema,
} from '#domain/rounds/review.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { defineRoute } from '#server/http/route.ts';
import { approveRound, reopenRound, submitRound } from './judge-round.ts';
import { listReturned } from './list-returned.ts';
import { readState } from './queries.ts';
import { readRound } from './read-round.ts';
import { addRemark, changeRemark, readReview, returnResponse } from './remark-response.ts';

const one = defineRoute({
  method: 'GET',
  path: '/api/rounds/{id}',
  summary: 'A round with the findings, files and remarks of its responses',
  who: 'responses.read',
  params: idParams,
  answer: roundReviewSchema,
  run: ({ params, ...reader }) => readRound(reader, params.id),
});

const submit = defineRoute({
  method: 'POST',
  path: '/api/rounds/{id}/submit',
  summary: 'Call a round complete, so that somebody reviews it',
  who: 'interviews.conduct',
  audit: 'round.submitted',
  repeat: 'own',
  params: idParams,
  answer: roundStateSchema,
  refuses: {
    409: 'The round has no interviews, is not open, or somebody else has submitted or approved it.',
  },
  run: async ({ deps, db, person, scope, params: { id }, record }) => {
    const { timeZone } = deps.config;
    const done = await submitRound({ db, person, scope, id, timeZone });
    if (done) await record(id, done);
    return readState(db, id);
  },
});

const approve = defineRoute({
  method: 'POST',
  path: '/api/rounds/{id}/approve',
  summary: 'Approve a round, which locks its responses and makes the actions of its findings',
  who: 'rounds.approve',
  audit: 'round.approved',
  repeat: 'own',
  params: idParams,
  body: approvalInputSchema,
  answer: roundStateSchema,
  refuses: {
    403: 'A person who held all interviews of a round cannot approve it.',
    409: 'The round has no interviews, has changed since it was looked at, or somebody else has approved it.',
  },
  run: async ({ deps, db, person, scope, params: { id }, body, record }) => {
    const { timeZone } = deps.config;
    const approval = { seen: body?.seen, deps };
    const done = await approveRound({ db, person, scope, id, timeZone }, approval);
    if (done) await record(id, done);
    return readState(db, id);
  },
});

const reopen = defineRoute({
  method: 'POST',
  path: '/api/rounds/{id}/reopen',
  summary: 'Take an approval back, with a reason, so that responses can be corrected',
  who: 'rounds.reopen',
  audit: 'round.reopened',
  repeat: 'own',
  params: idParams,
  body: reopeningInputSchema,
  answer: roundStateSchema,
  refuses: { 409: 'The round is not approved, or somebody else has reopened it.' },
  run: async ({ deps, db, person, scope, params: { id }, body, record }) => {
    const { timeZone } = deps.config;
    const done = await reopenRound({ db, person, scope, id, timeZone });
    if (done) await record(id, { ...done, reason: body.reason });
    return readState(db, id);
  },
});

const remark = defineRoute({
  method: 'POST',
  path: '/api/responses/{id}/remarks',
  summary: 'Remark on a question of a response, or on all of it; sent again, it is stored once',
  who: 'responses.review',
  audit: 'response.remarked',
  repeat: 'own',
  params: idParams,
  body: remarkInputSchema,
  answer: responseReviewSchema,
  status: 201,
  refuses: {
    409: 'Another remark has this `clientId`, the response has as many as it can have, or its round is approved.',
  },
  run: async ({ deps, db, person, scope, params: { id }, body, record, reply }) => {
    const done = await addRemark({ deps, db, person, scope, id }, body);
    if (done) await record(id, { hotelId: done.hotelId, hotelName: done.hotelName });
    else void reply.code(200);
    return readReview(db, id);
  },
});

const change = defineRoute({
  method: 'PUT',
  path: '/api/responses/{id}/remarks/{remarkId}',
  summary: 'Resolve a remark, or open it again',
  who: 'responses.review',
  audit: 'response.remark-resolved',
  repeat: 'own',
  params: remarkParams,
  body: remarkChangeSchema,
  answer: responseReviewSchema,
  refuses: { 409: "The response's round is approved." },
  run: async ({ deps, db, person, scope, params: { id, remarkId }, body, record }) => {
    const { resolved } = body;
    const done = await changeRemark({ deps, db, person, scope, id }, remarkId, resolved);
    const details = done && { hotelId: done.hotelId, hotelName: done.hotelName };
    if (details && resolved) await record(id, details);
    else if (details) await recordEvent(db, person, 'response.remark-reopened', id, details);
    return readReview(db, id);
  },
});

const giveBack = defineRoute({
  method: 'POST',
  path: '/api/responses/{id}/return',
  summary: 'Return a response to its sender, with at least one open remark',
  who: 'responses.review',
  audit: 'response.returned',
  repeat: 'own',
  params: idParams,
  answer: responseReviewSchema,
  refuses: {
    409: 'It has no open remark, somebody else has returned it, its sender has left, or its round is approved.',
  },
  run: async ({ deps, db, person, scope, params: { id }, record }) => {
    const done = await returnResponse({ deps, db, person, scope, id });
    if (done) {
      const { hotelId, hotelName } = done.response;
      await record(id, { hotelId, hotelName, sender: done.sender });
    }
    return readReview(db, id);
  },
});

const returned = defineRoute({
  method: 'GET',
  path: '/api/responses/returned',
  summary: "The caller's own responses that somebody returned to them, the latest first",
  who: 'interviews.conduct',
  answer: z.array(returnedResponseSchema),
  run: ({ db, person, scope }) => listReturned(db, person, scope),
});

export const reviewRoutes = [one, submit, approve, reopen, remark, change, giveBack, returned];
