import { expect, test } from 'vitest';

import type { SyncResult, SyncStatus } from './sync-status.ts';
import { syncFailureOf, syncStateOf, syncWordsOf } from './sync-words.ts';

const atRest: SyncStatus = {
  ...{ isOnline: true, isSyncing: false, handled: 0, toHandle: 0, needsSignIn: false },
  ...{
    pendingCount: 0,
    attentionCount: 0,
    pendingOnServer: 0,
    problem: null,
    arrived: 0,
    lastSync: 1,
  },
  ...{ pendingWords: '', toDecideCount: 0, wasEmptied: false, lostFiles: 0 },
};

test.each<[Partial<SyncStatus>, string, string]>([
  [{}, 'synced', 'All data synced'],
  [{ pendingOnServer: null }, 'unknown', 'Not confirmed'],
  [{ problem: 'The server failed.' }, 'unknown', 'Not confirmed'],
  [{ pendingOnServer: 2 }, 'pending', '2 pending'],
  [{ pendingOnServer: 500 }, 'pending', '500+ pending'],
  [{ pendingCount: 1, pendingOnServer: 2 }, 'pending', '3 pending'],
  [{ pendingCount: 1, pendingOnServer: null }, 'pending', '1 pending'],
  [{ toDecideCount: 1 }, 'pending', '1 to decide'],
  [{ isOnline: false, pendingOnServer: 2 }, 'offline', 'Offline'],
  [{ isSyncing: true, pendingOnServer: 2 }, 'syncing', 'Syncing...'],
])('%o is %s: %s', (change, state, words) => {
  const status = { ...atRest, ...change };
  expect([syncStateOf(status), syncWordsOf(status)]).toEqual([state, words]);
});

const whole: SyncResult = { synced: 3, failed: 0, left: '', pendingOnServer: 0, reason: null };
const failed = 'Failed to synchronize responses. Please try again.';

test.each<[Partial<SyncResult>, string | null]>([
  [{}, null],
  // Somebody else's device stored it a moment ago: this sync did everything it had to.
  [{ pendingOnServer: 1 }, null],
  [
    { reason: 'It failed.', pendingOnServer: null },
    `${failed} It failed. What is still pending on the server is not known.`,
  ],
  [
    { reason: 'It failed.', failed: 1, left: '1 response', pendingOnServer: 2 },
    `${failed} It failed. 1 response still waits on this device. 2 responses on the server are still pending.`,
  ],
  [
    { failed: 2, left: '1 response and 1 hotel change' },
    `${failed} The server refused what the Sync Centre lists. 1 response and 1 hotel change still wait on this device.`,
  ],
])('Sync Now: %o', (change, words) => {
  expect(syncFailureOf({ ...whole, ...change })).toBe(words);
});
