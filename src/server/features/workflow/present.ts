import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { endingSoon, endsSoonDays, heldWaivers, type KeptWaiver } from '#domain/waivers/waiver.ts';
import { stages } from '#domain/workflow/stages.ts';
import { rowAt, type Columns } from '#server/db/read-columns.ts';
import type { CardHotel, Counts, Latest } from './queries.ts';

export function presentBoard(
  hotels: Columns<CardHotel>,
  counts: Counts,
  latest: Columns<Latest>,
  day: { now: number; timeZone: string },
): Board {
  const perStage = new Map(stages.map((stage) => [stage, 0]));
  for (const stage of hotels.stage) perStage.set(stage, (perStage.get(stage) ?? 0) + 1);
  const latestAt = new Map(latest.hotelId.map((id, index) => [id, index]));
  return {
    stages: Array.from(perStage, ([stage, count]) => ({ stage, count })),
    hotels: hotels.id.map((id, index) => {
      const { keptWaivers, ...hotel } = rowAt(hotels, index);
      const place = latestAt.get(id);
      return {
        ...hotel,
        ...(keptWaivers && hasEnding(keptWaivers, day) && { hasEndingWaiver: true as const }),
        stageSince: `${hotel.stageSince}Z`,
        responseCount: counts.responses[id] ?? 0,
        sessionsInProgress: counts.sessionsInProgress[id] ?? 0,
        ...presentLatest(place === undefined ? null : rowAt(latest, place)),
      };
    }),
  };
}

function hasEnding(kept: KeptWaiver[], { now, timeZone }: { now: number; timeZone: string }) {
  // Moments of a time zone take long to compute, so first the days are compared, with a few to spare.
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const [first, last] = [day(-2), day(endsSoonDays + 2)];
  const isNear = kept.some(({ to, revokedAt }) => revokedAt === null && first <= to && to <= last);
  return isNear && endingSoon(heldWaivers(kept, now, timeZone), now).length > 0;
}

function presentLatest(found: Latest | null): Pick<BoardCard, 'isAssessed' | 'latest'> {
  if (!found) return { isAssessed: false, latest: null };
  const { totalScore, maxScore, passed, completedAt, isAssessed } = found;
  const latest = { totalScore, maxScore, passed, completedAt: `${completedAt}Z` };
  return { isAssessed, latest };
}
