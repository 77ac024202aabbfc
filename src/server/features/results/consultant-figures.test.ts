import fc from 'fast-check';
import { parseCsvObjects } from 'hucre/csv';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Distribution, HotelScores } from '#domain/results/analytics.ts';
import type { ResultsPage, ResultsSummary } from '#domain/results/results.ts';
import type { Board } from '#domain/workflow/board.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * Tests that every figure a consultant sees is over their hotels only, whatever is assigned to
 * them. The expected figures are added up here from an Admin's export.
 */
const hotelCount = 6;
let server: TestApp;
let hotels: { id: number; hotelName: string }[];

beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server, { choices: 3 });
  hotels = [];
  for (let n = 0; n < hotelCount; n += 1) hotels.push(await aHotel(server));
  // Only Admins see the responses of a deleted hotel, not even a consultant with all hotels.
  const gone = await aHotel(server);
  const held = [...hotels, gone];
  for (let n = 0; n < 40; n += 1)
    await server.as('asa')('POST', '/api/responses', {
      surveyId: survey.id,
      hotelId: held[(n * 5) % held.length]!.id,
      respondentName: `Respondent ${n}`,
      respondentJobTitle: 'Front desk, "nights"',
      completedAt: new Date(Date.now() - n * 5 * 86_400_000).toISOString(),
      responseAnswers: survey.questions.slice(0, n % 4).map((question, place) => ({
        questionId: question.id,
        answerId: question.answers[(n + place) % 3]!.id,
      })),
    });
  await server.as('alice')('DELETE', `/api/hotels/${gone.id}`);
});
afterAll(() => server.close());

/** How each hotel is assigned to Connie: by the hotel, by her list, by both, or not at all. */
const assignment = fc.constantFrom('hotel', 'list', 'both', 'none');

async function assign(ways: string[]): Promise<void> {
  const userId = server.idOf('connie');
  await server.db.deleteFrom('hotelAssignments').execute();
  for (const [place, way] of ways.entries()) {
    const { id } = hotels[place]!;
    await server.db
      .updateTable('hotels')
      .set({ serviceConsultantId: way === 'hotel' || way === 'both' ? userId : null })
      .where('id', '=', id)
      .execute();
    if (way === 'list' || way === 'both')
      await server.db.insertInto('hotelAssignments').values({ userId, hotelId: id }).execute();
  }
}

/**
 * Returns the ids of Connie's hotels, in order. Statements that join the hotels need each of them to be there once.
 */
async function assigned(): Promise<number[]> {
  const { rows } = await sql<{ hotelId: number }>`
    select hotel_id from assigned_hotels where user_id = ${server.idOf('connie')}
    order by hotel_id`.execute(server.db);
  return rows.map(({ hotelId }) => hotelId);
}

type Row = { hotel: string; date: string; total: number; most: number };

async function exported(who: 'alice' | 'connie'): Promise<Row[]> {
  const { body } = await server.as(who)('GET', '/api/results/export');
  return parseCsvObjects(body as string, { header: true }).data.map((row) => ({
    hotel: String(row['Hotel Name']),
    date: String(row['Date']),
    total: Number(row['Total Score']),
    most: Number(row['Max Score']),
  }));
}

const ask = async <T>(path: string): Promise<T> =>
  (await server.as('connie')('GET', path)).body as T;
const oneDecimal = (value: number) => Math.round(10 * value) / 10;
const percentOf = (rows: Row[]) =>
  rows.length === 0
    ? null
    : oneDecimal((100 * rows.reduce((sum, row) => sum + row.total / row.most, 0)) / rows.length);

/** The mean of five. A mean below the line of 80% is below 4. */
function ofFive(rows: Row[]): number | null {
  if (rows.length === 0) return null;
  const mean = rows.reduce((sum, { total, most }) => sum + total / most, 0) / rows.length;
  return Math.min(oneDecimal(5 * mean), mean < 0.8 - 1e-9 ? 3.9 : 5);
}

test('a consultant’s figures are those of an Admin’s export, kept to their hotels', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(assignment, { minLength: hotelCount, maxLength: hotelCount }),
      async (ways) => {
        await assign(ways);
        const own = hotels.filter((_, place) => ways[place] !== 'none');
        expect(await assigned()).toEqual(own.map(({ id }) => id));
        const names = new Set(own.map(({ hotelName }) => hotelName));
        const rows = (await exported('alice')).filter(({ hotel }) => names.has(hotel));
        expect(await exported('connie')).toEqual(rows);

        const summary = await ask<ResultsSummary>('/api/results/summary');
        expect(summary).toMatchObject({
          responses: rows.length,
          passed: rows.filter(({ total, most }) => total >= 0.8 * most).length,
          averageScore: ofFive(rows),
        });
        const byMonth = Map.groupBy(rows, ({ date }) => date.slice(0, 7));
        expect(summary.trend).toMatchObject(
          [...byMonth]
            .map(([month, ones]) => ({ month, responses: ones.length, percent: percentOf(ones) }))
            .toSorted((one, other) => one.month.localeCompare(other.month)),
        );
        const { bands } = await ask<Distribution>('/api/results/distribution');
        expect(bands.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
        expect((await ask<ResultsPage>('/api/results/responses')).total).toBe(rows.length);

        const compared = await ask<HotelScores>('/api/results/hotels?sort=hotelName&direction=asc');
        const byHotel = Map.groupBy(rows, ({ hotel }) => hotel);
        expect(
          Object.fromEntries(
            compared.hotels.map((one) => [one.hotelName, [one.responses, one.percent]]),
          ),
        ).toEqual(
          Object.fromEntries(
            [...byHotel].map(([name, ones]) => [name, [ones.length, percentOf(ones)]]),
          ),
        );
        const board = await ask<Board>('/api/workflow/board');
        expect(board.hotels.map(({ hotelName }) => hotelName).toSorted()).toEqual(
          [...names].toSorted(),
        );
      },
    ),
    { numRuns: 25 },
  );
});
