import { expect, test } from 'vitest';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { BoardCard } from '#domain/workflow/board.ts';
import { sortHotels } from './find-hotels.ts';
import { figuresOf } from './hotel-figures.ts';
import type { HotelSort } from './hotels-view.ts';

const hotels = ['A', 'B', 'C', 'D'].map(
  (hotelName, index) => ({ id: index + 1, hotelName }) as Hotel,
);
const card = (id: number, latest: BoardCard['latest'], sessionsInProgress: number) =>
  ({ id, latest, sessionsInProgress }) as BoardCard;
const at = (totalScore: number, completedAt: string | null) => ({
  totalScore,
  maxScore: 100,
  completedAt,
});
const figures = figuresOf({
  hotels: [
    card(1, at(90, '2026-03-02T08:00:00Z'), 0),
    card(2, null, 2),
    card(3, at(60, '2026-03-02T08:00:00.500Z'), 1),
    card(4, { ...at(0, null), maxScore: 0 }, 0),
  ],
});
const order = (sort: HotelSort, direction: 'asc' | 'desc', known?: typeof figures) =>
  sortHotels(hotels, { sort, direction }, () => undefined, known).map((one) => one.hotelName);

test('hotels are sorted by their figures; those without one come last either way', () => {
  expect(order('score', 'asc', figures)).toEqual(['C', 'A', 'B', 'D']);
  expect(order('score', 'desc', figures)).toEqual(['A', 'C', 'B', 'D']);
  expect(order('lastInterview', 'desc', figures)).toEqual(['C', 'A', 'B', 'D']);
  expect(order('inProgress', 'desc', figures)).toEqual(['B', 'C', 'A', 'D']);
});

test('until the figures are there, they are sorted by name', () => {
  expect(order('score', 'desc')).toEqual(['A', 'B', 'C', 'D']);
});

test('a hotel without responses has no verdict; one without points is not scored', () => {
  expect(figures.get(2)).toEqual({
    score: null,
    verdict: null,
    lastInterview: null,
    inProgress: 2,
  });
  expect(figures.get(4)).toMatchObject({ score: null, verdict: 'Not scored' });
  expect(figures.get(3)).toMatchObject({ score: 60, verdict: 'Needs Review', inProgress: 1 });
});
