import { expect, test } from 'vitest';

import {
  actionStatuses,
  canMove,
  isOpen,
  moveBetween,
  moveNames,
  moves,
  type ActionStatus,
  type Move,
} from './moves.ts';

/** Every move from every status, written out by hand a second time. */
const table: Record<ActionStatus, Partial<Record<Move, ActionStatus>>> = {
  open: {
    ...{ start: 'in-progress', finish: 'done', withdraw: 'withdrawn' },
    ...{ pass: 'verified', clear: 'not-a-finding', waive: 'waived' },
  },
  'in-progress': {
    ...{ finish: 'done', withdraw: 'withdrawn' },
    ...{ pass: 'verified', clear: 'not-a-finding', waive: 'waived' },
  },
  done: {
    ...{ return: 'in-progress', verify: 'verified', withdraw: 'withdrawn' },
    ...{ pass: 'verified', clear: 'not-a-finding', waive: 'waived', 'find-again': 'open' },
  },
  verified: { 'find-again': 'open', reopen: 'open' },
  waived: { 'find-again': 'open', reopen: 'open' },
  'not-a-finding': { 'find-again': 'open' },
  withdrawn: { 'find-again': 'open' },
};

const every = actionStatuses.flatMap((from) => moveNames.map((move) => [from, move] as const));

test.each(every)('from %s: %s', (from, move) => {
  const to = table[from][move];
  expect(canMove(from, move) ? moves[move].to : undefined).toBe(to);
});

test('a person makes exactly these moves, each known by its two statuses', () => {
  const pairs = actionStatuses.flatMap((from) =>
    actionStatuses.flatMap((to) => {
      const move = moveBetween(from, to);
      return move === undefined ? [] : `${from} → ${to}: ${move}`;
    }),
  );
  expect(pairs).toEqual([
    'open → in-progress: start',
    'open → done: finish',
    'open → withdrawn: withdraw',
    'in-progress → done: finish',
    'in-progress → withdrawn: withdraw',
    'done → in-progress: return',
    'done → verified: verify',
    'done → withdrawn: withdraw',
  ]);
});

test('an action is open until it is verified, waived, no finding or withdrawn', () => {
  expect(actionStatuses.filter(isOpen)).toEqual(['open', 'in-progress', 'done']);
});
