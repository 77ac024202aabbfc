import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * An installation whose averages pass from 70%. One hotel has a mean of 75%, the other one of 69.96%.
 * Their surveys have the usual line of 80, so none of the responses passed.
 */
let server: TestApp;
const hotels: { id: number; hotelName: string }[] = [];
beforeAll(async () => {
  server = await openTestApp({}, { PORTFOLIO_LINE: '70' });
  const survey = await aSurvey(server);
  for (const score of [1_875, 1_749]) {
    const hotel = await aHotel(server, { stage: 'Evaluation' });
    hotels.push(hotel);
    await server.db
      .insertInto('responses')
      .values({
        clientId: `offline_1_scored_${score}`,
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
        totalScore: score,
        maxScore: 2_500,
        passed: false,
        fitScore: score,
        fitMax: 2_500,
      })
      .execute();
  }
});
afterAll(() => server.close());

const read = async (path: string) => (await server.as('asa')('GET', path)).body;
const reportOf = (place: number) => read(`/api/hotels/${hotels[place]?.id}/report`);

test('the reply of /api/auth/me contains the line', async () => {
  expect(await read('/api/auth/me')).toMatchObject({ portfolioLine: 70 });
});

test('a mean at the line passes, and its responses keep their verdict', async () => {
  const { own, portfolio, assessments, interviews } = await reportOf(0);
  expect(own).toMatchObject({ percent: 75, verdict: 'Pass' });
  expect(portfolio).toMatchObject({ percent: 72.5, verdict: 'Pass' });
  expect(assessments).toMatchObject([{ percent: 75, verdict: 'Pass' }]);
  expect(interviews).toMatchObject([{ percent: 75, verdict: 'Needs Review' }]);
  expect(await read('/api/results/summary')).toMatchObject({ passed: 0, needsReview: 2 });
});

test('a mean below the line is never rounded up to it', async () => {
  const below = { percent: 69.9, verdict: 'Needs Review' };
  const { own, assessments } = await reportOf(1);
  expect(own).toMatchObject(below);
  expect(own.categories[0].percent).toBe(69.9);
  expect(assessments).toMatchObject([below]);
  const ofHotel = `hotelId=${hotels[1]?.id}`;
  const { trend, percent } = await read(`/api/results/summary?${ofHotel}`);
  expect([percent, trend[0].percent]).toEqual([69.9, 69.9]);
  const { hotels: compared } = await read(`/api/results/hotels?${ofHotel}`);
  expect(compared).toMatchObject([{ percent: 69.9, latest: { percent: 69.9 } }]);
  const { rows } = await read(`/api/results/responses?category=The Right Fit&${ofHotel}`);
  expect(rows).toMatchObject([{ percent: 69.9, categoryPercent: 69.9 }]);
  const days = 'from=2026-04-03&to=2026-04-03&step=day';
  const { points } = await read(`/api/results/trend?${days}&${ofHotel}`);
  expect(points).toMatchObject([{ percent: 69.9 }]);
});

test('the board’s workbook rounds no average up to the line', async () => {
  const { bytes } = await server.as('asa')('GET', '/api/workflow/export');
  const [sheet] = (await readXlsx(bytes)).sheets;
  const averages = hotels.map(({ hotelName }) =>
    sheet?.rows.find((row) => row.includes(hotelName))?.at(-1),
  );
  expect(averages).toEqual([75, 69]);
});
