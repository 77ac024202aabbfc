import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';
import { hotelRoundsSchema } from '#domain/rounds/round.ts';
import { waitFor } from '#test/wait-for.ts';

import { readSource } from './cached-query.ts';
import { forgetLost } from './forget-readings.ts';
import { readAskedPart } from './reassessment-reading.ts';

/** Tests which part of a survey an interview asks, with and without a connection. */

let users = 7_500;
const answers = new Map<string, object>();
let asked: string[];
beforeEach(() => {
  takeStore((users += 1));
  answers.clear();
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
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

const question = (id: number, code?: string): EditionQuestion => ({
  ...{ id, text: `Question ${id}`, type: 'text', required: false, order: id },
  ...{ weight: 1, kpeCategory: null, answers: [], ...(code && { code }) },
});
const edition = {
  ...{ surveyId: 1, number: 1, title: 'S', createdAt: '2026-05-04T08:00:00Z' },
  questions: [question(1, 'FO-1'), question(2), question(3, 'FO-3')],
};
const hotel = { id: 5, stage: 'Virtual Re-Assessment' } as const;
const roundsPath = '/api/hotels/5/rounds';
const previousPath = '/api/rounds/9/previous';

const rounds = (kind: string) => ({
  cycles: [
    {
      ...{ id: 1, number: 1, beganAt: '2026-05-04T08:00:00Z', endedAt: null, outcome: '' },
      rounds: [
        {
          ...{ id: 9, kind, stage: 'Virtual Re-Assessment', status: 'open', isCurrent: true },
          ...{ openedAt: null, approvedAt: null, approvedBy: null, version: 1, responses: 0 },
          ...{ percent: null, verdict: 'Not scored', firstAt: null, lastAt: null },
          ...{ isPersons: false, asksAgain: true, surveyIds: null, people: [], blind: false },
          ...{ plannedFrom: null, plannedTo: null },
        },
      ],
    },
  ],
  approves: false,
});
const previous = (questions: string[] | null) => ({
  ...{ roundId: 9, hotelId: 5, questions, before: null, answers: [] },
});
const answered = (questions: string[] | null) => {
  answers.set(roundsPath, rounds('reassessment'));
  answers.set(previousPath, previous(questions));
};
const kept = () => currentStore().cached.toCollection().primaryKeys();
const offline = () => {
  answers.clear();
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
};

test('no call is made for a hotel in another stage', async () => {
  answered(['code:FO-3']);
  expect(await readAskedPart({ id: 5, stage: 'Onsite Assessment' }, edition)).toEqual({});
  expect(asked).toEqual([]);
});

test('only the failed questions are asked, also without a connection after the list was read', async () => {
  answered(['code:FO-3', 'id:2', 'code:OTHER']);
  const part = { roundId: 9, asked: [2, 3] };
  expect(await readAskedPart(hotel, edition)).toEqual(part);
  await waitFor(async () => expect(await kept()).toEqual([roundsPath, previousPath]));
  offline();
  expect(await readAskedPart(hotel, edition)).toEqual(part);
});

test('a device without the list asks the whole survey and says why', async () => {
  offline();
  expect(await readAskedPart(hotel, edition)).toEqual({ wholeBecause: 'list-unknown' });
});

test('data stored before the hotel came to this stage is not used as the list', async () => {
  answers.set(roundsPath, rounds('session'));
  expect(await readAskedPart(hotel, edition)).toEqual({});
  await waitFor(async () => expect(await kept()).toEqual([roundsPath]));
  offline();
  expect(await readAskedPart(hotel, edition)).toEqual({ wholeBecause: 'list-unknown' });
});

test('a round without a list asks everything; a survey in which nothing failed is marked so', async () => {
  answered(null);
  expect(await readAskedPart(hotel, edition)).toEqual({ roundId: 9 });
  answered(['code:OTHER']);
  expect(await readAskedPart(hotel, edition)).toEqual({
    ...{ roundId: 9, wholeBecause: 'nothing-failed' },
  });
});

test('when a hotel is no longer assigned, nothing of its last answers stays', async () => {
  answered(['code:FO-3']);
  await readAskedPart(hotel, edition);
  await readSource({ path: roundsPath, schema: hotelRoundsSchema });
  await waitFor(async () => expect(await kept()).toEqual([roundsPath, previousPath]));
  const db = currentStore();
  await db.cached.put({ key: '/api/hotels', value: [{ id: 5, hotelName: 'H' }], savedAt: 1 });
  await forgetLost(db, '/api/hotels', []);
  expect(await kept()).toEqual(['/api/hotels']);
});
