import 'fake-indexeddb/auto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { LiveInterview } from '#web/features/interviews/live-interview.ts';
import { copyDraft } from '#web/offline/sync/copies.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { beginDraft, resumeSession, saveDraft } from '#web/offline/drafts/drafts.ts';
import { watchClock } from '#web/offline/drafts/page-clock.ts';
import type { Draft } from '#web/offline/store/records.ts';

/** Tests one interview on two devices with wrong clocks, against the real server. */
let server: TestApp;
let edition: Edition;
let hotelId: number;
let devices = 70_000;
beforeAll(async () => {
  server = await openTestApp();
  const { id, edition: number } = await aSurvey(server);
  edition = (await server.as('asa')('GET', `/api/surveys/${id}/editions/${number}`)).body;
  hotelId = (await aHotel(server)).id;
});
afterAll(() => server.close());

const aDay = 86_400_000;
const hotel = { hotelName: 'H', hotelBrand: 'B', hotelAddress: 'A', hotelCity: 'C' };
const effects = {
  fetch: async (path: string | URL | Request, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const call = server.as('asa');
    const reply = await call(init.method as 'PUT', String(path), init.body ?? undefined, headers);
    const type = { 'content-type': String(reply.headers['content-type']) };
    return new Response(new Uint8Array(reply.bytes), { status: reply.status, headers: type });
  },
  now: () => Date.now(),
  random: () => 0.5,
  refresh: async () => undefined,
};

/** A device that has the interview open. */
async function aDevice(session?: InterviewSession) {
  const db = new OfflineDatabase((devices += 1));
  const about = { respondentName: 'Rosa', respondentJobTitle: 'GM' };
  const { clientId } = session
    ? await resumeSession(db, session, { hotel, edition }, Date.now())
    : await beginDraft(
        db,
        { hotelId, hotel, edition, ...about },
        { now: Date.now, randomId: () => Math.random().toString(36).slice(2) },
      );
  const stored = async () => (await db.drafts.get(clientId)) as Draft;
  const live = new LiveInterview(await stored(), {
    save: (change) => saveDraft(db, clientId, change, Date.now()),
    onSaved: () => undefined,
  });
  return {
    /** Chooses an option of the current question, at this time of the device. */
    async answer(option: number, at: number) {
      const question = edition.questions[live.state().index]!;
      const { id } = question.answers[option]!;
      live.act({ type: 'answer', answer: { answerId: id, textValue: null }, at });
      expect(await live.written()).toBe('saved');
    },
    stored,
    goOn: () => live.act({ type: 'next' }),
    async copy() {
      await live.written();
      expect(await copyDraft(db, effects, await stored())).toBe('copied');
      live.join(await stored());
    },
    session: async () =>
      (await server.as('asa')('GET', `/api/interview-sessions/hotel/${hotelId}`)).body.find(
        (one: InterviewSession) => one.clientId === clientId,
      ) as InterviewSession,
    shown: () => live.state().progress[edition.questions[0]!.id]?.answerId,
  };
}

test('a clock that was set ahead does not make an answer win again with every copy', async () => {
  const [first] = edition.questions;
  const ahead = await aDevice();
  await ahead.answer(0, Date.now() + aDay);
  await ahead.copy();
  const right = await aDevice(await ahead.session());
  // The server stored the first answer at its own time, so a later one needs a later millisecond.
  await new Promise((passed) => setTimeout(passed, 5));
  await right.answer(1, Date.now());
  await right.copy();
  ahead.goOn();
  await ahead.answer(0, Date.now() + aDay);
  await ahead.copy();
  const later = first!.answers[1]!.id;
  const session = await ahead.session();
  expect(session.progress[first!.id]?.answerId).toBe(later);
  expect([ahead.shown(), right.shown()]).toEqual([later, later]);
});

test('an answer after a reload wins over an earlier one of another device, although the clock was set back before', async () => {
  const begun = await aDevice();
  const at = Date.now();
  await begun.answer(0, at);
  begun.goOn();
  await begun.copy();
  const other = await aDevice(await begun.session());
  other.goOn();
  await other.answer(0, at - 1_000);
  await other.copy();
  // The page is loaded again with a clock that was set back by a day.
  const pageClock = watchClock(
    () => at - aDay,
    () => 0,
  );
  pageClock.goOnFrom(await begun.stored());
  await begun.answer(1, pageClock.now());
  await begun.copy();
  const [, second] = edition.questions;
  const later = second!.answers[1]!.id;
  expect((await begun.session()).progress[second!.id]?.answerId).toBe(later);
});

test('a reading that is older than the last write changes nothing on the screen', async () => {
  const db = new OfflineDatabase((devices += 1));
  const draft = await beginDraft(
    db,
    { hotelId, hotel, edition, respondentName: 'Rosa', respondentJobTitle: 'GM' },
    { now: Date.now, randomId: () => Math.random().toString(36).slice(2) },
  );
  const live = new LiveInterview(draft, {
    save: (change) => saveDraft(db, draft.clientId, change, Date.now()),
    onSaved: () => undefined,
  });
  const [first] = edition.questions;
  const answer = { answerId: first!.answers[0]!.id, score: 0, textValue: null };
  live.act({ type: 'answer', answer, at: 5 });
  await live.written();
  const older = { ...draft, progress: { [first!.id]: null }, answeredAt: { [first!.id]: 9 } };
  live.join(older);
  expect(live.state().progress[first!.id]).toMatchObject({ answerId: answer.answerId });
});
