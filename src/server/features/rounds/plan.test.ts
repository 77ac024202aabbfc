import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { sentenceOf } from '#domain/audit/event-sentence.ts';
import { mostRounds } from '#domain/rounds/plan.ts';
import type { Cycle, Round } from '#domain/rounds/round.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let sent = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await anAssessedHotel(server);
});

const input = (more: object = {}) => ({
  clientId: `round_${(sent += 1)}_of_test`,
  kind: 'onsite',
  ...more,
});
const post = (body: object, who: 'connie' | 'cole' = 'connie', hotelId = hotel.id) =>
  server.as(who)('POST', `/api/hotels/${hotelId}/rounds`, body);
const patch = (id: number, body: object, who: 'connie' | 'asa' = 'connie') =>
  server.as(who)('PATCH', `/api/rounds/${id}`, body);
const move = (body: object) => server.as('connie')('PATCH', `/api/hotels/${hotel.id}`, body);
async function cycles(): Promise<Cycle[]> {
  return (await server.as('connie')('GET', `/api/hotels/${hotel.id}/rounds`)).body.cycles;
}
async function planned(more: object = {}): Promise<Round> {
  const { status, body } = await post(input(more));
  expect(status).toBe(201);
  return body;
}
/** Returns the sentences of the trail about this hotel's rounds and cycles, in their order. */
async function told(): Promise<string[]> {
  const events = await server.db.selectFrom('auditEvents').selectAll().orderBy('id').execute();
  return events
    .filter(
      ({ action, details }) => /^(round|cycle)/.test(action) && details['hotelId'] === hotel.id,
    )
    .map((event) => sentenceOf(event).replaceAll(/Harbour House \d+/g, 'the hotel'));
}

test('a planned round waits with its plan, and an open one takes the new interviews', async () => {
  const before = await currentRound(server, hotel.id);
  const plan = {
    surveyIds: [survey.id],
    people: [server.idOf('connie'), server.idOf('asa')],
    blind: true,
    plannedFrom: '2027-03-01',
    plannedTo: '2027-03-03',
  };
  const round = await planned(plan);
  expect(round).toMatchObject({
    ...plan,
    people: [{ name: 'Asa Assessor' }, { name: 'Connie Consultant' }],
    ...{ kind: 'onsite', stage: 'Onsite Assessment', status: 'planned', isPersons: true },
    ...{ openedAt: null, isCurrent: false, version: 1 },
  });
  expect(await currentRound(server, hotel.id)).toBe(before);
  const opened = await planned({ kind: 'session', status: 'open' });
  expect(opened).toMatchObject({ status: 'open', isCurrent: true, stage: 'Virtual Session' });
  const { since } = await server.db
    .selectFrom('roundTimes')
    .select('since')
    .where('roundId', '=', opened.id)
    .executeTakeFirstOrThrow();
  expect(opened.openedAt).toBe(since);
  expect(await currentRound(server, hotel.id)).toBe(opened.id);
  expect(await told()).toEqual([
    'Connie Consultant planned a round of the hotel: Onsite',
    'Connie Consultant opened a round of the hotel: Virtual session',
  ]);
});

test('sent again it answers the first one, and other content and another hotel are refused', async () => {
  const body = input({ plannedFrom: '2027-03-01' });
  const first = await post(body);
  const again = await post(body);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  const others = [{ plannedFrom: '2028-01-01' }, { kind: 'session' }, { status: 'open' }];
  for (const more of others)
    expect((await post({ ...body, ...more })).body).toMatchObject({
      ...{ status: 409, type: '/problems/same-key-other-content' },
      detail: 'Another round is stored under this client id.',
    });
  // What was sent stays known after somebody changed the plan.
  expect((await patch(first.body.id, { plannedFrom: '2028-01-01' })).status).toBe(200);
  expect((await post(body)).status).toBe(200);
  expect((await post({ ...body, plannedFrom: '2028-01-01' })).status).toBe(409);
  const both = input();
  const replies = await Promise.all(Array.from({ length: 6 }, () => post(both)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]));
  const other = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  expect((await post(body, 'connie', other.id)).body).toMatchObject({
    status: 409,
    detail: 'This round is already stored.',
  });
});

test.each([
  [{ plannedFrom: '2027-03-03', plannedTo: '2027-03-01' }, 'plannedTo', /before the first/],
  [{ plannedFrom: '0000-03-01' }, 'plannedFrom', /calendar/],
  [{ surveyIds: [2_000_000_000] }, 'surveyIds', /active survey/],
  [{ surveyIds: [] }, 'surveyIds', /Choose a survey/],
  [{ people: [2_000_000_000] }, 'people', /access to this hotel/],
  [{ kind: 'party' }, 'kind', /./],
  [{ status: 'approved' }, 'status', /./],
])('%j is refused at its place, when planned and when changed', async (wrong, path, message) => {
  const { id } = await planned();
  for (const { body } of [await post(input(wrong)), await patch(id, wrong)]) {
    if (path === 'kind' && body.id === id) continue;
    expect(body).toMatchObject({ status: 400, errors: [{ path }] });
    expect(body.errors[0].message).toMatch(message);
  }
  expect((await cycles())[0]?.rounds.filter(({ isPersons }) => isPersons)).toHaveLength(1);
});

test('a survey that was deleted is not planned', async () => {
  const other = await aSurvey(server);
  expect((await server.as('alice')('DELETE', `/api/surveys/${other.id}`)).status).toBe(200);
  const { body } = await post(input({ surveyIds: [other.id] }));
  expect(body).toMatchObject({ status: 400, errors: [{ path: 'surveyIds' }] });
});

test('a consultant without the hotel neither plans nor is planned', async () => {
  expect((await post(input(), 'cole')).status).toBe(404);
  // The reply to a bad plan must not show them that the hotel exists, either.
  expect((await post(input({ surveyIds: [2_000_000_000] }), 'cole')).status).toBe(404);
  const { id } = await planned();
  expect((await server.as('cole')('PATCH', `/api/rounds/${id}`, { blind: true })).status).toBe(404);
  const { body } = await post(input({ people: [server.idOf('cole')] }));
  expect(body.errors).toMatchObject([{ path: 'people' }]);
});

test('a cycle has at most fifty rounds, and one that has ended takes none', async () => {
  const there = (await cycles())[0]?.rounds.length ?? 0;
  for (let n = there; n < mostRounds - 2; n += 1) await planned();
  // Six plans at once share the two places that are left.
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => post(input())));
  expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(2);
  expect((await post(input())).body).toMatchObject({
    status: 409,
    detail: 'A cycle can have 50 rounds.',
  });
  await move({ stage: 'Disposition' });
  expect((await post(input())).body.detail).toMatch(/cycle has ended/);
});

test('the end of a cycle closes its rounds, and going on with the cycle opens them again', async () => {
  const onsite = await currentRound(server, hotel.id);
  const { id: session } = await planned({ kind: 'session' });
  const statuses = async () =>
    new Map((await cycles())[0]?.rounds.map(({ id, status }) => [id, status]));
  await move({ stage: 'Disposition' });
  const last = await currentRound(server, hotel.id);
  expect(await statuses()).toEqual(
    new Map([
      [onsite, 'closed'],
      [last, 'open'],
      [session, 'closed'],
    ]),
  );
  const submitted = await server.as('connie')('POST', `/api/rounds/${onsite}/submit`);
  expect(submitted.body).toMatchObject({ status: 409, detail: 'This round is closed.' });
  await move({ stage: 'Onsite Assessment' });
  expect(await currentRound(server, hotel.id)).toBe(onsite);
  expect(await statuses()).toEqual(
    new Map([
      [onsite, 'open'],
      [last, 'open'],
      [session, 'planned'],
    ]),
  );
  await move({ stage: 'Initiated', cycle: 'next' });
  const [, former] = await cycles();
  expect(new Set(former?.rounds.map(({ status }) => status))).toEqual(new Set(['closed']));
});

test('a plan is changed and opened by its version, and never twice', async () => {
  const { id } = await planned({ plannedFrom: '2027-03-01' });
  const change = { version: 1, plannedFrom: '2027-04-01', people: [server.idOf('asa')] };
  const { body } = await patch(id, change);
  expect(body).toMatchObject({
    version: 2,
    plannedFrom: '2027-04-01',
    people: [{ name: 'Asa Assessor' }],
  });
  // The same once more is stored already. Something else by the old version is not stored.
  expect((await patch(id, change)).body.version).toBe(2);
  expect((await patch(id, { version: 1, blind: true }, 'asa')).body).toMatchObject({
    status: 409,
    type: '/problems/changed-meanwhile',
  });
  const opened = await patch(id, { version: 2, status: 'open' });
  expect(opened.body).toMatchObject({ status: 'open', isCurrent: true, version: 3 });
  expect((await patch(id, { status: 'open' })).body.version).toBe(3);
  expect(await told()).toEqual([
    'Connie Consultant planned a round of the hotel: Onsite',
    'Connie Consultant changed people and planned from of a round of the hotel',
    'Connie Consultant opened a round of the hotel: Onsite',
  ]);
});

test('a cancelled round gives its place back to the round of the stage, and stays cancelled', async () => {
  const before = await currentRound(server, hotel.id);
  const { id } = await planned({ kind: 'other', status: 'open' });
  expect(await currentRound(server, hotel.id)).toBe(id);
  expect((await patch(id, { status: 'cancelled' })).body).toMatchObject({
    status: 'cancelled',
    isCurrent: false,
  });
  expect(await currentRound(server, hotel.id)).toBe(before);
  expect((await patch(id, { status: 'open' })).body.detail).toMatch(/This round is cancelled/);
  expect((await told()).at(-1)).toBe('Connie Consultant cancelled a round of the hotel: Other');
});

test.each(['submitted', 'approved', 'closed'] as const)(
  'a round that is %s keeps its plan',
  async (status) => {
    const { id } = await planned({ status: 'open' });
    await server.db.updateTable('rounds').set({ status }).where('id', '=', id).execute();
    expect((await patch(id, { blind: true })).status).toBe(409);
    expect((await patch(id, { status: 'cancelled' })).status).toBe(409);
  },
);

test('a hotel that comes to a stage opens the round that was planned for it next', async () => {
  const later = await planned({ kind: 'session', plannedFrom: '2027-06-01' });
  const next = await planned({ kind: 'session', plannedFrom: '2027-05-01' });
  await move({ stage: 'Virtual Session' });
  expect(await currentRound(server, hotel.id)).toBe(next.id);
  // A hotel that was moved back by mistake uses the open round again, and opens no other.
  await move({ stage: 'Onsite Assessment' });
  await move({ stage: 'Virtual Session' });
  expect(await currentRound(server, hotel.id)).toBe(next.id);
  const rounds = (await cycles())[0]?.rounds ?? [];
  expect(rounds.find(({ id }) => id === later.id)?.status).toBe('planned');
});

test('a person chooses the cycle of a hotel that goes back to Initiated', async () => {
  await move({ stage: 'Initiated' });
  expect(await cycles()).toMatchObject([{ number: 1, endedAt: null }]);
  await move({ stage: 'Onsite Assessment' });
  await move({ stage: 'Initiated', cycle: 'next' });
  const [second, first] = await cycles();
  expect([second, first]).toMatchObject([{ number: 2, endedAt: null }, { number: 1 }]);
  expect(first?.endedAt).not.toBeNull();
  expect(second?.rounds).toMatchObject([{ kind: 'self', isCurrent: true }]);
  await move({ stage: 'Disposition' });
  await move({ stage: 'Initiated', cycle: 'same' });
  expect(await cycles()).toMatchObject([{ number: 2, endedAt: null }, { number: 1 }]);
  await move({ stage: 'Disposition' });
  await move({ stage: 'Initiated' });
  expect(await cycles()).toMatchObject([{ number: 3, endedAt: null }, {}, {}]);
  // Sent again, the move is stored already and begins no further cycle.
  await move({ stage: 'Initiated', cycle: 'next' });
  expect(await cycles()).toHaveLength(3);
  expect((await move({ stage: 'Evaluation', cycle: 'next' })).body.errors).toMatchObject([
    { path: 'cycle' },
  ]);
  expect(await told()).toEqual([
    'Connie Consultant ended cycle 1 of the hotel',
    'Connie Consultant began cycle 2 of the hotel',
    'Connie Consultant went on with cycle 2 of the hotel',
  ]);
});

test('a cycle can end in a transaction that is older than the cycle', async () => {
  await move({ stage: 'Disposition' });
  await server.db.transaction().execute(async (older) => {
    await sql`select now()`.execute(older);
    await move({ stage: 'Initiated' });
    await older
      .updateTable('hotels')
      .set({ stage: 'Disposition' })
      .where('id', '=', hotel.id)
      .execute();
  });
  const [second] = await cycles();
  expect(second).toMatchObject({ number: 2, endedAt: second?.beganAt });
});

test('an outcome belongs to a cycle that has ended', async () => {
  const [{ id } = { id: 0 }] = await cycles();
  const note = (outcome: string) => server.as('connie')('PATCH', `/api/cycles/${id}`, { outcome });
  expect((await note('Passed')).status).toBe(409);
  await move({ stage: 'Disposition' });
  for (const refused of ['x'.repeat(501), 'a\u0000b'])
    expect((await note(refused)).body.errors).toMatchObject([{ path: 'outcome' }]);
  expect((await note(' Keeps the brand ')).body).toMatchObject({ id, outcome: 'Keeps the brand' });
  expect((await cycles())[0]?.outcome).toBe('Keeps the brand');
  expect((await server.as('cole')('PATCH', `/api/cycles/${id}`, {})).status).toBe(404);
  const [sentence] = (await told()).slice(-1);
  expect(sentence).toBe('Connie Consultant changed outcome of cycle 1 of the hotel');
});
