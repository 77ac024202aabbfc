import { request as api, type APIRequestContext } from '@playwright/test';

import type { Edition } from '#domain/surveys/edition.ts';
import { anOffice } from './office.ts';
import { expect, test } from './test.ts';

type Person = { id: number; email: string };

/** Makes a hotel of the consultant's with a round that has one response, in which everything failed. */
export async function aFailedRound(request: APIRequestContext) {
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Were they greeted?', 'Was it clean?']);
  const people = (await (await request.get('/api/system-users')).json()) as Person[];
  const consultant = people.find(({ email }) => email === 'consultant@bellwether.example');
  const hotel = await office.addHotel({ serviceConsultantId: consultant?.id });
  const { roundId, responseId } = await failAll(request, edition, hotel);
  return { edition, hotel, roundId, responseId, path: `/app/hotels/${hotel.id}/rounds/${roundId}` };
}

/** Stores an interview in which every choice question got its first option, so that each is a finding. */
export async function failAll(
  request: APIRequestContext,
  { surveyId, questions }: Edition,
  hotel: { id: number },
) {
  const answer = await request.post('/api/responses', {
    data: {
      ...{ surveyId, hotelId: hotel.id },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
      responseAnswers: questions
        .filter(({ answers }) => answers.length > 0)
        .map(({ id, answers }) => ({ questionId: id, answerId: answers[0]?.id })),
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id: responseId, roundId } = (await answer.json()) as { id: number; roundId: number };
  return { responseId, roundId };
}

/** Signs in an Assessor who has held no interview. The caller disposes of the context. */
export async function anAssessor(): Promise<APIRequestContext> {
  const { baseURL = '' } = test.info().project.use;
  const assessor = await api.newContext({ baseURL });
  await assessor.post('/api/auth/login', {
    data: { email: 'assessor@bellwether.example', password: 'bellwether-demo' },
  });
  return assessor;
}

/** Approves a round, by somebody who held none of its interviews. */
export async function approveRound(roundId: number): Promise<void> {
  const assessor = await anAssessor();
  expect((await assessor.post(`/api/rounds/${roundId}/approve`)).status()).toBe(200);
  await assessor.dispose();
}
