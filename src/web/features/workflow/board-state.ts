import type { Hotel } from '#domain/hotels/hotel.ts';
import { meanPercentOf } from '#domain/scoring/verdict.ts';
import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages, statusOnMoveTo, type Stage } from '#domain/workflow/stages.ts';
import { changeCards, pickCard, type ShownCard } from '#web/offline/readings/edited-board.ts';
import type { CycleChoice } from './rounds/ask-cycle.tsx';

/**
 * The fields of a hotel that a move needs. Both a card of the board and a whole hotel have them.
 */
export type Movable = Pick<
  BoardCard,
  'id' | 'hotelName' | 'stage' | 'status' | 'version' | 'virtualSessionCompletionDate'
>;

/** A stage change that is being sent. `status` is missing when the new stage sets no status. */
export type Move = Pick<Movable, 'stage' | 'version'> &
  Partial<Pick<Movable, 'status'>> & {
    hotelId: number;
    /** Whether a move to Initiated begins the next cycle; absent when nobody was asked. */
    cycle?: CycleChoice;
    /** The hotel as it was shown before the move. */
    was: Pick<Movable, 'hotelName' | 'stage' | 'status'>;
  };

/** Returns the move of a hotel to a stage, with the status that the stage sets (rule 51). */
export function moveTo(hotel: Movable, stage: Stage): Move {
  const status = statusOnMoveTo(stage);
  const was = { hotelName: hotel.hotelName, stage: hotel.stage, status: hotel.status };
  return { hotelId: hotel.id, stage, version: hotel.version, ...(status && { status }), was };
}

/**
 * Returns the move that undoes a drop. It restores the stage and the status that the hotel had
 * before.
 */
export function moveBack({ id, hotelName, stage, status, version }: Movable, from: Stage): Move {
  const was = { hotelName, stage: from, status: statusOnMoveTo(from) ?? status };
  return { hotelId: id, stage, status, version, was };
}

/**
 * Returns the board with the moves that the server has not answered yet, in the order they were
 * made. When the server refuses a move, the move disappears from the list and its card returns to
 * its old stage.
 */
export function withMoves(board: Board, moves: readonly Move[]): Board {
  if (moves.length === 0) return board;
  const byHotel = new Map<number, Partial<BoardCard>>();
  for (const { hotelId, stage, status } of moves)
    byHotel.set(hotelId, { ...byHotel.get(hotelId), stage, ...(status && { status }) });
  return changeCards(board, byHotel);
}

/** Returns the board with one hotel as the server just returned it. */
export function withHotel(board: Board, hotel: Hotel): Board {
  return changeCards(board, new Map([[hotel.id, pickCard(hotel)]]));
}

/** The cards of a stage, in the board's order. An entry is undefined while the hotel's card has not arrived. */
export type Cards = readonly (ShownCard | undefined)[];
export type Columns = Readonly<Record<Stage, Cards>>;

/**
 * Returns the cards of each stage. While only the first cards have arrived, each stage also has a place
 * for every other hotel, so that nothing moves when the rest arrives.
 */
export function columnsOf(board: Board, isWhole: boolean): Columns {
  const columns = new Map(stages.map((stage) => [stage, [] as ShownCard[]]));
  for (const card of board.hotels) columns.get(card.stage)?.push(card);
  const counts = new Map(board.stages.map(({ stage, count }) => [stage, count]));
  const placesOf = (stage: Stage, cards: Cards): Cards =>
    isWhole ? cards : Array.from({ length: counts.get(stage) ?? 0 }, (_, place) => cards[place]);
  const entries = Array.from(columns, ([stage, cards]) => [stage, placesOf(stage, cards)]);
  return Object.fromEntries(entries) as Columns;
}

/** Returns the first stage that has hotels, or the first stage when none has any. */
export function firstInUse(columns: Columns | undefined): Stage {
  return stages.find((one) => columns && columns[one].length > 0) ?? stages[0];
}

/** Returns the stage with the most hotels, and the first of them when several have the same number. */
export function fullestOf(columns: Columns): Stage {
  return stages.reduce((best, one) => (columns[one].length > columns[best].length ? one : best));
}

/** Returns whether some of the cards have not arrived yet. */
export function isArriving(cards: Cards): boolean {
  return cards.at(-1) === undefined && cards.length > 0;
}

/**
 * Returns the mean of the cards' latest scores in percent, to one decimal; null when none is scored, and while
 * some have not arrived.
 */
export function averageScore(cards: Cards, line: number): number | null {
  if (isArriving(cards)) return null;
  return meanPercentOf(
    cards.flatMap((card) => card?.latest ?? []),
    line,
  );
}
