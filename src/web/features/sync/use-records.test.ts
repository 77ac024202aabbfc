import 'fake-indexeddb/auto';

import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';

import type { Edition } from '#domain/surveys/edition.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { kinds } from '#web/offline/outbox/kinds.ts';
import type { Draft, Envelope, Receipt, StoredFile } from '#web/offline/store/records.ts';
import { readRecords } from './use-records.ts';

test('a list of what was refused is read again for what concerns it, and not for each photo that is stored', async () => {
  const db = new OfflineDatabase(83_000);
  const put = (clientId: string, state: StoredFile['state']) =>
    db.files.put({ clientId, interviewId: 'one', state, size: 1 } as StoredFile);
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

test('photos of one interview say to which question each belongs, also once it is finished', async () => {
  const db = new OfflineDatabase(83_001);
  const questions = ['Is the lobby clean?', 'Is the pool closed?'].map((text, at) => ({
    id: at + 1,
    text,
  }));
  const edition = { questions } as unknown as Edition;
  for (const [clientId, interviewId, questionId] of [
    ['one', 'under way', 1],
    ['two', 'under way', 2],
    ['three', 'finished', 2],
    ['four', 'stored', 1],
    ['five', 'unknown', 1],
  ] as const)
    await db.files.put({
      ...{ clientId, interviewId, questionId, state: 'waiting', size: 1, takenAt: 1 },
      ...{ kind: 'photo', name: 'photo.jpg', caption: '' },
    } as StoredFile);
  await db.drafts.put({ clientId: 'under way', edition } as Draft);
  await db.editions.put({ key: 'asked', edition });
  await db.envelopes.put({ clientId: 'finished', asked: 'asked' } as Envelope);
  await db.receipts.put({ clientId: 'stored', asked: 'asked' } as Receipt);
  const read = await readRecords(kinds.evidence, db, 'waiting', 50);
  const shown = read.records.map((file) => {
    const { details } = kinds.evidence.words(file, read.questions.get(file.clientId));
    return [file.clientId, /“(.*)”/.exec(details)?.[1]];
  });
  expect(Object.fromEntries(shown)).toEqual({
    one: 'Is the lobby clean?',
    two: 'Is the pool closed?',
    three: 'Is the pool closed?',
    four: 'Is the lobby clean?',
    five: undefined,
  });
  await db.delete();
});
