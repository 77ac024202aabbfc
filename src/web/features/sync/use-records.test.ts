import 'fake-indexeddb/auto';

import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';

import { OfflineDatabase } from '#web/offline/store/database.ts';
import { kinds } from '#web/offline/outbox/kinds.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { readRecords } from './use-records.ts';

test('a list of what was refused is read again for what concerns it, and not for each photo that is stored', async () => {
  const db = new OfflineDatabase(83_000);
  const put = (clientId: string, state: StoredFile['state']) =>
    db.files.put({ clientId, state, size: 1 } as StoredFile);
  await put('one', 'waiting');
  const shown: unknown[] = [];
  const watch = liveQuery(() => readRecords(kinds.evidence, db, 'attention', 2)).subscribe(
    ({ count, records }) => shown.push([count, records.map(({ clientId }) => clientId)]),
  );
  await expect.poll(() => shown).toEqual([[0, []]]);
  await put('one', 'stored');
  await new Promise((passed) => setTimeout(passed, 50));
  expect(shown).toHaveLength(1);
  await put('two', 'needs-attention');
  await expect.poll(() => shown.at(-1)).toEqual([1, ['two']]);
  for (const clientId of ['three', 'four']) await put(clientId, 'needs-attention');
  await expect.poll(() => shown.at(-1)).toEqual([3, expect.any(Array)]);
  // There are more records than are shown, so each change may change their number.
  await db.files.delete('two');
  await expect.poll(() => shown.at(-1)).toEqual([2, expect.any(Array)]);
  await put('three', 'waiting');
  await expect.poll(() => shown.at(-1)).toEqual([1, ['four']]);
  watch.unsubscribe();
  await db.delete();
});
