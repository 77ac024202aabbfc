import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { resumeSession, saveDraft } from '#web/offline/drafts/drafts.ts';
import { keepFile } from '#web/offline/files/kept-files.ts';
import { readSessions } from '#web/offline/readings/reads.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { closeOfflineStore, openOfflineStore } from '#web/offline/sync/sync-status.ts';
import { trackPendingFile } from '#web/offline/files/pending-files.ts';
import { abandonInterview, openInterviewDraft } from './interview-steps.ts';

/** Tests reopening an interview on a device that was offline meanwhile, or still is. */

const edition: Edition = {
  ...{ surveyId: 3, number: 2, title: 'Arrival', createdAt: '2026-05-01T10:00:00.000Z' },
  questions: [],
};
const hotel = { hotelName: 'H', hotelBrand: 'B', hotelAddress: 'A', hotelCity: 'C' };
const clientId = 'offline_1_rosa';
const session: InterviewSession = {
  ...{ id: 9, clientId, hotelId: 7, surveyId: 3, surveyTitle: 'Arrival', edition: 2 },
  ...{ questionCount: 3, respondentName: 'Rosa', respondentJobTitle: 'GM', status: 'in_progress' },
  ...{ currentQuestionIndex: 0, progress: {}, answeredAt: {}, notes: 'A' },
  ...{ startedAt: '2026-05-01T10:00:00.000Z', lastUpdatedAt: '2026-05-01T10:00:00.000Z' },
};
const later = { ...session, notes: 'AB', currentQuestionIndex: 2 };
later.lastUpdatedAt = '2026-05-01T10:05:00.000Z';

const path = '/api/interview-sessions/hotel/7';
let users = 3_000;
/** The sessions that the server returns for this hotel. Null when the server cannot be reached. */
let told: InterviewSession[] | null;
beforeEach(async () => {
  told = null;
  vi.stubGlobal('fetch', (input: RequestInfo) => {
    const health = { product: 'bellwether', status: 'ok', epoch: 'one' };
    const value = String(input) === '/api/health' ? health : String(input) === path ? told : null;
    if (!told || !value) return Promise.reject(new TypeError('Failed to fetch'));
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(value), { headers }));
  });
  await openOfflineStore({ id: (users += 1), name: 'Asa Assessor' });
  await connection.check();
  // This device resumed the interview with the notes "A", and has since copied "AB" to the server.
  const db = currentStore();
  await db.cached.put({ key: path, value: [session], savedAt: 1 });
  await resumeSession(db, session, { hotel, edition }, 1);
  await saveDraft(db, clientId, { notes: 'AB', index: 2 }, 2);
  await resumeSession(db, later, { hotel, edition }, 3);
  await db.drafts.update(clientId, (draft) => {
    draft.copy!.revision = draft.revision;
  });
});
afterEach(() => {
  closeOfflineStore();
  vi.unstubAllGlobals();
});

/** Opens the interview and waits until everything that is read in the background has arrived. */
async function reopen() {
  await openInterviewDraft(7, clientId);
  await readSessions(7);
  return saveDraft(currentStore(), clientId, {}, 4);
}

test('reopened offline, it keeps words and place whatever was read of it before', async () => {
  expect(await reopen()).toMatchObject({ notes: 'AB', index: 2 });
});

test('so does one of an earlier release, which knows no time of its copy', async () => {
  await currentStore().drafts.update(clientId, (draft) => {
    delete draft.copy!.updatedAt;
  });
  expect(await reopen()).toMatchObject({ notes: 'AB', index: 2 });
});

test('an answer of the server that was overtaken by a later one is no news', async () => {
  told = [session];
  await connection.check();
  expect(await reopen()).toMatchObject({ notes: 'AB', index: 2 });
});

test('what another device wrote since comes in', async () => {
  told = [{ ...later, notes: 'ABC', lastUpdatedAt: '2026-05-01T10:06:00.000Z' }];
  await connection.check();
  expect(await reopen()).toMatchObject({ notes: 'ABC' });
});

test('a photo that is still being stored when its interview is abandoned goes with it', async () => {
  const db = currentStore();
  const about = { interviewId: clientId, questionId: 1, name: 'a.jpg', mediaType: 'image/jpeg' };
  const photo = { kind: 'photo' as const, width: 1, height: 1, caption: '', takenAt: 1 };
  const bytes = new ArrayBuffer(3);
  const stored = trackPendingFile(
    new Promise((passed) => setTimeout(passed, 50)).then(() =>
      keepFile(db, { ...about, ...photo, bytes, thumbnail: null }),
    ),
  );
  await abandonInterview({ clientId, hotelId: 7, sessionId: 9 });
  await stored;
  expect(await db.files.count()).toBe(0);
});
