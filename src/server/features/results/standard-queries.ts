import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import { markRecord } from '#server/db/results/roll-up-sums.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { readFigure } from './choose-source.ts';
import { counted, endsOf } from './chosen-responses.ts';
import type { CodedPlace } from './coded-places.ts';
import { highestId } from './id-lists.ts';
import {
  answeredIn,
  findingsIn,
  keptMarks,
  partsOf,
  stepOf,
  totalsOf,
  type KeptRow,
  type MarksOfSums,
} from './kept-marks.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { unsummedResponses, monthsDaysAndGaps } from './rolled-sums.ts';

/**
 * The marks of one edition's responses in one month and stage, from sums with records of hotels, or from responses
 * with one record for each.
 */
export type MarkedResponses = Omit<
  MarksOfSums,
  'version' | 'brand' | 'rounds' | 'counts' | 'lost'
> & {
  /** Null for responses, and where only some of the hotels were chosen. */
  version: string | null;
  /** Null for responses. */
  brand: string | null;
  /** True for what is in the range; false for what is before it, which repeat findings need. */
  isNow: boolean;
  /** Null for responses. */
  counts: Uint32Array | null;
};

/**
 * Reads the marks of all responses up to the end of the range, for Standards.
 *
 * A response stores one byte for each question of its edition (`marksOf`). The database only joins these bytes to one
 * value, and `sum-standards.ts` counts them. In SQL each question would be an expression to evaluate for every
 * response: twenty of them took ten times as long as reading the responses, whether they read the points that were
 * lost or these bytes. For closed days and months, the server keeps records of hotels with four bytes of counts for
 * each question (`kept-marks.ts`).
 */
export async function readMarks(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  places: readonly CodedPlace[],
): Promise<MarkedResponses[]> {
  if (places.length === 0) return [];
  const surveys = new Set(places.map(({ surveyId }) => surveyId));
  // Each record is the `markRecord` of one response.
  const selectMarks = (from: RawBuilder<unknown>) => sql<KeptRow>`
    select null as version, response.survey_id, response.edition, null as brand,
      response.completed_month as month, response.hotel_stage as stage, ${isNow(filter)} as is_now,
      octet_length(response.marks) as size, string_agg(${markRecord}, '') as records,
      null::bytea as rounds
    from ${from} and response.survey_id = any(${[...surveys]}::int[])
    group by 2, 3, 5, 6, 7, 8`;
  return readFigure('standards', scope, filter, {
    marks: () =>
      readMarksOfSums(db, scope, filter, {
        surveys,
        unsummed: selectMarks(unsummedResponses(scope, filter)),
      }),
    responses: async () => {
      const all = sql`responses response where ${counted(scope, { ...filter, from: undefined })}`;
      return (await selectMarks(all).execute(db)).rows.map(marksOfResponses);
    },
  });
}

/**
 * Returns the marks of these surveys in closed days and months, and those that `unsummed` selects. Returns undefined
 * when the marks cannot be narrowed to approved rounds yet.
 */
async function readMarksOfSums(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  { surveys, unsummed }: { surveys: ReadonlySet<number>; unsummed: RawBuilder<KeptRow> },
): Promise<MarkedResponses[] | undefined> {
  const { begin, end } = endsOf(filter);
  const kept = keptMarks(scope, filter);
  const { rows } = await sql<KeptRow>`
    with ${monthsDaysAndGaps({ begin: -Infinity, end }, { months: [begin], days: [begin] })}
    ${kept.select} union all ${unsummed}`.execute(db);
  const read = kept.take(rows);
  if (!read) return undefined;
  const { chosen, isSeen } = read;
  const ofSums = chosen.filter(({ surveyId }) => surveys.has(surveyId));
  return [
    ...rows.filter(({ version }) => version === null).map(marksOfResponses),
    ...(isSeen ? ofSums.map((one) => ofHotels(one, isSeen)) : ofSums),
  ];
}

/** Returns the marks of the hotels for which `isSeen` has 1. */
function ofHotels(one: MarksOfSums & { isNow: boolean }, isSeen: Uint8Array): MarkedResponses {
  const records = recordsSeen(one.hotels, isSeen);
  if (records.length === one.hotels.length) return one;
  const hotels = records.map((record) => one.hotels[record] ?? 0);
  const words = stepOf(one.size) / 4;
  const joined = wordsAt(new Uint32Array(one.marks.buffer), records, words);
  const counts = wordsAt(one.counts, records, 4 * words);
  return {
    ...{ ...one, version: null, hotels, highestHotel: highestId([hotels]), counts },
    ...{ marks: new Uint8Array(joined.buffer), ...totalsOf({ size: one.size, hotels, counts }) },
  };
}

/**
 * Returns the places of the records of hotels for which `isSeen` has 1. The method `filter` would take several times
 * as long.
 */
function recordsSeen(hotels: Int32Array, isSeen: Uint8Array): Int32Array {
  const records = new Int32Array(hotels.length);
  let count = 0;
  for (let one = 0; one < hotels.length; one += 1)
    if (isSeen[hotels[one] ?? 0] === 1) {
      records[count] = one;
      count += 1;
    }
  return records.subarray(0, count);
}

/** Returns a copy of these records, each of which has `words` numbers in `all`. */
function wordsAt(all: Uint32Array, records: Int32Array, words: number) {
  const copy = new Uint32Array(records.length * words);
  for (let one = 0, to = 0; one < records.length; one += 1) {
    const begin = (records[one] ?? 0) * words;
    for (let word = begin; word < begin + words; word += 1, to += 1) copy[to] = all[word] ?? 0;
  }
  return copy;
}

function marksOfResponses({ records, rounds: _, ...read }: KeptRow): MarkedResponses {
  const { size } = read;
  const { bytes, ...hotels } = partsOf(records, size, stepOf(size));
  const ofAll = new Uint8Array(bytes.buffer);
  const [answered, findings] = [new Float64Array(size), new Float64Array(size)];
  const row = { marks: ofAll, counts: null };
  for (let from = 0; from < ofAll.length; from += stepOf(size))
    for (let place = 0; place < size; place += 1) {
      answered[place] = (answered[place] ?? 0) + answeredAt(row, from + place);
      findings[place] = (findings[place] ?? 0) + findingsAt(row, from + place);
    }
  return { ...read, ...hotels, ...row, answered, findings };
}

type Marks = Pick<MarkedResponses, 'marks' | 'counts'>;

/** Returns how many responses answered the question whose mark is at this place of `marks`. */
export const answeredAt = ({ marks: ofAll, counts }: Marks, at: number): number =>
  counts ? answeredIn(counts[at]) : Number(ofAll[at] !== 0);

/** Returns how many responses have a finding at the question whose mark is at this place of `marks`. */
export const findingsAt = ({ marks: ofAll, counts }: Marks, at: number): number =>
  counts ? findingsIn(counts[at]) : Number(((ofAll[at] ?? 0) & marks.finding) !== 0);

function isNow(filter: PreparedFilter): RawBuilder<boolean> {
  const { begin } = endsOf(filter);
  if (begin === -Infinity) return sql<boolean>`true`;
  return sql<boolean>`(response.completed_at >= to_timestamp(${begin / 1_000}::float8))`;
}
