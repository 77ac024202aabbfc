import type { Hotel } from '#domain/hotels/hotel.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages, statusOnMoveTo, type Stage } from '#domain/workflow/stages.ts';
import { changeCards, pickCard, type ShownCard } from '#web/offline/edited-board.ts';

/** What a move needs to know of a hotel: a card of the board knows it, and the hotel itself. */
export type Movable = Pick<
  BoardCard,
  'id' | 'hotelName' | 'stage' | 'status' | 'version' | 'virtualSessionCompletionDate'
>;

/** A stage change on its way. `status` is left out where the move brings none along. */
export type Move = Pick<Movable, 'stage' | 'version'> &
  Partial<Pick<Movable, 'status'>> & {
    hotelId: number;
    /** What was shown before it. */
    was: Pick<Movable, 'hotelName' | 'stage' | 'status'>;
  };

/** A hotel's way to another stage (rule 51). */
export function moveTo(hotel: Movable, stage: Stage): Move {
  const status = statusOnMoveTo(stage);
  const was = { hotelName: hotel.hotelName, stage: hotel.stage, status: hotel.status };
  return { hotelId: hotel.id, stage, version: hotel.version, ...(status && { status }), was };
}

/** The way back from a stage to where the hotel was, with the status that it had there. */
export function moveBack({ id, hotelName, stage, status, version }: Movable, from: Stage): Move {
  const was = { hotelName, stage: from, status: statusOnMoveTo(from) ?? status };
  return { hotelId: id, stage, status, version, was };
}

/**
 * The board with the moves that the server has not answered yet, in their order. A refused one is
 * simply no longer among them, and its card is back.
 */
export function withMoves(board: Board, moves: readonly Move[]): Board {
  if (moves.length === 0) return board;
  const byHotel = new Map<number, Partial<BoardCard>>();
  for (const { hotelId, stage, status } of moves)
    byHotel.set(hotelId, { ...byHotel.get(hotelId), stage, ...(status && { status }) });
  return changeCards(board, byHotel);
}

/** The board with what the server now says of one hotel. */
export function withHotel(board: Board, hotel: Hotel): Board {
  return changeCards(board, new Map([[hotel.id, pickCard(hotel)]]));
}

export type Columns = Readonly<Record<Stage, readonly ShownCard[]>>;

/** The cards of each stage, in the board's order. */
export function columnsOf(board: Board): Columns {
  const columns = Object.fromEntries(stages.map((stage) => [stage, [] as BoardCard[]]));
  for (const card of board.hotels) columns[card.stage]?.push(card);
  return columns as Record<Stage, BoardCard[]>;
}

/** The first stage that has hotels; the first of all where none has. */
export function firstInUse(columns: Columns | undefined): Stage {
  return stages.find((one) => columns && columns[one].length > 0) ?? stages[0];
}

/** The stage with the most hotels; of equal ones the first. */
export function fullestOf(columns: Columns): Stage {
  return stages.reduce((best, one) => (columns[one].length > columns[best].length ? one : best));
}

/** The mean of the cards' latest scores in percent, to one decimal; null where none is scored. */
export function averageScore(cards: readonly BoardCard[]): number | null {
  const percents = cards.flatMap(({ latest }) => (latest && percentOf(latest)) ?? []);
  if (percents.length === 0) return null;
  const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
  return Math.round(mean * 10) / 10;
}
