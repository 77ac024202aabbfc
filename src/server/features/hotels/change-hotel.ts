import type {
  Hotel,
  HotelChange,
  HotelFields,
  NewHotel,
  SeenHotelFields,
} from '#domain/hotels/hotel.ts';
import type { HotelField } from '#domain/hotels/hotel-fields.ts';
import {
  changedMeanwhile,
  changeProblem,
  futureDate,
  changedFields,
} from '#domain/hotels/changed-fields.ts';
import { daysIn } from '#domain/time-zone.ts';
import type { Db } from '#server/db/transaction.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

/**
 * Changes a hotel that the transaction holds; what differs is told, so that the audit can name it.
 *
 * A change that names an older version is refused, unless it asks for nothing that is not already
 * so: sent again because its answer was lost, it is no one's overwriting.
 */
export async function changeHotel(
  db: Db,
  stored: Hotel,
  change: HotelChange,
  now: number,
): Promise<{ hotel: Hotel; changed: Partial<HotelFields> }> {
  const changed = changedFields(stored, change);
  if (Object.keys(changed).length === 0) return { hotel: stored, changed };
  if (change.basedOn) await refuseIfChanged(db, stored, changed, change.basedOn);
  if (change.version !== undefined && change.version !== stored.version)
    throw new ProblemError(
      'changed-meanwhile',
      `Someone else changed ${stored.hotelName} meanwhile. Your change was not stored; see what it says now and choose.`,
    );
  const problem = changeProblem(stored, changed, latestToday(now));
  if (problem?.kind === 'stage-guard') throw new ProblemError('stage-guard', problem.message);
  if (problem?.kind === 'field') throw invalid(problem.path, problem.message);
  await requireConsultant(db, changed.serviceConsultantId ?? null);
  return { hotel: await queries.updateHotel(db, stored.id, changed), changed };
}

/** Somebody else wrote other values than the sender saw: a person chooses between the two. */
async function refuseIfChanged(
  db: Db,
  stored: Hotel,
  changed: Partial<HotelFields>,
  basedOn: SeenHotelFields,
): Promise<void> {
  const fields = changedMeanwhile(stored, changed, basedOn);
  if (fields.length === 0) return;
  const last = await queries.findLastChange(db, stored.id, fields);
  const seen = Object.keys(basedOn) as HotelField[];
  throw new ProblemError(
    'changed-meanwhile',
    `${last?.actorName ?? 'Someone else'} changed ${stored.hotelName} meanwhile. Your change was not stored; choose which one counts.`,
    {
      present: {
        values: Object.fromEntries(seen.map((field) => [field, stored[field]])),
        changedBy: last?.actorName ?? null,
        changedAt: last?.at ?? null,
      },
    },
  );
}

/** A new hotel may bring its dates. */
export function requireDatesPast(hotel: NewHotel, now: number): void {
  const problem = futureDate(hotel, latestToday(now));
  if (problem) throw invalid(problem.path, problem.message);
}

/** The latest day that it is anywhere: whoever sends a date may be hours ahead of us. */
function latestToday(now: number): string {
  return daysIn('Pacific/Kiritimati').dayOf(now);
}

/** A hotel is given to a Service Consultant, or to nobody. */
export async function requireConsultant(db: Db, userId: number | null): Promise<void> {
  if (userId !== null && !(await queries.isConsultant(db, userId)))
    throw invalid('serviceConsultantId', 'Choose a service consultant from the list');
}
