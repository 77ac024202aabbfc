import { expect, test } from 'vitest';

import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { brandsOf, filterBoard } from './find-cards.ts';

const aCard = (id: number, stage: Stage, more: Partial<BoardCard> = {}): BoardCard => ({
  ...{ id, stage, hotelName: `Hotel ${id}`, hotelBrand: 'Aurora', hotelCity: 'Boston' },
  ...{ hotelState: 'MA', hotelManagementCo: null, status: 'Active', serviceConsultantId: null },
  ...{ version: 1, virtualSessionCompletionDate: null, responseCount: 0, sessionsInProgress: 0 },
  ...{ virtualReAssessmentCompletionDate: null, stageSince: '2026-03-01T08:00:00Z' },
  isAssessed: false,
  ...{ hasEvaluationNotes: false, latest: null },
  ...more,
});

const hotels = [
  aCard(1, 'Initiated', { hotelName: 'Café Zürich', serviceConsultantId: 7 }),
  aCard(2, 'Disposition', { hotelBrand: 'Lantern', hotelManagementCo: 'Best Stay' }),
  aCard(3, 'Evaluation'),
];
const board: Board = {
  stages: stages.map((stage) => ({
    stage,
    count: hotels.filter((one) => one.stage === stage).length,
  })),
  hotels,
};
const nameConsultant = (id: number | null) => (id === 7 ? 'Connie Reyes' : undefined);
const idsOf = (view: { search?: string; brand?: string; duty?: 'any' | 'evaluate' }) =>
  filterBoard(
    board,
    { search: '', brand: undefined, duty: undefined, ...view },
    nameConsultant,
  ).hotels.map(({ id }) => id);

test('a search finds words in any case and without accents, and the consultant', () => {
  expect(idsOf({ search: 'zurich CAFE' })).toEqual([1]);
  expect(idsOf({ search: 'best stay' })).toEqual([2]);
  expect(idsOf({ search: 'connie' })).toEqual([1]);
  expect(idsOf({ search: 'nowhere' })).toEqual([]);
});

test('brand and duty narrow it, and counts follow', () => {
  expect(idsOf({ brand: 'Lantern' })).toEqual([2]);
  expect(idsOf({ duty: 'any' })).toEqual([1, 3]);
  expect(idsOf({ duty: 'evaluate' })).toEqual([3]);
  const view = { search: '', brand: undefined, duty: 'evaluate' as const };
  expect(filterBoard(board, view, nameConsultant).stages.map(({ count }) => count)).toEqual([
    ...[0, 0, 0, 0, 1, 0],
  ]);
  expect(brandsOf(board)).toEqual(['Aurora', 'Lantern']);
});

test('without a filter it is the very same board', () => {
  expect(
    filterBoard(board, { search: ' ', brand: undefined, duty: undefined }, nameConsultant),
  ).toBe(board);
});
