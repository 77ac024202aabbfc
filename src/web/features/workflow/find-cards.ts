import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { hasDuty } from '#domain/workflow/duties.ts';
import { plain } from '#web/lib/plain.ts';
import type { NameConsultant } from '#web/offline/consultants.ts';
import type { BoardView } from './board-view.ts';

type Filter = Pick<BoardView, 'search' | 'brand' | 'duty'>;

/** Whether the view leaves hotels out, the consultant's filter aside, which the server applies. */
export function isFiltered({ search, brand, duty }: Filter): boolean {
  return search.trim() !== '' || brand !== undefined || duty !== undefined;
}

/** What leaves the address when the filters are cleared. */
export const noFilters = { search: undefined, brand: undefined, duty: undefined };

/** The board with the cards that the view asks for, and the count of each stage as it then is. */
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

/** Finds cards in whose words every word of the search occurs, in any case, with or without accents. */
function makeSearch(search: string, nameConsultant: NameConsultant): (card: BoardCard) => boolean {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (card) => {
    const consultant = nameConsultant(card.serviceConsultantId);
    const text = `${wordsOf(card)}\n${consultant ? plain(consultant) : ''}`;
    return words.every((word) => text.includes(word));
  };
}

/** The words of cards that were searched before: twenty thousand are searched with every letter. */
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

/** The brands of the board's hotels, each once, in order. */
export function brandsOf({ hotels }: Board): string[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return [...new Set(hotels.map(({ hotelBrand }) => hotelBrand))].filter(Boolean).toSorted(compare);
}
