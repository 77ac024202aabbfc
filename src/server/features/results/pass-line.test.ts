import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/** A hotel whose only response has 1,599 of 2,000 points: 79.95%, just below the pass line. */
let server: TestApp;
let hotel: { id: number; hotelName: string };
beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server);
  hotel = await aHotel(server, { stage: 'Evaluation' });
  const points = { score: 1_599, max: 2_000 };
  await server.db
    .insertInto('responses')
    .values({
      clientId: 'offline_1_just_below',
      digest: '0'.repeat(64),
      surveyId: survey.id,
      edition: survey.edition!,
      hotelId: hotel.id,
      hotelName: hotel.hotelName,
      hotelBrand: '',
      hotelAddress: '',
      hotelStage: 'Evaluation',
      respondentName: 'Rosa Respondent',
      respondentJobTitle: 'Front desk',
      completedAt: '2026-04-03T09:00:00Z',
      syncStatus: 'synced',
      totalScore: points.score,
      maxScore: points.max,
      passed: false,
      fitScore: points.score,
      fitMax: points.max,
    })
    .execute();
});
afterAll(() => server.close());

const read = async (path: string) => (await server.as('asa')('GET', path)).body;

test('in the responses, their details and their file', async () => {
  const { rows } = await read('/api/results/responses?category=The Right Fit');
  expect(rows).toMatchObject([{ percent: 79.9, categoryPercent: 79.9, verdict: 'Needs Review' }]);
  expect(await read(`/api/responses/${rows[0].id}`)).toMatchObject({ percent: 79.9 });
  expect(await read('/api/results/export')).toContain(',1599,2000,79.9,');
});

test('a mean just below the line is below it in every figure', async () => {
  const { categories, trend, needsReview, averageScore } = await read('/api/results/summary');
  expect([categories[0].percent, trend[0].percent, needsReview]).toEqual([79.9, 79.9, 1]);
  // 3.9975 of 5. The line is 4 of 5.
  expect(averageScore).toBe(3.9);
  const { hotels } = await read('/api/results/hotels');
  expect(hotels).toMatchObject([{ percent: 79.9, latest: { percent: 79.9 } }]);
  expect(hotels[0].categories[0].percent).toBe(79.9);
});

test('in a hotel’s report, where verdict and percent agree', async () => {
  const { own, assessments } = await read(`/api/hotels/${hotel.id}/report`);
  const below = { percent: 79.9, verdict: 'Needs Review' };
  expect(own).toMatchObject(below);
  expect(own.categories[0].percent).toBe(79.9);
  expect(assessments).toMatchObject([below]);
});

test('in the board’s workbook, which shows whole percents', async () => {
  const { bytes } = await server.as('asa')('GET', '/api/workflow/export');
  const [sheet] = (await readXlsx(bytes)).sheets;
  const cells = sheet?.rows.find((row) => row.includes(hotel.hotelName));
  expect(cells?.at(-1)).toBe(79);
});

test('a mean that lost a few points is below 100% in every figure', async () => {
  const points = { totalScore: 1_999, fitScore: 1_999, passed: true };
  await server.db.updateTable('responses').set(points).execute();
  const almost = { percent: 99.9 };
  const { rows } = await read('/api/results/responses?category=The Right Fit');
  expect(rows).toMatchObject([{ percent: 99.9, categoryPercent: 99.9, verdict: 'Pass' }]);
  const { percent, categories, trend } = await read('/api/results/summary');
  expect([percent, trend[0].percent]).toEqual([99.9, 99.9]);
  expect(categories[0]).toMatchObject(almost);
  const { hotels } = await read('/api/results/hotels');
  expect(hotels).toMatchObject([{ ...almost, latest: almost }]);
  const { own, assessments } = await read(`/api/hotels/${hotel.id}/report`);
  expect([own, ...assessments]).toMatchObject([almost, almost]);
});
