import { createHash } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Action, ActionRow } from '#domain/actions/action.ts';
import { exitPlanInputSchema, type ExitPlan } from '#domain/actions/exit-plan.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, anAssessedHotel, aSurveyOf, currentRound } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
/** FO-1, and FO-2, which is critical. */
let survey: SurveyWithQuestions;
let hotel: { id: number };
let round: number;
let sent = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurveyOf(server, [
    { text: 'Greeted at the door?', code: 'FO-1' },
    { text: 'Are the exits free?', code: 'FO-2', critical: true },
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await anAssessedHotel(server);
  round = await currentRound(server, hotel.id);
});

const name = (kind: string) => `${kind}_${(sent += 1)}_plans`;
/** Stores an interview with these choices at the two questions. */
async function hold(choices: readonly (0 | 1 | 2)[]) {
  const { status } = await server.as('connie')('POST', '/api/responses', {
    ...{ clientId: name('offline'), surveyId: survey.id, edition: survey.edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    responseAnswers: choices.map((choice, place) => {
      const { id: questionId, answers } = survey.questions[place]!;
      return { questionId, answerId: answers[choice]?.id };
    }),
  });
  expect(status).toBe(201);
}
async function approve() {
  const path = `/api/rounds/${round}/approve`;
  expect((await server.as('asa')('POST', path)).status).toBe(200);
}
const anItem = (code: string, more: object = {}) => ({
  ...{ clientId: name('action'), surveyId: survey.id, questionKey: `code:${code}` },
  ...{ questionText: `About ${code}`, what: `Do ${code}`, owner: null, dueOn: '2031-02-03' },
  ...more,
});
const aPlan = (items: object[], more: object = {}) => ({
  ...{ clientId: name('plan'), kind: 'onsite', heldAt: new Date().toISOString(), items },
  signatures: { assessor: null, hotel: null, hotelName: 'Ana' },
  ...more,
});
const aSignature = () => ({
  signatures: { assessor: name('file'), hotel: name('file'), hotelName: 'Ana' },
});
const send = (plan: object, who: PersonName = 'connie', id = hotel.id) =>
  server.as(who)('POST', `/api/hotels/${id}/exit-plans`, plan);
const sendFor = (heldBy: number, plan: object, who: PersonName = 'alice') =>
  server.as(who)('POST', `/api/hotels/${hotel.id}/exit-plans?heldBy=${heldBy}`, plan);
async function agree(items: object[], more: object = {}): Promise<ExitPlan> {
  const { status, body } = await send(aPlan(items, more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}
const list = async (): Promise<ActionRow[]> =>
  (await server.as('asa')('GET', `/api/actions?hotelId=${hotel.id}&show=all`)).body.actions;
async function actionOf(code: string): Promise<Action> {
  const found = (await list()).find(({ questionKey }) => questionKey === `code:${code}`);
  if (!found) throw new Error(`No action of ${code}`);
  return (await server.as('asa')('GET', `/api/actions/${found.id}`)).body;
}
const plans = async (): Promise<ExitPlan[] | undefined> =>
  (await server.as('connie')('GET', `/api/rounds/${round}`)).body.exitPlans;
const contacts = async (id = hotel.id) =>
  (await server.as('alice')('GET', `/api/hotels/${id}/contacts`)).body as {
    id: number;
    name: string;
  }[];
async function aContact(hotelId: number, called = 'Ana'): Promise<number> {
  const { body } = await server.as('alice')('POST', `/api/hotels/${hotelId}/contacts`, {
    ...{ clientId: name('contact'), name: called },
  });
  return body.id;
}

describe('a plan', () => {
  test('is agreed until the approval, which makes its actions as planned', async () => {
    await hold([0, 0]);
    const owner = { kind: 'user', id: server.idOf('connie') };
    const item = anItem('fo-1', { owner });
    const agreed = await agree([item]);
    expect(agreed).toMatchObject({ roundId: round, hotelId: hotel.id, status: 'agreed' });
    expect(agreed.items).toMatchObject([
      { questionKey: 'code:FO-1', became: null, actionId: null, owner: { id: owner.id } },
    ]);
    expect(await list()).toEqual([]);
    await approve();
    const action = await actionOf('FO-1');
    expect(action).toMatchObject({
      ...{ clientId: item.clientId, what: 'Do fo-1', dueOn: '2031-02-03', status: 'open' },
      ...{ severity: 'major', owner: { ...owner, name: 'Connie Consultant' } },
    });
    expect(action.events).toEqual([]);
    expect((await actionOf('FO-2')).what).toBe('');
    const [official] = (await plans()) ?? [];
    expect(official).toMatchObject({ id: agreed.id, status: 'official' });
    expect(official?.items).toMatchObject([{ became: 'action', actionId: action.id }]);
  });

  test('keeps its digest where a name has a line break, and stores the name in one line', async () => {
    const plan = aPlan([anItem('FO-1')], {
      contacts: [
        { clientId: name('contact'), name: 'Bo\tBerg', email: null, jobTitle: 'Front\ndesk' },
      ],
      signatures: { assessor: null, hotel: null, hotelName: 'Ana\nLind' },
    });
    const { status, body } = await send(plan);
    expect([status, body.signatures.hotelName]).toEqual([201, 'Ana Lind']);
    expect(await contacts()).toMatchObject([{ name: 'Bo Berg', jobTitle: 'Front desk' }]);
    expect((await send(plan)).status).toBe(200);
    const { digest } = await server.db
      .selectFrom('exitPlans')
      .select('digest')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    // A device may send again what an earlier release has stored.
    const checked = JSON.stringify(exitPlanInputSchema.parse(plan));
    expect(checked).toContain('Bo\\tBerg');
    expect(digest).toEqual(createHash('sha256').update(checked).digest());
  });

  test('is stored once, however often it is sent', async () => {
    const plan = aPlan([anItem('FO-1')], {
      contacts: [{ clientId: name('contact'), name: 'Bo' }],
    });
    const replies = await Promise.all([send(plan), send(plan), send(plan)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 201,
    ]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await send(plan)).status).toBe(200);
    expect(await plans()).toHaveLength(1);
    expect(await contacts()).toMatchObject([{ name: 'Bo' }]);
    const other = await send({ ...plan, items: [anItem('FO-2')] });
    expect([other.status, other.body.type]).toEqual([409, '/problems/same-key-other-content']);
    expect((await send(plan, 'asa')).status).toBe(409);
    const elsewhere = await aHotel(server, { stage: 'Onsite Assessment' });
    expect((await send(plan, 'alice', elsewhere.id)).status).toBe(409);
    expect(await plans()).toHaveLength(1);
  });

  test('that arrives late changes the open actions, and the later one holds', async () => {
    await hold([0, 0]);
    await approve();
    const before = await actionOf('FO-1');
    const owner = { kind: 'user', id: server.idOf('asa') };
    const late = await agree([anItem('FO-1', { owner }), anItem('FO-2', { what: '' })]);
    expect(late).toMatchObject({ status: 'official', items: [{ became: 'action' }, {}] });
    const action = await actionOf('FO-1');
    expect(action).toMatchObject({ clientId: before.clientId, what: 'Do FO-1', owner });
    expect(action.events).toMatchObject([
      { kind: 'what', what: 'Do FO-1', by: 'Connie Consultant', applied: true },
      { kind: 'due', dueOn: '2031-02-03' },
      { kind: 'owner', owner },
    ]);
    expect(action.version).toBe(before.version + 1);
    expect((await actionOf('FO-2')).events).toMatchObject([{ kind: 'due' }]);
    await agree([anItem('FO-1', { what: 'Paint it', dueOn: '2031-03-04' })]);
    const after = await actionOf('FO-1');
    expect(after).toMatchObject({ what: 'Paint it', dueOn: '2031-03-04', owner });
    expect(after.events).toHaveLength(5);
  });

  test('changes no action that is closed', async () => {
    await hold([0, 2]);
    await approve();
    const { id } = await actionOf('FO-1');
    const withdrawn = { kind: 'status', from: 'open', to: 'withdrawn', text: 'By mistake' };
    const path = `/api/actions/${id}/events`;
    await server.as('alice')('POST', path, { clientId: name('event'), ...withdrawn });
    await agree([anItem('FO-1')]);
    const action = await actionOf('FO-1');
    expect([action.status, action.what, action.events.length]).toEqual(['withdrawn', '', 1]);
  });

  test('of another device about the same finding: the later to arrive holds', async () => {
    await hold([0, 2]);
    await agree([anItem('FO-1', { what: 'First' })]);
    const shared = name('action');
    await agree([anItem('FO-1', { what: 'Second', clientId: shared })]);
    await approve();
    expect(await actionOf('FO-1')).toMatchObject({ what: 'Second', clientId: shared });
    expect((await plans())?.map(({ items }) => items[0]?.what)).toEqual(['Second', 'First']);
  });

  test('of another device about the same finding: each field holds what was edited last', async () => {
    await hold([0, 0]);
    const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();
    const owner = { kind: 'user', id: server.idOf('asa') };
    const one = anItem('FO-1', { what: 'Early', owner, edited: { what: at(1), owner: at(1) } });
    const other = anItem('FO-1', {
      ...{ what: 'Late', dueOn: '2031-05-06', edited: { what: at(2), dueOn: at(2) } },
    });
    // The later edit arrives first.
    await agree([other], { heldAt: at(3) });
    const second = await agree([one, anItem('FO-2', { what: 'Alone' })], { heldAt: at(4) });
    expect(second.items[0]).toMatchObject({
      isUndecided: false,
      otherwise: { what: 'Late', dueOn: '2031-05-06', by: 'Connie Consultant', why: 'later' },
    });
    await approve();
    expect(await actionOf('FO-1')).toMatchObject({ what: 'Late', dueOn: '2031-05-06', owner });
    expect((await actionOf('FO-2')).what).toBe('Alone');
  });

  test('that is signed holds, and what it leaves empty is filled by one that is not', async () => {
    await hold([0, 2]);
    const owner = { kind: 'user', id: server.idOf('asa') };
    await agree([anItem('FO-1', { what: 'Signed' })], aSignature());
    const later = await agree([anItem('FO-1', { what: 'Not signed', owner, dueOn: '2031-08-08' })]);
    expect(later.items[0]?.otherwise).toMatchObject({ what: 'Signed', why: 'signed' });
    await approve();
    expect(await actionOf('FO-1')).toMatchObject({ what: 'Signed', dueOn: '2031-02-03', owner });
  });

  test('that a device goes on from gives way to the one that follows, though both are signed', async () => {
    await hold([0, 2]);
    const former = await agree([anItem('FO-1', { what: 'Former' })], aSignature());
    const next = await agree([anItem('FO-1', { what: 'Next' })], {
      ...{ ...aSignature(), replaces: [former.clientId] },
    });
    expect(next.items[0]).toMatchObject({ isUndecided: false });
    expect(next.items[0]?.otherwise).toBeUndefined();
    await approve();
    expect((await actionOf('FO-1')).what).toBe('Next');
  });

  test('says what review took away, with the reason', async () => {
    await hold([0, 2]);
    await agree([anItem('FO-1'), anItem('FO-2'), anItem('FO-404')]);
    await approve();
    const action = await actionOf('FO-2');
    expect(action).toMatchObject({ status: 'not-a-finding', what: 'Do FO-2', responses: [] });
    expect(action.events).toMatchObject([
      {
        ...{ kind: 'status', move: 'clear', to: 'not-a-finding', roundId: round },
        text: expect.stringContaining('does not show the finding'),
      },
    ]);
    const [plan] = (await plans()) ?? [];
    expect(plan?.items).toMatchObject([
      { became: 'action' },
      { became: 'not-a-finding', actionId: action.id },
      // Nobody knows a question with this code.
      { became: 'not-a-finding', actionId: null },
    ]);
  });

  test('is taken once: a second approval undoes no change', async () => {
    await hold([0, 2]);
    await agree([anItem('FO-1')]);
    await approve();
    const { id } = await actionOf('FO-1');
    const path = `/api/actions/${id}/events`;
    const change = { clientId: name('event'), kind: 'what', what: 'Something else' };
    const changed = await server.as('connie')('POST', path, change);
    expect([changed.status, changed.body.action.what]).toEqual([201, 'Something else']);
    expect((await server.as('connie')('POST', path, change)).status).toBe(200);
    expect((await server.as('connie')('POST', path, { ...change, what: 'Other' })).status).toBe(
      409,
    );
    await server.as('alice')('POST', `/api/rounds/${round}/reopen`, { reason: 'To look again' });
    await approve();
    expect((await actionOf('FO-1')).what).toBe('Something else');
  });

  test('does not take a client id that something else has', async () => {
    await hold([0, 0]);
    const plan = await agree([anItem('FO-1')]);
    const same = name('action');
    await agree([anItem('FO-1', { clientId: plan.clientId }), anItem('FO-2', { clientId: same })]);
    await agree([anItem('FO-1', { clientId: same })]);
    await approve();
    const ids = [(await actionOf('FO-1')).clientId, (await actionOf('FO-2')).clientId];
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(same);
    expect(ids).not.toContain(plan.clientId);
  });
});

describe('two signed plans that differ', () => {
  const choose = (plan: string, keys: string[], who: PersonName = 'connie') =>
    server.as(who)('PUT', `/api/rounds/${round}/plan-choice`, { plan, questionKeys: keys });
  const two = async () => {
    const held = (minutes: number) => ({
      ...{ ...aSignature(), heldAt: new Date(Date.now() - minutes * 60_000).toISOString() },
    });
    const second = await agree([anItem('FO-1', { what: 'Second' })], held(1));
    const first = await agree([anItem('FO-1', { what: 'First' })], held(5));
    return { first, second };
  };

  test('are both kept; the first holds, and both devices are told', async () => {
    await hold([0, 2]);
    const { first } = await two();
    expect(first.items).toMatchObject([{ isUndecided: true }]);
    expect(first.items[0]?.otherwise).toBeUndefined();
    const [, second] = (await plans()) ?? [];
    expect(second?.items).toMatchObject([
      { isUndecided: true, otherwise: { what: 'First', why: 'undecided' } },
    ]);
    await approve();
    expect((await actionOf('FO-1')).what).toBe('First');
  });

  test('a person decides, before the approval or after it, and again', async () => {
    await hold([0, 2]);
    const { first, second } = await two();
    const chosen = await choose(second.clientId, ['code:FO-1']);
    expect([chosen.status, chosen.body.exitPlans.length]).toEqual([200, 2]);
    expect(chosen.body.exitPlans[0].items).toMatchObject([
      { isUndecided: false, otherwise: { what: 'Second', why: 'decided' } },
    ]);
    await approve();
    expect((await actionOf('FO-1')).what).toBe('Second');
    for (const time of ['first', 'second']) {
      const again = await choose(first.clientId, ['code:FO-1'], 'asa');
      expect([time, again.status]).toEqual([time, 200]);
      const action = await actionOf('FO-1');
      expect(action.what).toBe('First');
      expect(action.events).toMatchObject([{ kind: 'what', by: 'Asa Assessor', what: 'First' }]);
    }
  });

  test('a decision while the round is reopened changes the action as well', async () => {
    await hold([0, 2]);
    const { second } = await two();
    await approve();
    await server.as('alice')('POST', `/api/rounds/${round}/reopen`, { reason: 'To look again' });
    expect((await choose(second.clientId, ['code:FO-1'])).status).toBe(200);
    expect((await actionOf('FO-1')).what).toBe('Second');
    await approve();
    expect((await actionOf('FO-1')).what).toBe('Second');
  });

  test('where one arrives after the approval, it changes nothing until a person decides', async () => {
    await hold([0, 2]);
    await agree([anItem('FO-1', { what: 'Taken' })], aSignature());
    await approve();
    const held = { heldAt: new Date(Date.now() - 600_000).toISOString() };
    const late = await agree([anItem('FO-1', { what: 'Late' })], { ...aSignature(), ...held });
    expect(late.items).toMatchObject([{ isUndecided: true }]);
    expect((await actionOf('FO-1')).what).toBe('Taken');
    expect((await choose(late.clientId, ['code:FO-1'])).status).toBe(200);
    expect((await actionOf('FO-1')).what).toBe('Late');
  });

  test('only what differs is decided, by people who see the hotel', async () => {
    await hold([0, 0]);
    const { first } = await two();
    const unsigned = await agree([anItem('FO-1', { what: 'Third' }), anItem('FO-2')]);
    const refusals: [string, string[], PersonName, number][] = [
      [unsigned.clientId, ['code:FO-1'], 'connie', 409],
      [unsigned.clientId, ['code:FO-2'], 'connie', 409],
      [first.clientId, ['code:FO-2'], 'connie', 409],
      ['plan_absent', ['code:FO-1'], 'connie', 400],
      [first.clientId, [], 'connie', 400],
      [first.clientId, ['code:FO-1'], 'cole', 404],
    ];
    for (const [plan, keys, who, status] of refusals)
      expect((await choose(plan, keys, who)).status).toBe(status);
    expect((await plans())?.every(({ items }) => items[0]?.otherwise?.why !== 'decided')).toBe(
      true,
    );
  });
});

describe('a plan that somebody left on a device', () => {
  test('is sent by an Admin, and stored once under the name of who held the meeting', async () => {
    await hold([0, 2]);
    const plan = aPlan([anItem('FO-1')]);
    const stored = await sendFor(server.idOf('connie'), plan);
    expect([stored.status, stored.body.by, stored.body.sentBy]).toEqual([
      201,
      'Connie Consultant',
      'Alice Admin',
    ]);
    expect((await sendFor(server.idOf('connie'), plan)).status).toBe(200);
    // This plan had arrived already, before the account ended.
    const own = aPlan([anItem('FO-1')]);
    expect((await send(own)).status).toBe(201);
    expect((await sendFor(server.idOf('connie'), own)).status).toBe(200);
    expect(await plans()).toHaveLength(2);
    expect((await send(aPlan([anItem('FO-1')]), 'alice')).body).toMatchObject({
      ...{ by: 'Alice Admin', sentBy: null },
    });
  });

  test('is not sent for others by anybody else, nor for nobody', async () => {
    const refused = await sendFor(server.idOf('connie'), aPlan([anItem('FO-1')]), 'asa');
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Only an Admin may send the plan of somebody else.',
    ]);
    const nobody = await sendFor(2_000_000_000, aPlan([anItem('FO-1')]));
    expect([nobody.status, nobody.body.errors?.[0].path]).toEqual([400, 'heldBy']);
  });

  test('keeps the name of an account that was deleted', async () => {
    await hold([0, 2]);
    const { body: roles } = await server.as('alice')('GET', '/api/user-roles');
    const { body: gone } = await server.as('alice')('POST', '/api/system-users', {
      ...{ name: 'Gus Gone', email: 'gus@gone.example', password: 'a candle in the wind' },
      mobileNumber: '+1 202 555 0142',
      roleId: roles.find((role: { name: string }) => role.name === 'Assessor').id,
    });
    expect((await server.as('alice')('DELETE', `/api/system-users/${gone.id}`)).status).toBe(204);
    const plan = aPlan([anItem('FO-1')]);
    const stored = await sendFor(gone.id, plan);
    expect([stored.status, stored.body.by]).toEqual([201, 'Gus Gone']);
    expect((await sendFor(gone.id, plan)).status).toBe(200);
  });
});

describe('its owners', () => {
  test('a person who was met is added as a contact, and owns the action', async () => {
    await hold([0, 2]);
    const met = { clientId: name('contact'), name: 'Bo', email: 'bo@hotel.example' };
    const owner = { kind: 'contact', clientId: met.clientId };
    await agree([anItem('FO-1', { owner })], { contacts: [met] });
    await agree([anItem('FO-2', { owner })], { contacts: [{ ...met, name: 'Bob' }] });
    const [one, ...others] = await contacts();
    expect([one?.name, others]).toEqual(['Bo', []]);
    await approve();
    expect((await actionOf('FO-1')).owner).toEqual({ kind: 'contact', id: one?.id, name: 'Bo' });
  });

  test('a contact who left keeps the name', async () => {
    await hold([0, 2]);
    const id = await aContact(hotel.id);
    await server.as('alice')('DELETE', `/api/hotels/${hotel.id}/contacts/${id}`);
    const owner = { kind: 'contact', id };
    await agree([anItem('FO-1', { owner })]);
    await approve();
    expect((await actionOf('FO-1')).owner).toEqual({ ...owner, name: 'Ana' });
    expect((await plans())?.[0]?.items[0]?.owner).toEqual({ ...owner, name: 'Ana' });
    const event = { clientId: name('event'), kind: 'owner', owner };
    const path = `/api/actions/${(await actionOf('FO-1')).id}/events`;
    const refused = await server.as('connie')('POST', path, event);
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, 'owner.id']);
  });

  test('belong to the hotel', async () => {
    const elsewhere = await aHotel(server, { stage: 'Onsite Assessment' });
    const foreign = await aContact(elsewhere.id, 'Zoe');
    const met = name('contact');
    await server.as('alice')('POST', `/api/hotels/${elsewhere.id}/contacts`, {
      ...{ clientId: met, name: 'Zoe' },
    });
    const refusals: [object, object, string][] = [
      [{ kind: 'contact', id: foreign }, {}, 'items.1.owner.id'],
      [{ kind: 'user', id: server.idOf('cole') }, {}, 'items.1.owner.id'],
      [{ kind: 'contact', clientId: name('nobody') }, {}, 'items.1.owner.clientId'],
      [
        { kind: 'contact', clientId: met },
        { contacts: [{ clientId: met, name: 'Zoe' }] },
        'contacts.0.clientId',
      ],
    ];
    for (const [owner, more, path] of refusals) {
      const refused = await send(aPlan([anItem('FO-1'), anItem('FO-2', { owner })], more));
      expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, path]);
      expect(JSON.stringify(refused.body)).not.toContain('Zoe');
    }
    expect(await plans()).toBeUndefined();
    expect(await contacts()).toEqual([]);
  });
});

test('whoever had the hotel at the meeting can send it later; others cannot', async () => {
  const heldAt = new Date().toISOString();
  const plan = aPlan([anItem('FO-1')], { heldAt });
  await server.as('alice')('PATCH', `/api/hotels/${hotel.id}`, {
    serviceConsultantId: null,
  });
  expect((await send(aPlan([anItem('FO-1')], { heldAt: '2020-01-01T10:00:00Z' }))).status).toBe(
    404,
  );
  const kept = await send(plan);
  expect([kept.status, kept.body.roundId]).toEqual([201, round]);
  expect((await send(plan, 'cole')).status).toBe(404);
});

test('each wrong field is named with its path', async () => {
  const wrong: [object, string][] = [
    [aPlan([anItem('FO-1', { dueOn: '2031-02-30' })]), 'items.0.dueOn'],
    [aPlan([anItem('FO-1', { dueOn: '0000-01-01' })]), 'items.0.dueOn'],
    [aPlan([anItem('FO-1')], { heldAt: 'yesterday' }), 'heldAt'],
    [aPlan([]), 'items'],
    [aPlan([anItem('FO-1'), anItem('fo-1')]), 'items'],
    [aPlan([anItem('FO-1', { what: 'x'.repeat(2_001) })]), 'items.0.what'],
    [aPlan([anItem('FO-1', { questionKey: 'FO-1' })]), 'items.0.questionKey'],
    [aPlan([anItem('FO-1', { owner: { kind: 'guest', id: 1 } })]), 'items.0.owner'],
  ];
  for (const [plan, path] of wrong) {
    const { status, body } = await send(plan);
    expect([status, body.errors?.[0].path]).toEqual([400, path]);
  }
  expect(await plans()).toBeUndefined();
});

test('the round is the one that was named, or the latest of its kind', async () => {
  const path = `/api/hotels/${hotel.id}`;
  await server.db
    .updateTable('hotels')
    .set({ virtualSessionCompletionDate: '2026-01-02' })
    .where('id', '=', hotel.id)
    .execute();
  expect((await server.as('connie')('PATCH', path, { stage: 'Virtual Session' })).status).toBe(200);
  const session = await currentRound(server, hotel.id);
  expect(session).not.toBe(round);
  const roundOf = async (more: object) => (await agree([anItem('FO-1')], more)).roundId;
  expect(await roundOf({})).toBe(round);
  expect(await roundOf({ kind: 'session' })).toBe(session);
  expect(await roundOf({ roundId: session })).toBe(session);
  const elsewhere = await aHotel(server, { stage: 'Onsite Assessment' });
  expect(await roundOf({ roundId: await currentRound(server, elsewhere.id) })).toBe(round);
  expect(await roundOf({ kind: 'reassessment' })).toBe(session);
});

test('its signatures may arrive later, and are read where the hotel is', async () => {
  const plan = aPlan([anItem('FO-1')]);
  const fileId = name('file');
  plan.signatures = { ...plan.signatures, hotel: fileId } as never;
  expect((await send(plan)).body.signatures.hotel).toBe(fileId);
  const { status } = await sendEvidence(server, 'connie', {
    ...{ fileId, interview: plan.clientId, question: 1, kind: 'signature' },
  });
  expect(status).toBe(201);
  const readBy = async (who: PersonName) =>
    (await server.as(who)('GET', `/api/evidence/${fileId}`)).status;
  expect([await readBy('asa'), await readBy('cole')]).toEqual([200, 404]);
  const { body } = await server.as('alice')('GET', '/api/evidence/unplaced');
  expect(JSON.stringify(body)).not.toContain(fileId);
});
