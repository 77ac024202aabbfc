import { setImmediate } from 'node:timers/promises';

import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { longestDuration } from '#domain/responses/check-times.ts';
import { bandCount, type Distribution } from '#domain/results/analytics.ts';
import type { Month } from '#domain/time-zone.ts';
import { sumsOfRecord } from '#server/db/results/hotel-records.ts';
import { sumColumns } from '#server/db/responses/score-columns.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { isOf, ofAssessment, type OfAssessment } from './add-hotels.ts';
import { endsOf } from './chosen-responses.ts';
import { markIds } from './id-lists.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { middle, readRecords, type RecordsPart } from './read-records.ts';

/*
 * Adds up the figures of some hotels from records by day or month and hotel, because the other sums of days and
 * months are not by hotel.
 *
 * Closed months are those of UTC. In another time zone a month begins some hours earlier or later, and the responses
 * of these hours belong to another month than in UTC. Such hours are called a shift. The responses of each shift are
 * taken from the sums of their month of UTC and added to those of their own month. The sum over all months stays the
 * same.
 */

/** The sums of a period: responses, passed, scored, ratios, then the sums of categories. */
const namesOfSums = ['responses', 'passed', 'scored', 'ratios', ...sumColumns] as const;

export type SummedHotels = {
  /** Selects the sums of each month by its place among the months, from 1. */
  parts: RawBuilder<unknown>;
  medianDuration: number | null;
  responses: number;
  distribution: Required<Distribution>;
};

/**
 * Returns the figures of the hotels that the scope and the filter choose; undefined when too many responses have no
 * sums yet.
 */
export async function sumHotels(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  months: readonly Month[],
): Promise<SummedHotels | undefined> {
  const begins = months.map(({ begin }) => begin);
  const read = await readRecords(db, {
    ...{ scope, filter, span: endsOf(filter), begins, cuts: [], shifts: shiftsOf(months) },
  });
  if (!read) return undefined;
  const chosen = { ...ofAssessment(filter, read.approved), hotels: markIds(read.ids) };
  const sums = noSums(months.length + 1);
  for (const part of read.parts) {
    addPart(sums, part, chosen);
    await setImmediate();
  }
  // Every period counts, because shifts move figures from one to another.
  const total = (name: (typeof namesOfSums)[number]) =>
    sums.periods.reduce((sum, period) => sum + (period[namesOfSums.indexOf(name)] ?? 0), 0);
  const responses = total('responses');
  return {
    ...{ parts: partsOf(sums), medianDuration: medianOf(sums), responses },
    distribution: {
      bands: [...sums.bands],
      notScored: responses - total('scored'),
      passed: total('passed'),
    },
  };
}

/**
 * Selects the shifts within the closed months, each with the version of its month of UTC and a moment in the middle
 * of that month.
 */
function shiftsOf(months: readonly Month[]): RawBuilder<unknown> {
  const shifts = months
    .map(({ month, begin }) => [begin, Date.parse(`${month}-01`)].toSorted((a, b) => a - b))
    .filter(([begin, until]) => begin !== until)
    .map((ends) => `[${ends.map((moment) => new Date(moment).toISOString()).join()})`);
  return sql`(
    select version, lower(months.span * hours) as begin, upper(months.span * hours) as until,
      ${middle} as middle
    from months join unnest(${`{${shifts.map((shift) => `"${shift}"`).join()}}`}::tstzrange[]) hours
      on months.span && hours)`;
}

/** The records that are added up. `hotels` has 1 at the ids of their hotels. */
type Chosen = OfAssessment & { hotels: Uint8Array };

type Sums = {
  /** One row of `namesOfSums` for each period. */
  periods: Float64Array[];
  /** How many responses are in each band. */
  bands: Float64Array;
  /** How many interviews took each number of seconds. */
  lengths: Int32Array;
  /** The durations below zero, which come from devices whose clock was changed. */
  below: number[];
};

const noSums = (periods: number): Sums => ({
  periods: Array.from({ length: periods }, () => new Float64Array(namesOfSums.length)),
  bands: new Float64Array(bandCount),
  lengths: new Int32Array(longestDuration + 1),
  below: [],
});

/**
 * Adds the chosen records of a part to the sums of its period. A shift only moves figures: its records are subtracted
 * from their month of UTC, and their bands and durations are counted there already.
 */
function addPart(sums: Sums, { kind, records, place, other }: RecordsPart, chosen: Chosen): void {
  const { hotel, durations, durationsEnd } = records;
  const part = new Float64Array(namesOfSums.length);
  let from = 0;
  for (let one = 0; one < hotel.length; one += 1) {
    const begin = from;
    from = durationsEnd[one] ?? 0;
    if (chosen.hotels[hotel[one] ?? 0] !== 1 || !isOf(chosen, records, one)) continue;
    addRecord(part, records, one);
    if (kind === 'shift') continue;
    addBands(sums.bands, records, one);
    addDurations(sums, durations, begin, from);
  }
  addTo(sums.periods[place], part, 1);
  if (kind === 'shift') addTo(sums.periods[other], part, -1);
}

function addRecord(part: Float64Array, records: RecordsPart['records'], one: number): void {
  const counts = 4;
  part[0] = (part[0] ?? 0) + (records.responses[one] ?? 0);
  part[1] = (part[1] ?? 0) + (records.passed[one] ?? 0);
  part[2] = (part[2] ?? 0) + (records.scored[one] ?? 0);
  part[3] = (part[3] ?? 0) + (records.ratios[one] ?? 0);
  for (let sum = 0; sum < sumsOfRecord; sum += 1)
    part[counts + sum] = (part[counts + sum] ?? 0) + (records.sums[one * sumsOfRecord + sum] ?? 0);
}

function addBands(bands: Float64Array, records: RecordsPart['records'], one: number): void {
  for (let band = 0; band < bandCount; band += 1)
    bands[band] = (bands[band] ?? 0) + (records.bands[one * bandCount + band] ?? 0);
}

function addDurations(sums: Sums, durations: Int32Array, from: number, end: number): void {
  for (let at = from; at < end; at += 1) {
    const length = durations[at] ?? 0;
    if (length < 0) sums.below.push(length);
    else sums.lengths[length] = (sums.lengths[length] ?? 0) + 1;
  }
}

function addTo(period: Float64Array | undefined, part: Float64Array, sign: number): void {
  if (!period) return;
  for (const [place, sum] of part.entries()) period[place] = (period[place] ?? 0) + sign * sum;
}

/**
 * Returns the sums as a part of a `with`, so that the database computes and rounds the figures as it does all others.
 */
function partsOf({ periods }: Sums): RawBuilder<unknown> {
  const columns = namesOfSums.map((_, at) => periods.map((period) => period[at] ?? 0));
  return sql`parts as (
    select place - 1 as place, ${sql.join(namesOfSums.map((name) => sql.ref(name)))}
    from unnest(${sql.join(
      columns.map((column, at) => {
        const type = namesOfSums[at] === 'ratios' ? sql`float8[]` : sql`bigint[]`;
        return sql`${`{${column.join()}}`}::${type}`;
      }),
    )}) with ordinality as summed (${sql.join(namesOfSums.map((name) => sql.ref(name)))}, place)
    where responses <> 0)`;
}

/** Returns the middle one of all durations, or the mean of the middle two; null where there are none. */
function medianOf({ lengths, below }: Sums): number | null {
  const total = lengths.reduce((sum, times) => sum + times, below.length);
  if (total === 0) return null;
  below.sort((one, other) => one - other);
  /** Returns the duration at this place of all, in order, from 0. */
  const nth = (place: number): number => {
    const short = below[place];
    if (short !== undefined) return short;
    let upto = below.length;
    return lengths.findIndex((times) => (upto += times) > place);
  };
  return (nth(Math.ceil(total / 2) - 1) + nth(Math.floor(total / 2))) / 2;
}
