import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages, statusOnMoveTo, type Stage } from '#domain/workflow/stages.ts';
import type { EditedHotel } from '#web/offline/outbox/hotel-edit.ts';

/** What a move needs to know of a hotel: a card of the board knows it, and the hotel itself. */
export type Movable = Pick<
  BoardCard,
  'id' | 'hotelName' | 'stage' | 'status' | 'version' | 'virtualSessionCompletionDate'
>;

/** What a card says of a change that the server has not stored. */
export type EditMark = 'waiting' | 'needs person';
export type ShownCard = BoardCard & { mark?: EditMark };

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

/** The board with what this device knows of its hotels beyond the reading. */
export function withEdits(board: Board, edited: ReadonlyMap<number, EditedHotel>): Board {
  if (edited.size === 0) return board;
  const changes = new Map<number, Partial<ShownCard>>();
  for (const card of board.hotels) {
    const known = edited.get(card.id);
    if (!known) continue;
    const mark = markOf(known);
    changes.set(card.id, {
      ...pickCard(withEdit(card, known)),
      ...(mark && { mark }),
    });
  }
  return changeCards(board, changes);
}

/** The hotel with what this device knows beyond the reading. */
export function withEdit<T extends { version: number }>(
  hotel: T,
  edited: EditedHotel | undefined,
): T {
  if (!edited) return hotel;
  const { stored, waiting } = edited;
  return { ...hotel, ...(stored && stored.version > hotel.version && stored), ...waiting };
}

function markOf({ waiting, needsPerson }: EditedHotel): EditMark | undefined {
  if (needsPerson) return 'needs person';
  return Object.keys(waiting).length > 0 ? 'waiting' : undefined;
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

function pickCard(hotel: Hotel | BoardCard): Partial<BoardCard> {
  const { hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo } = hotel;
  const { status, stage, serviceConsultantId, version, virtualSessionCompletionDate } = hotel;
  return {
    ...{ hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo },
    ...{ status, stage, serviceConsultantId, version, virtualSessionCompletionDate },
  };
}

function changeCards(board: Board, changes: ReadonlyMap<number, Partial<ShownCard>>): Board {
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

export type Columns = Readonly<Record<Stage, readonly ShownCard[]>>;

/** The cards of each stage, in the board's order. */
export function columnsOf(board: Board): Columns {
  const columns = Object.fromEntries(stages.map((stage) => [stage, [] as BoardCard[]]));
  for (const card of board.hotels) columns[card.stage]?.push(card);
  return columns as Record<Stage, BoardCard[]>;
}
