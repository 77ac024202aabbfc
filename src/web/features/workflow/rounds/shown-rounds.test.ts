import { expect, test } from 'vitest';

import type { Cycle, Round } from '#domain/rounds/round.ts';
import { isProvisional, shownRounds } from './shown-rounds.ts';

const round: Round = {
  ...{ id: 1, kind: 'onsite', stage: 'Onsite Assessment', status: 'open', isCurrent: true },
  ...{
    openedAt: '2026-01-01T00:00:00Z',
    submittedAt: null,
    approvedAt: null,
    approvedBy: null,
    version: 1,
  },
  ...{ isPersons: false, asksAgain: false, surveyIds: null, people: [], blind: false },
  ...{ plannedFrom: null, plannedTo: null },
  ...{ responses: 2, percent: 80, verdict: 'Pass', firstAt: null, lastAt: null },
};
const cycle = (...rounds: Partial<Round>[]): Cycle => ({
  ...{ id: 1, number: 1, beganAt: '2026-01-01T00:00:00Z', endedAt: null, outcome: '' },
  rounds: rounds.map((more) => ({ ...round, ...more })),
});
const shown = (...cycles: Cycle[]) => shownRounds({ cycles, approves: false });

test('one cycle in which the stages alone opened rounds shows nothing', () => {
  expect(shown()).toBeNull();
  expect(shown(cycle({}, { stage: 'Virtual Session', kind: 'session' }))).toBeNull();
});

test.each([
  [{ isPersons: true, responses: 0 }, 1],
  [{ status: 'submitted', submittedAt: '2026-01-02T00:00:00Z', responses: 0 }, 1],
  [{ status: 'closed', submittedAt: '2026-01-02T00:00:00Z' }, 1],
  [{ status: 'approved', approvedAt: '2026-01-02T00:00:00Z' }, 1],
  [{ isPersons: true, status: 'closed', responses: 0 }, 0],
  [{ isPersons: true, status: 'cancelled' }, 1],
  [{ isPersons: true, status: 'cancelled', responses: 0 }, 0],
] as [Partial<Round>, number][])('%j is shown in %d pills', (more, pills) => {
  expect(shown(cycle(more))?.present.rounds ?? []).toHaveLength(pills);
});

test('a second cycle shows both, without the rounds in which nothing was held', () => {
  const two = shown(cycle({ responses: 0 }), cycle({}, { responses: 0 }));
  expect(two?.present.rounds).toHaveLength(0);
  expect(two?.former.map(({ rounds }) => rounds.length)).toEqual([1]);
});

test('a score is provisional while its round can be approved, where rounds are approved', () => {
  expect(isProvisional(round, true)).toBe(true);
  expect(isProvisional(round, false)).toBe(false);
  for (const other of [
    { status: 'approved', approvedAt: '2026-01-02T00:00:00Z' },
    { status: 'closed' },
    { status: 'cancelled' },
    { responses: 0 },
  ] as Partial<Round>[])
    expect(isProvisional({ ...round, ...other }, true)).toBe(false);
});
