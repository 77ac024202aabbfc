import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Distribution, HotelScores, LostPoints } from '#domain/results/analytics.ts';
import type { SurveyResponse } from '#domain/responses/response.ts';
import type { ResultsPage, ResultsSummary } from '#domain/results/results.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/** Tests that every part of a chart links to exactly the responses that it counted. */
let server: TestApp;

beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server, { choices: 5 });
  const [first, , , , last] = survey.questions;
  await server.as('alice')('PUT', `/api/questions/${first!.id}`, {
    kpeCategory: 'The Right Action',
  });
  await server.as('alice')('PUT', `/api/questions/${last!.id}`, { kpeCategory: 'None' });
  const hotels = [await aHotel(server), await aHotel(server)];
  for (let n = 0; n < 30; n += 1)
    await server.as('asa')('POST', '/api/responses', {
      surveyId: survey.id,
      hotelId: hotels[n % 2]!.id,
      respondentName: `Respondent ${n}`,
      respondentJobTitle: 'Front desk',
      responseAnswers: survey.questions
        .slice(n % 3, 5)
        .map(({ id, answers }, place) => ({
          questionId: id,
          answerId: answers[n < 3 ? 2 : (n * (place + 1) + (n >> 2)) % 3]!.id,
        }))
        .filter(() => n !== 29),
    });
  // One response just below the pass line: 79.96% must not pass as 80%.
  await server.db
    .updateTable('responses')
    .set({ totalScore: 1_999, maxScore: 2_500, passed: false })
    .where('respondentName', '=', 'Respondent 7')
    .execute();
  await server.db
    .updateTable('responses')
    .set({ totalScore: 0, maxScore: 0, passed: null })
    .where('respondentName', '=', 'Respondent 11')
    .execute();
});
afterAll(() => server.close());

const ask = async <T>(what: string, query = ''): Promise<T> => {
  const { status, body } = await server.as('asa')('GET', `/api/results/${what}?${query}`);
  expect(status).toBe(200);
  return body as T;
};
const page = (query: string) => ask<ResultsPage>('responses', `pageSize=100&${query}`);

test('a filter by band limits the page, the figures and the export to responses with that score', async () => {
  const { bands, notScored } = await ask<Distribution>('distribution');
  expect(notScored).toBe(1);
  expect(bands.filter((count) => count > 0).length).toBeGreaterThan(4);
  for (const [band, count] of bands.entries()) {
    const ends = [
      ...(band === 0 ? [] : [`scoreFrom=${band * 10}`]),
      ...(band === 9 ? [] : [`scoreBelow=${band * 10 + 10}`]),
    ].join('&');
    const { total, rows } = await page(ends);
    expect([band, total, rows.length]).toEqual([band, count, count]);
    expect((await ask<ResultsSummary>('summary', ends)).responses).toBe(count);
    const lines = (await ask<string>('export', ends)).split('\r\n');
    expect(lines).toHaveLength(1 + count);
  }
  const { passed, needsReview } = await ask<ResultsSummary>('summary');
  expect((await page('scoreFrom=80')).total).toBe(passed);
  expect((await page('scoreBelow=80')).total).toBe(needsReview);
  expect((await page('scoreFrom=79&scoreBelow=80')).rows.map((row) => row.respondentName)).toEqual([
    'Respondent 7',
  ]);
});

test('a filter by category keeps responses that score in it, with their percent of the category', async () => {
  const { total, rows } = await page('category=The+Right+Action');
  expect(total).toBeGreaterThan(5);
  expect(total).toBeLessThan(30);
  expect(rows.every(({ categoryPercent }) => categoryPercent !== null)).toBe(true);
  const { hotels } = await ask<HotelScores>('hotels');
  for (const { hotelId, categories } of hotels) {
    const own = await page(`category=The+Right+Action&hotelId=${hotelId}`);
    // All have the same single question and maximum, so the mean equals the weighted percentage.
    const mean =
      own.rows.reduce((sum, row) => sum + (row.categoryPercent ?? 0), 0) / own.rows.length;
    expect(categories[1]!.percent).toBeCloseTo(mean, 1);
  }
  expect((await page('category=The+Right+Environment')).total).toBe(0);
  expect((await page('')).rows.every((row) => row.categoryPercent === null)).toBe(true);
});

test('a filter by question keeps responses that lost points at it, and returns the question’s text', async () => {
  const { questions } = await ask<LostPoints>('questions');
  expect(questions.length).toBe(5);
  const { body } = await server.as('asa')('GET', '/api/responses');
  const given = (body as SurveyResponse[]).flatMap((one) => one.responseAnswers);
  for (const { questionId, answered, text } of questions) {
    const own = given.filter((one) => one.questionId === questionId);
    const losing = own.filter(({ score }) => score < 10).length;
    expect(losing).toBeGreaterThan(0);
    expect(own).toHaveLength(answered);
    const query = `questionId=${questionId}`;
    expect((await page(query)).total).toBe(losing);
    const narrowed = await ask<LostPoints>('questions', `limit=1&${query}`);
    expect(narrowed.questions[0]).toMatchObject({ questionId, text, answered: losing });
  }
});

test('a filter that interviews in progress cannot match leaves out the completion rate', async () => {
  const rate = async (query: string) =>
    (await ask<ResultsSummary>('summary', query)).completionRate;
  expect(await rate('')).toBe(100);
  for (const query of [
    'scoreFrom=10',
    'scoreBelow=90',
    'category=The+Right+Fit',
    'questionId=1',
    'stage=Initiated',
  ])
    expect(await rate(query)).toBeNull();
});

test('a filter by assessment keeps the responses of its stage, also those before the range', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await server.db
    .updateTable('responses')
    .set({ hotelStage: 'Onsite Assessment', completedAt: daysAgo(40) })
    .where(sql<boolean>`id % 5 < 2`)
    .execute();
  const { hotels } = await ask<HotelScores>('hotels', `from=${daysAgo(10).slice(0, 10)}`);
  expect(hotels).toHaveLength(2);
  for (const { hotelId, latest, previous } of hotels) {
    expect([previous?.stage, latest?.stage]).toEqual(['Onsite Assessment', 'Initiated']);
    for (const assessment of [previous!, latest!]) {
      const { stage, percent } = assessment;
      const { rows } = await page(
        new URLSearchParams({ hotelId: String(hotelId), stage }).toString(),
      );
      const ratios = rows
        .filter(({ maxScore }) => maxScore > 0)
        .map(({ totalScore, maxScore }) => totalScore / maxScore);
      expect(ratios.length).toBeGreaterThan(2);
      const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
      expect(Math.abs(100 * mean - percent)).toBeLessThan(0.0501);
    }
  }
});

test('the filters stay within scope, and refuse invalid values', async () => {
  const asked = (who: 'asa' | 'cole', query: string) =>
    server.as(who)('GET', `/api/results/responses?${query}`);
  expect((await asked('cole', 'scoreFrom=0')).body).toMatchObject({ rows: [], total: 0 });
  for (const query of [
    'scoreFrom=-1',
    'scoreBelow=101',
    'scoreFrom=x',
    'category=Fit',
    'questionId=0',
    'stage=Onsite',
  ])
    expect((await asked('asa', query)).status).toBe(400);
});
