import type { Points, ResponsePoints } from '#domain/scoring/verdict.ts';
import type { BoardCard } from '#domain/workflow/board.ts';

/** How many hotels the list names. */
const mostNamed = 5;

/**
 * Returns the scored hotels that are not complete, the lowest score first. Equal scores keep the
 * board's order.
 */
export function lowestOf<T extends Pick<BoardCard, 'status' | 'latest'>>(
  hotels: readonly T[],
): (T & { latest: ResponsePoints })[] {
  return hotels
    .flatMap((hotel) => {
      const { latest, status } = hotel;
      return latest && latest.maxScore > 0 && status !== 'Complete' ? [{ ...hotel, latest }] : [];
    })
    .toSorted((a, b) => ratioOf(a.latest) - ratioOf(b.latest))
    .slice(0, mostNamed);
}

const ratioOf = ({ totalScore, maxScore }: Points) => totalScore / maxScore;
