import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import { mostStandards, type StandardHotels } from '#domain/results/standards.ts';
import { noHotel } from '#server/db/results/hotel-records.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { counted } from './chosen-responses.ts';
import type { CodedPlace } from './coded-places.ts';
import { highestOf, stepOf } from './kept-marks.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { answeredAt, findingsAt, readMarks, type MarkedResponses } from './standard-queries.ts';
import { sumStandards, withPercent } from './sum-standards.ts';

/** A hotel where a standard was a finding in the range. */
type FailingHotel = {
  hotelId: number;
  answered: number;
  findings: number;
  /** The month of its latest finding, by its first day in UTC. */
  month: string;
};

/**
 * Returns each hotel where one standard was a finding, with how often it was answered and a finding there. `places`
 * are the places of the standard in all editions.
 */
function countFailing(
  places: readonly CodedPlace[],
  rows: readonly MarkedResponses[],
): FailingHotel[] {
  const placesOf = Map.groupBy(places, ({ surveyId, edition }) => `${surveyId}/${edition}`);
  // Arrays by the hotels' ids. A million records are counted, and an object for each hotel would take ten times as
  // long.
  const perHotel = () => new Int32Array(highestOf(rows) + 1);
  const [answered, findings, lastRow] = [perHotel(), perHotel(), perHotel()];
  const inTime = rows
    .filter(({ isNow }) => isNow)
    .toSorted((one, other) => one.month.localeCompare(other.month));
  for (const [nth, row] of inTime.entries())
    for (const { place } of placesOf.get(`${row.surveyId}/${row.edition}`) ?? []) {
      const step = stepOf(row.size);
      for (let one = 0, at = place - 1; one < row.hotels.length; one += 1, at += step) {
        const hotel = row.hotels[one] ?? 0;
        const failed = findingsAt(row, at);
        answered[hotel] = (answered[hotel] ?? 0) + answeredAt(row, at);
        findings[hotel] = (findings[hotel] ?? 0) + failed;
        if (failed > 0) lastRow[hotel] = nth;
      }
    }
  const failing: FailingHotel[] = [];
  for (const [hotelId, count] of findings.entries())
    if (count > 0 && hotelId !== noHotel)
      failing.push({
        ...{ hotelId, findings: count, answered: answered[hotelId] ?? 0 },
        month: inTime[lastRow[hotelId] ?? 0]?.month ?? '',
      });
  return failing;
}

/**
 * Returns the hotels where the standard of these places was a finding in the range: repeat findings first, then the
 * hotels with the most findings.
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
    // A hotel that is missing in `latest` was deleted, or its response was corrected, since the marks were read.
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
