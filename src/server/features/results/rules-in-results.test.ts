import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/** Tests what details, lists, files and reports show of a survey with codes, sections and rules. */
let server: TestApp;
let plain: SurveyWithQuestions;
let coded: SurveyWithQuestions;
let hotel: { id: number };
let failed: number;
beforeAll(async () => {
  server = await openTestApp();
  plain = await aSurvey(server, { title: 'Plain' });
  const made = await aSurvey(server, { title: 'Coded', choices: 3, code: '=FO-012' });
  const [first, second] = made.questions;
  await alice('PUT', `/api/questions/${first!.id}`, { critical: true, section: 'Front desk' });
  await alice('PUT', `/api/questions/${second!.id}`, { allowNa: true });
  await alice('PUT', `/api/surveys/${made.id}`, { rules: { passLine: 50 } });
  coded = await read(`/api/surveys/${made.id}/with-questions`);
  hotel = await aHotel(server, { stage: 'Evaluation' });
});
afterAll(() => server.close());

const alice: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const read = async (path: string) => (await alice('GET', path)).body;

/** Sends a response with these answers. A number is the place of an option. */
async function respond(
  { id, edition, questions }: SurveyWithQuestions,
  given: (number | object)[],
) {
  const { status, body } = await alice('POST', '/api/responses', {
    ...{ clientId: `offline_${id}_${given.length}_${Date.now()}`, surveyId: id, edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa Respondent', respondentJobTitle: 'Desk' },
    responseAnswers: given.map((one, place) => {
      const question = questions[place]!;
      return typeof one === 'number'
        ? { questionId: question.id, answerId: question.answers[one]!.id }
        : { questionId: question.id, ...one };
    }),
  });
  expect(status).toBe(201);
  return body.id as number;
}
const headOf = (csv: string) => csv.split('\r\n')[0]?.split(',') ?? [];

describe('while no response uses rules', () => {
  test('the file and the report have no further columns or sections', async () => {
    await respond(plain, [0, 2]);
    const [head] = [headOf(await read('/api/results/export'))];
    expect(head.at(-1)).toBe('Sync Status');
    expect(head).toHaveLength(13);
    const report: HotelReport = await read(`/api/hotels/${hotel.id}/report`);
    expect(report).toMatchObject({ remarks: [], critical: 0 });
    const { rows } = await read('/api/results/responses');
    expect(rows).toMatchObject([{ causes: ['score'] }]);
    const detail = await read(`/api/responses/${rows[0].id}`);
    expect(detail.questions.some((one: object) => 'finding' in one || 'hidden' in one)).toBe(false);
    expect(detail.rules).toBeUndefined();
  });
});

describe('once a response uses rules', () => {
  beforeAll(async () => {
    failed = await respond(coded, [0, { notApplicable: true, note: 'No lift' }, 2]);
    await respond(coded, [2, 2, 2]);
  });

  test('its details contain causes, findings and rules', async () => {
    const detail = await read(`/api/responses/${failed}`);
    expect(detail).toMatchObject({
      ...{ percent: 50, verdict: 'Needs Review', causes: ['critical'], rules: { passLine: 50 } },
      questions: [
        { finding: true, code: '=FO-012' },
        { notApplicable: true, note: 'No lift' },
        {},
        {},
      ],
    });
  });

  test('the filter by verdict uses the stored verdict and not the score', async () => {
    const idsOf = async (verdict: string, { id: of } = coded) =>
      (await read(`/api/results/responses?surveyId=${of}&verdict=${verdict}`)).rows.map(
        ({ id }: { id: number }) => id,
      );
    const words = await aSurvey(server, { choices: 0, title: 'Words' });
    const unscored = await respond(words, []);
    expect(await idsOf('Not%20scored', words)).toEqual([unscored]);
    expect(await idsOf('Needs%20Review', words)).toEqual([]);
    expect(await idsOf('Needs%20Review')).toEqual([failed]);
    expect(await idsOf('Pass')).toHaveLength(1);
    expect(await idsOf('Not%20scored')).toEqual([]);
    expect((await alice('GET', '/api/results/responses?verdict=Failed')).status).toBe(400);
    expect(await read('/api/results/summary?verdict=Pass')).toMatchObject({
      ...{ responses: 1, passed: 1, needsReview: 0, completionRate: null },
    });
  });

  test('the file has further columns after the others, and ids last', async () => {
    const head = headOf(await read('/api/results/export?ids=1'));
    expect(head.slice(12)).toEqual([
      ...['Sync Status', 'Causes', 'Findings', 'Not Applicable', 'Answer Notes'],
      ...['Response ID', 'Survey ID', 'Hotel ID'],
    ]);
    const csv: string = await read(`/api/results/export?surveyId=${coded.id}`);
    // A cell that would be a formula is made text, as in every other column.
    expect(csv).toContain(
      `,critical,"'=FO-012 (critical, Front desk)",question 2,question 2: No lift`,
    );
    const { bytes } = await alice('GET', `/api/results/export?surveyId=${coded.id}&as=xlsx`);
    const rows = (await readXlsx(bytes)).sheets[0]!.rows;
    expect(rows[0]!.slice(13)).toEqual(['Causes', 'Findings', 'Not Applicable', 'Answer Notes']);
    expect(rows.some((row) => row.includes('question 2: No lift'))).toBe(true);
  });

  test('the report lists findings and answers that are not applicable, the latest first', async () => {
    const report: HotelReport = await read(`/api/hotels/${hotel.id}/report`);
    expect(report.critical).toBe(1);
    expect(report.remarks).toMatchObject([
      {
        ...{ responseId: failed, name: '=FO-012', section: 'Front desk', answer: 'Poor' },
        ...{ mark: 'Critical finding', note: '' },
      },
      { name: 'question 2', mark: 'Not applicable', answer: null, note: 'No lift' },
    ]);
    expect(report.interviews.map(({ causes }) => causes)).toContainEqual(['critical']);
  });
});
