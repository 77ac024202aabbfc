import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Board, BoardCard } from '#domain/workflow/board.ts';
import type { EditedHotel } from '#web/offline/outbox/hotel-edit.ts';

/** The mark on a card whose hotel has a change that the server has not stored. */
export type EditMark = 'waiting' | 'needs person';
export type ShownCard = BoardCard & { mark?: EditMark };

/** Returns the board with the changes that this device knows and the reading lacks. */
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

/** Returns the hotel with the changes that this device knows and the reading lacks. */
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

/** A hotel or a card. A card has evaluation notes only when they were changed on this device. */
type Known = (Hotel | BoardCard) & Partial<Pick<Hotel, 'evaluationNotes'>>;

/** Returns the fields of a hotel that a card shows. */
export function pickCard(hotel: Known): Partial<BoardCard> {
  const { hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo } = hotel;
  const { status, stage, serviceConsultantId, version, evaluationNotes } = hotel;
  const { virtualSessionCompletionDate, virtualReAssessmentCompletionDate } = hotel;
  return {
    ...{ hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo },
    ...{ status, stage, serviceConsultantId, version },
    ...{ virtualSessionCompletionDate, virtualReAssessmentCompletionDate },
    ...(evaluationNotes !== undefined && { hasEvaluationNotes: Boolean(evaluationNotes) }),
  };
}

/** Returns the board with some cards changed and its counts adjusted. */
export function changeCards(board: Board, changes: ReadonlyMap<number, Partial<ShownCard>>): Board {
  const counts = new Map(board.stages.map(({ stage, count }) => [stage, count]));
  const hotels = board.hotels.map((card) => {
    const change = changes.get(card.id);
    if (!change) return card;
    const isMoved = change.stage !== undefined && change.stage !== card.stage;
    // Only the server knows when a card came to its stage, and returns that once it has stored the move.
    const changed = { ...card, ...change, ...(isMoved && { stageSince: null, isAssessed: false }) };
    counts.set(card.stage, (counts.get(card.stage) ?? 0) - 1);
    counts.set(changed.stage, (counts.get(changed.stage) ?? 0) + 1);
    return changed;
  });
  return { stages: Array.from(counts, ([stage, count]) => ({ stage, count })), hotels };
}
