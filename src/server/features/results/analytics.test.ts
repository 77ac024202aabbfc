import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  mostHotelChoices,
  type Distribution,
  type HotelScores,
  type LostPoints,
} from '#domain/results/analytics.ts';
import type { SurveyResponse } from '#domain/responses/response.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { aHotel, aSurvey, currentRound } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

type Who = 'alice' | 'asa' | 'connie' | 'cole';
const now = Date.parse('2026-05-20T12:00:00Z');
const aDay = 86_400_000;
let server: TestApp;
let surveys: SurveyWithQuestions[];
/** The first hotel is assigned to Connie. */
let hotels: { id: number; hotelName: string }[];
const stageOf = new Map<string, Stage>();

beforeAll(async () => {
  server = await openTestApp({ now: () => now });
  surveys = [
    await aSurvey(server, { choices: 3, title: 'Arrival' }),
    await aSurvey(server, { choices: 2, title: 'Breakfast' }),
  ];
  hotels = [
    await aHotel(server, { serviceConsultantId: server.idOf('connie'), hotelBrand: 'Aurora' }),
    await aHotel(server, { hotelBrand: 'Harbor', hotelId: 'Pier-7', hotelCity: 'Ostend' }),
    await aHotel(server, { hotelBrand: 'Aurora' }),
  ];
});
afterAll(() => server.close());

const ask = async <T>(who: Who, what: string, query = ''): Promise<T> => {
  const { status, body } = await server.as(who)('GET', `/api/results/${what}${query}`);
  expect(status).toBe(200);
  return body as T;
};

type Interview = {
  hotel: number;
  survey: number;
  stage: Stage;
  daysAgo: number;
  /** The chosen option of each question. Null when it was skipped. */
  options: (number | null)[];
};
const interviews = fc.array(
  fc.record<Interview>({
    hotel: fc.nat(2),
    survey: fc.nat(1),
    stage: fc.constantFrom(...stages),
    daysAgo: fc.nat(100),
    options: fc.array(fc.option(fc.nat(2)), { minLength: 3, maxLength: 3 }),
  }),
  { minLength: 4, maxLength: 8 },
);

async function store({ hotel, survey: which, stage, daysAgo, options }: Interview) {
  const survey = surveys[which]!;
  const { id } = hotels[hotel]!;
  const clientId = `offline_${stageOf.size}_analytics`;
  stageOf.set(clientId, stage);
  await server.db.updateTable('hotels').set({ stage }).where('id', '=', id).execute();
  const answers = survey.questions
    .filter((question) => question.type === 'radio')
    .map((question, index) => ({
      questionId: question.id,
      answerId: question.answers[options[index] ?? -1]?.id ?? null,
    }));
  const { status } = await server.as('asa')('POST', '/api/responses', {
    clientId,
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: id,
    roundId: await currentRound(server, id),
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    // No two interviews end at the same moment, so that it is always clear which stage was last.
    completedAt: new Date(now - daysAgo * aDay - stageOf.size * 1_000).toISOString(),
    responseAnswers: answers.filter(({ answerId }) => answerId !== null),
  });
  expect(status).toBe(201);
}

const from = new Date(now - 50 * aDay).toISOString().slice(0, 10);
const inRange = (one: SurveyResponse) => one.completedAt.slice(0, 10) >= from;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
/**
 * Returns the mean with one decimal. It adds sixtieths, in which maxima of 20 and 30 points give
 * exact halves.
 */
function meanPercent(responses: SurveyResponse[]): number {
  const sixtieths = sum(responses.map((one) => (60 * one.totalScore) / one.maxScore));
  return Math.round((1_000 * sixtieths) / (60 * responses.length)) / 10;
}

function assessmentsOf(responses: SurveyResponse[]) {
  const byRound = Map.groupBy(responses, ({ roundId }) => roundId);
  return [...byRound.values()]
    .map((ones) => ({
      stage: stageOf.get(ones[0]!.clientId),
      percent: meanPercent(ones),
      last: ones
        .map((one) => one.completedAt)
        .toSorted()
        .at(-1)!,
    }))
    .toSorted((a, b) => (a.last < b.last ? 1 : -1))
    .map(({ stage, percent }) => ({ stage, percent }));
}

test('every figure equals the one computed from the responses of range and scope', async () => {
  const check = async (who: Who) => {
    const { body } = await server.as(who)('GET', '/api/responses');
    const upToNow = body as SurveyResponse[];
    const responses = upToNow.filter(inRange);

    const distribution = await ask<Distribution>(who, 'distribution', `?from=${from}`);
    const { bands, notScored, passed } = distribution;
    expect(notScored).toBe(0);
    expect(passed).toBe(responses.filter((one) => one.passed).length);
    expect(bands).toEqual(
      Array.from({ length: 10 }, (_, band) => {
        const [least, most] = [band * 10, band === 9 ? 101 : band * 10 + 10];
        return responses.filter(({ totalScore, maxScore }) => {
          const percent = (100 * totalScore) / maxScore;
          return percent >= least && percent < most;
        }).length;
      }),
    );

    const compared = await ask<HotelScores>(who, 'hotels', `?from=${from}`);
    const byHotel = Map.groupBy(responses, (one) => one.hotelId!);
    expect(compared.total).toBe(byHotel.size);
    expect(new Set(compared.hotels.map((one) => one.hotelId))).toEqual(new Set(byHotel.keys()));
    for (const hotel of compared.hotels) {
      const own = byHotel.get(hotel.hotelId)!;
      expect([hotel.responses, hotel.percent]).toEqual([own.length, meanPercent(own)]);
      const [latest, previous] = assessmentsOf(
        upToNow.filter((one) => one.hotelId === hotel.hotelId),
      );
      const shown = [hotel.latest, hotel.previous].map(
        (one) => one && { stage: one.stage, percent: one.percent },
      );
      expect(shown).toEqual([latest, previous ?? null]);
      expect(hotel.change).toBe(
        previous ? Math.round(10 * (latest!.percent - previous.percent)) / 10 : null,
      );
    }
    const changes = compared.hotels.map((one) => one.change ?? 0);
    expect([compared.improved, compared.declined]).toEqual([
      changes.filter((one) => one > 0).length,
      changes.filter((one) => one < 0).length,
    ]);
    const percents = compared.hotels.map((one) => one.percent!);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));

    const lost = await ask<LostPoints>(who, 'questions', `?from=${from}&limit=100`);
    const given = responses.flatMap((one) => one.responseAnswers).filter((one) => one.answerId);
    const byQuestion = Map.groupBy(given, (one) => one.questionId);
    expect(lost.total).toBe(byQuestion.size);
    for (const question of lost.questions) {
      const own = byQuestion.get(question.questionId)!;
      const score = sum(own.map((one) => one.score));
      expect(question).toMatchObject({
        answered: own.length,
        score,
        maximum: own.length * 10,
        lost: own.length * 10 - score,
      });
    }
    const points = lost.questions.map((one) => one.lost);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    expect(lost.totalLost).toBe(sum(points));
  };
  await fc.assert(
    fc.asyncProperty(interviews, async (held) => {
      for (const interview of held) await store(interview);
      await check('asa');
      await check('connie');
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test('a question has the text of the latest edition that asked it', async () => {
  const [question] = surveys[0]!.questions;
  await server.as('alice')('PUT', `/api/questions/${question!.id}`, { text: 'In other words' });
  const { body } = await server.as('alice')('GET', `/api/surveys/${surveys[0]!.id}/with-questions`);
  const told = async () => {
    const { questions } = await ask<LostPoints>('asa', 'questions', '?limit=100');
    return questions.find((one) => one.questionId === question!.id)?.text;
  };
  expect(await told()).toBe('Question 1');
  surveys[0] = body as SurveyWithQuestions;
  await store({ hotel: 1, survey: 0, stage: 'Evaluation', daysAgo: 0, options: [0, 0, 0] });
  expect(await told()).toBe('In other words');
});

test('hotels are returned in the requested order and number', async () => {
  const all = await ask<HotelScores>('asa', 'hotels', '?sort=hotelName&direction=desc');
  const names = hotels.map((one) => one.hotelName).toSorted();
  expect(all.hotels.map((one) => one.hotelName)).toEqual(names.toReversed());
  const first = await ask<HotelScores>('asa', 'hotels', '?sort=responses&direction=desc&limit=1');
  expect(first.total).toBe(3);
  expect(first.hotels.map((one) => one.responses)).toEqual([
    Math.max(...all.hotels.map((one) => one.responses)),
  ]);
});

test('every hotel is on one of the pages, and a search finds a hotel by name, ID or city', async () => {
  const all = await ask<HotelScores>('asa', 'hotels', '?sort=hotelName');
  const paged = [];
  for (let offset = 0; offset < all.total; offset += 2) {
    const page = await ask<HotelScores>(
      'asa',
      'hotels',
      `?sort=hotelName&limit=2&offset=${offset}`,
    );
    expect(page.total).toBe(all.total);
    paged.push(...page.hotels);
  }
  expect(paged).toEqual(all.hotels);
  // A page beyond the end, as after a deletion on the last page, still has the totals.
  const { total, improved, declined } = all;
  expect(await ask('asa', 'hotels', `?offset=${total}`)).toEqual({
    hotels: [],
    ...{ total, improved, declined },
  });
  const name = encodeURIComponent(hotels[1]!.hotelName.toUpperCase());
  for (const search of [name, 'pier-7', 'OSTEND']) {
    const found = await ask<HotelScores>('asa', 'hotels', `?search=${search}`);
    expect(found.hotels.map(({ hotelId }) => hotelId)).toEqual([hotels[1]!.id]);
    expect(found.total).toBe(1);
  }
  expect(await ask('connie', 'hotels', `?search=${name}`)).toMatchObject({ hotels: [], total: 0 });
});

test.each(['distribution', 'hotels', 'questions'])('%s keeps to scope and filter', async (what) => {
  const asked = (who: Who, query = '') => server.as(who)('GET', `/api/results/${what}${query}`);
  const nothing = {
    distribution: { bands: Array.from({ length: 10 }, () => 0), notScored: 0, passed: 0 },
    hotels: { hotels: [], total: 0, improved: 0, declined: 0 },
    questions: { questions: [], total: 0, totalLost: 0 },
  }[what];
  expect((await asked('cole')).body).toEqual(nothing);
  expect((await asked('connie', `?hotelId=${hotels[1]!.id}`)).body).toEqual(nothing);
  expect((await asked('asa', '?from=2020-01-01&to=2020-12-31')).body).toEqual(nothing);
  const byConsultant = `?consultantId=${server.idOf('connie')}`;
  expect((await asked('connie', byConsultant)).status).toBe(403);
  expect((await asked('asa', byConsultant)).status).toBe(403);
  expect((await asked('alice', byConsultant)).body).toEqual((await asked('connie')).body);
  expect((await asked('asa', '?from=yesterday')).status).toBe(400);
});

test('the choices contain only hotels within scope', async () => {
  const choices = async (who: Who, query = '') =>
    (await ask<{ id: number }[]>(who, 'hotel-choices', query)).map((one) => one.id);
  const [connies, other] = hotels.map((one) => one.id);
  expect(await choices('connie')).toEqual([connies]);
  expect(await choices('connie', `?id=${other}`)).toEqual([]);
  expect(await choices('asa', `?id=${other}`)).toEqual([other]);
  const name = hotels[1]!.hotelName.slice(3).toUpperCase();
  expect(await choices('asa', `?search=${encodeURIComponent(name)}`)).toEqual([other]);
  expect(await choices('asa', '?search=%25')).toEqual([]);
});

test('the choices are found by ID and city too, and say when there are others', async () => {
  const found = async (search: string) =>
    (await ask<{ id: number }[]>('asa', 'hotel-choices', `?search=${search}`)).map(({ id }) => id);
  const alike = [];
  for (let at = 0; at < mostHotelChoices; at += 1)
    alike.push(
      await aHotel(server, {
        ...{ hotelId: `Alike-${100 + at}`, hotelName: 'One of many', hotelCity: 'Ghent' },
      }),
    );
  expect(await found('one%20of%20many')).toEqual(alike.map(({ id }) => id));
  expect(await found('alike-119')).toEqual([alike.at(-1)!.id]);
  expect(await found('ghent')).toHaveLength(mostHotelChoices);
  await aHotel(server, { hotelName: 'Another', hotelCity: 'Ghent' });
  expect(await found('ghent')).toHaveLength(mostHotelChoices + 1);
});

test('a limit or an order that does not exist is refused', async () => {
  for (const query of ['hotels?limit=201', 'hotels?limit=0', 'questions?limit=101'])
    expect((await server.as('asa')('GET', `/api/results/${query}`)).status).toBe(400);
  expect((await server.as('asa')('GET', '/api/results/hotels?sort=owner')).status).toBe(400);
});
