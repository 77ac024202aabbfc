import type { Points, ResponsePoints } from '#domain/scoring/verdict.ts';
import type { BoardCard } from '#domain/workflow/board.ts';

/** Hotels that the dashboard names. */
const mostNamed = 5;

/** The scored hotels that are not complete, the lowest first; by name where they are equal. */
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
