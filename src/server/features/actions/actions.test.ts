import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Action, ActionRow } from '#domain/actions/action.ts';
import { weekdaysAfter } from '#domain/actions/due.ts';
import { daysIn } from '#domain/time-zone.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { closeWaivedActions } from '#server/background/close-waived-actions.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, anAction, anAssessedHotel, aSurveyOf, currentRound } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

/** The installation is 13 hours ahead of UTC in March. */
const timeZone = 'Pacific/Auckland';
let server: TestApp;
/** The questions: FO-1; FO-2, which is critical; and one without a code. */
let survey: SurveyWithQuestions;
let hotel: { id: number };
let round: number;
let sent = 0;
/** The server's clock. */
let clock = () => Date.now();
beforeAll(async () => {
  server = await openTestApp({ now: () => clock() }, { TIME_ZONE: timeZone });
  survey = await aSurveyOf(server, [
    { text: 'Greeted at the door?', code: 'FO-1', allowNa: true },
    { text: 'Are the exits free?', code: 'FO-2', critical: true },
    { text: 'Is there a bar?' },
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = () => Date.now();
  hotel = await anAssessedHotel(server);
  round = await currentRound(server, hotel.id);
});

type Choice = 0 | 1 | 2 | 'na' | null;

/** Stores an interview with these choices at the three questions. */
async function hold(choices: readonly Choice[], more: object = {}) {
  sent += 1;
  const { status, body } = await server.as('connie')('POST', '/api/responses', {
    ...{ clientId: `offline_${sent}_actions`, surveyId: survey.id, edition: survey.edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    responseAnswers: choices.flatMap((choice, place): object[] => {
      const { id: questionId, answers } = survey.questions[place]!;
      if (choice === null) return [];
      if (choice === 'na') return [{ questionId, notApplicable: true }];
      return [{ questionId, answerId: answers[choice]?.id }];
    }),
    ...more,
  });
  expect(status).toBe(201);
  return body as { id: number; clientId: string };
}
async function approve(id = round, who: PersonName = 'asa') {
  expect((await server.as(who)('POST', `/api/rounds/${id}/approve`)).status).toBe(200);
}
const reopen = (id = round) =>
  server.as('alice')('POST', `/api/rounds/${id}/reopen`, { reason: 'To look again' });
const list = async (query = '', who: PersonName = 'asa'): Promise<ActionRow[]> =>
  (await server.as(who)('GET', `/api/actions?hotelId=${hotel.id}&show=all${query}`)).body.actions;
const counts = async (query = '', who: PersonName = 'asa') =>
  (await server.as(who)('GET', `/api/actions/counts?hotelId=${hotel.id}${query}`)).body;
const read = async (id: number, who: PersonName = 'asa'): Promise<Action> =>
  (await server.as(who)('GET', `/api/actions/${id}`)).body;
async function actionOf(key: string): Promise<Action> {
  const found = (await list()).find(({ questionKey }) => questionKey === key);
  if (!found) throw new Error(`No action of ${key}`);
  return read(found.id);
}
const statuses = async () =>
  Object.fromEntries((await list()).map(({ questionKey, status }) => [questionKey, status]));
const event = (id: number, more: object, who: PersonName = 'connie') =>
  server.as(who)('POST', `/api/actions/${id}/events`, {
    clientId: `event_${(sent += 1)}_actions`,
    ...more,
  });
const move = (id: number, from: string, to: string, more: object = {}, who?: PersonName) =>
  event(id, { kind: 'status', from, to, ...more }, who);
async function moved(id: number, from: string, to: string, more: object = {}, who?: PersonName) {
  const { status, body } = await move(id, from, to, more, who);
  expect([status, body.event?.applied]).toEqual([201, true]);
}
async function photoOf({ clientId, questionId }: Pick<Action, 'clientId' | 'questionId'>) {
  const { body } = await sendEvidence(server, 'connie', {
    interview: clientId,
    question: questionId,
  });
  return body.fileId as string;
}
async function comeTo(stage: Stage, more: object = {}) {
  await server.db
    .updateTable('hotels')
    .set({ virtualSessionCompletionDate: '2026-01-02' })
    .where('id', '=', hotel.id)
    .execute();
  const path = `/api/hotels/${hotel.id}`;
  expect((await server.as('connie')('PATCH', path, { stage, ...more })).status).toBe(200);
  return currentRound(server, hotel.id);
}
const idOf = (place: number) => survey.questions[place]!.id;
/** The key of the question without a code. */
const bar = () => `id:${idOf(2)}`;

describe('an approval', () => {
  test('makes one action a finding, with its severity, due day and responses', async () => {
    // A Friday in Auckland, when it is still Thursday in UTC.
    clock = () => Date.parse('2026-03-05T20:00:00Z');
    const one = await hold([0, 1, 2]);
    const other = await hold([1, 2, 1]);
    expect(await list()).toEqual([]);
    await approve();
    const made = (await list()).map((row) => [row.questionKey, [row.severity, row.dueOn]]);
    expect(Object.fromEntries(made)).toEqual({
      'code:FO-1': ['major', '2026-03-26'],
      'code:FO-2': ['critical', '2026-03-11'],
      [bar()]: ['minor', '2026-03-26'],
    });
    expect(await actionOf('code:FO-1')).toMatchObject({
      ...{ status: 'open', owner: null, questionText: 'Greeted at the door?', isRepeat: false },
      ...{ roundId: round, roundKind: 'onsite', cycle: 1, events: [], version: 1 },
      responses: expect.arrayContaining([one.id, other.id]),
    });
  });

  test('that two people give at once makes everything once', async () => {
    await hold([0, 0, 0]);
    const answers = await Promise.all(
      (['asa', 'alice'] as const).map((who) =>
        server.as(who)('POST', `/api/rounds/${round}/approve`),
      ),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(await list()).toHaveLength(3);
  });

  test('of two rounds of a cycle at once makes one action of what both found', async () => {
    await hold([0, 2, 2]);
    const session = await comeTo('Virtual Session');
    await hold([0, 2, 2]);
    await Promise.all([approve(round, 'asa'), approve(session, 'alice')]);
    expect(await statuses()).toEqual({ 'code:FO-1': 'open' });
    const { foundIn } = await server.db
      .selectFrom('actions')
      .select('foundIn')
      .where('hotelId', '=', hotel.id)
      .executeTakeFirstOrThrow();
    expect(new Set(foundIn)).toEqual(new Set([round, session]));
  });

  test('given again doubles nothing; what was corrected closes with the reason, and can return', async () => {
    const { id } = await hold([0, 2, 0]);
    await approve();
    const before = await actionOf('code:FO-1');
    await moved(before.id, 'open', 'done', { text: 'We greet now' });
    const correct = (option: number) =>
      server.as('alice')('POST', `/api/responses/${id}/corrections`, {
        ...{ clientId: `correct_${(sent += 1)}_actions`, reason: 'Misheard' },
        responseAnswers: [
          { questionId: idOf(2), answerId: survey.questions[2]!.answers[option]!.id },
        ],
      });
    await reopen();
    expect((await correct(2)).status).toBe(200);
    await approve();
    expect(await statuses()).toEqual({ 'code:FO-1': 'done', [bar()]: 'not-a-finding' });
    expect((await actionOf(bar())).events).toMatchObject([
      { by: null, move: 'clear', text: 'The round was corrected and approved again.' },
    ]);
    expect((await actionOf('code:FO-1')).id).toBe(before.id);
    await reopen();
    await correct(0);
    await approve();
    expect(await statuses()).toEqual({ 'code:FO-1': 'done', [bar()]: 'open' });
    expect(await list()).toHaveLength(2);
  });

  test('leaves no action of a round that was approved before there were any', async () => {
    const { id } = await hold([0, 2, 1]);
    await server.db
      .updateTable('rounds')
      .set({ status: 'approved', approvedAt: new Date().toISOString() })
      .where('id', '=', round)
      .execute();
    expect(await uphold(id, 0)).toBe(200);
    expect(await counts()).toMatchObject({ open: 0 });
    expect(await list()).toEqual([]);
  });
});

/** Appeals a question of a response, and upholds it: the best answer was right. */
async function uphold(responseId: number, place: number): Promise<number> {
  const appeal = await server.as('connie')('POST', '/api/appeals', {
    ...{ clientId: `appeal_${(sent += 1)}_actions`, responseId, claim: 'We have a photo' },
    ...{ questionId: idOf(place), wanted: survey.questions[place]!.answers[2]!.id },
  });
  const decision = { decision: 'upheld', reason: 'Seen' };
  const path = `/api/appeals/${appeal.body.id}/decision`;
  return (await server.as('asa')('PUT', path, decision)).status;
}

test('an upheld appeal closes the action at once, unless another response shows the finding', async () => {
  const one = await hold([0, 2, 2]);
  const other = await hold([0, 2, 2]);
  await approve();
  expect(await uphold(one.id, 0)).toBe(200);
  expect(await actionOf('code:FO-1')).toMatchObject({ status: 'open', responses: [other.id] });
  expect(await uphold(other.id, 0)).toBe(200);
  const { status, events } = await actionOf('code:FO-1');
  expect([status, events.at(-1)?.text]).toEqual(['not-a-finding', 'An appeal was upheld.']);
});

test('a late response makes actions once an Admin lets it count', async () => {
  await hold([2, 2, 0]);
  await approve();
  const late = await hold([0, 2, 2]);
  expect(await statuses()).toEqual({ [bar()]: 'open' });
  const path = `/api/responses/${late.id}/review`;
  expect((await server.as('alice')('PUT', path, { decision: 'accept' })).status).toBe(200);
  expect(await statuses()).toEqual({ [bar()]: 'open', 'code:FO-1': 'open' });
});

test('a response that an Admin lets count while its round is approved makes actions too', async () => {
  await hold([2, 2, 0]);
  const { id, clientId } = await hold([0, 2, 2]);
  await server.db
    .updateTable('responses')
    .set({ counts: false, reviewReasons: ['hotel-not-assigned'] })
    .where('clientId', '=', clientId)
    .execute();
  const other = await anAction(server, hotel.id);
  const { calls } = await inTransaction(server.db, async (tx) => {
    // The approval reads the responses before it locks the cycle's actions.
    await tx.selectFrom('actions').select('id').where('id', '=', other.id).forUpdate().execute();
    const approving = approve();
    await waitForLocks(server);
    const path = `/api/responses/${id}/review`;
    const accepting = server.as('alice')('PUT', path, { decision: 'accept' });
    await Promise.race([accepting, waitForLocks(server, 2)]);
    return { calls: [approving, accepting] as const };
  });
  const [, accepted] = await Promise.all(calls);
  expect(accepted.status).toBe(200);
  expect(await statuses()).toMatchObject({ [bar()]: 'open', 'code:FO-1': 'open' });
});

test('a response that arrives while an approval makes the actions is held for a review', async () => {
  await hold([2, 2, 0]);
  const other = await anAction(server, hotel.id);
  const calls = await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('actions').select('id').where('id', '=', other.id).forUpdate().execute();
    const approving = server.as('asa')('POST', `/api/rounds/${round}/approve`);
    await waitForLocks(server);
    const storing = hold([0, 2, 2]);
    await waitForLocks(server, 2);
    return { approving, storing };
  });
  expect((await calls.approving).status).toBe(200);
  const late = await calls.storing;
  expect(late).toMatchObject({ counts: false, reviewReasons: ['round-approved'] });
  expect(await statuses()).not.toHaveProperty('code:FO-1');
  const path = `/api/responses/${late.id}/review`;
  expect((await server.as('alice')('PUT', path, { decision: 'accept' })).status).toBe(200);
  expect(await statuses()).toMatchObject({ [bar()]: 'open', 'code:FO-1': 'open' });
});

test('an acceptance waits for the deletion of its hotel before it locks anything', async () => {
  await hold([2, 2, 0]);
  await approve();
  const { id } = await hold([0, 2, 2]);
  const accepting = await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('hotels').select('id').where('id', '=', hotel.id).forUpdate().execute();
    const path = `/api/responses/${id}/review`;
    const call = server.as('alice')('PUT', path, { decision: 'accept' });
    await waitForLocks(server);
    await tx.updateTable('responses').set({ hotelId: null }).where('id', '=', id).execute();
    return { call };
  });
  expect((await accepting.call).status).toBe(200);
});

/** Makes an account that a test deletes. */
async function aLeaver(): Promise<number> {
  const { id } = await server.db
    .insertInto('systemUsers')
    .values({
      ...{ name: 'Lena Left', email: `lena${(sent += 1)}@hotel.example`, mobileNumber: '1' },
      roleId: server.db.selectFrom('userRoles').select('id').where('name', '=', 'Admin'),
      passwordHash: 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('the deletion of a person', () => {
  const remove = (id: number) => server.as('alice')('DELETE', `/api/system-users/${id}`);

  test('locks their actions in the order in which a change of many does', async () => {
    const leaver = await aLeaver();
    const first = await anAction(server, hotel.id, { ownerUserId: leaver, dueOn: '2031-02-03' });
    // PostgreSQL finds it first, because it is due first.
    const other = await anAction(server, hotel.id, { ownerUserId: leaver, dueOn: '2031-02-02' });
    const { call } = await inTransaction(server.db, async (tx) => {
      await sql`select from actions where id = ${first.id} for update`.execute(tx);
      const deleting = remove(leaver);
      await waitForLocks(server);
      await sql`select from actions where id = ${other.id} for update nowait`.execute(tx);
      return { call: deleting };
    });
    expect((await call).status).toBe(204);
  });

  test('locks what they waived before the rounds that they submitted', async () => {
    const leaver = await aLeaver();
    const submitted = { submittedById: leaver };
    await server.db.updateTable('rounds').set(submitted).where('id', '=', round).execute();
    const { call } = await inTransaction(server.db, async (tx) => {
      await sql`insert into waivers (client_id, hotel_id, question_key, reason, valid_from, valid_to, granted_by_id)
        values (${`waiver_${(sent += 1)}_left`}, ${hotel.id}, 'code:FO-1', 'Rebuilt', now(), now(), ${leaver})`.execute(
        server.db,
      );
      await sql`select from waivers where granted_by_id = ${leaver} for update`.execute(tx);
      const deleting = remove(leaver);
      await waitForLocks(server);
      await sql`select from rounds where id = ${round} for update nowait`.execute(tx);
      return { call: deleting };
    });
    expect((await call).status).toBe(204);
  });

  test('is waited for by an approval that names them, before it locks the round', async () => {
    await hold([0, 2, 2]);
    const leaver = await aLeaver();
    await sql`with plan as (
        insert into exit_plans (client_id, digest, hotel_id, round_id, held_at, agreed_by, hotel_name)
        values (${`plan_${(sent += 1)}_left`}, '', ${hotel.id}, ${round}, now(), 'Asa', 'Ana') returning id)
      insert into exit_plan_items (plan_id, client_id, survey_id, question_key, question_text, what, due_on, owner_user_id, owner_name)
        select id, ${`item_${sent}_left`}, ${survey.id}, 'code:FO-1', 'Free?', 'Clear it', now(), ${leaver}, 'Lena Left' from plan`.execute(
      server.db,
    );
    const { call } = await inTransaction(server.db, async (tx) => {
      await sql`select from system_users where id = ${leaver} for update`.execute(tx);
      const approving = server.as('asa')('POST', `/api/rounds/${round}/approve`);
      await waitForLocks(server);
      await sql`select from rounds where id = ${round} for update nowait`.execute(tx);
      return { call: approving };
    });
    expect((await call).status).toBe(200);
  });
});

test('an event waits for the deletion of its hotel before it locks the action', async () => {
  const { id } = await anAction(server, hotel.id);
  const { call } = await inTransaction(server.db, async (tx) => {
    await sql`select from hotels where id = ${hotel.id} for update`.execute(tx);
    const commenting = server.as('connie')('POST', `/api/actions/${id}/events`, {
      ...{ clientId: `event_${(sent += 1)}_deleted`, kind: 'comment', text: 'Seen' },
    });
    await waitForLocks(server);
    await sql`select from actions where id = ${id} for update nowait`.execute(tx);
    return { call: commenting };
  });
  expect((await call).status).toBe(201);
});

test('the deletion of a hotel waits for an interview under way before it locks the hotel', async () => {
  const interview = { clientId: `offline_${(sent += 1)}_under_way`, surveyId: survey.id };
  const { status } = await server.as('connie')('POST', '/api/interview-sessions', {
    ...{ ...interview, edition: survey.edition, hotelId: hotel.id },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Desk' },
  });
  expect(status).toBe(201);
  const { call } = await inTransaction(server.db, async (tx) => {
    // As the storing of its response does. At its end it shares the lock of the hotel.
    const { clientId } = interview;
    await sql`select from interview_sessions where client_id = ${clientId} for update`.execute(tx);
    const deleting = server.as('alice')('DELETE', `/api/hotels/${hotel.id}`);
    await waitForLocks(server);
    await sql`select from hotels where id = ${hotel.id} for key share nowait`.execute(tx);
    return { call: deleting };
  });
  expect((await call).status).toBe(204);
});

test('a waiver that is in force closes the action until it is revoked, one that is still to come does not', async () => {
  await hold([0, 2, 0]);
  await approve();
  const day = (days: number) => daysIn(timeZone).dayOf(Date.now() + days * 86_400_000);
  const grant = (questionKey: string, validFrom: string) =>
    server.as('alice')('POST', `/api/hotels/${hotel.id}/waivers`, {
      ...{ clientId: `waiver_${(sent += 1)}_actions`, questionKey, reason: 'The lift is rebuilt' },
      ...{ validFrom, validTo: day(20) },
    });
  expect((await grant('code:FO-1', day(0))).status).toBe(201);
  expect((await grant(bar(), day(3))).status).toBe(201);
  expect(await statuses()).toEqual({ 'code:FO-1': 'waived', [bar()]: 'open' });
  expect((await actionOf('code:FO-1')).events).toMatchObject([
    { by: null, move: 'waive', text: 'The lift is rebuilt' },
  ]);
  const { id: waived, dueOn } = await actionOf('code:FO-1');
  await server.db
    .updateTable('actions')
    .set({ dueOn: '2026-01-05' })
    .where('id', '=', waived)
    .execute();
  const waivers = `/api/hotels/${hotel.id}/waivers`;
  for (const { id } of (await server.as('alice')('GET', waivers)).body)
    expect((await server.as('alice')('DELETE', `${waivers}/${id}`)).status).toBe(200);
  expect(await statuses()).toEqual({ 'code:FO-1': 'open', [bar()]: 'open' });
  const reopened = await actionOf('code:FO-1');
  expect(reopened.dueOn).toBe(dueOn);
  expect(reopened.events.at(-1)).toMatchObject({
    ...{ by: null, move: 'reopen', from: 'waived', text: 'The waiver was revoked.' },
  });
});

test('a waiver that begins later closes the action on its first day, until it is revoked', async () => {
  await hold([0, 0, 0]);
  await approve();
  const day = (days: number) => daysIn(timeZone).dayOf(Date.now() + days * 86_400_000);
  const waivers = `/api/hotels/${hotel.id}/waivers`;
  const grant = async (questionKey: string, validFrom: string) => {
    const { status, body } = await server.as('alice')('POST', waivers, {
      ...{ clientId: `waiver_${(sent += 1)}_actions`, questionKey, reason: 'The lift is rebuilt' },
      ...{ validFrom, validTo: day(20) },
    });
    expect(status).toBe(201);
    return body.id as number;
  };
  const upkeep = () => closeWaivedActions({ ...server.deps, now: () => clock() });
  const open = { 'code:FO-1': 'open', 'code:FO-2': 'open', [bar()]: 'open' };
  const id = await grant('code:FO-1', day(3));
  const revoked = await grant('code:FO-2', day(3));
  await server.as('alice')('DELETE', `${waivers}/${revoked}`);
  await upkeep();
  expect(await statuses()).toEqual(open);
  clock = () => Date.now() + 3 * 86_400_000;
  await upkeep();
  expect(await statuses()).toEqual({ ...open, 'code:FO-1': 'waived' });
  // It closes each once.
  await upkeep();
  const { events } = await actionOf('code:FO-1');
  expect(events).toMatchObject([{ by: null, move: 'waive', text: 'The lift is rebuilt' }]);
  expect((await server.as('alice')('DELETE', `${waivers}/${id}`)).status).toBe(200);
  await upkeep();
  expect(await statuses()).toEqual(open);
});

describe('a re-assessment', () => {
  test('verifies by its answer; what it finds again is open again, with new days', async () => {
    await hold([0, 0, 0]);
    await approve();
    const first = await actionOf('code:FO-1');
    await event(first.id, { kind: 'evidence', fileIds: [await photoOf(first)] });
    expect((await read(first.id)).hasEvidence).toBe(true);
    await moved(first.id, 'open', 'done');
    const made = await server.as('connie')('POST', `/api/rounds/${round}/reassessment`, {
      clientId: `again_${(sent += 1)}_actions`,
    });
    const again = await comeTo('Virtual Re-Assessment');
    expect(again).toBe(made.body.id);
    // FO-1 fails again, FO-2 is fine now, and there is no bar any more.
    const response = await hold([0, 2, null]);
    clock = () => Date.now() + 10 * 86_400_000;
    await approve(again);
    expect(await statuses()).toEqual({
      ...{ 'code:FO-1': 'open', 'code:FO-2': 'verified', [bar()]: 'open' },
    });
    const verified = await actionOf('code:FO-2');
    expect(verified).toMatchObject({ closedByResponseId: response.id, moves: [] });
    expect(verified.events).toMatchObject([
      { by: null, move: 'pass', roundId: again, responseId: response.id },
    ]);
    const found = await actionOf('code:FO-1');
    const today = daysIn(timeZone).dayOf(clock());
    expect([found.id, found.dueOn]).toEqual([first.id, weekdaysAfter(today, 14)]);
    expect(found.events.at(-1)).toMatchObject({ by: null, move: 'find-again', from: 'done' });
    // The photo from before does not count as evidence for the new finding.
    expect(found.hasEvidence).toBe(false);
    // The same approval once more changes nothing.
    await moved(found.id, 'open', 'done', { text: 'Now we do' });
    await moved(found.id, 'done', 'verified', {}, 'asa');
    await reopen(again);
    await approve(again);
    expect(await statuses()).toMatchObject({ 'code:FO-1': 'verified', 'code:FO-2': 'verified' });
  });

  test('keeps what it verified when a round whose finding is older is approved later', async () => {
    await hold([0, 2, 2]);
    const session = await comeTo('Virtual Session');
    await hold([0, 2, 2]);
    await approve();
    const again = await comeTo('Virtual Re-Assessment');
    await hold([2, 2, 2]);
    await approve(again);
    expect(await statuses()).toEqual({ 'code:FO-1': 'verified' });
    await approve(session);
    expect(await statuses()).toEqual({ 'code:FO-1': 'verified' });
    const { events } = await actionOf('code:FO-1');
    expect(events.map((one) => one.move)).toEqual(['pass']);
  });

  test('verifies nothing that was found again after its answer', async () => {
    await hold([0, 2, 2]);
    await approve();
    const again = await comeTo('Virtual Re-Assessment');
    await hold([2, 2, 2]);
    const evaluation = await comeTo('Evaluation');
    await hold([0, 2, 2]);
    await approve(evaluation);
    await approve(again);
    expect(await statuses()).toEqual({ 'code:FO-1': 'open' });
  });

  test('verifies no longer what its corrected answer does not show any more', async () => {
    await hold([0, 2, 2]);
    await approve();
    const again = await comeTo('Virtual Re-Assessment');
    const { id } = await hold([2, 2, 2]);
    await approve(again);
    expect(await statuses()).toEqual({ 'code:FO-1': 'verified' });
    await reopen(again);
    const { status } = await server.as('alice')('POST', `/api/responses/${id}/corrections`, {
      ...{ clientId: `correct_${(sent += 1)}_actions`, reason: 'Misheard' },
      responseAnswers: [{ questionId: idOf(0), notApplicable: true }],
    });
    expect(status).toBe(200);
    await approve(again);
    const { status: now, events, closedByResponseId } = await actionOf('code:FO-1');
    expect([now, closedByResponseId]).toEqual(['open', null]);
    expect(events.at(-1)).toMatchObject({ move: 'reopen', from: 'verified', roundId: again });
  });

  test('verifies nothing while it is not approved, or where the question does not apply', async () => {
    await hold([0, 2, 2]);
    await approve();
    const again = await comeTo('Virtual Re-Assessment');
    await hold(['na', 2, 2]);
    expect(await statuses()).toEqual({ 'code:FO-1': 'open' });
    await approve(again);
    expect(await statuses()).toEqual({ 'code:FO-1': 'open' });
  });
});

test('a later cycle makes a new action that names the former one', async () => {
  await hold([0, 2, 2]);
  await approve();
  const former = await actionOf('code:FO-1');
  await moved(former.id, 'open', 'done', { text: 'We greet now' });
  await moved(former.id, 'done', 'verified', {}, 'asa');
  await comeTo('Disposition');
  const next = await comeTo('Initiated', { cycle: 'next' });
  await hold([0, 2, 2]);
  await approve(next);
  const [made] = (await list('&status=open')).filter(({ id }) => id !== former.id);
  expect(await read(made!.id)).toMatchObject({
    ...{ isRepeat: true, cycle: 2 },
    repeatOf: { id: former.id, status: 'verified', cycle: 1 },
  });
  expect(await read(former.id)).toMatchObject({ status: 'verified', version: 3 });
});

test('what an appeal took back in a former cycle is not found again in a later one', async () => {
  const { id } = await hold([0, 2, 2]);
  await approve();
  expect(await uphold(id, 0)).toBe(200);
  await comeTo('Disposition');
  const next = await comeTo('Initiated', { cycle: 'next' });
  await hold([0, 2, 2]);
  await approve(next);
  const [made] = await list('&status=open');
  expect(await read(made!.id)).toMatchObject({ cycle: 2, isRepeat: false, repeatOf: null });
});

describe('an event', () => {
  let action: Action;
  beforeEach(async () => {
    await hold([0, 0, 2]);
    await approve();
    action = await actionOf('code:FO-1');
  });

  test('is stored once however often it is sent, and no other under its name', async () => {
    const said = { clientId: `event_once_${sent}`, kind: 'comment', text: 'We ordered a bell' };
    const first = await event(action.id, said);
    expect(first.status).toBe(201);
    const second = await event(action.id, said);
    expect([second.status, second.body.event]).toEqual([200, first.body.event]);
    expect((await event(action.id, { ...said, text: 'Two bells' })).status).toBe(409);
    expect((await event(action.id, said, 'asa')).status).toBe(409);
    const other = await actionOf('code:FO-2');
    expect((await event(other.id, said)).status).toBe(409);
    expect((await read(action.id)).events).toHaveLength(1);
  });

  test('of two people at once: one is applied, the other is kept with the reason', async () => {
    await moved(action.id, 'open', 'done', { text: 'Done' });
    const answers = await Promise.all([
      move(action.id, 'done', 'verified', {}, 'asa'),
      move(action.id, 'done', 'in-progress', { text: 'Not quite' }, 'alice'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const events = answers.map(({ body }) => body.event);
    const late = events.find(({ applied }) => !applied);
    expect(events.filter(({ applied }) => applied)).toHaveLength(1);
    expect([
      'Asa Assessor verified this meanwhile. Your “in progress” is kept as a note.',
      'Alice Admin returned this meanwhile. Your “verified” is kept as a note.',
    ]).toContain(late.refusal);
    const { status, events: kept } = await read(action.id);
    expect(status).toBe(late.to === 'verified' ? 'in-progress' : 'verified');
    expect(kept).toHaveLength(3);
  });

  test('of two people at once is applied once, however they meet', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await anAction(server, hotel.id);
      const answers = await Promise.all([
        move(id, 'open', 'in-progress', {}, 'connie'),
        move(id, 'open', 'in-progress', {}, 'asa'),
        move(id, 'open', 'in-progress', {}, 'alice'),
      ]);
      expect(answers.filter(({ body }) => body.event.applied)).toHaveLength(1);
    }
  });

  test('that comes late or out of order changes nothing that others did', async () => {
    await moved(action.id, 'open', 'done', { text: 'Done' });
    // A "start" that was sent before. It must not undo the "done".
    const { body } = await move(action.id, 'open', 'in-progress', {
      claimedAt: '2026-01-01T10:00:00Z',
    });
    expect(body.event).toMatchObject({
      ...{ applied: false, claimedAt: '2026-01-01T10:00:00.000Z', text: '' },
      refusal:
        'Connie Consultant marked this as done meanwhile. Your “in progress” is kept as a note.',
    });
    expect(body.action.status).toBe('done');
    await moved(action.id, 'done', 'verified', {}, 'asa');
    for (const late of [
      { kind: 'due', dueOn: '2027-01-01' },
      { kind: 'owner', owner: { kind: 'user', id: server.idOf('connie') } },
    ]) {
      const { body: answer } = await event(action.id, late);
      expect(answer.event.applied).toBe(false);
      expect(answer.event.refusal).toMatch(/^Asa Assessor verified this meanwhile\. Your /);
    }
    const after = await read(action.id);
    expect([after.dueOn, after.owner, after.canChange]).toEqual([action.dueOn, null, false]);
    const { body: noted } = await event(action.id, { kind: 'comment', text: 'Thanks' });
    expect(noted.event.applied).toBe(true);
  });

  test('a "done" from before somebody began is still done', async () => {
    await moved(action.id, 'open', 'in-progress');
    await moved(action.id, 'open', 'done', { text: 'Done already' });
    expect((await read(action.id)).status).toBe('done');
  });

  test('of two due days or owners, the later to arrive holds, and both are kept', async () => {
    await event(action.id, { kind: 'due', dueOn: '2027-02-01' });
    await event(action.id, { kind: 'due', dueOn: '2027-01-01' }, 'asa');
    const owner = (who: PersonName) => ({ kind: 'user', id: server.idOf(who) });
    await event(action.id, { kind: 'owner', owner: owner('connie') });
    await event(action.id, { kind: 'owner', owner: owner('asa') }, 'asa');
    const { dueOn, owner: now, events, isMine, version } = await read(action.id);
    expect([dueOn, now?.name, isMine, version]).toEqual(['2027-01-01', 'Asa Assessor', true, 5]);
    expect(events.map((one) => one.dueOn ?? one.owner?.name)).toEqual([
      ...['2027-02-01', '2027-01-01', 'Connie Consultant', 'Asa Assessor'],
    ]);
    expect((await event(action.id, { kind: 'owner', owner: null })).body.action.owner).toBeNull();
  });

  test('says that its owner has no access any more, and is found without an owner', async () => {
    const ownerless = async () => (await list('&noOwner=true')).map(({ id }) => id);
    const left = async () => {
      const rows = await list();
      const row = rows.find(({ id }) => id === action.id);
      expect((await read(action.id)).ownerLeft).toBe(row?.ownerLeft);
      const counted = await counts('&noOwner=true');
      expect(counted.open).toBe((await ownerless()).length);
      expect((await counts('')).unowned).toBe(counted.open);
      return [row?.ownerLeft ?? false, (await ownerless()).includes(action.id)];
    };
    const become = async (kind: string, id: number) =>
      expect((await event(action.id, { kind: 'owner', owner: { kind, id } })).status).toBe(201);
    expect(await left()).toEqual([false, true]);

    await become('user', server.idOf('connie'));
    expect(await left()).toEqual([false, false]);
    const consultant = (serviceConsultantId: number) =>
      server.db
        .updateTable('hotels')
        .set({ serviceConsultantId })
        .where('id', '=', hotel.id)
        .execute();
    await consultant(server.idOf('cole'));
    expect(await left()).toEqual([true, true]);
    await consultant(server.idOf('connie'));
    const account = (isActive: boolean) =>
      server.db
        .updateTable('systemUsers')
        .set({ isActive })
        .where('id', '=', server.idOf('connie'))
        .execute();
    await account(false);
    const ended = await left();
    await account(true);
    expect([ended, await left()]).toEqual([
      [true, true],
      [false, false],
    ]);

    const { body: contact } = await server.as('connie')(
      'POST',
      `/api/hotels/${hotel.id}/contacts`,
      {
        clientId: `contact_${(sent += 1)}_left`,
        name: 'Ana Ruiz',
        email: 'ana@hotel.example',
        jobTitle: 'Chef',
      },
    );
    await become('contact', contact.id);
    expect(await left()).toEqual([false, false]);
    const path = `/api/hotels/${hotel.id}/contacts/${contact.id}`;
    expect((await server.as('connie')('DELETE', path)).status).toBeLessThan(300);
    expect(await left()).toEqual([true, true]);
    // What is closed needs nobody.
    await event(action.id, { kind: 'status', from: 'open', to: 'withdrawn', text: 'No' }, 'alice');
    expect(await left()).toEqual([false, false]);
  });

  test('names as owner only who sees the hotel, and a contact only of the hotel', async () => {
    const contact = async (hotelId: number, isActive = true) =>
      (
        await server.db
          .insertInto('hotelContacts')
          .values({
            clientId: `contact_${(sent += 1)}`,
            hotelId,
            name: 'Hana',
            email: null,
            isActive,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const become = (kind: string, id: number) =>
      event(action.id, { kind: 'owner', owner: { kind, id } });
    const other = await aHotel(server);
    for (const answer of [
      await become('user', server.idOf('cole')),
      await become('contact', await contact(other.id)),
      await become('contact', await contact(hotel.id, false)),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ path: 'owner.id' }]);
    }
    const { body } = await become('contact', await contact(hotel.id));
    expect(body.action.owner).toMatchObject({ kind: 'contact', name: 'Hana' });
    expect(body.action.isMine).toBe(false);
  });

  test.each(['9999-12-31T23:59:00-12:00', '9999-12-31T23:59:59.9999999Z', '0000-01-01T00:00:00Z'])(
    'refuses %s as the moment of an event, because no reply could tell it',
    async (claimedAt) => {
      const { status, body } = await event(action.id, { kind: 'comment', text: 'Now', claimedAt });
      expect([status, body.errors?.[0].path]).toEqual([400, 'claimedAt']);
    },
  );

  test('wants words where the move does, and evidence for what is critical', async () => {
    const lacks = await move(action.id, 'open', 'done');
    expect([lacks.status, lacks.body.errors?.[0].path]).toEqual([400, 'text']);
    await moved(action.id, 'open', 'done', { text: 'Done' });
    expect((await move(action.id, 'done', 'in-progress')).body.errors?.[0].path).toBe('text');
    const none = await move(action.id, 'done', 'waived', { text: 'Please' });
    expect([none.status, none.body.errors?.[0].path]).toEqual([400, 'to']);

    const critical = await actionOf('code:FO-2');
    expect(critical.moves.map(({ move: one, wants }) => [one, wants])).toEqual([
      ['start', 'nothing'],
      ['finish', 'evidence'],
    ]);
    const words = await move(critical.id, 'open', 'done', { text: 'Done' });
    expect([words.status, words.body.errors?.[0].path]).toEqual([400, 'to']);
    const unsent = await event(critical.id, { kind: 'evidence', fileIds: ['photo_nowhere'] });
    expect([unsent.status, unsent.body.errors?.[0].path]).toEqual([400, 'fileIds.0']);
    const foreign = await photoOf(action);
    expect((await event(critical.id, { kind: 'evidence', fileIds: [foreign] })).status).toBe(400);
    const fileId = await photoOf(critical);
    const shown = await event(critical.id, { kind: 'evidence', fileIds: [fileId] });
    expect(shown.body.event.files).toMatchObject([{ fileId, interview: critical.clientId }]);
    expect((await server.as('connie')('GET', `/api/evidence/${fileId}`)).status).toBe(200);
    expect((await server.as('cole')('GET', `/api/evidence/${fileId}`)).status).toBe(404);
    await moved(critical.id, 'open', 'done');
    // A deleted file is no evidence any more.
    await server.as('connie')('DELETE', `/api/evidence/${fileId}`);
    expect((await read(critical.id)).hasEvidence).toBe(false);
  });

  test('its owner does not verify it, and only an Admin withdraws it', async () => {
    await event(action.id, { kind: 'owner', owner: { kind: 'user', id: server.idOf('connie') } });
    await moved(action.id, 'open', 'done', { text: 'Done' });
    const own = await move(action.id, 'done', 'verified');
    expect([own.status, own.body.detail]).toEqual([
      403,
      'You own this action, so somebody else must verify it.',
    ]);
    const mine = await read(action.id, 'connie');
    expect(mine.moves.map(({ move: one }) => one)).toEqual(['return']);
    expect((await move(action.id, 'done', 'withdrawn', { text: 'Sold' }, 'asa')).status).toBe(403);
    await moved(action.id, 'done', 'withdrawn', { text: 'The hotel is sold' }, 'alice');
    expect((await read(action.id, 'alice')).moves).toEqual([]);
  });

  test('of somebody who has lost the hotel meanwhile finds no action', async () => {
    await server.db
      .updateTable('hotels')
      .set({ serviceConsultantId: server.idOf('cole') })
      .where('id', '=', hotel.id)
      .execute();
    const { status } = await move(action.id, 'open', 'done', { text: 'Done' });
    expect(status).toBe(404);
    expect(await list('', 'connie')).toEqual([]);
    expect(await list('', 'cole')).toHaveLength(2);
    expect((await read(action.id)).events).toEqual([]);
    await server.db
      .updateTable('hotels')
      .set({ serviceConsultantId: server.idOf('connie') })
      .where('id', '=', hotel.id)
      .execute();
  });

  test('a history takes 500 events and no more', async () => {
    await server.db
      .insertInto('actionEvents')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          ...{ clientId: `many_${sent}_${n}`, actionId: action.id, kind: 'comment' as const },
          ...{ body: '{"text":"More"}', actorName: 'Asa' },
        })),
      )
      .execute();
    expect((await event(action.id, { kind: 'comment', text: 'One more' })).status).toBe(409);
  });

  test('the history never changes, and its words are not in the audit trail', async () => {
    await event(action.id, { kind: 'comment', text: 'Secret words of the hotel' });
    const stored = server.db.updateTable('actionEvents').set({ refusal: null });
    await expect(stored.where('actionId', '=', action.id).execute()).rejects.toThrow('append-only');
    const gone = server.db.deleteFrom('actionEvents').where('actionId', '=', action.id);
    await expect(gone.execute()).rejects.toThrow('append-only');
    const { rows } = await server.deps.pool.query(
      `select 1 from audit_events where details::text like '%Secret words%'`,
    );
    expect(rows).toEqual([]);
  });

  test('someone who has left keeps their name; a deleted hotel takes its actions', async () => {
    const id = await aLeaver();
    await event(action.id, { kind: 'owner', owner: { kind: 'user', id } });
    const admin = server.as('alice');
    expect((await admin('DELETE', `/api/system-users/${id}`)).status).toBe(204);
    expect((await read(action.id)).owner).toEqual({ kind: 'user', id: null, name: 'Lena Left' });
    expect((await admin('DELETE', `/api/hotels/${hotel.id}`)).status).toBe(204);
    expect((await admin('GET', `/api/actions/${action.id}`)).status).toBe(404);
    const left = await server.db
      .selectFrom('actionEvents')
      .select('id')
      .where('actionId', '=', action.id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('many actions', () => {
  const due = (body: object, who: PersonName = 'connie') =>
    server.as(who)('POST', '/api/actions/due', {
      clientId: `due_${(sent += 1)}_actions`,
      dueOn: '2026-09-30',
      ...body,
    });

  test('get one due day, all or none, once', async () => {
    const made = [await anAction(server, hotel.id), await anAction(server, hotel.id)];
    const actions = made.map(({ id }) => ({ id, version: 1 }));
    const clientId = `due_once_${sent}`;
    expect((await due({ clientId, actions })).body).toEqual({ changed: 2 });
    expect((await due({ clientId, actions })).body).toEqual({ changed: 0 });
    expect((await due({ clientId, actions, dueOn: '2026-10-01' })).status).toBe(409);
    const [one, other] = actions;
    const stale = await due({ actions: [{ ...one!, version: 2 }, other], dueOn: '2026-10-02' });
    expect([stale.status, stale.body.detail]).toEqual([
      409,
      '1 action was changed or closed meanwhile. No due day was changed; look at them again.',
    ]);
    expect(
      (
        await due({
          actions: [
            { ...one!, version: 2 },
            { id: 2_000_000_000, version: 1 },
          ],
        })
      ).status,
    ).toBe(404);
    expect((await due({ actions: [{ ...one!, version: 2 }] }, 'cole')).status).toBe(404);
    expect((await due({ actions: [one, one] })).status).toBe(400);
    expect(new Set((await list()).map(({ dueOn }) => dueOn))).toEqual(new Set(['2026-09-30']));
    const { events } = await read(one!.id);
    expect(events).toMatchObject([{ kind: 'due', dueOn: '2026-09-30', by: 'Connie Consultant' }]);
  });

  test('are not locked while the owner whom they get is being deleted', async () => {
    const { id } = await anAction(server, hotel.id);
    const ownerUserId = server.idOf('connie');
    const { answer } = await inTransaction(server.db, async (tx) => {
      // A deletion locks the person first, and then their actions.
      await sql`select from system_users where id = ${ownerUserId} for update`.execute(tx);
      const call = { clientId: `owner_${(sent += 1)}_deleted`, ownerUserId };
      const giving = server.as('asa')('POST', '/api/actions/owner', {
        ...{ ...call, actions: [{ id, version: 1 }] },
      });
      await waitForLocks(server);
      await sql`select from actions where id = ${id} for update nowait`.execute(tx);
      return { answer: giving };
    });
    expect((await answer).body).toEqual({ changed: 1 });
  });

  test('get one owner who sees all their hotels, all or none, once', async () => {
    const owner = (body: object, who: PersonName = 'connie') =>
      server.as(who)('POST', '/api/actions/owner', {
        clientId: `owner_${(sent += 1)}_actions`,
        ...body,
      });
    const made = [await anAction(server, hotel.id), await anAction(server, hotel.id)];
    const actions = made.map(({ id }) => ({ id, version: 1 }));
    const [one, other] = actions;
    const call = { clientId: `owner_once_${sent}`, ownerUserId: server.idOf('connie'), actions };
    expect((await owner(call)).body).toEqual({ changed: 2 });
    expect((await owner(call)).body).toEqual({ changed: 0 });
    expect((await owner({ ...call, ownerUserId: server.idOf('asa') })).status).toBe(409);
    const { owner: given, events } = await read(one!.id);
    const connie = { kind: 'user', id: server.idOf('connie'), name: 'Connie Consultant' };
    expect(given).toEqual(connie);
    expect(events).toMatchObject([{ kind: 'owner', owner: connie, by: 'Connie Consultant' }]);

    await event(other!.id, { kind: 'owner', owner: { kind: 'user', id: server.idOf('asa') } });
    const eventsOf = (id: number) =>
      server.db
        .selectFrom('auditEvents')
        .select(['action', 'actorName', 'details'])
        .where('objectId', '=', id)
        .where('action', 'like', 'action.%')
        .orderBy('id')
        .execute();
    const [asOne, asMany] = [(await eventsOf(other!.id))[1], (await eventsOf(one!.id))[0]];
    expect(asMany).toEqual({ ...asOne, details: { ...asOne!.details, name: expect.any(String) } });
    expect(await eventsOf(one!.id)).toHaveLength(1);

    const present = actions.map(({ id }) => ({ id, version: id === one!.id ? 2 : 3 }));
    const elsewhere = await aHotel(server);
    const theirs = await anAction(server, elsewhere.id);
    const unseen = await owner(
      {
        ownerUserId: server.idOf('connie'),
        actions: [...present, { id: theirs.id, version: 1 }],
      },
      'alice',
    );
    expect(unseen.body.errors).toEqual([
      {
        path: 'ownerUserId',
        message: `This person does not see ${elsewhere.hotelName}; choose another, or fewer actions`,
      },
    ]);
    const asa = { ownerUserId: server.idOf('asa') };
    expect((await owner({ ...asa, actions })).body.detail).toBe(
      '2 actions were changed or closed meanwhile. No owner was changed; look at them again.',
    );
    expect((await owner({ ...asa, actions: present }, 'cole')).status).toBe(404);
    expect((await owner({ ownerUserId: 2_000_000_000, actions: present })).status).toBe(400);
    expect((await read(one!.id)).owner).toEqual(connie);
    expect((await owner({ ...asa, actions: present })).body).toEqual({ changed: 2 });
  });

  test('are listed page by page, each once, by their due day', async () => {
    for (let n = 0; n < 60; n += 1)
      await anAction(server, hotel.id, { dueOn: n % 2 === 0 ? '2026-04-01' : '2026-03-01' });
    const page = async (query: string) =>
      (await server.as('connie')('GET', `/api/actions?hotelId=${hotel.id}${query}`)).body;
    for (const show of ['open', 'all']) {
      const first = await page(`&show=${show}`);
      expect(first.actions).toHaveLength(50);
      const second = await page(`&show=${show}&after=${first.next}`);
      expect([second.actions.length, second.next]).toEqual([10, null]);
      const all: ActionRow[] = [...first.actions, ...second.actions];
      expect(new Set(all.map(({ id }) => id)).size).toBe(60);
      const days = all.map(({ dueOn }) => dueOn);
      const sorted = days.toSorted();
      expect(days).toEqual(show === 'open' ? sorted : sorted.toReversed());
    }
    expect((await server.as('asa')('GET', '/api/actions?after=2026-02-30_1')).status).toBe(400);
  });

  test('are filtered and counted, within sight alone', async () => {
    clock = () => Date.parse('2026-03-30T12:30:00Z');
    const mine = await anAction(server, hotel.id, { ownerUserId: server.idOf('connie') });
    // The 31st of March has begun in Auckland.
    const late = await anAction(server, hotel.id, { dueOn: '2026-03-30', severity: 'critical' });
    const closed = await anAction(server, hotel.id, { dueOn: '2026-01-01' });
    await server.db
      .updateTable('actions')
      .set({ status: 'withdrawn' })
      .where('id', '=', closed.id)
      .execute();
    const ids = async (query: string) =>
      (
        await server.as('connie')('GET', `/api/actions?hotelId=${hotel.id}${query}`)
      ).body.actions.map(({ id }: ActionRow) => id);
    expect(await ids('')).toEqual([late.id, mine.id]);
    expect(await ids('&mine=true')).toEqual([mine.id]);
    expect(await ids('&overdue=true')).toEqual([late.id]);
    expect(await ids('&severity=critical')).toEqual([late.id]);
    expect(await ids('&show=closed')).toEqual([closed.id]);
    expect(await ids('&status=withdrawn')).toEqual([closed.id]);
    expect(await ids('&brand=Harbor')).toHaveLength(2);
    expect(await ids('&brand=Harb')).toEqual([]);
    expect(await ids(`&roundId=${round}`)).toHaveLength(2);
    expect(await ids('&roundId=2000000000')).toEqual([]);
    const { questionKey } = await read(mine.id);
    expect(await ids(`&code=${questionKey.slice(5).toLowerCase()}`)).toEqual([mine.id]);
    expect(await counts('', 'connie')).toEqual({
      ...{ open: 2, overdue: 1, critical: 1, criticalOverdue: 1, done: 0, mine: 1, mineOverdue: 0 },
      ...{ unowned: 1, exist: true },
    });
    expect(await counts('', 'cole')).toMatchObject({ open: 0, exist: false });
    const { body } = await server.as('connie')('GET', `/api/hotels/${hotel.id}/rounds`);
    expect(body.openActions).toEqual({ open: 2, overdue: 1, critical: 1, criticalOverdue: 1 });
    const other = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
    const without = await server.as('connie')('GET', `/api/hotels/${other.id}/rounds`);
    expect(without.body).not.toHaveProperty('openActions');
  });
});
