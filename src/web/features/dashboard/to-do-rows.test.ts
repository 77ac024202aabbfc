import { expect, test } from 'vitest';

import type { ActionCounts } from '#domain/actions/action.ts';
import type { Person } from '#domain/people/person.ts';
import { toDoRows } from './to-do-rows.ts';

const none: ActionCounts = {
  ...{ open: 0, overdue: 0, critical: 0, criticalOverdue: 0 },
  ...{ done: 0, mine: 0, mineOverdue: 0, unowned: 0, exist: false },
};
const person = {
  id: 1,
  role: { id: 3, name: 'Service Consultant', permissions: [] },
} as unknown as Person;

/** Returns the rows about actions: count and words, and the address that the row opens. */
function rowsOf(counts: Partial<ActionCounts>, by = person) {
  const actions = { ...none, ...counts };
  const known = { quiet: undefined, users: undefined, toReview: 0, hotels: [] };
  return toDoRows({ ...known, person: by, now: 0, actions }).map(({ count, words, way }) => [
    `${count} ${words}`,
    way.search,
  ]);
}

test('each row about actions opens exactly those that it counts', () => {
  expect(rowsOf({ exist: true, open: 9, overdue: 4, mine: 2, mineOverdue: 1, done: 1 })).toEqual([
    ['4 actions are overdue', { overdue: 1 }],
    ['2 actions are yours', { mine: 1 }],
    ['1 action is done and not verified', { status: 'done' }],
  ]);
});

test('one’s own have no row where they are exactly the overdue ones', () => {
  expect(rowsOf({ open: 2, overdue: 1, mine: 1, mineOverdue: 1 })).toEqual([
    ['1 action is overdue', { overdue: 1 }],
  ]);
  expect(rowsOf({ open: 2, overdue: 2, mine: 1, mineOverdue: 1 })).toHaveLength(2);
  expect(rowsOf({ open: 2, overdue: 1, mine: 2, mineOverdue: 1 })).toHaveLength(2);
});

test('open actions of nobody have a row for those who give them an owner', () => {
  const counts = { exist: true, open: 6, unowned: 6 };
  expect(rowsOf(counts)).toEqual([['6 actions have no owner', { unowned: 1 }]]);
  const assessor = { ...person, role: { ...person.role, name: 'Assessor' } } as Person;
  expect(rowsOf(counts, assessor)).toEqual([]);
});

test('without actions there is no row', () => {
  expect(rowsOf({})).toEqual([]);
});
