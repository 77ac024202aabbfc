import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { ResultsPage } from '#domain/results/results.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  survey = await aSurvey(server);
  hotel = await aHotel(server, { hotelBrand: 'Aurora', stage: 'Onsite Assessment' });
});

let made = 0;
/** Sends a response of Connie's at a hotel that was not hers, or does not exist any more. */
async function captured(more: object = {}) {
  made += 1;
  const { body } = await server.as('connie')('POST', '/api/responses', {
    clientId: `offline_${made}_to_review`,
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: 2_000_000_000,
    hotelName: 'The Old Inn',
    hotelBrand: 'Gone',
    hotelAddress: '1 Old Road',
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    responseAnswers: [
      { questionId: survey.questions[0]!.id, answerId: survey.questions[0]!.answers[2]!.id },
    ],
    ...more,
  });
  return body as { id: number; reviewReasons: string[] };
}
const review = (id: number, body: object, who: PersonName = 'asa') =>
  server.as(who)('PUT', `/api/responses/${id}/review`, body);
const accept = { decision: 'accept' };
const toHotel = () => ({ decision: 'reassign', hotelId: hotel.id });
const ofSurvey = async (who: PersonName, query = '') =>
  (await server.as(who)('GET', `/api/results/responses?surveyId=${survey.id}${query}`))
    .body as ResultsPage;
const events = (id: number) =>
  server.db
    .selectFrom('auditEvents')
    .select(['actorName', 'details'])
    .where('action', '=', 'response.reviewed')
    .where('objectId', '=', id)
    .execute();

describe('a review is refused', () => {
  test('for a consultant, even for their own interview', async () => {
    const { id } = await captured({ hotelId: hotel.id });
    const { status, body } = await review(id, accept, 'connie');
    expect([status, body.type]).toEqual([403, '/problems/not-allowed']);
  });

  test('for an unknown response, an unknown decision and a deleted hotel', async () => {
    expect((await review(2_000_000_000, accept)).status).toBe(404);
    const { id } = await captured();
    for (const bad of [{}, { decision: 'reject' }, { decision: 'reassign' }])
      expect((await review(id, bad)).status).toBe(400);
    const gone = await review(id, { decision: 'reassign', hotelId: 2_000_000_000 });
    expect(gone.status).toBe(400);
    expect(gone.body.errors[0].path).toBe('hotelId');
    expect((await ofSurvey('asa', '&review=needed')).total).toBe(1);
  });

  test('when nothing was flagged, and when it reassigns a response whose hotel was not flagged', async () => {
    const plain = await server.as('asa')('POST', '/api/responses', {
      surveyId: survey.id,
      hotelId: hotel.id,
      respondentName: 'Rosa Respondent',
      respondentJobTitle: 'Front desk',
      responseAnswers: survey.questions.flatMap(({ id, answers: [option] }) =>
        option ? [{ questionId: id, answerId: option.id }] : [],
      ),
    });
    expect((await review(plain.body.id, accept)).status).toBe(409);
    await server.as('alice')('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    await server.db
      .insertInto('hotelAssignments')
      .values({ hotelId: hotel.id, userId: server.idOf('connie') })
      .execute();
    const late = await captured({ hotelId: hotel.id });
    expect(late.reviewReasons).toEqual(['survey-archived']);
    expect((await review(late.id, toHotel())).status).toBe(400);
  });
});

describe('accepting', () => {
  test('keeps the response and its reasons, and records who reviewed it', async () => {
    const { id } = await captured();
    const { status, body } = await review(id, accept);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      hotelId: null,
      hotelName: 'The Old Inn',
      reviewReasons: ['hotel-unknown'],
      reviewedBy: 'Asa Assessor',
      reviewedAt: expect.stringMatching(/^20/),
    });
    expect(await events(id)).toEqual([
      {
        actorName: 'Asa Assessor',
        details: { decision: 'accept', hotelId: null, hotelName: 'The Old Inn' },
      },
    ]);
  });

  test('stays when the accounts of interviewer and reviewer are deleted', async () => {
    const { body: roles } = await server.as('alice')('GET', '/api/user-roles');
    const { body: someone } = await server.as('alice')('POST', '/api/system-users', {
      ...{ name: 'Lea Leaving', email: 'lea@hotel.example', mobileNumber: '+1 555 0100' },
      roleId: roles.find((role: { name: string }) => role.name === 'Assessor').id,
    });
    const { id } = await captured();
    await review(id, accept);
    await server.db
      .updateTable('responses')
      .set({ userId: someone.id, reviewedById: someone.id })
      .where('id', '=', id)
      .execute();
    const read = async () => (await server.as('asa')('GET', `/api/responses/${id}`)).body;
    expect(await read()).toMatchObject({ conductedBy: 'Lea Leaving', reviewedBy: 'Lea Leaving' });
    await server.as('alice')('DELETE', `/api/system-users/${someone.id}`);
    expect(await read()).toMatchObject({ conductedBy: null, reviewedBy: null });
    expect((await review(id, accept)).body.detail).toBe(
      'Someone who has left since has reviewed this response already.',
    );
  });
});

describe('reassigning', () => {
  test('gives the response the hotel’s name, brand, stage and consultant, and counts it in the hotel’s figures', async () => {
    const { id } = await captured();
    expect((await ofSurvey('asa', `&brand=Aurora`)).total).toBe(0);
    const { status, body } = await review(id, toHotel());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      hotelId: hotel.id,
      hotelName: hotel.hotelName,
      hotelBrand: 'Aurora',
      totalScore: 10,
    });
    expect((await ofSurvey('asa', `&brand=Aurora`)).total).toBe(1);
    const { body: hotels } = await server.as('asa')(
      'GET',
      `/api/results/hotels?surveyId=${survey.id}`,
    );
    expect(hotels.hotels[0]).toMatchObject({
      hotelId: hotel.id,
      latest: { stage: 'Onsite Assessment' },
    });
    expect((await events(id))[0]?.details).toEqual({
      decision: 'reassign',
      hotelId: hotel.id,
      hotelName: hotel.hotelName,
      changes: {
        hotelId: { from: null, to: hotel.id },
        hotelName: { from: 'The Old Inn', to: hotel.hotelName },
      },
    });
    expect((await server.as('connie')('GET', `/api/responses/${id}`)).status).toBe(404);
    await server.db
      .insertInto('hotelAssignments')
      .values({ hotelId: hotel.id, userId: server.idOf('connie') })
      .execute();
    expect((await server.as('connie')('GET', `/api/responses/${id}`)).status).toBe(200);
  });
});

describe('reviews at the same time', () => {
  test('of two people, one decides, and the other is told who did', async () => {
    const { id } = await captured();
    const answers = await Promise.all([review(id, toHotel(), 'asa'), review(id, accept, 'alice')]);
    const [first, second] = answers.toSorted((one, other) => one.status - other.status);
    expect([first!.status, second!.status]).toEqual([200, 409]);
    expect(second!.body).toMatchObject({
      type: '/problems/changed-meanwhile',
      detail: `${first!.body.reviewedBy} has reviewed this response already.`,
    });
    expect(await events(id)).toHaveLength(1);
  });

  test('a decision that is sent again because its reply was lost counts once', async () => {
    const { id } = await captured();
    const answers = await Promise.all([review(id, toHotel()), review(id, toHotel())]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await events(id)).toHaveLength(1);
    const other = await aHotel(server);
    expect((await review(id, { decision: 'reassign', hotelId: other.id })).status).toBe(409);
  });
});

describe('the filter', () => {
  test('returns flagged responses that were not reviewed, and figures count accepted ones', async () => {
    const [first] = [await captured(), await captured()];
    await review(first.id, accept);
    const needed = await ofSurvey('asa', '&review=needed');
    expect(needed.rows.map((row) => [row.reviewReasons, row.reviewedAt])).toEqual([
      [['hotel-unknown'], null],
    ]);
    expect((await ofSurvey('asa')).total).toBe(2);
    const summary = (query: string) =>
      server.as('asa')('GET', `/api/results/summary?surveyId=${survey.id}${query}`);
    expect((await summary('')).body).toMatchObject({ responses: 1, completionRate: 100 });
    expect((await summary('&review=needed')).body).toMatchObject({
      responses: 0,
      completionRate: null,
    });
    // A response that was flagged for another reason counts at once.
    await server.as('alice')('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    await server.as('asa')('POST', '/api/responses', {
      clientId: 'offline_of_an_archived_survey',
      ...{ surveyId: survey.id, edition: survey.edition, hotelId: hotel.id },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    });
    expect((await summary('')).body).toMatchObject({ responses: 2 });
    expect((await summary('&review=needed')).body).toMatchObject({ responses: 1 });
  });

  test('is only for people who may review', async () => {
    for (const call of ['responses', 'summary', 'distribution', 'hotels', 'questions', 'export'])
      expect((await server.as('connie')('GET', `/api/results/${call}?review=needed`)).status).toBe(
        403,
      );
    expect((await server.as('asa')('GET', '/api/results/responses?review=all')).status).toBe(400);
  });
});
