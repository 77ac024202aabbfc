import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ResultsPage, ResultsSummary } from '#domain/results/results.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { atMigration } from '#test/database/at-migration.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

test('a hotel that changes its brand leaves its responses and abandoned interviews with the former one', async () => {
  const asa = server.as('asa');
  const survey = await aSurvey(server, { choices: 1 });
  const hotel = await aHotel(server, { hotelBrand: 'Before' });
  const begin = async () => {
    const whom = { respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' };
    const about = { hotelId: hotel.id, surveyId: survey.id, ...whom };
    return { about, id: (await asa('POST', '/api/interview-sessions', about)).body.id as number };
  };
  const { about, id } = await begin();
  await asa('DELETE', `/api/interview-sessions/${id}`);
  const stored = await asa('POST', '/api/responses', {
    ...about,
    clientId: 'offline_1_response',
    edition: survey.edition,
    startedAt: new Date(Date.now() - 60_000).toISOString(),
    completedAt: new Date().toISOString(),
    responseAnswers: survey.questions.slice(0, 1).map(({ id: questionId, answers }) => ({
      questionId,
      answerId: answers[0]!.id,
    })),
  });
  expect(stored.status).toBe(201);

  const figuresOf = async (brand: string) => {
    const query = `?brand=${brand}`;
    const summary: ResultsSummary = (await asa('GET', `/api/results/summary${query}`)).body;
    const list: ResultsPage = (await asa('GET', `/api/results/responses${query}`)).body;
    return [summary.responses, list.total, summary.completionRate];
  };
  expect(await figuresOf('Before')).toEqual([1, 1, 50]);
  const choices = async (who: 'asa' | 'cole') =>
    (await server.as(who)('GET', '/api/results/choices')).body;
  expect((await choices('asa')).formerBrands).toBe(undefined);

  await asa('PATCH', `/api/hotels/${hotel.id}`, { hotelBrand: 'Misspelled' });
  await asa('PATCH', `/api/hotels/${hotel.id}`, { hotelBrand: 'After' });
  expect(await figuresOf('Before')).toEqual([1, 1, 50]);
  expect(await figuresOf('After')).toEqual([0, 0, null]);
  // An interview under way would now become a response of the new brand.
  await begin();
  expect(await figuresOf('Before')).toEqual([1, 1, 50]);
  expect(await figuresOf('After')).toEqual([0, 0, 0]);

  expect(await choices('asa')).toMatchObject({ brands: ['After'], formerBrands: ['Before'] });
  expect((await choices('cole')).formerBrands).toBe(undefined);

  // The responses of a deleted hotel still count, and can still be found.
  await asa('DELETE', `/api/hotels/${hotel.id}`);
  expect((await figuresOf('Before')).slice(0, 2)).toEqual([1, 1]);
  expect(await choices('asa')).toMatchObject({ brands: [], formerBrands: ['Before'] });
  expect((await choices('cole')).formerBrands).toBe(undefined);
  await aHotel(server, { hotelBrand: 'Before' });
  expect(await choices('asa')).not.toHaveProperty('formerBrands');
});

test('abandoned interviews from before get the brand that their hotel has when the database is updated', async () => {
  await atMigration('0076-stored-while-approved', async ({ db }) => {
    const { id } = await aHotel({ db }, { hotelBrand: 'Before' });
    await sql`insert into tombstones (kind, client_id, hotel_id, began_at)
      values ('session', 'a', ${id}, now()), ('response', 'b', null, null)`.execute(db);
    await migrate(db);
    await sql`update hotels set hotel_brand = 'After'`.execute(db);
    await sql`insert into tombstones (kind, client_id, hotel_id, began_at)
      values ('session', 'c', ${id}, now())`.execute(db);
    const kept = await db
      .selectFrom('tombstones')
      .select('hotelBrand')
      .orderBy('clientId')
      .execute();
    expect(kept.map(({ hotelBrand }) => hotelBrand)).toEqual(['Before', null, 'After']);
    expect((await sql`select hotel_id, hotel_brand from former_brands`.execute(db)).rows).toEqual([
      { hotelId: id, hotelBrand: 'Before' },
    ]);
  });
});
