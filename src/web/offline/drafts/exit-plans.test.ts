import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { NewExitPlan } from '#domain/actions/exit-plan.ts';
import { takeUpContact } from '#web/offline/connection/contact.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { AgreedPlan, ExitPlan, PlanCommand } from '#web/offline/store/exit-plan-records.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import { deleteOldData } from '#web/offline/sync/delete-old-data.ts';
import { exitPlan } from '#web/offline/outbox/exit-plan.ts';
import { countUnsent, discardRecord, kinds } from '#web/offline/outbox/kinds.ts';
import type { Envelope, StoredFile } from '#web/offline/store/records.ts';

import { agreePlan, keepPlan, plansOf, takeInPlan } from './exit-plans.ts';

let db: OfflineDatabase;
let user = 1_700;
beforeEach(() => {
  user += 1;
  db = new OfflineDatabase(user);
});
afterEach(() => db.delete());

const plan: ExitPlan = {
  ...{ clientId: 'plan-0001', hotelId: 7, hotelName: 'Harbour House', kind: 'onsite' },
  ...{ items: { 'id:5': { what: 'Paint it' } }, people: [], startedAt: 1_000 },
};
const agreed: AgreedPlan = {
  ...{ at: 2_000, by: 'Ana', percent: 50, interviews: [], items: [] },
  signatures: { assessor: null, hotel: null },
};
const input: NewExitPlan = {
  ...{ clientId: 'plan-0001', kind: 'onsite', heldAt: '2026-03-12T10:00:00.000Z' },
  items: [
    {
      ...{ clientId: 'action-01', surveyId: 3, questionKey: 'id:5', questionText: 'Is it white?' },
      ...{ what: 'Paint it', owner: null, dueOn: '2026-04-01' },
    },
  ],
  signatures: { assessor: null, hotel: null, hotelName: '' },
};
const agree = () => agreePlan(db, plan, agreed, input);
const command = async () => (await db.commands.get('plan-0001')) as PlanCommand;
const when = { epoch: 'one', receivedAt: 5_000, keptSince: 6_000 };
const receipt = { id: 1, clientId: 'plan-0001', hotelId: 7 };

function waitingAt(hotelId: number, state: Envelope['state'] = 'waiting'): Promise<string> {
  return db.envelopes.add({
    ...{ clientId: `interview-${hotelId}`, body: JSON.stringify({ hotelId }), digest: '' },
    about: { hotelName: 'Harbour House', surveyTitle: 'Arrival', respondentName: 'Rosa' },
    ...{ completedAt: 1, state, reason: null, attempts: 0, nextAttemptAt: 0 },
  });
}

test('agreeing stores the plan and its command in one transaction, once', async () => {
  await keepPlan(db, plan);
  await agree();
  await agree();
  expect(await plansOf(db, 7)).toEqual([{ ...plan, agreed }]);
  expect(await db.commands.count()).toBe(1);
  expect(JSON.parse((await command()).body)).toMatchObject({ clientId: 'plan-0001' });
  expect((await countUnsent(db)).words).toBe('1 exit plan');
  const { title, details } = exitPlan.words(await command());
  expect(`${title}: ${details}`).toMatch(/^Harbour House: Exit plan of 0 actions, agreed /);
});

test('a plan that another device exported is imported once, with its signatures', async () => {
  const bytes = new ArrayBuffer(3);
  const file = {
    ...{ clientId: 'sign-0001', interviewId: 'plan-0001', questionId: 5, kind: 'signature' },
    ...{ state: 'waiting', size: 3 },
  } as StoredFile;
  const take = () => takeInPlan(db, plan, [{ file, bytes: { bytes, thumbnail: null } }]);
  expect(await take()).toBe(true);
  expect((await filesOf(db, 'plan-0001')).map(({ clientId }) => clientId)).toEqual(['sign-0001']);
  await keepPlan(db, { ...plan, items: { 'id:5': { what: 'Clean it' } } });
  await db.files.delete('sign-0001');
  expect(await take()).toBe(false);
  expect((await plansOf(db, 7))[0]?.items).toEqual({ 'id:5': { what: 'Clean it' } });
  expect(await db.files.count()).toBe(0);
});

test('when the command cannot be stored, the plan stays a draft', async () => {
  await keepPlan(db, plan);
  db.commands.hook('creating', () => {
    throw new Error('The tab was killed.');
  });
  await expect(agree()).rejects.toThrow('The tab was killed.');
  expect(await plansOf(db, 7)).toEqual([plan]);
});

test('a late write does not change an agreed plan', async () => {
  await agree();
  await keepPlan(db, { ...plan, items: {} });
  expect((await plansOf(db, 7))[0]).toMatchObject({ agreed, items: plan.items });
});

test('a plan waits for the interviews of its hotel, and for no others', async () => {
  await agree();
  await waitingAt(8);
  await waitingAt(9, 'needs-attention');
  expect(await exitPlan.lines(db)).toEqual([['plan-0001']]);
  await waitingAt(7);
  expect(await exitPlan.lines(db)).toEqual([]);
  await db.envelopes.update('interview-7', { state: 'needs-attention' });
  expect(await exitPlan.lines(db)).toEqual([['plan-0001']]);
});

test.each([
  ['a portal', 200, '<html>'],
  ['another plan', 200, { ...receipt, clientId: 'plan-0002' }],
  ['another hotel', 201, { ...receipt, hotelId: 8 }],
  ['a promise', 202, receipt],
])('the reply %s is not taken as the receipt', async (_, status, json) => {
  await agree();
  expect(await exitPlan.takeReply(db, await command(), { status, json }, when)).toBe(null);
  expect(await db.commands.count()).toBe(1);
});

test('the plan stays for a month after the server has it', async () => {
  await agree();
  const reply = { status: 201, json: receipt };
  expect(await exitPlan.takeReply(db, await command(), reply, when)).toBe('synced');
  expect(await db.commands.count()).toBe(0);
  expect(await plansOf(db, 7)).toMatchObject([{ agreed, hasArrived: true, keptSince: 6_000 }]);
  const month = 30 * 24 * 60 * 60_000;
  await deleteOldData(db, 6_000 + month);
  expect(await db.plans.count()).toBe(1);
  await deleteOldData(db, 6_001 + month);
  expect(await db.plans.count()).toBe(0);
});

test('a server that was restored gets the plan again', async () => {
  await takeUpContact(db, { epoch: 'one', clock: null });
  await agree();
  const sent = await command();
  await exitPlan.takeReply(db, sent, { status: 201, json: receipt }, when);
  await takeUpContact(db, { epoch: 'one', clock: null });
  expect(await db.commands.count()).toBe(0);
  await takeUpContact(db, { epoch: 'two', clock: null });
  expect(await command()).toEqual(sent);
  expect(await plansOf(db, 7)).toEqual([{ ...plan, agreed }]);
});

test('the plan stores in how many findings another plan differs', async () => {
  await agree();
  const items = [
    { isUndecided: true },
    { isUndecided: true, otherwise: { why: 'undecided' } },
    { isUndecided: false, otherwise: { why: 'later' } },
    {},
  ];
  const reply = { status: 201, json: { ...receipt, roundId: 4, items } };
  expect(await exitPlan.takeReply(db, await command(), reply, when)).toBe('synced');
  expect((await plansOf(db, 7))[0]?.meets).toEqual({ undecided: 2, otherwise: 2, roundId: 4 });
});

test('a draft plan or one that waits to be sent is never deleted', async () => {
  await agree();
  await keepPlan(db, { ...plan, clientId: 'plan-0002' });
  await deleteOldData(db, 1e14);
  expect(await db.plans.count()).toBe(2);
});

test('a refused plan shows the reason, and discarding it deletes the plan', async () => {
  await agree();
  const problem = { type: '/problems/not-found', title: 'No', status: 404, detail: 'No hotel' };
  await exitPlan.refuse(db, await command(), problem);
  expect(await command()).toMatchObject({
    state: 'needs-attention',
    reason: 'No hotel. The hotel was deleted, or it is no longer assigned to you.',
  });
  await discardRecord(kinds.exitPlan, db, 'plan-0001');
  expect([await db.commands.count(), await db.plans.count()]).toEqual([0, 0]);
});
