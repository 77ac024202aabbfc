import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  mergeProgress,
  type ArrivingProgress,
  type ProgressEntry,
  type TimedProgress,
} from './progress.ts';
import { stampProgress } from './stamp-progress.ts';

const now = 1_000;
const choice = (answerId: number, score = 0): ProgressEntry => ({
  answerId,
  score,
  textValue: null,
});
const notApplicable: ProgressEntry = { answerId: null, score: 0, textValue: null, na: true };
const stored = { progress: { 1: choice(1), 2: null }, answeredAt: { 1: 400, 2: 500 } };

const stamped = (arriving: ArrivingProgress, at = now, known: TimedProgress = stored) =>
  stampProgress(known, arriving, at);

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
  expect(stamped({ progress, answeredAt: times })).toMatchObject({ progress, answeredAt });
});

test('whatever is told, no answer is from later than now', () => {
  const question = fc.constantFrom('1', '2', '3');
  const progress = fc.dictionary(question, fc.constantFrom(null, choice(1), choice(2)));
  fc.assert(
    fc.property(progress, fc.dictionary(question, fc.nat(5_000)), (arriving, times) => {
      const { answeredAt } = stamped({ progress: arriving, answeredAt: times });
      expect(Object.keys(answeredAt)).toEqual(Object.keys(arriving));
      for (const time of Object.values(answeredAt)) expect(time).toBeLessThanOrEqual(now);
    }),
  );
});

test('a clock that ran ahead once does not win for ever', () => {
  const ahead = mergeProgress(
    stored,
    stamped({ progress: { 1: choice(2) }, answeredAt: { 1: 9_999 } }),
  );
  const after = stamped({ progress: { 1: choice(3) }, answeredAt: { 1: now + 1 } }, now + 1, ahead);
  expect(mergeProgress(ahead, after).progress[1]).toEqual(choice(3));
});

test.each([
  ['a told time counts', { 1: 'New' }, { 1: 700 }, { 1: 700 }],
  ['a clock that runs ahead is held back', { 1: 'New' }, { 1: 9_999 }, { 1: now }],
  ['an untold new note counts as written now', { 1: 'New' }, {}, { 1: now }],
  ['an untold same note is old news', { 1: 'Old' }, {}, { 1: 300 }],
  ['an untold deleting counts as done now', { 1: '' }, {}, { 1: now }],
])('of notes: %s', (_, remarks, times, remarkedAt) => {
  const known = { ...stored, remarks: { 1: 'Old' }, remarkedAt: { 1: 300 } };
  expect(stamped({ remarks, remarkedAt: times }, now, known)).toEqual({
    ...{ progress: {}, answeredAt: {}, remarks, remarkedAt },
  });
});

test('not applicable is another answer than a blank one', () => {
  const known = { progress: { 1: notApplicable }, answeredAt: { 1: 400 } };
  const blank = { answerId: null, score: 0, textValue: null };
  expect(stamped({ progress: { 1: notApplicable } }, now, known).answeredAt).toEqual({ 1: 400 });
  expect(stamped({ progress: { 1: blank } }, now, known).answeredAt).toEqual({ 1: now });
});
