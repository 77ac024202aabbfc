import { expect, test } from 'vitest';

import type { Draft } from '#web/offline/store/records.ts';
import { DraftWriter, type WriteState } from './draft-writer.ts';
import { DraftGone, withChange, type DraftChange } from './drafts.ts';

const draft = { progress: {}, answeredAt: {}, index: 0, notes: 'Before', revision: 1 } as Draft;
const answer = (question: number, answerId: number, time: number): DraftChange => ({
  progress: { [question]: { answerId, score: 0, textValue: null } },
  answeredAt: { [question]: time },
});

/** Returns a disk that writes only when the test says so. */
function slowDisk() {
  let stored = draft;
  const writes: DraftChange[] = [];
  const told: WriteState[] = [];
  const turns: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const retries: (() => void)[] = [];
  const writer = new DraftWriter(draft, {
    save: (change) =>
      new Promise((resolve, reject) => {
        writes.push(change);
        turns.push({
          resolve: () => {
            stored = withChange(stored, change, 0);
            resolve(stored);
          },
          reject,
        });
      }),
    tell: (state) => told.push(state),
    later: (act) => retries.push(act),
  });
  const turn = async (error?: Error) => {
    const next = turns.shift();
    if (error) next?.reject(error);
    else next?.resolve();
    await new Promise((done) => setTimeout(done));
  };
  return { writer, writes, told, turn, retries, stored: () => stored };
}

test('writes one change at a time, joins those that come meanwhile, and reports saved when all are', async () => {
  const disk = slowDisk();
  disk.writer.write(answer(1, 11, 1));
  disk.writer.write(answer(1, 12, 2));
  disk.writer.write({ ...answer(2, 21, 3), index: 1 });
  expect(disk.writes).toHaveLength(1);
  await disk.turn();
  expect(disk.told).not.toContain('saved');
  expect(disk.writer.isIdle).toBe(false);
  expect(disk.writes[1]).toMatchObject({
    progress: { 1: { answerId: 12 }, 2: { answerId: 21 } },
    index: 1,
  });
  await disk.turn();
  expect(disk.told.at(-1)).toBe('saved');
  expect(disk.writer.isIdle).toBe(true);
  expect(disk.stored().progress).toMatchObject({ 1: { answerId: 12 }, 2: { answerId: 21 } });
});

test('a write that fails is reported, and tried again together with later changes', async () => {
  const disk = slowDisk();
  disk.writer.write(answer(1, 11, 1));
  await disk.turn(new Error('The browser gave none'));
  expect(disk.told.at(-1)).toBe('failed');
  disk.retries[0]?.();
  await disk.turn(new DOMException('No room', 'QuotaExceededError'));
  expect(disk.told.at(-1)).toBe('full');
  disk.retries[1]?.();
  disk.writer.write(answer(2, 21, 2));
  await disk.turn();
  await disk.turn();
  expect(disk.told.at(-1)).toBe('saved');
  expect(Object.keys(disk.stored().progress)).toEqual(['1', '2']);
});

test('a deleted draft is not written again and again', async () => {
  const disk = slowDisk();
  disk.writer.write(answer(1, 11, 1));
  await disk.turn(new DraftGone('Gone'));
  expect(disk.told.at(-1)).toBe('gone');
  expect(disk.retries).toEqual([]);
});

test('notes are written with the text they were based on, so that other people’s words stay', async () => {
  const disk = slowDisk();
  disk.writer.write({ notes: 'Before and after' });
  await disk.turn();
  disk.writer.write({ notes: 'After' });
  await disk.turn();
  expect(disk.writes.map(({ notesBase }) => notesBase)).toEqual(['Before', 'Before and after']);
  const joined = withChange({ ...draft, notes: 'Theirs' }, disk.writes[0]!, 0);
  expect(joined.notes).toBe('Before and after\nTheirs');
});

test('notes typed during a write are in the next write, each with its answer', async () => {
  const disk = slowDisk();
  disk.writer.write({ remarks: { 1: 'By' }, remarkedAt: { 1: 1 } });
  disk.writer.write({ remarks: { 1: 'By the lift' }, remarkedAt: { 1: 2 } });
  disk.writer.write({ remarks: { 2: 'Locked' }, remarkedAt: { 2: 3 } });
  disk.writer.write(answer(1, 11, 4));
  await disk.turn();
  await disk.turn();
  expect(disk.told.at(-1)).toBe('saved');
  expect(disk.stored()).toMatchObject({
    ...{ remarks: { 1: 'By the lift', 2: 'Locked' }, remarkedAt: { 1: 2, 2: 3 } },
    progress: { 1: { answerId: 11 } },
  });
});
