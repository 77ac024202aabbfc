import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { responseInputSchema } from '#domain/responses/response.ts';
import type { ReturnedResponse } from '#domain/rounds/returned.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { waitFor } from '#test/wait-for.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { takeUpContact } from '#web/offline/connection/contact.ts';
import { needsCopy } from '#web/offline/sync/copies.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import { response as kind } from '#web/offline/outbox/response.ts';
import { openReturned, refreshReturned } from '#web/offline/readings/returned-reading.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { DraftGone, saveDraft } from './drafts.ts';
import {
  beginCorrection,
  correctionOf,
  noteTold,
  readCorrections,
  untoldCorrections,
} from './returned-drafts.ts';

/** Tests how a device keeps, corrects and sends a response that was returned to its sender. */

let users = 7_800;
let db: OfflineDatabase;
beforeEach(() => {
  takeStore((users += 1));
  db = currentStore();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  releaseStore();
});

const option = (id: number, score: number) => ({
  ...{ id, text: String(score), score, isCorrect: false, order: 1 },
});
const question = (id: number) => ({
  ...{ id, text: `Question ${id}`, type: 'radio' as const, required: false, order: id, weight: 1 },
  ...{ kpeCategory: null, answers: [option(id * 10, 10), option(id * 10 + 1, 0)] },
});
const edition: Edition = {
  ...{ surveyId: 3, number: 2, title: 'Rooms', createdAt: '2026-05-04T08:00:00Z' },
  questions: [question(1), question(2), question(3)],
};
const remark = { author: 'Asa', at: '2026-05-05T09:00:00.000Z', resolvedAt: null };
const photo = {
  ...{ fileId: 'file_1_before', questionId: 2, kind: 'photo' as const },
  ...{ digest: 'a'.repeat(64), size: 9 },
};
const returned: ReturnedResponse = {
  ...{ responseId: 44, clientId: 'offline_1_former', hotelId: 5, hotelName: 'Harbour House' },
  ...{ hotelBrand: 'Harbor', hotelAddress: '1 Quay', hotelCity: 'Boston', surveyId: 3 },
  ...{ surveyTitle: 'Rooms', edition: 2, respondentName: 'Rosa', respondentJobTitle: 'Desk' },
  ...{ notes: 'In a hurry', startedAt: '2026-05-04T09:00:00Z' },
  progress: {
    1: { answerId: 10, score: 10, textValue: null },
    2: { answerId: 21, score: 0, textValue: null },
  },
  remarks: { 2: 'By the lift' },
  files: [photo],
  reviewRemarks: [
    { ...remark, id: 1, questionId: null, text: 'Nearly' },
    { ...remark, id: 2, questionId: 2, text: 'Which room?' },
    { ...remark, id: 3, questionId: 1, text: 'Done', resolvedAt: '2026-05-05T09:30:00Z' },
  ],
  returnedAt: '2026-05-05T10:00:00.000Z',
  returnedBy: 'Asa',
};
const again = { ...returned, returnedAt: '2026-05-07T10:00:00.000Z' };

let ids = 0;
const clock = { now: () => 1_000_000, randomId: () => `returned${(ids += 1)}` };
const begin = (one = returned, store = db) => beginCorrection(store, one, edition, clock);
async function finish() {
  const { clientId } = await begin();
  return finishDraft(db, clientId, {}, { completedAt: 2_000_000, isOnline: true });
}
const stateOf = async (one = returned) => correctionOf(one, await readCorrections(db, [one]));
async function receive(envelope: Awaited<ReturnType<typeof finish>>, more: object) {
  const json = {
    ...{ id: 44, clientId: envelope.clientId, digest: envelope.digest },
    ...{ totalScore: 10, maxScore: 30, syncStatus: 'synced', ...more },
  };
  const when = { epoch: 'one', receivedAt: 3_000_000 };
  expect(await kind.takeReply(db, envelope, { status: 201, json }, when)).toBe('synced');
}

test('is opened with its answers, notes and remarks, at the first question with a remark', async () => {
  const { returned: of, ...draft } = await begin();
  expect(draft).toMatchObject({
    ...{ hotelId: 5, index: 1, notes: 'In a hurry', respondentName: 'Rosa' },
    ...{ progress: returned.progress, remarks: returned.remarks, edition },
  });
  expect(draft.clientId).not.toBe(returned.clientId);
  expect(of?.reviewRemarks.map(({ text }) => text)).toEqual(['Nearly', 'Which room?']);
  expect(await stateOf()).toBe('under-way');
});

test('has one draft, also when two tabs open it at once', async () => {
  const tab = new OfflineDatabase(db.userId);
  const [one, other] = await Promise.all([begin(), begin(returned, tab)]);
  tab.close();
  expect(other.clientId).toBe(one.clientId);
  await saveDraft(db, one.clientId, { notes: 'Calmly', index: 2 }, 1_500_000);
  expect(await begin()).toMatchObject({ clientId: one.clientId, notes: 'Calmly', index: 2 });
  expect(await db.drafts.count()).toBe(1);
});

test('is not copied to the server, because another device would complete it as one more interview', async () => {
  const draft = await begin();
  expect(needsCopy(draft)).toBe(false);
  const { returned: _, ...interview } = draft;
  expect(needsCopy(interview)).toBe(true);
});

test('is sent as an envelope that names the response it replaces, with the former files', async () => {
  const { clientId } = await begin();
  const answer = { 2: { answerId: 20, score: 10, textValue: null } };
  const change = { progress: answer, answeredAt: { 2: 1_500_000 } };
  const ending = { completedAt: 2_000_000, isOnline: false };
  const { body, revises } = await finishDraft(db, clientId, change, ending);
  const sent = responseInputSchema.parse(JSON.parse(body));
  expect(sent).toMatchObject({
    ...{ clientId, revises: returned.clientId, notes: 'In a hurry', edition: 2 },
    ...{ totalScore: 20, files: [photo], responseAnswers: [{}, { note: 'By the lift' }] },
  });
  expect([sent.revisesReturn, sent.timing]).toEqual([returned.returnedAt, undefined]);
  expect(revises).toEqual({ of: returned.clientId, returnedAt: returned.returnedAt });
  expect(await stateOf()).toBe('waiting');
  await expect(begin()).rejects.toThrow(DraftGone);
});

test('of a re-assessment names its round and what was asked', async () => {
  const draft = await begin({ ...returned, roundId: 9, asked: [2] });
  const { body } = await finishDraft(db, draft.clientId, {}, { completedAt: 2, isOnline: true });
  expect(JSON.parse(body)).toMatchObject({ roundId: 9, asked: [2] });
});

test('is not listed after it was sent, until it is returned again', async () => {
  await receive(await finish(), { applied: true });
  expect([await stateOf(), await stateOf(again)]).toEqual(['sent', 'none']);
  expect(await untoldCorrections(db)).toEqual([]);
  await begin(again);
  expect(await stateOf(again)).toBe('under-way');
});

test.each([
  ['kept', { applied: false }],
  ['alone', {}],
] as const)(
  'a correction that was %s is shown until the person has read it',
  async (outcome, reply) => {
    const envelope = await finish();
    await receive(envelope, reply);
    const [told] = await untoldCorrections(db);
    expect(told?.revises?.outcome).toBe(outcome);
    await noteTold(db, envelope.clientId);
    expect(await untoldCorrections(db)).toEqual([]);
    expect((await db.receipts.get(envelope.clientId))?.revises?.outcome).toBe(outcome);
  },
);

test('is sent again unchanged to a server that was restored', async () => {
  const envelope = await finish();
  await receive(envelope, { applied: true });
  await takeUpContact(db, { epoch: 'two', clock: null });
  expect(await db.envelopes.get(envelope.clientId)).toMatchObject({
    ...{ body: envelope.body, revises: envelope.revises, state: 'waiting' },
  });
});

test('is stored by a sync with its edition, opens without a connection, and takes one call', async () => {
  const asked: string[] = [];
  let isThere = true;
  const answers: Record<string, object> = {
    '/api/responses/returned': [returned],
    '/api/surveys/3/editions/2': edition,
  };
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answers[path]), {
      headers: { 'content-type': 'application/json' },
    });
  });
  await refreshReturned();
  await waitFor(async () => expect(await db.cached.count()).toBe(2));
  await refreshReturned();
  expect(asked).toEqual(Object.keys(answers));
  isThere = false;
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
  const draft = await db.drafts.get(await openReturned(returned));
  expect(draft?.edition.questions).toHaveLength(3);
});

test('takes one call of a person’s first sync, and none of the next, when there was never one', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  await refreshReturned();
  await waitFor(async () => expect(await db.cached.count()).toBe(1));
  await refreshReturned();
  expect(fetched).toHaveBeenCalledTimes(1);
});
