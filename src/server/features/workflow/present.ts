import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages } from '#domain/workflow/stages.ts';
import type { CardHotel, Counts, LatestByHotel } from './queries.ts';

export function presentBoard(
  hotels: readonly CardHotel[],
  counts: Counts,
  latest: LatestByHotel,
): Board {
  const perStage = new Map(stages.map((stage) => [stage, 0]));
  for (const { stage } of hotels) perStage.set(stage, (perStage.get(stage) ?? 0) + 1);
  return {
    stages: Array.from(perStage, ([stage, count]) => ({ stage, count })),
    hotels: hotels.map((hotel) => ({
      ...hotel,
      stageSince: `${hotel.stageSince}Z`,
      responseCount: counts.responses[hotel.id] ?? 0,
      sessionsInProgress: counts.sessionsInProgress[hotel.id] ?? 0,
      ...presentLatest(latest[hotel.id]),
    })),
  };
}

function presentLatest(
  found: LatestByHotel[number] | undefined,
): Pick<BoardCard, 'isAssessed' | 'latest'> {
  if (!found) return { isAssessed: false, latest: null };
  const [totalScore, maxScore, passed, completedAt, isAssessed] = found;
  const latest = { totalScore, maxScore, passed, completedAt: `${completedAt}Z` };
  return { isAssessed, latest };
}
