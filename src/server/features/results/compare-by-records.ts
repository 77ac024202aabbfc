import { setImmediate } from 'node:timers/promises';

import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { recordOfOne } from '#server/db/hotel-records.ts';
import { inScope } from '#server/db/scope.ts';
import { categoryPercents } from '#server/db/score-columns.ts';
import type { Db } from '#server/db/transaction.ts';
import { addHotels, noSums, type SumsOfHotels } from './add-hotels.ts';
import { endsOf } from './chosen-responses.ts';
import { assessmentsOf, compareSums, type Compared } from './compare-sums.ts';
import type { HotelRow, HotelScoresQuery } from './hotel-row.ts';
import { at, categorySums, gapsIn, inGaps, madeIn, pastAndGaps } from './rolled-sums.ts';

/*
 * Compares hotels by the sums that closed months and days keep in records (`db/hotel-records.ts`).
 *
 * The problem. A comparison of 20,000 hotels over a year groups 190,000 sums of months and the responses of the
 * current month, puts each hotel's rounds in order, and rounds 60,000 percentages. PostgreSQL takes 400 ms for
 * that, because it spends a microsecond or two on every row.
 *
 * The idea. PostgreSQL returns the records as a few long values, and the server adds them up: 40 bytes are read
 * in a tenth of the time that a row takes. Only the hotels of the page are then read with names and categories.
 *
 * Who sees some hotels gets the same records, and the server leaves out all others. For few hotels, reading their
 * responses by an index is faster (`analytics-queries.ts` decides that).
 */

const allHotels = { kind: 'all' } as const;
const bytesOfId = 4;

/** Returns a page of hotels, like `scoreHotels`. */
export async function compareByRecords(
  db: Db,
  scope: Scope,
  query: HotelScoresQuery,
): Promise<HotelRow[]> {
  const sums = await addUp(db, scope, query);
  const compared = compareSums(sums, query.line);
  const { offset, limit } = query;
  const page = inOrder(compared, query).slice(offset, offset + limit);
  const told = await readPage(db, query, page);
  const counts = {
    total: compared.length,
    improved: compared.filter(({ change }) => (change ?? 0) > 0).length,
    declined: compared.filter(({ change }) => (change ?? 0) < 0).length,
  };
  return page.flatMap((one) => {
    const hotel = told.get(one.id);
    // It was deleted in between.
    if (!hotel) return [];
    const { latest, previous } = assessmentsOf(sums, one.place);
    return [
      {
        ...{ ...hotel, ...counts, responses: one.responses, percent: shown(one.percent) },
        latestStage: latest?.stage ?? null,
        latestPercent: shown(one.latest),
        latestRound: latest?.round ?? null,
        previousStage: previous?.stage ?? null,
        previousPercent: shown(one.previous),
        previousRound: previous?.round ?? null,
        change: shown(one.change),
      },
    ];
  });
}

const shown = (tenths: number | null) => (tenths === null ? null : tenths / 10);

/** Adds up the records of all hotels that the page could hold. Other requests run between two values. */
async function addUp(db: Db, scope: Scope, query: HotelScoresQuery): Promise<SumsOfHotels> {
  const { begin, end } = endsOf(query);
  const span = { begin: -Infinity, end };
  const first =
    query.sort === 'hotelName'
      ? sql`lower(hotel.hotel_name) ${query.direction === 'asc' ? sql`asc` : sql`desc`}, `
      : sql``;
  const inRange = sql`lower(made.span) >= ${at(begin)}`;
  const { rows } = await sql<{ kind: 'hotels' | 'now' | 'before'; records: Buffer }>`
    with months as materialized ${madeIn('month', span, [begin])}, days as materialized (
      select * from ${madeIn('day', span, [begin])} every_one
      where not exists (select from months where months.span @> every_one.span)
    ), made as (
      select span from months union all select span from days
    ), gaps as materialized ${gapsIn(span)}, parts as (
      select ${inRange} as is_now, records
      from months made join rolled_month_hotels using (month)
      union all
      select ${inRange}, records from days made join rolled_day_hotels using (day)
      union all
      select response.completed_at >= ${at(begin)}, string_agg(${recordOfOne}, '')
      from ${inGaps(allHotels, query)} and response.hotel_id is not null group by 1
    )
    select 'hotels' as kind,
      coalesce(string_agg(int4send(hotel.id), '' order by ${first}hotel.id), '') as records
    from hotels hotel
    where ${inScope(scope, 'hotel.id')}
      and strpos(lower(hotel.hotel_name), lower(${query.search})) > 0
    union all
    select case when is_now then 'now' else 'before' end, records from parts`.execute(db);
  const ids = rows.find(({ kind }) => kind === 'hotels')?.records ?? Buffer.alloc(0);
  const sums = noSums(
    Int32Array.from({ length: ids.length / bytesOfId }, (_, place) =>
      ids.readInt32BE(place * bytesOfId),
    ),
  );
  for (const { kind, records } of rows) {
    if (kind === 'hotels') continue;
    addHotels(sums, records, kind === 'now');
    await setImmediate();
  }
  return sums;
}

/** Sorts hotels by the figure. Those without the figure come last in both directions. */
function inOrder(hotels: Compared[], { sort, direction }: HotelScoresQuery): Compared[] {
  // PostgreSQL has sorted them by name.
  if (sort === 'hotelName') return hotels;
  const sign = direction === 'asc' ? 1 : -1;
  return hotels.sort((one, other) => {
    const [a, b] = [one[sort], other[sort]];
    if (a === null || b === null)
      return Number(a === null) - Number(b === null) || one.id - other.id;
    return sign * (a - b) || one.id - other.id;
  });
}

type Told = Pick<HotelRow, 'hotelId' | 'hotelName' | 'hotelBrand' | 'categoryPercents'>;

/** Reads names, brands and categories of the hotels of the page. */
async function readPage(
  db: Db,
  query: HotelScoresQuery,
  page: readonly Compared[],
): Promise<Map<number, Told>> {
  if (page.length === 0) return new Map();
  const { rows } = await sql<Told>`
    select compared.hotel_id, hotel_name, hotel_brand, ${categoriesOf(query)} as category_percents
    from (select id as hotel_id, hotel_name, hotel_brand from hotels
      where id = any(${page.map(({ id }) => id)}::int[])) compared`.execute(db);
  return new Map(rows.map((row) => [row.hotelId, row]));
}

/** The percentages of the categories of the hotel `compared`. */
function categoriesOf(query: HotelScoresQuery): RawBuilder<(number | null)[]> {
  const begin = at(endsOf(query).begin);
  return sql<(number | null)[]>`(
    with ${pastAndGaps(query)}, parts as (
      select ${categorySums('summed')} from made join rolled_hotel_sums summed using (month)
      where summed.hotel_id = compared.hotel_id and lower(made.span) >= ${begin}
      union all
      select ${categorySums('response')} from ${inGaps(allHotels, query)}
        and response.hotel_id = compared.hotel_id and response.completed_at >= ${begin}
    )
    select ${categoryPercents(query.line)} from parts)`;
}
