import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { sumsOfRecord } from '#server/db/results/hotel-records.ts';
import { categoryPercents, sumColumns } from '#server/db/responses/score-columns.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import {
  addHotels,
  bytesOfSums,
  copySums,
  noSums,
  ofAssessment,
  type OfAssessment,
  type SumsOfHotels,
} from './add-hotels.ts';
import { endsOf } from './chosen-responses.ts';
import { latestTwo, compareSums, type Compared } from './compare-sums.ts';
import { highestId } from './id-lists.ts';
import { containsWords, type HotelRow, type HotelScoresQuery } from './hotel-row.ts';
import { keepSums } from './kept-sums.ts';
import { readRecords, type ReadRecords, type RecordsPart } from './read-records.ts';

/*
 * Compares hotels by the sums that closed months and days keep in records (`db/results/hotel-records.ts`).
 *
 * The problem. A comparison of 20,000 hotels over a year groups 190,000 sums of months and the responses of the
 * current month, puts each hotel's rounds in order, and rounds 60,000 percentages. PostgreSQL takes 400 ms for that,
 * because it spends a microsecond or two on every row.
 *
 * The idea. The server keeps the records in memory (`read-records.ts`) and adds them up itself. It keeps the sums
 * that it made of them too, so the next comparison only adds the unsummed responses: those that are in no closed day or
 * month. After that it reads the names of the hotels on the page.
 *
 * The sums are always of all hotels. For somebody who sees some hotels, the server leaves out the others when it
 * compares.
 */

/** Returns a page of hotels, like `scoreHotels`; undefined when too many responses have no sums yet. */
export async function compareByRecords(
  db: Db,
  scope: Scope,
  query: HotelScoresQuery,
): Promise<HotelRow[] | undefined> {
  const read = await readCompared(db, scope, query);
  if (!read) return undefined;
  const sums = await addUp(read, query);
  const ids = query.sort === 'hotelName' ? read.ids : read.ids.toSorted();
  const compared = compareSums(sums, ids, query.line);
  const { offset, limit } = query;
  const page = inOrder(compared, query).slice(offset, offset + limit);
  const told = await readPage(db, query, page, sums);
  const counts = {
    total: compared.length,
    improved: compared.filter(({ change }) => (change ?? 0) > 0).length,
    declined: compared.filter(({ change }) => (change ?? 0) < 0).length,
  };
  return page.flatMap((one) => {
    const hotel = told.get(one.id);
    // The hotel was deleted since the records were read.
    if (!hotel) return [];
    const { latest, previous } = latestTwo(sums, one.id);
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

/** The place of the parts within the range. Place 0 is before it, because the only period begins with the range. */
const inRange = 1;

/** Reads the records up to the end of the range, and the ids of the hotels to compare. */
function readCompared(db: Db, scope: Scope, query: HotelScoresQuery) {
  const { begin, end } = endsOf(query);
  const { search, sort } = query;
  const order = query.direction === 'asc' ? sql`asc` : sql`desc`;
  return readRecords(db, {
    ...{ scope, filter: query, span: { begin: -Infinity, end }, begins: [begin], cuts: [begin] },
    hotels: {
      where: search === '' ? sql`true` : containsWords('hotel', search),
      order: sort === 'hotelName' ? sql`lower(hotel_name) ${order}, id` : undefined,
    },
  });
}

/** Keeps up to 32 MB. The sums of 20,000 hotels take some 4 MB. */
const sumsOfProcess = keepSums<SumsOfHotels>(32 * 1_024 * 1_024, bytesOfSums);

/**
 * Returns the sums of the records. The process keeps the sums of all kept parts, under a name made of their versions,
 * and adds only the unsummed parts each time.
 */
async function addUp(
  { ids, parts, approved }: ReadRecords,
  query: HotelScoresQuery,
): Promise<SumsOfHotels> {
  const { kept = [], unsummed = [] } = Object.groupBy(parts, ({ kind }) => kind);
  const { stage = '', roundId = '', surveyId = '', brand = '' } = query;
  const versions = kept.map(({ version, place }) => `${version} ${place}`).toSorted();
  const name = JSON.stringify([stage, roundId, surveyId, brand, approved?.name, ...versions]);
  const chosen = ofAssessment(query, approved);
  const sums =
    sumsOfProcess.all().get(name) ??
    (await addTo(noSums(highestId(kept.map(({ records }) => records.hotel))), kept, chosen));
  sumsOfProcess.use(name, sums);
  return addTo(copySums(sums, highestId([ids])), unsummed, chosen);
}

/** Adds the parts to the sums. Other requests run between two parts. */
async function addTo(sums: SumsOfHotels, parts: readonly RecordsPart[], chosen: OfAssessment) {
  for (const { records, place } of parts) {
    addHotels(sums, records, { ...chosen, isInRange: place === inRange });
    await setImmediate();
  }
  return sums;
}

/**
 * Returns the hotels sorted by the figure. They come in the order of their ids, and hotels with the same figure stay
 * in it. Hotels without the figure come last in both directions.
 */
function inOrder(hotels: Compared[], { sort, direction }: HotelScoresQuery): Compared[] {
  // PostgreSQL has sorted them by name.
  if (sort === 'hotelName') return hotels;
  const sign = direction === 'asc' ? 1 : -1;
  // A figure is a whole number below 2 to the 20th, so one number can contain the figure and the place. Sorting
  // numbers takes a tenth of the time of sorting with a function that compares.
  const [places, last] = [2 ** 31, 2 ** 20];
  const keys = Float64Array.from(hotels, (hotel, place) => {
    const figure = hotel[sort];
    return (figure === null ? last : sign * figure) * places + place;
  }).sort();
  return Array.from(keys, (key) => key - places * Math.floor(key / places)).flatMap(
    (place) => hotels[place] ?? [],
  );
}

type Told = Pick<HotelRow, 'hotelId' | 'hotelName' | 'hotelBrand' | 'categoryPercents'>;

/**
 * Reads the names and brands of the page's hotels. The database also computes and rounds their categories'
 * percentages.
 */
async function readPage(
  db: Db,
  query: HotelScoresQuery,
  page: readonly Compared[],
  { categories }: SumsOfHotels,
): Promise<Map<number, Told>> {
  if (page.length === 0) return new Map();
  const ids = page.map(({ id }) => id);
  const columns = sumColumns.map((_, column) =>
    ids.map((id) => categories[id * sumsOfRecord + column] ?? 0),
  );
  const { rows } = await sql<Told>`
    select hotel.id as hotel_id, hotel_name, hotel_brand,
      ${categoryPercents(query.line)} as category_percents
    from unnest(${ids}::int[], ${sql.join(columns.map((column) => sql`${column}::bigint[]`))})
      summed (hotel_id, ${sql.join(sumColumns.map((column) => sql.ref(column)))})
      join hotels hotel on hotel.id = summed.hotel_id
    group by hotel.id`.execute(db);
  return new Map(rows.map((row) => [row.hotelId, row]));
}
