import { afterAll, beforeAll, expect, test } from 'vitest';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let other: { id: number };
const clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  survey = await aSurvey(server);
  hotel = await anAssessedHotel(server);
  other = await aHotel(server);
  await hold(hotel.id, [0, 1], '2026-02-03T09:00:00Z');
  await hold(hotel.id, [1, 1], '2026-03-03T09:00:00Z');
  await server.as('alice')('PATCH', `/api/hotels/${hotel.id}`, { stage: 'Evaluation' });
  await hold(hotel.id, [2, 2], '2026-04-03T09:00:00Z');
  await hold(other.id, [0, 0], '2026-04-04T09:00:00Z');
});
afterAll(() => server.close());

/** Stores an interview with these options, which give 0, 5 or 10 points of 10 each. */
async function hold(hotelId: number, options: number[], completedAt: string) {
  const choices = survey.questions.filter(({ answers }) => answers.length > 0);
  const { status } = await server.as('asa')('POST', '/api/responses', {
    surveyId: survey.id,
    edition: survey.edition,
    hotelId,
    roundId: await currentRound(server, hotelId),
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    completedAt,
    responseAnswers: choices.map(({ id, answers }, index) => ({
      questionId: id,
      answerId: answers[options[index] ?? 0]?.id,
    })),
  });
  expect(status).toBe(201);
}

const read = (id = hotel.id, query = '', who: 'alice' | 'asa' | 'connie' | 'cole' = 'asa') =>
  server.as(who)('GET', `/api/hotels/${id}/report${query}`);
const reported = async (query = '', who: 'asa' | 'connie' = 'asa'): Promise<HotelReport> =>
  (await read(hotel.id, query, who)).body;

test('a hotel outside the scope is refused with 404', async () => {
  expect((await read(hotel.id, '', 'cole')).status).toBe(404);
  expect((await read(other.id, '', 'connie')).status).toBe(404);
  expect((await read(hotel.id, '', 'connie')).status).toBe(200);
});

test('contains each assessment, and the change from the one before', async () => {
  const { assessments, change, consultantName } = await reported();
  expect(assessments).toMatchObject([
    { stage: 'Evaluation', cycle: null, responses: 1, percent: 100, verdict: 'Pass' },
    { stage: 'Onsite Assessment', responses: 2, percent: 37.5, verdict: 'Needs Review' },
  ]);
  expect(assessments[1]).toMatchObject({
    firstAt: '2026-02-03T09:00:00.000Z',
    lastAt: '2026-03-03T09:00:00.000Z',
  });
  expect(change).toBe(62.5);
  expect(consultantName).toBe('Connie Consultant');
});

test('contains the hotel’s figures and those of all hotels within scope', async () => {
  const fit = { category: 'The Right Fit' };
  const { own, portfolio } = await reported();
  expect(own).toMatchObject({ responses: 3, percent: 58.3, verdict: 'Needs Review' });
  expect(own.categories[0]).toMatchObject({ ...fit, percent: 58.3 });
  expect(portfolio).toMatchObject({ responses: 4, percent: 43.8 });
  const limited = await reported('', 'connie');
  expect(limited.portfolio).toMatchObject({ responses: 3, percent: 58.3 });
});

test('contains months, the weakest questions, and the interviews, the latest first', async () => {
  const { trend, lostPoints, interviews } = await reported();
  expect(trend.map(({ month, percent }) => [month, percent])).toEqual([
    ['2026-02', 25],
    ['2026-03', 50],
    ['2026-04', 100],
  ]);
  expect(lostPoints.questions.map(({ text, lost }) => [text, lost])).toEqual([
    ['Question 1', 15],
    ['Question 2', 10],
  ]);
  expect(interviews.map(({ percent, verdict }) => [percent, verdict])).toEqual([
    [100, 'Pass'],
    [50, 'Needs Review'],
    [25, 'Needs Review'],
  ]);
  expect(JSON.stringify(interviews)).not.toContain('clientId');
});

test('is limited to the requested days; assessments count up to the last day', async () => {
  const { own, assessments, interviews } = await reported('?from=2026-03-01&to=2026-03-31');
  expect(own).toMatchObject({ responses: 1, percent: 50 });
  expect(interviews).toHaveLength(1);
  expect(assessments).toMatchObject([{ stage: 'Onsite Assessment', responses: 2 }]);
  expect((await read(hotel.id, '?from=soon')).body.errors).toMatchObject([{ path: 'from' }]);
});

test('a hotel without interviews has a report too', async () => {
  const empty = await aHotel(server);
  expect((await read(empty.id)).body).toMatchObject({
    own: { responses: 0, percent: null, verdict: 'Not scored' },
    assessments: [],
    change: null,
    trend: [],
    lostPoints: { questions: [], total: 0, totalLost: 0 },
    interviews: [],
  });
});
