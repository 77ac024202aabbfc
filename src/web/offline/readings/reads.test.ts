import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { InterviewSession } from '#domain/interviews/session.ts';
import { waitFor } from '#test/wait-for.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { readSource } from './cached-query.ts';
import { readSessions, sessionsUnderWay } from './reads.ts';

/** Tests what this device knows about a hotel's interviews without a connection. */

let users = 7_000;
const answers = new Map<string, InterviewSession[]>();
beforeEach(() => {
  takeStore((users += 1));
  answers.clear();
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers.get(path);
    if (!answer) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  releaseStore();
});

const hotelPath = '/api/interview-sessions/hotel/5';
const underWayPath = '/api/interview-sessions/all?status=in_progress';

function session(clientId: string, more: Partial<InterviewSession> = {}): InterviewSession {
  return {
    ...{ id: 1, clientId, hotelId: 5, surveyId: 1, surveyTitle: 'S', edition: 1, questionCount: 4 },
    ...{ respondentName: 'R', respondentJobTitle: 'J', currentQuestionIndex: 2, notes: '' },
    ...{ status: 'in_progress', progress: {}, answeredAt: {} },
    ...{ startedAt: '2026-05-05T09:00:00Z', lastUpdatedAt: '2026-05-05T09:30:00Z' },
    ...more,
  };
}

async function seen(list: () => Promise<unknown>, at: number) {
  vi.spyOn(Date, 'now').mockReturnValue(at);
  const before = await currentStore().cached.count();
  await list();
  await waitFor(async () => expect(await currentStore().cached.count()).toBe(before + 1));
  vi.spyOn(Date, 'now').mockRestore();
}

const offline = () => {
  answers.clear();
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
};
const ids = async () => (await readSessions(5)).value.map(({ clientId }) => clientId);

test('an interview in the list of all is found at its hotel, even if that hotel was never opened', async () => {
  answers.set(underWayPath, [session('a'), session('of another', { hotelId: 6 })]);
  await seen(() => readSource(sessionsUnderWay), 1_000);
  offline();
  expect(await ids()).toEqual(['a']);
});

test('the later of two lists decides what is under way, and completed interviews stay', async () => {
  answers.set(hotelPath, [session('old'), session('done', { status: 'completed' })]);
  await seen(() => readSessions(5), 1_000);
  answers.set(underWayPath, [session('new')]);
  await seen(() => readSource(sessionsUnderWay), 2_000);
  offline();
  expect(await ids()).toEqual(['new', 'done']);
});

test('a list of all that is older than the hotel’s own list adds nothing', async () => {
  answers.set(underWayPath, [session('abandoned since')]);
  await seen(() => readSource(sessionsUnderWay), 1_000);
  answers.set(hotelPath, [session('a')]);
  await seen(() => readSessions(5), 2_000);
  offline();
  expect(await ids()).toEqual(['a']);
});

test('without either list the interviews are unknown, which is not the same as none', async () => {
  offline();
  await expect(readSessions(5)).rejects.toThrow('No connection');
});
