import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { hasDuty } from '#domain/workflow/duties.ts';
import { plain } from '#web/lib/plain.ts';
import type { NameConsultant } from '#web/offline/readings/consultants.ts';
import type { BoardView } from './board-view.ts';

type Filter = Pick<BoardView, 'search' | 'brand' | 'duty'>;

/**
 * Returns whether a filter is set that the browser applies. The consultant filter does not count, because the
 * server applies it.
 */
export function isFiltered({ search, brand, duty }: Filter): boolean {
  return search.trim() !== '' || brand !== undefined || duty !== undefined;
}

/** The changes to the address that clear the filters. */
export const noFilters = { search: undefined, brand: undefined, duty: undefined };

/**
 * Returns the board with only the cards that pass the view's filters, and each stage's count of
 * these.
 */
export function filterBoard(board: Board, view: Filter, nameConsultant: NameConsultant): Board {
  if (!isFiltered(view)) return board;
  const matches = makeSearch(view.search, nameConsultant);
  const hotels = board.hotels.filter(
    (card) =>
      (view.brand === undefined || card.hotelBrand === view.brand) &&
      (view.duty === undefined || hasDuty(card, view.duty)) &&
      matches(card),
  );
  const counts = new Map(board.stages.map(({ stage }) => [stage, 0]));
  for (const { stage } of hotels) counts.set(stage, (counts.get(stage) ?? 0) + 1);
  return { stages: Array.from(counts, ([stage, count]) => ({ stage, count })), hotels };
}

/**
 * Returns a search that finds cards whose texts contain every word, in any case, with or without
 * accents.
 */
function makeSearch(search: string, nameConsultant: NameConsultant): (card: BoardCard) => boolean {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (card) => {
    const consultant = nameConsultant(card.serviceConsultantId);
    const text = `${wordsOf(card)}\n${consultant ? plain(consultant) : ''}`;
    return words.every((word) => text.includes(word));
  };
}

/**
 * Keeps the searchable text of each card, because every typed letter searches up to 20,000 cards.
 */
const known = new WeakMap<BoardCard, string>();

function wordsOf(card: BoardCard): string {
  const words = known.get(card);
  if (words !== undefined) return words;
  const { hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo } = card;
  const text = plain(
    [hotelName, hotelBrand, hotelCity, hotelState, hotelManagementCo ?? ''].join('\n'),
  );
  known.set(card, text);
  return text;
}

/** Returns the brands of the board's hotels, each once, sorted. */
export function brandsOf({ hotels }: Board): string[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return [...new Set(hotels.map(({ hotelBrand }) => hotelBrand))].filter(Boolean).toSorted(compare);
}
