import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, anAction, aSurvey } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * Files name their interview, action or plan by client id alone. Cole once had the hotel and knows such ids. With the
 * same id for something at his present hotel, he would see, add and delete the other hotel's files.
 */
let server: TestApp;
let survey: SurveyWithQuestions;
let foreign: { id: number };
let own: { id: number };
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  const stage = 'Onsite Assessment';
  foreign = await aHotel(server, { stage, serviceConsultantId: server.idOf('connie') });
  own = await aHotel(server, { stage, serviceConsultantId: server.idOf('cole') });
});

const respondent = { respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' };
const asked = () => ({ surveyId: survey.id, ...respondent });
const answers = (option = 2) => [
  { questionId: survey.questions[0]!.id, answerId: survey.questions[0]!.answers[option]!.id },
];
const start = (who: PersonName, hotelId: number, clientId: string) =>
  server.as(who)('POST', '/api/interview-sessions', { ...asked(), clientId, hotelId });
const respond = (who: PersonName, hotelId: number, clientId: string) =>
  server.as(who)('POST', '/api/responses', {
    ...{ ...asked(), clientId, hotelId, edition: survey.edition, responseAnswers: answers() },
  });
const agree = (who: PersonName, hotelId: number, clientId: string) =>
  server.as(who)('POST', `/api/hotels/${hotelId}/exit-plans`, {
    ...{ clientId, kind: 'onsite', heldAt: new Date().toISOString(), contacts: [] },
    items: [
      {
        ...{ clientId: randomUUID(), surveyId: survey.id, questionText: 'Is it clean?' },
        ...{ questionKey: `id:${survey.questions[0]!.id}`, dueOn: '2027-01-01' },
      },
    ],
    signatures: { assessor: null, hotel: null, hotelName: '' },
  });
async function correct(who: PersonName, hotelId: number, clientId: string) {
  const { body } = await respond(who, hotelId, randomUUID());
  return server.as(who)('POST', `/api/responses/${body.id}/corrections`, {
    ...{ clientId, responseAnswers: answers(0) },
  });
}

const things: Record<string, (clientId: string) => Promise<unknown>> = {
  'an interview': (clientId) => start('connie', foreign.id, clientId),
  'a response': (clientId) => respond('connie', foreign.id, clientId),
  'a plan': (clientId) => agree('connie', foreign.id, clientId),
  'an action': async (clientId) => {
    const { id } = await anAction(server, foreign.id);
    await server.db.updateTable('actions').set({ clientId }).where('id', '=', id).execute();
  },
};
const attempts = { start, respond, agree, correct };

test.each(
  Object.keys(things).flatMap((thing) =>
    Object.keys(attempts).map((attempt) => [thing, attempt] as const),
  ),
)('the client id of %s at another hotel is refused: %s', async (thing, attempt) => {
  const clientId = `known_${randomUUID()}`;
  await things[thing]!(clientId);
  const question = survey.questions[0]!.id;
  const fileId = `file_${randomUUID()}`;
  const sent = await sendEvidence(server, 'connie', { fileId, interview: clientId, question });
  expect(sent.status).toBe(201);

  const { status } = await attempts[attempt as keyof typeof attempts]('cole', own.id, clientId);
  expect(status).toBe(409);
  expect((await server.as('cole')('GET', `/api/evidence/${fileId}`)).status).toBe(404);
  const seen = await server.as('connie')('GET', `/api/evidence?interview=${clientId}`);
  expect(seen.body.held).toHaveLength(1);
});

test('the client id of a response that does not count is refused too', async () => {
  const clientId = `known_${randomUUID()}`;
  const { body } = await respond('connie', foreign.id, clientId);
  await server.db
    .updateTable('responses')
    .set({ counts: false })
    .where('id', '=', body.id)
    .execute();
  expect((await start('cole', own.id, clientId)).status).toBe(409);
});

test('a refused response leaves the other interview as it was', async () => {
  const clientId = `known_${randomUUID()}`;
  await start('connie', foreign.id, clientId);
  expect((await respond('cole', own.id, clientId)).status).toBe(409);
  expect((await respond('connie', foreign.id, clientId)).status).toBe(201);
});
