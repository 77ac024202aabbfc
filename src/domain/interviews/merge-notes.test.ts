import { expect, test } from 'vitest';

import { longestNotes, mergeNotes } from './merge-notes.ts';

test.each([
  ['nobody wrote', 'a', 'a', 'a', 'a'],
  ['only we wrote', 'a', 'a b', 'a', 'a b'],
  ['only they wrote', 'a', 'a', 'a c', 'a c'],
  ['we took words back', 'a b', 'a', 'a b', 'a'],
  ['they took words back', 'a b', 'a b', 'a', 'a'],
  ['both wrote', 'a', 'a b', 'a c', 'a b\na c'],
  ['joined before', 'a', 'a b\na c', 'a c', 'a b\na c'],
])('%s', (_, base, ours, theirs, merged) => {
  expect(mergeNotes(base, ours, theirs)).toBe(merged);
});

test('what two devices wrote is cut where it cannot be stored, says so, and stays the same', () => {
  const ours = 'a'.repeat(15_000);
  const theirs = 'b'.repeat(15_000);
  const merged = mergeNotes('', ours, theirs);
  expect(merged).toHaveLength(longestNotes);
  expect(merged).toMatch(/^a{15000}\nb+\n\[Cut here: the notes of two devices .*\]$/);
  expect(mergeNotes('', merged, theirs)).toBe(merged);
});
