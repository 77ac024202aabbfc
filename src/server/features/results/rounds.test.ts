import { afterAll, beforeAll, expect, test } from 'vitest';

import type { HotelScores } from '#domain/results/analytics.ts';
import type { HotelReport } from '#domain/results/hotel-report.ts';
import { routes } from '#server/routes.ts';
import { aHotel, aSurvey, currentRound } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let first: number;
let second: number;
let hotel: { id: number };
let once: { id: number };

beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server, { code: 'FO-012' });
  hotel = await aHotel(server, { stage: 'Onsite Assessment' });
  once = await aHotel(server, { stage: 'Onsite Assessment' });
  const hold = async (hotelId: number, option: number) => {
    const { status } = await server.as('asa')('POST', '/api/responses', {
      ...{ surveyId: survey.id, edition: survey.edition, hotelId },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
      responseAnswers: survey.questions
        .filter(({ answers }) => answers.length > 0)
        .map(({ id, answers }) => ({ questionId: id, answerId: answers[option]?.id })),
    });
    expect(status).toBe(201);
  };
  first = await currentRound(server, hotel.id);
  await hold(hotel.id, 0);
  await hold(once.id, 1);
  const move = (body: object) => server.as('asa')('PATCH', `/api/hotels/${hotel.id}`, body);
  await move({ stage: 'Initiated', cycle: 'next' });
  await move({ stage: 'Onsite Assessment' });
  second = await currentRound(server, hotel.id);
  await hold(hotel.id, 2);
});
afterAll(() => server.close());

const ask = async <T>(path: string): Promise<T> => {
  const { status, body } = await server.as('asa')('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body as T;
};
const approve = (approvedAt: string | null) =>
  server.db
    .updateTable('rounds')
    .set({ status: approvedAt ? 'approved' : 'open', approvedAt })
    .where('id', '=', first)
    .execute();

test('the report and the comparison number the cycle if the hotel has more than one', async () => {
  const { assessments } = await ask<HotelReport>(`/api/hotels/${hotel.id}/report`);
  expect(assessments).toMatchObject([
    { cycle: 2, roundId: second, percent: 100, isProvisional: false },
    { cycle: 1, roundId: first, percent: 0, isProvisional: false },
  ]);
  const alone = await ask<HotelReport>(`/api/hotels/${once.id}/report`);
  expect(alone.assessments).toMatchObject([{ cycle: null, percent: 50 }]);
  const { hotels } = await ask<HotelScores>('/api/results/hotels');
  const of = (id: number) => hotels.find(({ hotelId }) => hotelId === id);
  expect(of(hotel.id)).toMatchObject({
    latest: { cycle: 2, roundId: second },
    previous: { cycle: 1, roundId: first },
    change: 100,
  });
  expect(of(once.id)).toMatchObject({ latest: { cycle: null }, previous: null });
});

test('the word provisional and the filter come with the first approved round', async () => {
  expect(await ask('/api/results/choices')).not.toHaveProperty('hasApproved');
  await approve('2026-01-01T00:00:00Z');
  expect(await ask('/api/results/choices')).toMatchObject({ hasApproved: true });
  const rounds = await ask<{ approves: boolean }>(`/api/hotels/${once.id}/rounds`);
  expect(rounds.approves).toBe(true);
  const { assessments } = await ask<HotelReport>(`/api/hotels/${hotel.id}/report`);
  expect(assessments.map(({ isProvisional }) => isProvisional)).toEqual([true, false]);
  const { hotels } = await ask<HotelScores>('/api/results/hotels');
  expect(hotels.map(({ latest }) => latest?.isProvisional)).toEqual([true, true]);
  await server.db
    .updateTable('rounds')
    .set({ status: 'closed' })
    .where('id', '=', second)
    .execute();
  const closed = await ask<HotelReport>(`/api/hotels/${hotel.id}/report`);
  expect(closed.assessments.map(({ isProvisional }) => isProvisional)).toEqual([false, false]);
  await approve(null);
});

test('a score that was not approved before its cycle ended is not provisional', async () => {
  await approve('2026-01-01T00:00:00Z');
  const isProvisional = async () => {
    const { assessments } = await ask<HotelReport>(`/api/hotels/${once.id}/report`);
    return assessments.map((one) => one.isProvisional);
  };
  const move = (stage: string) => server.as('asa')('PATCH', `/api/hotels/${once.id}`, { stage });
  expect(await isProvisional()).toEqual([true]);
  await move('Disposition');
  expect(await isProvisional()).toEqual([false]);
  await move('Onsite Assessment');
  expect(await isProvisional()).toEqual([true]);
  await approve(null);
});

/** Every figure of Results over responses, and how many responses its reply counts. */
const counts: Record<string, (body: never) => number> = {
  '/api/results/responses': ({ total }: { total: number }) => total,
  '/api/results/summary': ({ responses }: { responses: number }) => responses,
  '/api/results/trend': ({ points }: { points: { responses: number }[] }) =>
    points.reduce((sum, one) => sum + one.responses, 0),
  '/api/results/distribution': ({ bands }: { bands: number[] }) =>
    bands.reduce((sum, one) => sum + one, 0),
  '/api/results/hotels': ({ hotels }: { hotels: { responses: number }[] }) =>
    hotels.reduce((sum, one) => sum + one.responses, 0),
  '/api/results/questions': ({ questions: [one] }: { questions: { answered: number }[] }) =>
    one?.answered ?? 0,
  '/api/results/standards': ({ standards: [one] }: { standards: { answered: number }[] }) =>
    one?.answered ?? 0,
  '/api/results/export': (csv: string) => csv.trim().split('\r\n').length - 1,
};

test('approved rounds and one round are the same responses in every figure', async () => {
  const filtered = routes
    .filter(
      ({ path, query }) => /^.api.results/.test(path) && query && 'approved' in shapeOf(query),
    )
    .map(({ path }) => path);
  const others = ['/api/results/standards/hotels'];
  expect(filtered.toSorted()).toEqual([...Object.keys(counts), ...others].toSorted());
  await approve('2026-01-01T00:00:00Z');
  for (const [path, countOf] of Object.entries(counts)) {
    const count = async (query: string) => countOf(await ask<never>(`${path}?${query}`));
    expect([path, await count('')]).toEqual([path, 3]);
    expect([path, await count('approved=1')]).toEqual([path, 1]);
    expect([path, await count(`roundId=${second}`)]).toEqual([path, 1]);
    expect([path, await count(`roundId=${second}&approved=1`)]).toEqual([path, 0]);
  }
  const rate = async (query: string) =>
    (await ask<{ completionRate: number | null }>(`/api/results/summary?${query}`)).completionRate;
  expect([await rate(''), await rate('approved=1'), await rate(`roundId=${first}`)]).toEqual([
    100,
    null,
    null,
  ]);
});

function shapeOf(query: object): object {
  return 'shape' in query ? (query.shape as object) : {};
}
