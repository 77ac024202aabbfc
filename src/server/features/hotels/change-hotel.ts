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
import type { Person } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { chooseCycle } from '#server/db/rounds/choose-cycle.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

/**
 * Changes a hotel that the transaction has locked. Returns the hotel as it is now, and the fields
 * that changed, so that the audit event can name them.
 *
 * Throws `changed-meanwhile` when the change names an older version of the hotel. A change whose
 * values are all stored already is never refused: a client that lost our reply sends the same
 * change again, and overwrites nobody.
 */
export async function changeHotel(
  db: Db,
  stored: queries.StoredHotel,
  change: HotelChange,
  now: number,
): Promise<Changed> {
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
  const recordCycle =
    changed.stage !== undefined && change.cycle
      ? await chooseCycle(db, stored.id, changed.stage, change.cycle)
      : undefined;
  const hotel = await queries.updateHotel(db, stored.id, changed);
  return { hotel, changed, ...(recordCycle && { recordCycle }) };
}

type Changed = {
  hotel: queries.StoredHotel;
  changed: Partial<HotelFields>;
  /**
   * Set when a person chose the cycle of a move. Calling it records the choice in the audit trail.
   */
  recordCycle?: (person: Person) => Promise<void>;
};

/**
 * Throws when somebody else stored other values than the sender saw. A person then chooses between
 * the two.
 */
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

/** Throws when a new hotel brings a date that lies in the future. */
export function requireDatesPast(hotel: NewHotel, now: number): void {
  const problem = futureDate(hotel, latestToday(now));
  if (problem) throw invalid(problem.path, problem.message);
}

/** Returns the latest date anywhere on earth, because the sender's day may be ahead of ours. */
function latestToday(now: number): string {
  return daysIn('Pacific/Kiritimati').dayOf(now);
}

/** Throws unless the id is a Service Consultant's, or null. */
export async function requireConsultant(db: Db, userId: number | null): Promise<void> {
  if (userId !== null && !(await queries.isConsultant(db, userId)))
    throw invalid('serviceConsultantId', 'Choose a service consultant from the list');
}
