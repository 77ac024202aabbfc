import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { boardCardSchema, boardSchema, type Board } from '#domain/workflow/board.ts';
import { stages } from '#domain/workflow/stages.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * The database makes the JSON of the board's cards, and nothing checks it on its way. So this compares it
 * with the schema, and to the letter with the rows as they are read one by one.
 */

let server: TestApp;
let surveyId: number;
beforeAll(async () => {
  server = await openTestApp();
  surveyId = (await aSurvey(server)).id;
});
afterAll(() => server.close());

const words = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const moments = fc
  .integer({ min: Date.parse('2000-01-01') * 1_000, max: Date.parse('2030-01-01') * 1_000 })
  .map((micros) => new Date(micros / 1_000).toISOString().replace('Z', `${micros % 1_000}Z`));
const hotels = fc.record({
  hotelName: words,
  hotelBrand: words,
  hotelCity: words,
  hotelState: words,
  hotelManagementCo: fc.option(words),
  stage: fc.constantFrom(...stages),
  status: fc.constantFrom('Active' as const, 'Complete' as const),
  evaluationNotes: fc.option(fc.constantFrom('', 'Rooms are spotless.\n"Very".')),
  virtualSessionCompletionDate: fc.option(fc.constantFrom('2026-02-28', '2024-02-29')),
});
const response = fc.record({
  totalScore: fc.nat(100),
  maxScore: fc.constantFrom(0, 100),
  completedAt: moments,
  counts: fc.boolean(),
});

test('it is what the schema says and the rows hold, whatever hotels are called', async () => {
  const one = fc.tuple(hotels, fc.array(response, { maxLength: 3 }), fc.nat(2));
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 5 }), async (given) => {
      await sql`delete from responses`.execute(server.db);
      await sql`delete from hotels`.execute(server.db);
      const expected: Awaited<ReturnType<typeof cardOf>>[] = [];
      for (const [fields, responses, begun] of given) {
        const { id } = await aHotel(server, fields);
        for (const row of responses) await respond(id, row);
        for (let n = 0; n < begun; n += 1) await begin(id);
        expected.push(await cardOf(id, responses, begun));
      }
      const { status, body, bytes } = await server.as('alice')('GET', '/api/workflow/board');
      expect(status).toBe(200);
      const inOrder = (body as Board).hotels.map(({ id }) => expected.find((one) => one.id === id));
      expect(bytes.toString()).toBe(JSON.stringify({ stages: body.stages, hotels: inOrder }));
      expect(inOrder).toHaveLength(given.length);
      expect(boardSchema.extend({ hotels: boardCardSchema.strict().array() }).parse(body)).toEqual(
        body,
      );
      for (const { stage, count } of body.stages)
        expect(count).toBe(given.filter(([fields]) => fields.stage === stage).length);
      const first = await server.as('alice')('GET', '/api/workflow/board?first=1');
      expect(first.body).toEqual(beginningOf(body as Board, 1));
    }),
    { numRuns: 25 },
  );
});

test('a consultant without a hotel gets an empty board', async () => {
  const { body } = await server.as('cole')('GET', '/api/workflow/board');
  expect(body).toEqual({ stages: stages.map((stage) => ({ stage, count: 0 })), hotels: [] });
});

describe('the beginning of the board', () => {
  const people = ['alice', 'asa', 'connie', 'cole'] as const;
  const read = async (who: (typeof people)[number], query: Record<string, number>) => {
    const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    const path = `/api/workflow/board?${search.join('&')}`;
    const { status, bytes, headers } = await server.as(who)('GET', path);
    expect(status).toBe(200);
    return { text: bytes.toString(), version: headers['etag'] };
  };
  const boardOf = ({ text }: { text: string }) => boardSchema.parse(JSON.parse(text));

  beforeAll(async () => {
    const names = [
      'Ärmel',
      'arm',
      'Zoo',
      'hotel 10',
      'hotel 9',
      'Arm',
      'zoo',
      'Émile',
      'Emil',
      'Twin',
    ];
    for (const [place, hotelName] of [...names, 'Twin', 'Twin'].entries()) {
      const serviceConsultantId = place % 3 === 0 ? server.idOf('connie') : null;
      const stage = stages[place % 4] ?? 'Initiated';
      const { id } = await aHotel(server, { hotelName, stage, serviceConsultantId });
      await respond(id, {
        ...{ totalScore: place, maxScore: 100, counts: true },
        completedAt: '2026-03-01T08:00:00Z',
      });
      await begin(id);
    }
  });

  test('has the first cards of each stage and the counts of all, within the same scope and filter', async () => {
    const ofConnie = { consultantId: server.idOf('connie') };
    const filters = people.map((who) => [who, {}] as const);
    for (const [who, filter] of [...filters, ['alice', ofConnie] as const])
      for (const first of [1, 2, 3]) {
        const whole = boardOf(await read(who, filter));
        expect(boardOf(await read(who, { ...filter, first }))).toEqual(beginningOf(whole, first));
      }
  });

  test('that contains all cards is the same reply as the whole board, with the same version', async () => {
    for (const who of people) expect(await read(who, { first: 200 })).toEqual(await read(who, {}));
  });

  test('has a version of its own', async () => {
    const { version } = await read('asa', { first: 1 });
    expect(version).not.toBe((await read('asa', {})).version);
    const again = await server.as('asa')('GET', '/api/workflow/board?first=1', undefined, {
      'if-none-match': String(version),
    });
    expect(again.status).toBe(304);
  });

  test('is refused where the whole board is refused, and with an invalid number', async () => {
    const status = async (who: (typeof people)[number] | 'nobody', query: string) =>
      (await server.as(who)('GET', `/api/workflow/board?${query}`)).status;
    expect(await status('nobody', 'first=1')).toBe(401);
    for (const who of ['asa', 'connie'] as const)
      expect(await status(who, `first=1&consultantId=${server.idOf('connie')}`)).toBe(403);
    for (const first of ['0', '-1', '1.5', '201', 'all', ''])
      expect([first, await status('alice', `first=${first}`)]).toEqual([first, 400]);
  });
});

/** Returns the first cards of each stage of a whole board, with its counts. */
function beginningOf(board: Board, first: number): Board {
  const seen = new Map<string, number>();
  const hotels = board.hotels.filter(({ stage }) => {
    seen.set(stage, (seen.get(stage) ?? 0) + 1);
    return (seen.get(stage) ?? 0) <= first;
  });
  return { ...board, hotels };
}

type Row = { totalScore: number; maxScore: number; completedAt: string; counts: boolean };

function respond(hotelId: number, { totalScore, maxScore, ...row }: Row) {
  const score = Math.min(totalScore, maxScore);
  return server.db
    .insertInto('responses')
    .values({
      ...row,
      ...{ clientId: randomUUID(), digest: '', surveyId, edition: 1, hotelId },
      ...{ hotelName: '', hotelBrand: '', hotelAddress: '', hotelStage: null },
      ...{ respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
      ...{ totalScore: score, maxScore, passed: maxScore === 0 ? null : score >= 80 },
    })
    .execute();
}

function begin(hotelId: number) {
  return server.db
    .insertInto('interviewSessions')
    .values({
      ...{ clientId: randomUUID(), hotelId, surveyId, edition: 1 },
      ...{ respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    })
    .execute();
}

/** Returns the card that the hotel should have, from its row and what was given. */
async function cardOf(id: number, given: Row[], sessionsInProgress: number) {
  const hotel = await server.db
    .selectFrom('hotels')
    .selectAll()
    .select(sql<string>`to_json(stage_since at time zone 'UTC') #>> '{}'`.as('since'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const counted = given.filter(({ counts }) => counts);
  const [latest] = await server.db
    .selectFrom('responses')
    .select(['totalScore', 'maxScore', 'passed'])
    .select(sql<string>`to_json(completed_at at time zone 'UTC') #>> '{}'`.as('completed'))
    .select(sql<boolean>`completed_at >= ${hotel.since}::timestamp at time zone 'UTC'`.as('isLate'))
    .where('hotelId', '=', id)
    .where('counts', '=', true)
    .orderBy('completedAt', 'desc')
    .limit(1)
    .execute();
  const { completed, isLate = false, ...points } = latest ?? {};
  return {
    ...{ id, hotelName: hotel.hotelName, hotelBrand: hotel.hotelBrand, hotelCity: hotel.hotelCity },
    ...{ hotelState: hotel.hotelState, hotelManagementCo: hotel.hotelManagementCo },
    ...{ status: hotel.status, stage: hotel.stage },
    ...{ serviceConsultantId: hotel.serviceConsultantId, version: hotel.version },
    virtualSessionCompletionDate: hotel.virtualSessionCompletionDate,
    virtualReAssessmentCompletionDate: hotel.virtualReAssessmentCompletionDate,
    stageSince: `${hotel.since}Z`,
    hasEvaluationNotes: Boolean(hotel.evaluationNotes),
    latest: latest ? { ...points, completedAt: `${completed}Z` } : null,
    isAssessed: isLate,
    responseCount: counted.length,
    sessionsInProgress,
  };
}
