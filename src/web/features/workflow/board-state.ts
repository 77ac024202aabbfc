import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages, statusOnMoveTo, type Stage } from '#domain/workflow/stages.ts';

/** What a move needs to know of a hotel: a card of the board knows it, and the hotel itself. */
export type Movable = Pick<
  BoardCard,
  'id' | 'hotelName' | 'stage' | 'status' | 'version' | 'virtualSessionCompletionDate'
>;

/** A stage change on its way. `status` is left out where the move brings none along. */
export type Move = Pick<Movable, 'stage' | 'version'> &
  Partial<Pick<Movable, 'status'>> & { hotelId: number };

/** A hotel's way to another stage (rule 51). */
export function moveTo(hotel: Movable, stage: Stage): Move {
  const status = statusOnMoveTo(stage);
  return { hotelId: hotel.id, stage, version: hotel.version, ...(status && { status }) };
}

/** The way back to where the hotel was, with the status that it had there. */
export function moveBack({ id, stage, status, version }: Movable): Move {
  return { hotelId: id, stage, status, version };
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

function pickCard(hotel: Hotel): Partial<BoardCard> {
  const { hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo } = hotel;
  const { status, stage, serviceConsultantId, version, virtualSessionCompletionDate } = hotel;
  return {
    ...{ hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo },
    ...{ status, stage, serviceConsultantId, version, virtualSessionCompletionDate },
  };
}

function changeCards(board: Board, changes: ReadonlyMap<number, Partial<BoardCard>>): Board {
  const counts = new Map(board.stages.map(({ stage, count }) => [stage, count]));
  const hotels = board.hotels.map((card) => {
    const change = changes.get(card.id);
    if (!change) return card;
    const changed = { ...card, ...change };
    counts.set(card.stage, (counts.get(card.stage) ?? 0) - 1);
    counts.set(changed.stage, (counts.get(changed.stage) ?? 0) + 1);
    return changed;
  });
  return { stages: Array.from(counts, ([stage, count]) => ({ stage, count })), hotels };
}

export type Columns = Readonly<Record<Stage, readonly BoardCard[]>>;

/** The cards of each stage, in the board's order. */
export function columnsOf(board: Board): Columns {
  const columns = Object.fromEntries(stages.map((stage) => [stage, [] as BoardCard[]]));
  for (const card of board.hotels) columns[card.stage]?.push(card);
  return columns as Record<Stage, BoardCard[]>;
}
