import { request as api, type APIRequestContext } from '@playwright/test';

import type { Edition } from '#domain/surveys/edition.ts';
import { expect, test } from './test.ts';

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
