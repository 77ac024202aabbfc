import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Trend } from '#domain/results/results.ts';
import { mostPoints } from '#domain/results/trend.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/** Half past midnight on a Wednesday in Berlin, which has summer time since 29 March. */
const now = Date.parse('2026-04-14T22:30:00Z');
let server: TestApp;
let survey: SurveyWithQuestions;
let connies: number;

/** Moments around midnight in Samoa, UTC and Kiritimati, and around the hour that Berlin skips. */
const moments = [
  ...['2026-03-28T09:59:59Z', '2026-03-28T10:00:00Z', '2026-03-28T10:59:59Z'],
  ...['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-28T23:59:59Z'],
  ...['2026-03-29T00:00:00Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'],
  ...['2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z', '2026-03-30T11:00:00Z'],
  ...['2026-04-05T22:00:00Z', '2026-04-14T21:59:59Z', '2026-04-14T22:10:00Z'],
];

beforeAll(async () => {
  server = await openTestApp({ now: () => now });
  survey = await aSurvey(server, { choices: 3 });
  const [own, other] = [
    await aHotel(server, { serviceConsultantId: server.idOf('connie') }),
    await aHotel(server, {}),
  ];
  connies = own.id;
  for (const [n, completedAt] of moments.entries()) {
    const { status } = await server.as('asa')('POST', '/api/responses', {
      clientId: `offline_${n}_trend`,
      surveyId: survey.id,
      edition: survey.edition,
      hotelId: n % 3 === 0 ? own.id : other.id,
      respondentName: `Respondent ${n}`,
      respondentJobTitle: 'Front desk',
      completedAt,
      responseAnswers: survey.questions.slice(0, 3).map((question, index) => ({
        questionId: question.id,
        answerId: question.answers[(n + index * (n % 2)) % 3]!.id,
      })),
    });
    expect(status).toBe(201);
  }
});
afterAll(() => server.close());

const ask = (who: 'asa' | 'connie', query: string) =>
  server.as(who)('GET', `/api/results/trend?${query}`);
async function trend(who: 'asa' | 'connie', query: string) {
  const { status, body } = await ask(who, query);
  expect(status).toBe(200);
  return (body as Trend).points;
}

type Answered = { completedAt: string; totalScore: number; maxScore: number };
/**
 * Returns the responses by the day on which they were completed in a time zone, as a browser
 * computes it.
 */
async function byDay(who: 'asa' | 'connie', timeZone: string) {
  const { body } = await server.as(who)('GET', '/api/responses');
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return Map.groupBy(body as Answered[], (one) => format.format(new Date(one.completedAt)));
}
const meanOf = (ones: Answered[]) => {
  const ratios = ones.map(({ totalScore, maxScore }) => totalScore / maxScore);
  return Math.round((1_000 * ratios.reduce((sum, one) => sum + one, 0)) / ratios.length) / 10;
};

const range = 'from=2026-03-26&to=2026-04-15';

test.each(['UTC', 'Europe/Berlin', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
  'a day has what was completed on it in %s',
  async (zone) => {
    for (const who of ['asa', 'connie'] as const) {
      const days = await byDay(who, zone);
      const points = await trend(who, `${range}&step=day&timeZone=${zone}`);
      const held = points.filter(({ responses }) => responses > 0);
      const expected = [...days].toSorted(([one], [other]) => one.localeCompare(other));
      expect(held.map(({ from, responses, percent }) => [from, responses, percent])).toEqual(
        expected.map(([day, ones]) => [day, ones.length, meanOf(ones)]),
      );
      expect(points[0]).toMatchObject({ from: '2026-03-26', responses: 0, percent: null });
    }
  },
);

test('weeks begin on Monday where whoever asks is; the range cuts the first', async () => {
  const weeks = await trend('asa', `${range}&step=week&timeZone=Europe/Berlin`);
  expect(weeks.map(({ from, responses }) => [from, responses])).toEqual([
    // Up to the last second of Sunday in Berlin, because 22:00 UTC is already Monday there.
    ['2026-03-23', 10],
    ['2026-03-30', 2],
    ['2026-04-06', 1],
    ['2026-04-13', 2],
  ]);
  expect(weeks.map(({ isWhole, isRunning }) => [isWhole, isRunning])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
});

test('the running day is the last, also where the range goes on; a past range has none', async () => {
  const last = async (zone: string, to = '2026-04-20') =>
    (await trend('asa', `from=2026-04-10&to=${to}&step=day&timeZone=${zone}`)).at(-1);
  expect(await last('Europe/Berlin')).toMatchObject({ from: '2026-04-15', isRunning: true });
  expect(await last('UTC')).toMatchObject({ from: '2026-04-14', isRunning: true, isWhole: false });
  expect(await last('UTC', '2026-04-13')).toMatchObject({ isRunning: false, isWhole: true });
  expect(await trend('asa', 'from=2026-05-01&to=2026-05-20&step=day')).toEqual([]);
});

test('the filter holds as it does for the summary', async () => {
  const points = await trend('asa', `${range}&step=day&timeZone=UTC&hotelId=${connies}`);
  const { body } = await server.as('asa')(
    'GET',
    `/api/results/summary?${range}&timeZone=UTC&hotelId=${connies}`,
  );
  expect(points.reduce((sum, { responses }) => sum + responses, 0)).toBe(body.responses);
});

test('an open range begins with the oldest of its points, up to today', async () => {
  const { body } = await server.as('asa')('GET', '/api/results/summary');
  for (const query of ['timeZone=UTC', 'step=week', 'from=0000-01-01&to=9999-12-31&step=week']) {
    const points = await trend('asa', query);
    expect(points).toHaveLength(mostPoints);
    expect(points.reduce((sum, { responses }) => sum + responses, 0)).toBe(body.responses);
    expect(points.at(-1)).toMatchObject({ isRunning: true });
  }
  const since = await trend('asa', 'from=2026-04-13&timeZone=UTC');
  expect(since.map(({ from }) => from)).toEqual(['2026-04-13', '2026-04-14']);
});

test('an unknown step and a range that ends before it begins are refused', async () => {
  expect((await ask('asa', `${range}&step=hour`)).status).toBe(400);
  expect((await ask('connie', `${range}&step=day&consultantId=1`)).status).toBe(403);
  expect((await ask('asa', 'from=2026-04-02&to=2026-04-01&step=week')).status).toBe(400);
  expect(await trend('asa', 'from=0000-01-01&to=0000-12-31&step=week')).toEqual([]);
});

test('the average of the summary comes with the percent that its verdict goes by', async () => {
  const { body } = await server.as('asa')('GET', `/api/results/summary?${range}`);
  expect(body.percent).toBe(meanOf([...(await byDay('asa', 'UTC')).values()].flat()));
});
