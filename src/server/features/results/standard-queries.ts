import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { markRecord } from '#server/db/roll-up-sums.ts';
import { idsSeenBy } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';
import { counted, endsOf, scopeOf } from './chosen-responses.ts';
import type { CodedPlace } from './coded-places.ts';
import { highestId, markIds } from './highest-id.ts';
import { isKept, keepSums } from './kept-sums.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { idsOf } from './read-records.ts';
import { at, hasMarks, inGaps, monthsDaysAndGaps } from './rolled-sums.ts';

/** The marks of one edition's responses in one month and stage. */
export type MarkedResponses = {
  /**
   * Names the day or month of sums that has these marks of its brand and no others. Null for responses, and where only
   * some of the hotels were chosen.
   */
  version: string | null;
  /** Null for responses. */
  brand: string | null;
  surveyId: number;
  edition: number;
  /** The first day of the month in UTC. */
  month: string;
  stage: Stage | null;
  /** True for responses in the range; false for those before it, which repeat findings need. */
  isNow: boolean;
  /** How many questions the edition has, and so how many marks each record. */
  size: number;
  /** The hotel's id of each record, 0 for none. */
  hotels: Int32Array;
  highestHotel: number;
  /**
   * The marks of all records: those of one response, or of all responses of a hotel in sums, joined by "or". Each
   * record begins at a multiple of `stepOf(size)`.
   */
  marks: Uint8Array;
  /** For each mark, how many responses answered the question, and how many have a finding there. Only of sums. */
  counts: Uint8Array | null;
  /** The same of all records together, for each question of the edition. */
  answered: Float64Array;
  findings: Float64Array;
};

/** The marks of a closed day or month, which do not depend on the range. Each brand has its own. */
export type MarksOfSums = Omit<MarkedResponses, 'isNow'>;

type ReadMarks = Pick<
  MarkedResponses,
  'version' | 'brand' | 'surveyId' | 'edition' | 'month' | 'stage' | 'isNow' | 'size'
> & {
  /** `markRecord` of each response, or what sums have of each hotel (`hotelMarks`). */
  records: Buffer;
};

const bytesOfHotel = 4;

/** How many bytes the marks of a record have: a multiple of four, so that four marks can be joined at once. */
export const stepOf = (size: number) => 4 * Math.ceil(size / 4);

/** Keeps up to 128 MB: three bytes for each mark, and two numbers for each question. */
const marksOfProcess = keepSums<MarksOfSums[]>(128 * 1_024 * 1_024, (all) =>
  all.reduce(
    (sum, { hotels, size }) =>
      sum + hotels.byteLength + 3 * stepOf(size) * hotels.length + 16 * size,
    0,
  ),
);

/**
 * Reads the marks of all responses up to the end of the range, for Standards.
 *
 * A response stores one byte for each question of its edition (`marksOf`). The database only puts
 * these one behind the other, and `sum-standards.ts` counts them. In SQL each question would be an
 * expression to evaluate for every response: twenty of them took ten times as long as reading the
 * responses, whether they read the points that were lost or these bytes. Closed days and months are
 * kept by hotel, with two bytes that count for each question.
 *
 * The process keeps the marks of closed days and months, by the same versions as records of hotels
 * (`read-records.ts`): one statement says which of them hold, and sends those that are not kept. What is kept is of
 * all surveys, brands and hotels. A consultant's are chosen from it for each call.
 */
export async function readMarks(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  places: readonly CodedPlace[],
): Promise<MarkedResponses[]> {
  if (places.length === 0) return [];
  const surveys = new Set(places.map(({ surveyId }) => surveyId));
  const ofResponses = (from: RawBuilder<unknown>) => sql`
    select null as version, response.survey_id, response.edition, null as brand,
      response.completed_month as month, response.hotel_stage as stage, ${isNow(filter)} as is_now,
      octet_length(response.marks) as size, string_agg(${markRecord}, '') as records
    from ${from} and response.survey_id = any(${[...surveys]}::int[])
    group by 2, 3, 5, 6, 7, 8`;
  if (!hasMarks(filter)) {
    const all = sql`responses response where ${counted(scope, { ...filter, from: undefined })}`;
    const { rows } = await sql<ReadMarks>`${ofResponses(all)}`.execute(db);
    return rows.map(marksOfResponses);
  }
  const { begin, end } = endsOf(filter);
  const held = marksOfProcess.all();
  // A day or month whose marks are kept has one row without any.
  const ofSums = (unit: 'month' | 'day') => sql`
    select version::text, survey_id, edition, hotel_brand as brand,
      date_trunc('month', made.${sql.ref(unit)})::date as month, hotel_stage as stage,
      lower(made.span) >= ${at(begin)} as is_now, size, marks.records
    from ${sql.table(`${unit}s`)} made left join ${sql.table(`rolled_${unit}_marks`)} marks
      on marks.${sql.ref(unit)} = made.${sql.ref(unit)} and not ${isKept(sql`version::text`, held)}`;
  const people = [scope, scopeOf(filter.consultantId)];
  const isOfSome = people.some(({ kind }) => kind !== 'all');
  const { rows } = await sql<ReadMarks>`
    with ${monthsDaysAndGaps({ begin: -Infinity, end }, { months: [begin], days: [begin] })}
    ${ofSums('month')} union all ${ofSums('day')}
    union all ${ofResponses(inGaps(scope, filter))}
    union all select ${seen}, null, null, null, null, null, null, null,
      (select coalesce(string_agg(int4send(id), ''), '') from ${idsSeenBy(people)} hotel)
    where ${isOfSome}`.execute(db);
  const isChosen = ({ surveyId, brand, stage }: MarksOfSums) =>
    surveys.has(surveyId) &&
    (filter.brand === undefined || brand === filter.brand) &&
    (filter.stage === undefined || stage === filter.stage);
  const hotels = rows.find(({ version }) => version === seen);
  const isSeen = hotels && markIds(idsOf(hotels.records));
  return [...Map.groupBy(rows, ({ version }) => version)].flatMap(
    ([version, read]): MarkedResponses[] => {
      if (version === null) return read.map(marksOfResponses);
      if (version === seen) return [];
      const known = held.get(version) ?? read.flatMap(marksOfSums);
      marksOfProcess.use(version, known);
      const isNow = read[0]?.isNow ?? true;
      const chosen = known.filter(isChosen);
      const own = isSeen ? chosen.map((one) => ofHotels(one, isSeen)) : chosen;
      return own.map((one) => ({ ...one, isNow }));
    },
  );
}

/** The `version` of the row that has the ids of the hotels whose figures are asked for. */
const seen = 'seen';

/** Returns the marks of the hotels that `isSeen` has 1 for. */
function ofHotels(one: MarksOfSums, isSeen: Uint8Array): MarksOfSums {
  const records = Int32Array.from(one.hotels.keys()).filter(
    (record) => isSeen[one.hotels[record] ?? 0] === 1,
  );
  if (records.length === one.hotels.length) return one;
  const step = stepOf(one.size);
  const hotels = records.map((record) => one.hotels[record] ?? 0);
  const bytes = bytesAt(one.marks, records, step);
  const counts = one.counts && bytesAt(one.counts, records, 2 * step);
  return {
    ...{ ...one, version: null, hotels, highestHotel: highestId([hotels]), marks: bytes, counts },
    ...totalsOf(one.size, bytes, counts),
  };
}

/** Returns a copy of the bytes of these records, each of which has `step` bytes. Four are copied at a time. */
function bytesAt(all: Uint8Array, records: Int32Array, step: number): Uint8Array {
  const [from, words] = [new Uint32Array(all.buffer), step / 4];
  const to = new Uint32Array(records.length * words);
  for (let one = 0, at = 0; one < records.length; one += 1) {
    const begin = (records[one] ?? 0) * words;
    for (let word = begin; word < begin + words; word += 1, at += 1) to[at] = from[word] ?? 0;
  }
  return new Uint8Array(to.buffer);
}

function marksOfResponses({ records, ...read }: ReadMarks): MarkedResponses {
  const { bytes, ...hotels } = partsOf(records, read.size, stepOf(read.size));
  return { ...read, ...hotels, ...totalsOf(read.size, bytes, null), marks: bytes, counts: null };
}

function marksOfSums({ records, isNow, ...read }: ReadMarks): MarksOfSums[] {
  if (read.brand === null) return [];
  const { bytes: counts, ...hotels } = partsOf(records, 2 * read.size, 2 * stepOf(read.size));
  const joined = new Uint8Array(counts.length / 2);
  for (let one = 0; one < joined.length; one += 1)
    joined[one] =
      (counts[2 * one] ? marks.answered : 0) | (counts[2 * one + 1] ? marks.finding : 0);
  return [{ ...read, ...hotels, ...totalsOf(read.size, joined, counts), marks: joined, counts }];
}

/** Adds up the records, for each question. */
function totalsOf(size: number, ofAll: Uint8Array, counts: Uint8Array | null) {
  const [answered, findings] = [new Float64Array(size), new Float64Array(size)];
  const row = { marks: ofAll, counts };
  for (let from = 0; from < ofAll.length; from += stepOf(size))
    for (let place = 0; place < size; place += 1) {
      answered[place] = (answered[place] ?? 0) + answeredAt(row, from + place);
      findings[place] = (findings[place] ?? 0) + findingsAt(row, from + place);
    }
  return { answered, findings };
}

type Marks = Pick<MarkedResponses, 'marks' | 'counts'>;

/** Returns how many responses answered the question that the mark at this place of `marks` is of. */
export const answeredAt = ({ marks: ofAll, counts }: Marks, at: number): number =>
  counts ? (counts[2 * at] ?? 0) : Number(ofAll[at] !== 0);

/** Returns how many responses have a finding there. */
export const findingsAt = ({ marks: ofAll, counts }: Marks, at: number): number =>
  counts ? (counts[2 * at + 1] ?? 0) : Number(((ofAll[at] ?? 0) & marks.finding) !== 0);

/** Takes the hotels' ids out of records, each of which has `size` bytes more, and returns these at each `step`. */
function partsOf(records: Buffer, size: number, step: number) {
  const ofRecord = bytesOfHotel + size;
  const hotels = new Int32Array(records.length / ofRecord);
  const bytes = new Uint8Array(hotels.length * step);
  let highestHotel = 0;
  for (let one = 0, from = 0; one < hotels.length; one += 1, from += ofRecord) {
    const hotel = records.readInt32BE(from);
    hotels[one] = hotel;
    highestHotel = Math.max(highestHotel, hotel);
    for (let at = 0; at < size; at += 1)
      bytes[one * step + at] = records[from + bytesOfHotel + at] ?? 0;
  }
  return { hotels, highestHotel, bytes };
}

function isNow(filter: PreparedFilter): RawBuilder<boolean> {
  const { begin } = endsOf(filter);
  if (begin === -Infinity) return sql<boolean>`true`;
  return sql<boolean>`(response.completed_at >= to_timestamp(${begin / 1_000}::float8))`;
}
