import { expect, test } from 'vitest';

import type { ActionEvent } from '#domain/actions/action.ts';
import { countsInWords, eventInWords } from './action-words.ts';

/** Returns an event by Ana with the given fields changed. */
function anEvent(more: Partial<ActionEvent>): ActionEvent {
  return {
    ...{ id: 1, clientId: 'event-0001', kind: 'status', by: 'Ana Ruiz', byId: 7 },
    ...{ at: '2026-03-12T09:00:00.000Z', claimedAt: null, applied: true, refusal: null, text: '' },
    ...more,
  };
}

test.each<[string, Partial<ActionEvent>]>([
  ['started work.', { move: 'start' }],
  ['marked it as done.', { move: 'finish' }],
  ['returned it.', { move: 'return' }],
  ['verified it.', { move: 'verify' }],
  ['withdrew it.', { move: 'withdraw' }],
  ['commented.', { kind: 'comment' }],
  ['added 0 files.', { kind: 'evidence', files: [] }],
  ['made Ben Hu the owner.', { kind: 'owner', owner: { kind: 'user', id: 2, name: 'Ben Hu' } }],
  ['left it without an owner.', { kind: 'owner', owner: null }],
])('a person %s', (words, event) => {
  expect(eventInWords(anEvent(event))).toEqual({ who: 'Ana Ruiz', words });
});

test('what came too late is told as an attempt', () => {
  const late = { applied: false, refusal: 'Ben verified this meanwhile.' };
  expect(eventInWords(anEvent({ move: 'finish', ...late })).words).toBe(
    'tried to mark it as done.',
  );
  expect(eventInWords(anEvent({ kind: 'due', dueOn: '2026-03-20', ...late })).words).toMatch(
    /^tried to set the due date to .*2026\.$/,
  );
});

test('what the server did has no name before it', () => {
  const { who, words } = eventInWords(anEvent({ by: null, byId: null, move: 'pass' }));
  expect(who).toBeNull();
  expect(words).toMatch(/^Verified by a re-assessment/);
});

test('a finding that is gone is told without its cause, which the text of the event says', () => {
  const clear = anEvent({ by: null, byId: null, move: 'clear' });
  expect(eventInWords(clear)).toEqual({ who: null, words: 'Closed: not a finding.' });
});

test('a person who has left is someone', () => {
  expect(eventInWords(anEvent({ by: null, byId: null, kind: 'comment' })).who).toBe('Someone');
});

test('counts leave out what is none', () => {
  const none = { open: 0, overdue: 0, critical: 0, criticalOverdue: 0, done: 0 };
  const counts = { ...none, mine: 0, mineOverdue: 0, unowned: 0, exist: true };
  expect(countsInWords({ ...counts, open: 1 })).toBe('1 open action');
  expect(countsInWords({ ...counts, open: 3, overdue: 2, critical: 1 })).toBe(
    '3 open actions, 2 overdue, 1 critical',
  );
});

test('an event of a hotel contact says that it came by link', () => {
  const event = anEvent({ by: 'Ana Hotel', byId: null, kind: 'comment', isByLink: true });
  expect(eventInWords(event).who).toBe('Ana Hotel, by link,');
});
