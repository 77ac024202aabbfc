import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import { mostStandards, type StandardHotels } from '#domain/results/standards.ts';
import type { Db } from '#server/db/transaction.ts';
import { counted } from './chosen-responses.ts';
import type { CodedPlace } from './coded-places.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { countsAt, readMarks, stepOf, type MarkedResponses } from './standard-queries.ts';
import { sumStandards, withPercent } from './sum-standards.ts';

/** A hotel where a standard was a finding in the range. */
type FailingHotel = {
  hotelId: number;
  answered: number;
  findings: number;
  /** The month of its latest finding, by its first day in UTC. */
  month: string;
};

/** Counts how often one standard, which these places ask, was answered and a finding at each hotel where it failed. */
function countFailing(
  places: readonly CodedPlace[],
  rows: readonly MarkedResponses[],
): FailingHotel[] {
  const placesOf = Map.groupBy(places, ({ surveyId, edition }) => `${surveyId}/${edition}`);
  const byHotel: FailingHotel[] = [];
  for (const row of rows) {
    const { isNow, month, size } = row;
    if (!isNow) continue;
    for (const { place } of placesOf.get(`${row.surveyId}/${row.edition}`) ?? [])
      for (const [one, hotelId] of row.hotels.entries()) {
        const { answered, findings } = countsAt(row, one * stepOf(size) + place - 1);
        if (answered === 0) continue;
        const hotel = (byHotel[hotelId] ??= { hotelId, answered: 0, findings: 0, month: '' });
        hotel.answered += answered;
        hotel.findings += findings;
        if (findings > 0 && month > hotel.month) hotel.month = month;
      }
  }
  // Responses of deleted hotels are under 0.
  return Object.values(byHotel).filter(({ hotelId, findings }) => hotelId > 0 && findings > 0);
}

/**
 * Returns the hotels where the standard that these places ask was a finding in the range: repeat findings first, then
 * those with the most findings.
 */
export async function hotelsFailing(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  places: readonly CodedPlace[],
): Promise<StandardHotels> {
  const rows = await readMarks(db, scope, filter, places);
  const [standard] = await sumStandards(places, rows);
  const failing = countFailing(places, rows).map((hotel) => ({
    ...hotel,
    isRepeat: standard?.isRepeatAt(hotel.hotelId) ?? false,
  }));
  const first = failing
    .toSorted(
      (one, other) =>
        Number(other.isRepeat) - Number(one.isRepeat) ||
        other.findings - one.findings ||
        one.hotelId - other.hotelId,
    )
    .slice(0, mostStandards);
  const latest = await latestFindings(db, scope, filter, { places, hotels: first });
  return {
    // One without such a response was deleted, or its response was corrected, in between.
    hotels: first.flatMap(({ month: _, ...hotel }) => {
      const told = latest.get(hotel.hotelId);
      return told ? [{ ...hotel, ...withPercent(hotel), ...told }] : [];
    }),
    total: failing.length,
  };
}

/** Reads the names of these hotels as they are now, and the latest response of each with the finding. */
async function latestFindings(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  { places, hotels }: { places: readonly CodedPlace[]; hotels: readonly FailingHotel[] },
) {
  const { rows } = await sql<{
    hotelId: number;
    hotelName: string;
    hotelBrand: string;
    responseId: number;
    completedAt: string;
  }>`
    select failing.hotel_id, hotel_name, hotel_brand, latest.id as response_id, latest.completed_at
    from unnest(${hotels.map(({ hotelId }) => hotelId)}::int[],
        ${hotels.map(({ month }) => month)}::date[]) failing (hotel_id, month)
      join hotels hotel on hotel.id = failing.hotel_id
      cross join lateral (
        select response.id, response.completed_at
        from responses response
          join unnest(${places.map(({ surveyId }) => surveyId)}::int[],
              ${places.map(({ edition }) => edition)}::int[],
              ${places.map(({ place }) => place - 1)}::int[]) as at (survey_id, edition, place)
            on at.survey_id = response.survey_id and at.edition = response.edition
        where response.hotel_id = failing.hotel_id
          and response.completed_at >= failing.month::timestamp at time zone 'UTC'
          and response.completed_at < (failing.month + interval '1 month') at time zone 'UTC'
          and case when octet_length(response.marks) > at.place
            then get_byte(response.marks, at.place) & ${marks.finding} > 0 end
          and ${counted(scope, filter)}
        order by response.completed_at desc, response.id desc
        limit 1
      ) latest`.execute(db);
  return new Map(rows.map((row) => [row.hotelId, row]));
}
