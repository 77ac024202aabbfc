import 'fake-indexeddb/auto';

import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { OfflineDatabase } from '#web/offline/store/database.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';
import { contentOf, editedHotels, editsOf, hotelEdit, queueHotelEdit } from './hotel-edit.ts';
import { countHere, countUnsent } from './kinds.ts';

let db: OfflineDatabase;
let user = 900;
beforeEach(() => {
  user += 1;
  db = new OfflineDatabase(user);
});
afterEach(() => db.delete());

const hotel = { id: 7, hotelName: 'Harbour House' };
const queue = (fields: object, basedOn: object, of = hotel) =>
  queueHotelEdit(db, { hotel: of, fields, basedOn }, 1_000);
const withCycle = (cycle: 'next' | 'same', fields: object, basedOn: object) =>
  queueHotelEdit(db, { hotel, fields, basedOn, cycle }, 1_000);
const contents = async () => (await editsOf(db).toArray()).map(contentOf);

test('the cycle chosen for a move is sent along, and is not one of the changed fields', async () => {
  await withCycle('next', { stage: 'Initiated' }, { stage: 'Evaluation' });
  const [edit] = await editsOf(db).toArray();
  expect(JSON.parse(edit!.body)).toEqual({
    ...{ stage: 'Initiated', cycle: 'next' },
    basedOn: { stage: 'Evaluation' },
  });
  expect(contentOf(edit!).fields).toEqual({ stage: 'Initiated' });
  expect(hotelEdit.words(edit!).lost).toContain('Your change of Stage at');
  // Another choice replaces the edit as long as it has not been sent.
  await withCycle('same', { stage: 'Initiated' }, { stage: 'Evaluation' });
  expect((await contents()).map(({ cycle }) => cycle)).toEqual(['same']);
});

describe('later edits of the same fields', () => {
  test('are joined to one that was not sent, and keep the values that the first was based on', async () => {
    await queue({ stage: 'Virtual Session' }, { stage: 'Initiated' });
    await queue({ stage: 'Evaluation' }, { stage: 'Virtual Session' });
    expect(await contents()).toEqual([
      { fields: { stage: 'Evaluation' }, basedOn: { stage: 'Initiated' } },
    ]);
  });

  test('that undo the first one leave no edit', async () => {
    await queue({ stage: 'Virtual Session' }, { stage: 'Initiated' });
    await queue({ stage: 'Initiated' }, { stage: 'Virtual Session' });
    expect(await editsOf(db).count()).toBe(0);
  });

  test('are not joined to one that may have reached the server', async () => {
    await queue({ stage: 'Virtual Session' }, { stage: 'Initiated' });
    const [first] = await editsOf(db).toArray();
    await hotelEdit.begin!(db, first!, []);
    await queue({ stage: 'Initiated' }, { stage: 'Virtual Session' });
    const edits = await editsOf(db).toArray();
    expect(new Set(edits.map(({ order }) => order))).toEqual(new Set([1, 2]));
    expect(await hotelEdit.lines(db)).toEqual([
      edits.toSorted((a, b) => a.order - b.order).map(({ clientId }) => clientId),
    ]);
  });

  test('wait for one that a person must decide about; edits of other fields and hotels do not wait', async () => {
    await queue({ evaluationNotes: 'Mine' }, { evaluationNotes: null });
    const [first] = await editsOf(db).toArray();
    const present = { values: { evaluationNotes: 'Theirs' }, changedBy: 'Ana', changedAt: null };
    await hotelEdit.begin!(db, first!, []);
    await hotelEdit.refuse(db, first!, {
      ...{ type: '/problems/changed-meanwhile', title: 'No', status: 409, detail: 'No.', present },
    });
    await queue({ stage: 'Disposition' }, { stage: 'Evaluation' });
    await queue({ evaluationNotes: 'Mine, again' }, { evaluationNotes: 'Mine' });
    await queue({ stage: 'Evaluation' }, { stage: 'Initiated' }, { ...hotel, id: 8 });
    const lines = await hotelEdit.lines(db);
    const sent = await Promise.all(lines.flat().map((id) => editsOf(db).get(id)));
    expect(sent.map((edit) => contentOf(edit!).fields)).toEqual([
      { stage: 'Disposition' },
      { stage: 'Evaluation' },
    ]);
  });
});

test('values entered after a conflict are the ones that the person then keeps or discards', async () => {
  await queue({ evaluationNotes: 'Mine' }, { evaluationNotes: null });
  const [first] = await editsOf(db).toArray();
  const present = { values: { evaluationNotes: 'Theirs' }, changedBy: 'Ana', changedAt: null };
  await editsOf(db).update(first!.clientId, { state: 'decide', present, tried: true });
  await queue({ evaluationNotes: 'Better' }, { evaluationNotes: 'Theirs' });
  expect(await editsOf(db).toArray()).toMatchObject([{ state: 'decide', present, order: 1 }]);
  expect(await contents()).toMatchObject([{ fields: { evaluationNotes: 'Better' } }]);
});

test('fields that wait to be sent are shown, and those that need a decision are not', async () => {
  await queue({ stage: 'Evaluation', status: 'Active' }, { stage: 'Initiated', status: 'Pending' });
  await queue({ evaluationNotes: ' Words ' }, { evaluationNotes: null });
  expect((await editedHotels(db)).get(7)).toEqual({
    waiting: { stage: 'Evaluation', status: 'Active', evaluationNotes: 'Words' },
    needsPerson: false,
    stored: null,
  });
  await editsOf(db).toCollection().modify({ state: 'needs-attention' });
  expect((await editedHotels(db)).get(7)).toMatchObject({ waiting: {}, needsPerson: true });
});

test('an edit that the page still has is restored when the browser empties the store', async () => {
  await checkStore(db);
  await queue({ stage: 'Evaluation' }, { stage: 'Initiated' });
  const browser = new OfflineDatabase(user);
  await Promise.all(browser.tables.map((table) => table.clear()));
  browser.close();
  await checkStore(db);
  expect(await editsOf(db).toArray()).toMatchObject([{ subject: 7, tried: true }]);
});

test('an edit made after the browser emptied the store is sent after the one that the page still has', async () => {
  await checkStore(db);
  await queue({ stage: 'Onsite Assessment' }, { stage: 'Initiated' });
  const browser = new OfflineDatabase(user);
  await Promise.all(browser.tables.map((table) => table.clear()));
  browser.close();
  await queue({ stage: 'Evaluation' }, { stage: 'Onsite Assessment' });
  await checkStore(db);
  const [line] = await hotelEdit.lines(db);
  const stages = await Promise.all(
    (line ?? []).map(async (id) => contentOf((await editsOf(db).get(id))!).fields.stage),
  );
  expect(stages).toEqual(['Onsite Assessment', 'Evaluation']);
});

test('a database of the last version opens with its unsent responses', async () => {
  const old = new Dexie(db.name);
  old.version(3).stores({
    ...{ cached: '&key, savedAt', drafts: '&clientId, hotelId', abandoned: '&clientId' },
    envelopes: '&clientId, [state+completedAt]',
    receipts: '&clientId, receivedAt, confirmedAt, epoch, keptSince',
    ...{ ballast: '&id', unused: '&key, since', marks: '&id', contact: '&id', editions: '&key' },
  });
  const envelope = {
    ...{ clientId: 'offline_1_a', body: '{"clientId":"offline_1_a"}', digest: 'd'.repeat(64) },
    about: { hotelName: 'Harbour House', surveyTitle: 'Rooms', respondentName: 'Ana' },
    ...{ completedAt: 5, state: 'waiting', reason: null, attempts: 2, nextAttemptAt: 9 },
  };
  await old.table('envelopes').add(envelope);
  await old.table('drafts').add({ clientId: 'offline_2_b', hotelId: 7 });
  old.close();
  expect(await db.envelopes.toArray()).toEqual([envelope]);
  expect(await db.drafts.count()).toBe(1);
  expect(db.verno).toBe(7);
  await queue({ stage: 'Evaluation' }, { stage: 'Initiated' });
  const both = { count: 2, words: '1 response and 1 hotel change' };
  expect([await countUnsent(db), await countHere(db)]).toEqual([both, both]);
});
