import 'fake-indexeddb/auto';

import { afterEach, expect, test } from 'vitest';

import { keepAnswer, keepRemark } from './answers-state.ts';
import { whenCopied } from './durable-copies.ts';
import { changeKept, countUnsent, forgetKept, readKept, takeBackCopies } from './kept-answers.ts';

const id = 'link-interview-1';
const yes = { answerId: 11, score: 0, textValue: null };
const no = { answerId: 12, score: 0, textValue: null };

afterEach(async () => {
  forgetKept();
  await whenCopied();
});

/**
 * Simulates a phone that switches off. What remains are the confirmed writes, and an older state of
 * `localStorage`.
 */
async function die(stored: string | null) {
  await whenCopied();
  localStorage.clear();
  if (stored !== null) localStorage.setItem(`bellwether-self:${id}`, stored);
}

test('answers that localStorage lost come back, each question with its later answer', async () => {
  changeKept(id, (kept) => keepAnswer(kept, 1, yes, 100));
  const older = localStorage.getItem(`bellwether-self:${id}`);
  changeKept(id, (kept) => keepAnswer(kept, 1, no, 200));
  changeKept(id, (kept) => keepRemark(keepAnswer(kept, 2, yes, 300), 2, 'Being painted.', 310));
  await die(older);
  expect(readKept(id).progress).toEqual({ 1: yes });
  await takeBackCopies();
  expect(readKept(id)).toMatchObject({
    ...{ progress: { 1: no, 2: yes }, answeredAt: { 1: 200, 2: 300 } },
    ...{ remarks: { 2: 'Being painted.' }, remarkedAt: { 2: 310 } },
  });
});

test('a copy never replaces a later answer, and a completion comes back', async () => {
  changeKept(id, (kept) => ({ ...keepAnswer(kept, 1, yes, 100), completion: '{}' }));
  const later = JSON.stringify(keepAnswer(readKept(id), 1, no, 400));
  await die(later);
  await takeBackCopies();
  expect(readKept(id)).toMatchObject({ progress: { 1: no }, completion: '{}' });
});

test('what was sent, or forgotten, does not come back', async () => {
  changeKept(id, (kept) => keepAnswer(kept, 1, yes, 100));
  changeKept(id, (kept) => ({ ...kept, progress: {}, answeredAt: {} }));
  await die(null);
  await takeBackCopies();
  expect(countUnsent(readKept(id))).toBe(0);

  changeKept(id, (kept) => keepAnswer(kept, 1, yes, 100));
  forgetKept();
  await die(null);
  await takeBackCopies();
  expect(countUnsent(readKept(id))).toBe(0);
});
