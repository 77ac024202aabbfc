import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { HotelRounds } from '#domain/rounds/round.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { aHotel, anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let sent = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await anAssessedHotel(server);
});

/** Stores an interview in which every choice question got this option. */
async function hold(option: 0 | 1 | 2, more: object = {}) {
  sent += 1;
  const { status, body } = await server.as('connie')('POST', '/api/responses', {
    clientId: `offline_${sent}_rounds`,
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: hotel.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    startedAt: new Date().toISOString(),
    completedAt: new Date().toISOString(),
    clock: { skew: 0, learnedAt: new Date().toISOString(), changed: false },
    responseAnswers: survey.questions
      .filter(({ answers }) => answers.length > 0)
      .map(({ id, answers }) => ({ questionId: id, answerId: answers[option]?.id })),
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

async function comeTo(stage: Stage) {
  const { status } = await server.as('connie')('PATCH', `/api/hotels/${hotel.id}`, {
    stage,
    ...(stage === 'Virtual Session' && { virtualSessionCompletionDate: '2026-01-02' }),
  });
  expect(status).toBe(200);
}

async function cycles(): Promise<HotelRounds['cycles']> {
  const { status, body } = await server.as('connie')('GET', `/api/hotels/${hotel.id}/rounds`);
  expect(status).toBe(200);
  return body.cycles;
}
/** Returns each cycle's rounds that have responses, as stage and percent. */
const figures = async () =>
  (await cycles()).map(({ rounds }) =>
    rounds.flatMap(({ stage, percent, responses }) => (responses ? [[stage, percent]] : [])),
  );

test('the rounds of a hotel outside the scope are not found', async () => {
  const { status } = await server.as('cole')('GET', `/api/hotels/${hotel.id}/rounds`);
  expect(status).toBe(404);
});

test('a hotel is in the round of its stage without anybody opening it', async () => {
  await hold(2);
  const [cycle, ...more] = await cycles();
  expect(more).toEqual([]);
  expect(cycle).toMatchObject({ number: 1, endedAt: null });
  expect(cycle?.rounds).toMatchObject([
    {
      kind: 'onsite',
      status: 'open',
      isCurrent: true,
      responses: 1,
      percent: 100,
      verdict: 'Pass',
    },
  ]);
});

test('an interview that arrives after the hotel moved on counts where it was held', async () => {
  const startedAt = new Date().toISOString();
  await comeTo('Virtual Session');
  const late = await hold(0, { startedAt });
  await hold(2);
  const { rows } = await server.deps.pool.query<{ hotel_stage: Stage }>(
    'select hotel_stage from responses where id = $1',
    [late.id],
  );
  expect(rows[0]?.hotel_stage).toBe('Onsite Assessment');
  expect(await figures()).toEqual([
    [
      ['Onsite Assessment', 0],
      ['Virtual Session', 100],
    ],
  ]);
});

test('a second year does not mix with the first, and going back to a stage goes on with its round', async () => {
  await hold(0);
  await comeTo('Virtual Session');
  await comeTo('Onsite Assessment');
  await hold(1);
  await comeTo('Disposition');
  await comeTo('Evaluation');
  expect(await cycles()).toHaveLength(1);
  await comeTo('Disposition');
  await comeTo('Initiated');
  await comeTo('Onsite Assessment');
  await hold(2);
  expect(await figures()).toEqual([[['Onsite Assessment', 100]], [['Onsite Assessment', 25]]]);
  const { assessments, change } = (
    await server.as('connie')('GET', `/api/hotels/${hotel.id}/report`)
  ).body;
  expect(assessments).toMatchObject([
    { cycle: 2, stage: 'Onsite Assessment', percent: 100 },
    { cycle: 1, stage: 'Onsite Assessment', percent: 25 },
  ]);
  expect(change).toBe(75);
});

test('a device names its round, but never one of another hotel', async () => {
  const first = await currentRound(server, hotel.id);
  await comeTo('Virtual Session');
  expect(await hold(2, { roundId: first })).toMatchObject({ roundId: first });
  const strange = await currentRound(server, (await aHotel(server)).id);
  expect((await hold(2, { roundId: strange })).roundId).toBe(await currentRound(server, hotel.id));
});
