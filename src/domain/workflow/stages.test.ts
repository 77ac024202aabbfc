import { expect, test } from 'vitest';

import { hotelStatuses, mayMoveTo, stages, statusOnMoveTo } from './stages.ts';

test('there are six stages, in the order of the assessment', () => {
  expect(stages).toEqual([
    'Initiated',
    'Onsite Assessment',
    'Virtual Session',
    'Virtual Re-Assessment',
    'Evaluation',
    'Disposition',
  ]);
  expect(hotelStatuses).toEqual(['Pending', 'Active', 'Complete']);
});

test.each(stages.map((stage) => [stage, stage !== 'Virtual Re-Assessment'] as const))(
  'before the Virtual Session is complete, a hotel may move to %s: %s',
  (stage, expected) => {
    expect(mayMoveTo(stage, { virtualSessionCompletionDate: null })).toBe(expected);
  },
);

test.each(stages.map((stage) => [stage] as const))('after it, a hotel may move to %s', (stage) => {
  expect(mayMoveTo(stage, { virtualSessionCompletionDate: '2026-03-31' })).toBe(true);
});

test.each([
  ['Initiated', undefined],
  ['Onsite Assessment', 'Active'],
  ['Virtual Session', 'Active'],
  ['Virtual Re-Assessment', 'Active'],
  ['Evaluation', 'Active'],
  ['Disposition', 'Active'],
] as const)('moving to %s brings the status %s', (stage, status) => {
  expect(statusOnMoveTo(stage)).toBe(status);
});
