import { describe, expect, test } from 'vitest';

import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { averageScore, columnsOf, fullestOf, moveBack, moveTo, withMoves } from './board-state.ts';
import { refusalOf } from './use-moves.ts';

function aCard(id: number, stage: Stage, more: Partial<BoardCard> = {}): BoardCard {
  return {
    ...{ id, stage, hotelName: `Hotel ${id}`, hotelBrand: 'Brand', hotelCity: 'Boston' },
    ...{ hotelState: 'MA', hotelManagementCo: null, status: 'Pending', serviceConsultantId: null },
    ...{ version: 3, virtualSessionCompletionDate: null, responseCount: 0, sessionsInProgress: 0 },
    ...{ virtualReAssessmentCompletionDate: null, stageSince: '2026-03-01T08:00:00Z' },
    isAssessed: true,
    ...{ hasEvaluationNotes: false, latest: null },
    ...more,
  };
}

function aBoard(...hotels: BoardCard[]): Board {
  const count = (stage: Stage) => hotels.filter((card) => card.stage === stage).length;
  return { stages: stages.map((stage) => ({ stage, count: count(stage) })), hotels };
}

const first = aCard(1, 'Initiated');
const second = aCard(2, 'Initiated');
const board = aBoard(first, second);
const namesIn = (shown: Board, stage: Stage, isWhole = true) =>
  columnsOf(shown, isWhole)[stage].map((one) => one?.id);
const countOf = (shown: Board, stage: Stage) =>
  shown.stages.find((one) => one.stage === stage)?.count;

test('the average of the latest scores is never rounded up to the line', () => {
  const scored = (totalScore: number, maxScore = 1_000) => {
    const latest = {
      totalScore,
      maxScore,
      passed: true,
      completedAt: '2026-03-01T08:00:00Z',
    };
    return aCard(totalScore, 'Initiated', { latest });
  };
  const cards = [...Array<number>(9).fill(700), 696].map((points) => scored(points));
  expect(averageScore(cards, 70)).toBe(69.9);
  expect(averageScore(cards, 80)).toBe(70);
  expect(averageScore([aCard(1, 'Initiated')], 70)).toBeNull();
  // 69.96% by itself, which one card shows as 70.0%.
  expect(averageScore([scored(1_749, 2_500)], 70)).toBe(69.9);
  // Points were lost, so never 100 (rule 236).
  expect(averageScore([scored(1_999, 2_000)], 70)).toBe(99.9);
  // A mean of exactly 80, whose percentages add up to a little less.
  expect(averageScore([scored(701), scored(703), scored(996)], 80)).toBe(80);
});

describe('a move under way', () => {
  const moved = withMoves(board, [moveTo(first, 'Evaluation')]);

  test('shows the card, its status and both counts as they will be', () => {
    expect(namesIn(moved, 'Initiated')).toEqual([2]);
    expect(columnsOf(moved, true).Evaluation).toEqual([
      { ...first, stage: 'Evaluation', status: 'Active', stageSince: null, isAssessed: false },
    ]);
    expect([countOf(moved, 'Initiated'), countOf(moved, 'Evaluation')]).toEqual([1, 1]);
  });

  test('to Initiated sends no status and leaves the one that is', () => {
    const active = aCard(3, 'Evaluation', { status: 'Active' });
    const move = moveTo(active, 'Initiated');
    expect(move).toEqual({
      ...{ hotelId: 3, stage: 'Initiated', version: 3 },
      was: { hotelName: 'Hotel 3', stage: 'Evaluation', status: 'Active' },
    });
    expect(columnsOf(withMoves(aBoard(active), [move]), true).Initiated[0]?.status).toBe('Active');
  });

  test('that is undone puts stage and status back, though both are still under way', () => {
    const undone = withMoves(board, [moveTo(first, 'Evaluation'), moveBack(first, 'Evaluation')]);
    expect(undone).toEqual(board);
  });

  test('that the server refuses is no longer there, and the board is as it was', () => {
    expect(withMoves(board, [])).toBe(board);
  });

  test('leaves every other card the very one it was', () => {
    expect(moved.hotels[1]).toBe(second);
  });
});

test('Virtual Re-Assessment is refused until the virtual session is completed', () => {
  const card = aCard(1, 'Virtual Session');
  expect(refusalOf(card, 'Virtual Re-Assessment')).toBe(
    'Cannot set stage to Virtual Re-Assessment without completing Virtual Session first.',
  );
  expect(refusalOf(card, 'Evaluation')).toBeNull();
  const dated = { ...card, virtualSessionCompletionDate: '2026-03-31' };
  expect(refusalOf(dated, 'Virtual Re-Assessment')).toBeNull();
});

test('a column keeps the order of the board', () => {
  const cards = [aCard(9, 'Evaluation'), aCard(4, 'Initiated'), aCard(7, 'Evaluation')];
  expect(namesIn(aBoard(...cards), 'Evaluation')).toEqual([9, 7]);
});

describe('the first cards of a board', () => {
  /**
   * A board with the cards of two hotels, although it counts three hotels in Initiated and one in Evaluation.
   */
  const begun = {
    ...aBoard(first, second, aCard(3, 'Initiated'), aCard(4, 'Evaluation')),
    hotels: [first, second],
  };

  test('leave a place for each hotel whose card is on its way', () => {
    expect(namesIn(begun, 'Initiated', false)).toEqual([1, 2, undefined]);
    expect(namesIn(begun, 'Evaluation', false)).toEqual([undefined]);
    expect(namesIn(begun, 'Disposition', false)).toEqual([]);
  });

  test('keep the places of the others when one of them is moved', () => {
    const moved = withMoves(begun, [moveTo(first, 'Evaluation')]);
    expect(namesIn(moved, 'Initiated', false)).toEqual([2, undefined]);
    expect(namesIn(moved, 'Evaluation', false)).toEqual([1, undefined]);
  });

  test('have an average where all of a stage are there, and none before', () => {
    const latest = { totalScore: 80, maxScore: 100, passed: true, completedAt: null };
    const scored = aCard(1, 'Initiated', { latest });
    const whole = aBoard(scored, second);
    const averageOf = (hotels: BoardCard[]) =>
      averageScore(columnsOf({ ...whole, hotels }, false).Initiated, 80);
    expect(averageOf([scored])).toBeNull();
    expect(averageOf([scored, second])).toBe(80);
  });

  test('of a whole board are as many as it has, whatever it counts', () => {
    expect(namesIn(begun, 'Initiated')).toEqual([1, 2]);
  });
});

describe('the fullest stage', () => {
  test('is the one with the most hotels, and of equal ones the first', () => {
    const third = aCard(3, 'Evaluation');
    const fourth = aCard(4, 'Evaluation');
    expect(fullestOf(columnsOf(aBoard(first, third, fourth), true))).toBe('Evaluation');
    expect(fullestOf(columnsOf(aBoard(first, second, third, fourth), true))).toBe('Initiated');
    expect(fullestOf(columnsOf(aBoard(), true))).toBe('Initiated');
  });
});
