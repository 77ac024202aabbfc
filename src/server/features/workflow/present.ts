import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages } from '#domain/workflow/stages.ts';
import { rowAt, type Columns } from '#server/db/read-columns.ts';
import type { CardHotel, Counts, Latest } from './queries.ts';

export function presentBoard(
  hotels: Columns<CardHotel>,
  counts: Counts,
  latest: Columns<Latest>,
): Board {
  const perStage = new Map(stages.map((stage) => [stage, 0]));
  for (const stage of hotels.stage) perStage.set(stage, (perStage.get(stage) ?? 0) + 1);
  const latestAt = new Map(latest.hotelId.map((id, index) => [id, index]));
  return {
    stages: Array.from(perStage, ([stage, count]) => ({ stage, count })),
    hotels: hotels.id.map((id, index) => {
      const hotel = rowAt(hotels, index);
      const place = latestAt.get(id);
      return {
        ...hotel,
        stageSince: `${hotel.stageSince}Z`,
        responseCount: counts.responses[id] ?? 0,
        sessionsInProgress: counts.sessionsInProgress[id] ?? 0,
        ...presentLatest(place === undefined ? null : rowAt(latest, place)),
      };
    }),
  };
}

function presentLatest(found: Latest | null): Pick<BoardCard, 'isAssessed' | 'latest'> {
  if (!found) return { isAssessed: false, latest: null };
  const { totalScore, maxScore, passed, completedAt, isAssessed } = found;
  const latest = { totalScore, maxScore, passed, completedAt: `${completedAt}Z` };
  return { isAssessed, latest };
}
