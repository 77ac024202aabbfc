import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { SurveyResponse } from '#domain/responses/response.ts';
import type { ResultsPage, ResultsSummary } from '#domain/results/results.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { readTable } from '#server/files/read-table.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

type Who = 'alice' | 'asa' | 'connie' | 'cole';
const now = Date.parse('2026-05-20T12:00:00Z');
let server: TestApp;
let survey: SurveyWithQuestions;
let connies: { id: number };
let others: { id: number };

/**
 * Stores twelve responses over four months at two hotels, with the options 0, 1, 2 of the three
 * questions in turn.
 */
beforeAll(async () => {
  server = await openTestApp({ now: () => now });
  survey = await aSurvey(server, { choices: 3 });
  connies = await aHotel(server, {
    serviceConsultantId: server.idOf('connie'),
    hotelBrand: 'Aurora',
  });
  others = await aHotel(server, { hotelBrand: 'Harbor' });
  for (let n = 0; n < 12; n += 1) {
    const completed = Date.parse('2026-02-10T09:00:00Z') + n * 8 * 86_400_000;
    await server.as('asa')('POST', '/api/responses', {
      clientId: `offline_${n}_response`,
      surveyId: survey.id,
      edition: survey.edition,
      hotelId: (n % 3 === 0 ? connies : others).id,
      respondentName: `Respondent ${n}`,
      respondentJobTitle: 'Front desk',
      startedAt: new Date(completed - (60 + n) * 1_000).toISOString(),
      completedAt: new Date(completed).toISOString(),
      responseAnswers: survey.questions.slice(0, 3).map((question, index) => ({
        questionId: question.id,
        answerId: question.answers[(n + index * (n % 2)) % 3]!.id,
      })),
    });
  }
});
afterAll(() => server.close());

const summary = async (who: Who, query = '') =>
  (await server.as(who)('GET', `/api/results/summary${query}`)).body as ResultsSummary;
const page = async (who: Who, query = '') =>
  (await server.as(who)('GET', `/api/results/responses${query}`)).body as ResultsPage;
const all = async (who: Who) =>
  (await server.as(who)('GET', '/api/responses')).body as SurveyResponse[];

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const oneDecimal = (value: number) => Math.round(value * 10) / 10;
/** A mean below the line of 80% is below 4 of 5. */
const ofFive = (ratio: number) => Math.min(oneDecimal(5 * ratio), ratio < 0.8 - 1e-9 ? 3.9 : 5);

describe('the summary', () => {
  test.each(['asa', 'connie'] as const)(
    'equals the figures computed from the responses, in the scope of %s',
    async (who) => {
      const responses = await all(who);
      const ratios = responses.map((one) => one.totalScore / one.maxScore);
      const figures = await summary(who);
      expect(figures.responses).toBe(who === 'asa' ? 12 : 4);
      expect(figures).toMatchObject({
        responses: responses.length,
        passed: responses.filter((one) => verdictOf(one) === 'Pass').length,
        needsReview: responses.filter((one) => verdictOf(one) === 'Needs Review').length,
        notScored: 0,
        averageScore: ofFive(mean(ratios)),
        completionRate: 100,
      });
      const fit = {
        totalScore: responses.reduce((sum, one) => sum + one.totalScore, 0),
        maxScore: responses.reduce((sum, one) => sum + one.maxScore, 0),
      };
      expect(figures.categories).toEqual([
        { category: 'The Right Fit', percent: percentOf(fit) },
        { category: 'The Right Action', percent: null },
        { category: 'The Right Environment', percent: null },
      ]);
      const months = Map.groupBy(responses, (one) => one.completedAt.slice(0, 7));
      expect(figures.trend).toEqual(
        [...months]
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([month, ones]) => ({
            month,
            isWhole: month !== '2026-05',
            isRunning: month === '2026-05',
            responses: ones.length,
            scored: ones.length,
            passed: ones.filter((one) => verdictOf(one) === 'Pass').length,
            percent: oneDecimal(100 * mean(ones.map((one) => one.totalScore / one.maxScore))),
          })),
      );
    },
  );

  test('contains the median of the durations', async () => {
    expect((await summary('asa')).medianDuration).toBe(65.5);
  });

  test('has null figures when there is no response', async () => {
    expect(await summary('asa', '?from=2020-01-01&to=2020-12-31')).toMatchObject({
      responses: 0,
      averageScore: null,
      completionRate: null,
      medianDuration: null,
      trend: [],
    });
  });

  test('counts interviews in progress and abandoned ones as not completed', async () => {
    const hotel = await aHotel(server, { hotelBrand: 'Fresh' });
    const begin = () =>
      server.as('asa')('POST', '/api/interview-sessions', {
        hotelId: hotel.id,
        surveyId: survey.id,
        respondentName: 'Rosa Respondent',
        respondentJobTitle: 'Front desk',
      });
    const [, abandoned] = [await begin(), await begin()];
    await server.as('asa')('DELETE', `/api/interview-sessions/${abandoned.body.id}`);
    expect((await summary('asa', `?hotelId=${hotel.id}`)).completionRate).toBe(0);
    expect((await summary('asa', `?brand=Aurora`)).completionRate).toBe(100);
  });
});

describe('days', () => {
  const samoa = 'timeZone=Pacific/Pago_Pago';
  const monthsOf = async (query: string) =>
    (await summary('asa', query)).trend.map(
      ({ month, responses, isWhole }) => `${month} ${responses}${isWhole ? '' : ' cut'}`,
    );

  test('begin at midnight in the reader’s time zone, also the first of a month', async () => {
    // Each was completed at 09:00 UTC, which is 22:00 of the day before in Samoa.
    const total = async (query: string) => (await page('asa', query)).total;
    expect(await total('?from=2026-02-10&to=2026-02-17')).toBe(1);
    expect(await total(`?from=2026-02-10&to=2026-02-17&${samoa}`)).toBe(1);
    expect(await total(`?from=2026-02-09&to=2026-02-17&${samoa}`)).toBe(2);
    expect((await summary('asa', `?from=2026-02-09&to=2026-02-17&${samoa}`)).responses).toBe(2);
    const whole = ['2026-02 3', '2026-03 4', '2026-04 3', '2026-05 2 cut'];
    expect(await monthsOf('')).toEqual(whole);
    expect(await monthsOf(`?${samoa}`)).toEqual([
      ...whole.slice(0, 2),
      '2026-04 4',
      '2026-05 1 cut',
    ]);
  });

  test('limit the first and the last month of the range', async () => {
    expect(await monthsOf('?from=2026-02-01&to=2026-04-30')).toEqual([
      '2026-02 3',
      '2026-03 4',
      '2026-04 3',
    ]);
    expect(await monthsOf('?from=2026-02-02&to=2026-04-29')).toEqual([
      '2026-02 3 cut',
      '2026-03 4',
      '2026-04 3 cut',
    ]);
    expect(await monthsOf('?from=2020-01-01&to=2020-12-31')).toEqual([]);
  });

  test('are in the installation’s time zone in files, and when the query names no time zone', async () => {
    const { config } = server.deps;
    const dates = async (query: string) => {
      const { body } = await server.as('asa')('GET', `/api/results/export${query}`);
      return (body as string).split('\r\n').map((line) => line.slice(0, 10));
    };
    config.timeZone = 'Pacific/Pago_Pago';
    expect(await dates('?to=2026-02-09')).toEqual([expect.anything(), '2026-02-09']);
    expect(await dates('?to=2026-02-10&timeZone=UTC')).toEqual([expect.anything(), '2026-02-09']);
    config.timeZone = 'UTC';
    expect(await dates('?to=2026-02-10')).toEqual([expect.anything(), '2026-02-10']);
  });

  test('are refused with an unknown time zone', async () => {
    for (const what of ['summary', 'responses', 'distribution', 'hotels', 'questions', 'export']) {
      const path = `/api/results/${what}?from=2026-02-10&timeZone=Mars/Olympus`;
      const { status, body } = await server.as('asa')('GET', path);
      expect([what, status, body.errors]).toEqual([
        what,
        400,
        [{ path: 'timeZone', message: 'Name a time zone such as Europe/Berlin' }],
      ]);
    }
  });

  test('can be the first and the last day of the calendar', async () => {
    expect((await summary('asa', '?from=0001-01-01&to=9999-12-31')).responses).toBe(12);
  });
});

describe('the page', () => {
  test('is sorted over the whole range, as requested', async () => {
    const first = await page('asa', '?pageSize=5&sort=percent&direction=asc');
    const last = await page('asa', '?pageSize=5&sort=percent&direction=asc&page=3');
    expect([first.rows.length, last.rows.length, first.total]).toEqual([5, 2, 12]);
    const percents = first.rows.map((row) => row.percent ?? 0);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(Math.max(...percents)).toBeLessThanOrEqual(last.rows[0]!.percent!);
  });

  test('sorted by duration, has interviews of unknown duration last', async () => {
    const begin = (startedAt: string | null) =>
      server.db
        .updateTable('responses')
        .set({ startedAt })
        .where('respondentName', '=', 'Respondent 7')
        .returning('completedAt')
        .executeTakeFirstOrThrow();
    const sorted = async (direction: string) =>
      (await page('asa', `?sort=duration&direction=${direction}`)).rows.map((row) =>
        Number(row.respondentName.replace('Respondent ', '')),
      );
    const { completedAt } = await begin(null);
    const expected = [11, 10, 9, 8, 6, 5, 4, 3, 2, 1, 0, 7];
    expect(await sorted('desc')).toEqual(expected);
    expect(await sorted('asc')).toEqual(expected.toReversed());
    await begin(new Date(Date.parse(completedAt) - 67_000).toISOString());
  });

  test('filters by first and last day, survey, hotel, brand and consultant', async () => {
    const total = async (query: string) => (await page('alice', query)).total;
    expect(await total('?from=2026-02-10&to=2026-02-18')).toBe(2);
    expect(await total(`?surveyId=${survey.id}`)).toBe(12);
    expect(await total(`?hotelId=${connies.id}`)).toBe(4);
    expect(await total('?brand=Harbor')).toBe(8);
    expect(await total(`?consultantId=${server.idOf('connie')}`)).toBe(4);
    expect(await total(`?consultantId=${server.idOf('cole')}`)).toBe(0);
  });

  test('refuses the filter by consultant to everybody but Admins, and invalid filters', async () => {
    const asked = (who: Who, query: string) =>
      server.as(who)('GET', `/api/results/responses${query}`);
    const byConsultant = `?consultantId=${server.idOf('connie')}`;
    expect((await asked('asa', byConsultant)).status).toBe(403);
    expect((await asked('connie', byConsultant)).status).toBe(403);
    expect((await asked('asa', '?from=yesterday')).status).toBe(400);
    expect((await asked('asa', '?pageSize=100000')).status).toBe(400);
  });

  test('never contains another consultant’s hotels, whatever the filter', async () => {
    expect((await page('connie', `?hotelId=${others.id}`)).total).toBe(0);
    expect((await page('cole')).total).toBe(0);
  });
});

test('the choices are limited to the scope', async () => {
  const { body } = await server.as('connie')('GET', '/api/results/choices');
  expect(body).toEqual({ surveys: [{ id: survey.id, title: survey.title }], brands: ['Aurora'] });
  expect((await server.as('cole')('GET', '/api/results/choices')).body).toEqual({
    surveys: [],
    brands: [],
  });
});

describe('the export', () => {
  const lines = async (who: Who, query = '') => {
    const { body, headers } = await server.as(who)('GET', `/api/results/export${query}`);
    expect(headers['content-disposition']).toContain('survey-results.csv');
    return (body as string).split('\r\n');
  };

  test('contains every filtered response within scope, the latest first', async () => {
    const [head, ...rows] = await lines('asa');
    expect(head).toBe(
      '\ufeffDate,Survey,Respondent Name,Job Title,Hotel Name,Hotel Brand,Hotel Address,' +
        'Total Score,Max Score,Percentage,Notes,Sync Status',
    );
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatch(/^2026-05-09,Arrival and welcome,Respondent 11,Front desk,/);
    expect(await lines('connie')).toHaveLength(1 + 4);
    expect(await lines('asa', '?brand=Aurora')).toHaveLength(1 + 4);
  });

  test('contains each response once and none of later days, also when they fill several batches', async () => {
    // Three responses at each moment, so that a batch ends in the middle of three. 360 are of the
    // last day.
    await sql`
      insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
        hotel_address, respondent_name, respondent_job_title, total_score, max_score, completed_at)
      select 'many_' || n, '', ${survey.id}, ${survey.edition}, ${others.id}, 'Many', 'Harbor', '',
        'Respondent ' || n, 'Front desk', 0, 0,
        timestamptz '2024-03-03T23:59:00Z' - (n / 3) * interval '12 minutes'
      from generate_series(0, 4499) n`.execute(server.db);
    const [, ...rows] = await lines('asa', '?from=2024-01-01&to=2024-03-02');
    const names = rows.map((row) => row.split(',')[2]);
    const expected = Array.from({ length: 4_500 - 360 }, (_, n) => `Respondent ${n + 360}`);
    expect(names).toHaveLength(expected.length);
    expect(new Set(names)).toEqual(new Set(expected));
    expect(rows[0]).toMatch(/^2024-03-02/);
    // March begins thirteen hours earlier in Auckland, and there are 15 responses per hour.
    const months = async (zone: string) =>
      (await summary('asa', `?from=2024-02-01&to=2024-03-31&timeZone=${zone}`)).trend.map(
        ({ month, responses }) => [month, responses],
      );
    const inMarch = 3 * 360;
    expect(await months('UTC')).toEqual([
      ['2024-02', 4_500 - inMarch],
      ['2024-03', inMarch],
    ]);
    expect(await months('Pacific/Auckland')).toEqual([
      ['2024-02', 4_500 - inMarch - 195],
      ['2024-03', inMarch + 195],
    ]);
  });

  test('has columns of ids at the end when the query asks for them', async () => {
    const [plain = '', ...rows] = await lines('asa');
    const [head, first, ...others] = await lines('asa', '?ids=1');
    expect(head).toBe(`${plain},Response ID,Survey ID,Hotel ID`);
    expect(others).toHaveLength(rows.length - 1);
    const { body } = await server.as('asa')('GET', '/api/results/responses?pageSize=1');
    const [{ id, surveyId, hotelId }] = body.rows;
    expect(first).toBe(`${rows[0]},${id},${surveyId},${hotelId}`);
  });

  test('can be a CSV file with semicolons, or a workbook with the same rows', async () => {
    const commas = await lines('asa');
    const semicolons = await lines('asa', '?as=csv-semicolon');
    expect(semicolons[0]).toBe(commas[0]?.replaceAll(',', ';'));
    expect(semicolons).toHaveLength(commas.length);
    const { bytes, headers } = await server.as('asa')('GET', '/api/results/export?as=xlsx');
    expect(headers['content-disposition']).toContain('survey-results.xlsx');
    const limits = { formats: ['xlsx'] as const, maxRows: 5_000, maxColumns: 20 };
    const { rows } = await readTable({ name: 'survey-results.xlsx', bytes }, limits);
    expect(rows).toHaveLength(commas.length);
    expect(rows[0]?.join(',')).toBe(commas[0]?.slice(1));
    expect(rows[1]?.slice(0, 3)).toEqual(['2026-05-09', 'Arrival and welcome', 'Respondent 11']);
  });

  test('names the consultant only for Admins', async () => {
    const [head] = await lines('alice');
    expect(head).toContain(',Service Consultant,');
    const refused = await server.as('asa')('GET', `/api/results/export?consultantId=1`);
    expect(refused.status).toBe(403);
  });
});
