import fc from 'fast-check';
import { expect, test } from 'vitest';

import { mergeProgress, type ProgressEntry } from './progress.ts';
import { stampProgress } from './stamp-progress.ts';

const now = 1_000;
const choice = (answerId: number, score = 0): ProgressEntry => ({
  answerId,
  score,
  textValue: null,
});
const stored = { progress: { 1: choice(1), 2: null }, answeredAt: { 1: 400, 2: 500 } };

test.each([
  ['a told time counts', { 1: choice(2) }, { 1: 700 }, { 1: 700 }],
  ['a clock that runs ahead is held back', { 1: choice(2) }, { 1: 9_999 }, { 1: now }],
  ['an untold new answer counts as given now', { 1: choice(2) }, {}, { 1: now }],
  ['an untold same answer is old news', { 1: choice(1) }, {}, { 1: 400 }],
  ['points alone make no new answer', { 1: choice(1, 5) }, {}, { 1: 400 }],
  ['an untold taking back counts as done now', { 1: null }, {}, { 1: now }],
  ['an answer taken back before is old news', { 2: null }, {}, { 2: 500 }],
  ['an answer given again counts as given now', { 2: choice(3) }, {}, { 2: now }],
  ['a question not seen before counts as answered now', { 3: choice(3) }, {}, { 3: now }],
  ['a time without an answer is dropped', {}, { 1: 700 }, {}],
])('%s', (_, progress, times, answeredAt) => {
  expect(stampProgress(stored, progress, times, now)).toEqual({ progress, answeredAt });
});

test('whatever is told, no answer is from later than now', () => {
  const question = fc.constantFrom('1', '2', '3');
  const progress = fc.dictionary(question, fc.constantFrom(null, choice(1), choice(2)));
  fc.assert(
    fc.property(progress, fc.dictionary(question, fc.nat(5_000)), (arriving, times) => {
      const stamped = stampProgress(stored, arriving, times, now);
      expect(Object.keys(stamped.answeredAt)).toEqual(Object.keys(arriving));
      for (const time of Object.values(stamped.answeredAt)) expect(time).toBeLessThanOrEqual(now);
    }),
  );
});

test('a clock that ran ahead once does not win for ever', () => {
  const ahead = mergeProgress(stored, stampProgress(stored, { 1: choice(2) }, { 1: 9_999 }, now));
  const after = stampProgress(ahead, { 1: choice(3) }, { 1: now + 1 }, now + 1);
  expect(mergeProgress(ahead, after).progress[1]).toEqual(choice(3));
});
