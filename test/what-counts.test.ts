import { createHash, randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { exportFormat, exportVersion } from '#domain/sync/exported-file.ts';
import { routes } from '#server/routes.ts';
import { aHotel, aSurvey } from './build.ts';
import { people, type PersonName } from './people.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * Calls every reading route as every person, before and after somebody plants responses in a hotel
 * that is not theirs. No figure may change until the responses are accepted (rule 43). New routes
 * are included automatically; they fail here until their figures are right or the list below names
 * them.
 */
const day = 86_400_000;
let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
let openSession: number;

beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server, { choices: 3, code: 'FO-012' });
  const serviceConsultantId = server.idOf('connie');
  hotel = await aHotel(server, { serviceConsultantId, stage: 'Onsite Assessment' });
  await aHotel(server, { serviceConsultantId: server.idOf('cole') });
  for (let n = 0; n < 5; n += 1) await send('asa', { completedAt: daysAgo(n), ...answers(2) });
  const { body } = await server.as('connie')('POST', '/api/interview-sessions', {
    ...{ hotelId: hotel.id, surveyId: survey.id },
    ...{ respondentName: 'Ines Interrupted', respondentJobTitle: 'Front desk' },
  });
  openSession = body.id;
  // Make everything at the hotel old, so that it counts as quiet.
  const long = daysAgo(60);
  await server.db.updateTable('responses').set({ receivedAt: long }).execute();
  await server.db.updateTable('interviewSessions').set({ lastUpdatedAt: long }).execute();
  await server.db.updateTable('hotels').set({ updatedAt: long }).execute();
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
const answers = (place: number) => ({
  responseAnswers: survey.questions
    .filter((question) => question.answers.length > 0)
    .map(({ id, answers: options }) => ({ questionId: id, answerId: options[place]!.id })),
});
const outcome = (more: object) => ({
  clientId: `offline_${randomUUID()}`,
  ...{ surveyId: survey.id, edition: survey.edition, hotelId: hotel.id },
  ...{ hotelName: 'Planted', hotelBrand: 'Harbor', hotelAddress: '' },
  ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
  ...more,
});
const send = (who: PersonName, more: object) =>
  server.as(who)('POST', '/api/responses', outcome({ syncStatus: 'synced', ...more }));

/** Routes that show single responses, or calls and actions: they have no figures over responses. */
const lists = [
  '/api/responses',
  '/api/responses/pending',
  '/api/responses/{id}',
  '/api/rounds/{id}',
  '/api/results/responses',
  '/api/results/export',
  '/api/audit-events',
  '/api/evidence',
  '/api/evidence/unplaced',
  '/api/evidence/{fileId}',
  '/api/evidence/{fileId}/thumbnail',
  '/api/hotels/{id}/evidence',
  '/api/audit-events/export',
  '/api/metrics',
  // It returns the time.
  '/api/health',
  '/api/auth/sessions',
];
/** Routes that are called with each of the filters. */
const filtered = [
  ...['summary', 'trend', 'distribution', 'hotels', 'questions', 'standards'],
  'standards/hotels',
].map((name) => `/api/results/${name}`);
/** What a route needs besides a filter. */
const needed: Record<string, string> = { '/api/results/standards/hotels': 'code=FO-012&' };

function filtersFor(who: PersonName): string[] {
  const all = [
    ...['', `surveyId=${survey.id}`, `hotelId=${hotel.id}`, 'brand=Harbor', 'scoreBelow=50'],
    'verdict=Pass',
    ...['approved=1', 'roundId=1'],
    ...['scoreFrom=0', 'stage=Onsite%20Assessment', 'category=The%20Right%20Fit'],
    ...[`questionId=${survey.questions[0]!.id}`, `from=${daysAgo(400).slice(0, 10)}`],
  ];
  if (who === 'asa' || who === 'alice') all.push('review=needed');
  if (who === 'alice') all.push(`consultantId=${server.idOf('connie')}`);
  return all;
}

type Figures = Record<string, unknown>;

/** Returns all replies except those of lists, by person and call. */
async function allFigures(): Promise<Figures> {
  const figures: Figures = {};
  for (const who of Object.keys(people) as PersonName[])
    for (const { method, path } of routes) {
      if (method !== 'GET' || lists.includes(path)) continue;
      const address = path.replaceAll(/\{\w+\}/g, String(hotel.id));
      const queries = filtered.includes(path) ? filtersFor(who) : [''];
      for (const query of queries)
        figures[`${who} ${path}?${query}`] = await ask(
          who,
          `${address}?${needed[path] ?? ''}${query}`,
        );
    }
  figures[preview] = (
    await server.as('alice')('POST', `/api/surveys/${survey.id}/rules-preview`, {
      rules: { passLine: 40 },
      days: 3_650,
    })
  ).body;
  return figures;
}

/** The only figures over responses that a writing call returns: it notes who asked. */
const preview = 'alice rules-preview';

async function ask(who: PersonName, address: string): Promise<unknown> {
  const { status, body, bytes, headers } = await server.as(who)('GET', address);
  // The bytes of a workbook contain the time; its cells must not change.
  if (String(headers['content-type']).includes('spreadsheetml'))
    return { status, sheets: (await readXlsx(bytes)).sheets.map(({ rows }) => rows) };
  // A refusal contains a request id of its own.
  return status < 400 ? { status, body } : { status };
}

/** Generates where a planted response claims to come from, and how it arrives. */
const plant = fc.record({
  where: fc.constantFrom('their hotel', 'no such hotel', 'no hotel'),
  way: fc.constantFrom('call', 'file'),
  place: fc.constantFrom(0, 1, 2),
  startedDaysAgo: fc.constantFrom(0, 1, 20, 390, 2_000),
  hours: fc.constantFrom(0, 1, 30),
  syncStatus: fc.constantFrom('pending', 'synced'),
  namesSession: fc.boolean(),
});
type Plant = typeof plant extends fc.Arbitrary<infer One> ? One : never;

/** Plants a response by Cole, who never had the hotel. Returns its id, and whether it counts. */
async function plantOne({ where, way, place, startedDaysAgo, hours, ...how }: Plant) {
  const begun = Date.now() - startedDaysAgo * day;
  const body = outcome({
    ...answers(place),
    hotelId: { 'their hotel': hotel.id, 'no such hotel': 2_000_000_000, 'no hotel': null }[where],
    startedAt: new Date(begun).toISOString(),
    completedAt: new Date(Math.min(Date.now(), begun + hours * 3_600_000)).toISOString(),
    syncStatus: how.syncStatus,
    ...(how.namesSession && { sessionId: openSession }),
  });
  if (way === 'call') {
    const { body: receipt } = await server.as('cole')('POST', '/api/responses', body);
    return { id: receipt.id as number, counts: receipt.counts as boolean };
  }
  const text = JSON.stringify(body);
  const digest = createHash('sha256').update(text).digest('hex');
  const { body: imported } = await server.as('alice')('POST', '/api/responses/import', {
    ...{ format: exportFormat, version: exportVersion, exportedAt: daysAgo(0) },
    owner: { id: server.idOf('cole'), name: people.cole.name, email: people.cole.email },
    responses: [{ clientId: body.clientId, digest, body: text }],
  });
  const [one] = imported.responses;
  return { id: one.responseId as number, counts: one.counts as boolean };
}

test('what is planted in a foreign hotel moves no figure of anybody, and every one once accepted', async () => {
  const before = await allFigures();
  for (const path of [...filtered, '/api/workflow/board', '/api/hotels/{id}/report'])
    expect(before[`alice ${path}?`]).toMatchObject({ status: 200 });
  expect(before[preview]).toMatchObject({ reached: 5, total: 5 });

  const planted: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(plant, { minLength: 20, maxLength: 20 }), async (plants) => {
      for (const one of plants) {
        const { id, counts } = await plantOne(one);
        expect(counts).toBe(false);
        planted.push(id);
      }
      expect(await allFigures()).toEqual(before);
    }),
    { numRuns: 2, endOnFailure: true },
  );

  // Each of them waits for a review.
  const { body: waiting } = await server.as('asa')('GET', '/api/results/responses?review=needed');
  expect(waiting.total).toBe(planted.length);
  expect(waiting.rows.every((row: { counts: boolean }) => !row.counts)).toBe(true);

  const decisions = [{ decision: 'accept' }, { decision: 'reassign', hotelId: hotel.id }];
  for (const [place, id] of planted.entries())
    await server.as('asa')('PUT', `/api/responses/${id}/review`, decisions[place % 2]);
  const after = await allFigures();
  const moved = [
    ...filtered,
    '/api/hotels/{id}/report',
    '/api/workflow/board',
    '/api/workflow/export',
    '/api/workflow/quiet-hotels',
    '/api/interview-sessions/hotel/{hotelId}',
  ].map((path) => `alice ${path}?`);
  for (const call of [...moved, preview])
    expect([call, after[call]]).not.toEqual([call, before[call]]);
  expect(after['alice /api/results/summary?']).toMatchObject({
    body: { responses: 5 + planted.length },
  });
}, 120_000);
