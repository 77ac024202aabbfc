import { boardSchema, countHotels, type Board } from '#domain/workflow/board.ts';
import { beginningQuery, cachedQuery, type Source } from './cached-query.ts';

const path = '/api/workflow/board';
/** The query key that matches every board: the board of all hotels and the boards of single consultants. */
export const boardsKey = [path] as const;

/**
 * Returns the query for the board of all hotels or of one consultant. The dashboard and the board
 * screen share it: it may have 20,000 cards, and this way the device requests and stores them once.
 */
export function boardQuery(consultantId?: number) {
  return cachedQuery(boardOf(consultantId));
}

/** The number of cards of each stage that are read first. No screen shows more of a stage at once. */
const firstCards = 50;

/**
 * Returns the two queries for the board screen: the whole board, as in {@link boardQuery}, and the board with
 * the first cards of each stage and all counts. With 20,000 hotels a slow phone needs many seconds for the
 * whole board. So when there is no board to show yet, the first cards are read before the whole.
 */
export function boardInTwo(consultantId?: number) {
  const query = { first: firstCards };
  const source = { ...boardOf(consultantId), beginning: { query, isAll: hasAllCards } };
  return { whole: cachedQuery(source), first: beginningQuery(source) };
}

function boardOf(consultantId: number | undefined): Source<Board> {
  return {
    path,
    schema: boardSchema,
    ...(consultantId !== undefined && {
      query: { consultantId },
      formerly: `${path}?consultantId=${consultantId}`,
    }),
  };
}

/** Returns whether the server's answer has a card for every hotel that it counts. */
function hasAllCards(board: Board): boolean {
  return countHotels(board) === board.hotels.length;
}
