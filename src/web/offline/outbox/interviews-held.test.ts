import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Draft, Envelope, Receipt } from '#web/offline/store/records.ts';
import { readHeld, readHeldBefore } from './interviews-held.ts';

let users = 9_000;
let db: OfflineDatabase;
beforeEach(() => {
  db = new OfflineDatabase((users += 1));
});
afterEach(() => db.delete());

const body = (hotelId: number, surveyId: number, respondentJobTitle: string) =>
  JSON.stringify({ hotelId, surveyId, respondentName: 'Rosa', respondentJobTitle });
const about = { hotelName: 'H', surveyTitle: 'S', respondentName: 'Rosa' };
const sent = (clientId: string, at: number, text: string): Receipt => ({
  ...{ clientId, body: text, digest: '', about, completedAt: at, responseId: at },
  ...{ totalScore: 0, maxScore: 0, receivedAt: at, confirmedAt: at, epoch: 'one' },
});

test('returns hotels, survey and job titles of the interviews on this device, the latest first', async () => {
  await db.receipts.bulkAdd([
    sent('a', 1, body(7, 3, 'Concierge')),
    sent('b', 4, body(8, 5, 'Night Manager')),
    sent('c', 2, body(8, 3, 'Concierge')),
  ]);
  await db.envelopes.add({
    ...{ clientId: 'd', body: body(9, 3, 'Spa Manager'), digest: '', about, completedAt: 3 },
    ...{ state: 'waiting', reason: null, attempts: 0, nextAttemptAt: 0 },
  } satisfies Envelope);
  await db.drafts.add({
    ...{ clientId: 'e', hotelId: 6, startedAt: 5, respondentJobTitle: 'Concierge' },
    edition: { surveyId: 4 },
  } as Draft);
  expect(await readHeldBefore(db)).toEqual({
    hotels: [6, 8, 9, 7],
    surveyId: 4,
    jobTitles: ['Concierge', 'Night Manager', 'Spa Manager'],
  });
});

test('a device without interviews suggests nothing', async () => {
  expect(await readHeldBefore(db)).toEqual({ hotels: [], surveyId: undefined, jobTitles: [] });
});

test('bytes that cannot be read as a response are skipped', async () => {
  expect(readHeld({ body: 'sealed' })).toBeNull();
  await db.receipts.add(sent('a', 1, '{}'));
  expect((await readHeldBefore(db)).hotels).toEqual([]);
});
