import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { exportFormat, exportVersion } from '#domain/sync/exported-file.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { routes } from '#server/routes.ts';
import { aHotel, aSurvey, currentRound } from './build.ts';
import { sendEvidence } from './evidence.ts';
import { openTestApp, type Answer, type TestApp } from './test-app.ts';

/**
 * The lock of approved rounds. It walks the router's list of writing routes: each is in `locked`, with
 * calls that an approved round refuses, or in `elsewhere`, with the reason why it changes no response
 * of a round. A new route is in neither, and fails here.
 */
let server: TestApp;
let survey: SurveyWithQuestions;
let round: number;
/** A response of the approved round, its photo, its remark, and a response that arrived late. */
let response: { id: number; clientId: string };
let fileId: string;
let remarkId: number;
let late: { id: number };
/** A response of another hotel that is flagged, so that it can be reassigned. */
let astray: { id: number };
let hotel: { id: number };
let sent = 0;

beforeAll(async () => {
  server = await openTestApp({}, { TIME_ZONE: 'Pacific/Auckland' });
  survey = await aSurvey(server);
  hotel = await aHotel(server);
  round = await currentRound(server, hotel.id);
  response = await hold();
  const photo = await sendEvidence(server, 'alice', photoOf());
  fileId = photo.body.fileId;
  const remarked = await admin('POST', `/api/responses/${response.id}/remarks`, aRemark());
  remarkId = remarked.body.remarks[0].id;
  expect((await asa('POST', `/api/rounds/${round}/approve`)).status).toBe(200);
  await server.db
    .updateTable('rounds')
    .set({ approvedAt: '2026-03-11T22:00:00Z' })
    .where('id', '=', round)
    .execute();
  late = await hold();
  astray = await hold({ hotelId: 2_000_000_000 });
  await server.db
    .updateTable('responses')
    .set({ reviewReasons: ['hotel-not-assigned'] })
    .where('id', '=', response.id)
    .execute();
});
afterAll(() => server.close());

type Call = Parameters<ReturnType<TestApp['as']>>;
const admin = (...call: Call) => server.as('alice')(...call);
const asa = (...call: Call) => server.as('asa')(...call);

const aResponse = (more: object = {}) => ({
  clientId: `offline_${(sent += 1)}_lock`,
  surveyId: survey.id,
  edition: survey.edition,
  hotelId: hotel.id,
  respondentName: 'Rosa Respondent',
  respondentJobTitle: 'Front desk',
  responseAnswers: [anAnswer(0)],
  ...more,
});
async function hold(more: object = {}) {
  const { status, body } = await admin('POST', '/api/responses', aResponse(more));
  expect(status).toBe(201);
  return body;
}
const anAnswer = (option: number) => ({
  questionId: survey.questions[0]?.id,
  answerId: survey.questions[0]?.answers[option]?.id,
});
const photoOf = () => ({
  interview: response.clientId,
  question: survey.questions[0]?.id ?? 1,
});
const aRemark = () => ({ clientId: `remark_${(sent += 1)}_lock`, text: 'Look again' });

type Act = () => Promise<Answer>;
/** The routes that change a response or its evidence, with calls that are refused. */
const locked: Record<string, Act[]> = {
  'POST /api/response-answers': [
    () =>
      admin('POST', '/api/response-answers', {
        ...{ responseId: response.id, ...anAnswer(2), reason: 'It was meant so' },
      }),
  ],
  'POST /api/responses/{id}/corrections': [
    () =>
      admin('POST', `/api/responses/${response.id}/corrections`, {
        ...{ responseAnswers: [anAnswer(2)], reason: 'It was meant so' },
      }),
  ],
  'DELETE /api/responses/{id}': [() => admin('DELETE', `/api/responses/${response.id}`)],
  'PUT /api/responses/{id}/review': [
    // What arrived late counts once an Admin accepts it, or the round is open again.
    () => asa('PUT', `/api/responses/${late.id}/review`, { decision: 'accept' }),
    // Out of the approved round, and into it.
    async () => {
      const { id } = await aHotel(server);
      const body = { decision: 'reassign', hotelId: id };
      return admin('PUT', `/api/responses/${response.id}/review`, body);
    },
    () =>
      admin('PUT', `/api/responses/${astray.id}/review`, {
        ...{ decision: 'reassign', hotelId: hotel.id },
      }),
  ],
  'POST /api/responses/{id}/remarks': [
    () => admin('POST', `/api/responses/${response.id}/remarks`, aRemark()),
  ],
  'PUT /api/responses/{id}/remarks/{remarkId}': [
    () => admin('PUT', `/api/responses/${response.id}/remarks/${remarkId}`, { resolved: true }),
  ],
  'POST /api/responses/{id}/return': [() => admin('POST', `/api/responses/${response.id}/return`)],
  'PUT /api/evidence/{fileId}': [
    () => sendEvidence(server, 'alice', photoOf()),
    // Another caption.
    () => sendEvidence(server, 'alice', { ...photoOf(), fileId, more: { caption: 'The desk' } }),
  ],
  'PATCH /api/evidence/{fileId}': [
    () => admin('PATCH', `/api/evidence/${fileId}`, { caption: 'The desk', captionEdit: 1 }),
  ],
  'DELETE /api/evidence/{fileId}': [
    () => admin('DELETE', `/api/evidence/${fileId}`, { reason: 'It shows a guest' }),
  ],
  'POST /api/hotels/{id}/waivers': [
    () =>
      admin('POST', `/api/hotels/${hotel.id}/waivers`, {
        ...{
          clientId: `waiver_${(sent += 1)}_lock`,
          reason: 'The lift is rebuilt',
          roundId: round,
        },
        ...{ questionKey: `id:${survey.questions[0]?.id}`, validFrom: '2026-01-01' },
        validTo: new Date(Date.now() + 1e10).toISOString().slice(0, 10),
      }),
  ],
  'POST /api/rounds/{id}/submit': [() => admin('POST', `/api/rounds/${round}/submit`)],
};

const account = 'It is about accounts, sign-ins or devices.';
const person = 'It is about a person of the hotel and their links.';
const ofSurvey = 'A response is read by its edition, which nothing changes.';
const ofAction = 'It is about what the hotel does, which begins with the approval.';
const file = 'It is about a document of the hotel, which belongs to no response.';
/** Writing routes that change no response of a round, each with the reason. */
const elsewhere: Record<string, string> = {
  'POST /api/auth/login': account,
  'POST /api/auth/logout': account,
  'POST /api/auth/password': account,
  'DELETE /api/auth/sessions/{id}': account,
  'POST /api/auth/sessions/end-others': account,
  'POST /api/one-time-passwords': account,
  'POST /api/devices': account,
  'POST /api/devices/report': account,
  'POST /api/devices/open-key': account,
  'POST /api/system-users': account,
  'PUT /api/system-users/{id}': account,
  'PUT /api/system-users/{id}/status': account,
  'POST /api/system-users/{id}/open-device-key': account,
  'DELETE /api/system-users/{id}': account,
  'POST /api/page-problems': 'It is a line of the log.',
  'POST /api/surveys': ofSurvey,
  'POST /api/surveys/sample': ofSurvey,
  'PUT /api/surveys/{id}': ofSurvey,
  'DELETE /api/surveys/{id}': ofSurvey,
  'POST /api/surveys/{id}/clone': ofSurvey,
  'POST /api/surveys/{id}/rules-preview': ofSurvey,
  'PUT /api/surveys/{id}/editions/{number}': ofSurvey,
  'POST /api/surveys/{id}/questions/copy': ofSurvey,
  'PUT /api/surveys/{id}/questions/order': ofSurvey,
  'POST /api/surveys/{id}/questions/import': ofSurvey,
  'POST /api/questions': ofSurvey,
  'PUT /api/questions/{id}': ofSurvey,
  'DELETE /api/questions/{id}': ofSurvey,
  'POST /api/answers': ofSurvey,
  'DELETE /api/answers/{id}': ofSurvey,
  'POST /api/hotels': 'A new hotel has no approved round.',
  'POST /api/hotels/import': 'New hotels have no approved round.',
  'POST /api/hotels/consultant': 'A consultant is of the hotel, not of a round.',
  'PATCH /api/hotels/{id}': 'A stage opens another round than the approved one.',
  'DELETE /api/hotels/{id}': 'Its rounds go with it, and its responses stay as they are.',
  'POST /api/hotels/{id}/evaluation-documents': file,
  'DELETE /api/evaluation-documents/{id}': file,
  'POST /api/interview-sessions': 'An interview under way is no response yet.',
  'PUT /api/interview-sessions/{id}': 'An interview under way is no response yet.',
  'DELETE /api/interview-sessions/{id}': 'An interview under way is no response yet.',
  'POST /api/responses': 'What arrives late is stored and does not count: see below.',
  'POST /api/responses/import': 'What arrives late is stored and does not count: see below.',
  'PUT /api/responses/{id}/sync-status': 'It says what the device holds.',
  'POST /api/hotels/{id}/rounds': 'It makes another round.',
  'DELETE /api/hotels/{id}/waivers/{waiverId}': 'What was waived before stays so.',
  'POST /api/hotels/{id}/contacts': person,
  'PATCH /api/hotels/{id}/contacts/{contactId}': person,
  'DELETE /api/hotels/{id}/contacts/{contactId}': person,
  'POST /api/hotels/{id}/contacts/{contactId}/links': person,
  'DELETE /api/hotels/{id}/contacts/{contactId}/links/{linkId}': person,
  'POST /api/link/open': account,
  'POST /api/link/close': account,
  'POST /api/link/appeals': 'It changes no response, and needs an approved round.',
  'POST /api/link/interviews': 'It stores no response, and is refused in an approved round.',
  'PUT /api/link/interviews/{clientId}': 'The same.',
  'PUT /api/link/interviews/{clientId}/completion':
    'It changes no response. A new one is refused in an approved round: see `link-routes.test.ts`.',
  'POST /api/link/actions/{id}/events': ofAction,
  'PUT /api/link/actions/{id}/photos/{fileId}': ofAction,
  'PATCH /api/rounds/{id}': 'It is about the plan of a round that is not approved.',
  'PATCH /api/cycles/{id}': 'It says what came of a cycle.',
  'POST /api/rounds/{id}/reassessment': 'It makes another round.',
  'POST /api/hotels/{id}/exit-plans': ofAction,
  'PUT /api/rounds/{id}/plan-choice': ofAction,
  'POST /api/actions/{id}/events': ofAction,
  'POST /api/actions/due': ofAction,
  'POST /api/actions/owner': ofAction,
  'POST /api/appeals': 'It changes no response, and needs an approved round.',
  'PUT /api/appeals/{id}/decision': 'The one act that passes the lock: see below.',
  'POST /api/appeals/{id}/withdraw': 'It changes no response.',
  'POST /api/rounds/{id}/approve': 'It approves.',
  'POST /api/rounds/{id}/reopen': 'It takes the approval back.',
};

test('every writing route is locked, or has its reason', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');
  expect([...Object.keys(locked), ...Object.keys(elsewhere)].toSorted()).toEqual(
    writing.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

async function stored() {
  const { rows } = await server.deps.pool.query<{ all: string }>(
    `select concat(
      (select jsonb_agg(to_jsonb(response) order by id) from responses response),
      (select jsonb_agg(to_jsonb(evidence) order by id) from evidence),
      (select jsonb_agg(to_jsonb(remark) order by id) from review_remarks remark)) as all`,
  );
  return rows[0]?.all;
}

test.each(Object.entries(locked))(
  '%s is refused in words, and changes nothing',
  async (_, acts) => {
    for (const act of acts) {
      const before = await stored();
      const { status, body } = await act();
      expect([status, body.type, body.detail]).toEqual([
        409,
        '/problems/round-approved',
        'This round was approved on 12 Mar 2026 by Asa Assessor. Ask an Admin to reopen it.',
      ]);
      expect(await stored()).toBe(before);
    }
  },
);

test('an appeal passes the lock, and nothing else does', async () => {
  const appealed = await admin('POST', '/api/appeals', {
    ...{ clientId: 'appeal_lock', responseId: response.id, claim: 'It was meant so' },
    ...{ questionId: survey.questions[0]?.id, wanted: survey.questions[0]?.answers[2]?.id },
  });
  // The days for appeals of this round were over long ago.
  expect([appealed.status, appealed.body.detail]).toEqual([
    409,
    'Appeals could be filed until 26 Mar 2026.',
  ]);
  const { id } = await server.db
    .insertInto('appeals')
    .values({
      ...{ clientId: 'appeal_lock', responseId: response.id, claim: 'It was meant so' },
      ...{ questionId: survey.questions[0]?.id ?? 0, filedBy: 'Connie Consultant' },
      wantedId: survey.questions[0]?.answers[2]?.id ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const before = await stored();
  const decided = await asa('PUT', `/api/appeals/${id}/decision`, {
    ...{ decision: 'upheld', reason: 'It was meant so' },
  });
  expect(decided.status).toBe(200);
  expect(await stored()).not.toBe(before);
});

test('a response that arrives by a file of a device does not count either', async () => {
  const input = aResponse();
  const body = JSON.stringify(input);
  const digest = createHash('sha256').update(body).digest('hex');
  const { status } = await admin('POST', '/api/responses/import', {
    ...{ format: exportFormat, version: exportVersion, exportedAt: new Date().toISOString() },
    owner: { id: server.idOf('asa'), name: 'Asa Assessor', email: 'asa@hotel.example' },
    responses: [{ clientId: input.clientId, digest, body }],
  });
  expect(status).toBe(200);
  const row = await server.db
    .selectFrom('responses')
    .select(['counts', 'reviewReasons', 'roundId'])
    .where('clientId', '=', input.clientId)
    .executeTakeFirst();
  expect(row).toEqual({ counts: false, reviewReasons: ['round-approved'], roundId: round });
});

test('the same photo sent again is answered as before', async () => {
  const { status } = await sendEvidence(server, 'alice', { ...photoOf(), fileId });
  expect(status).toBe(200);
});
