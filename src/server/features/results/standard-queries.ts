import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { markRecord } from '#server/db/roll-up-sums.ts';
import type { Db } from '#server/db/transaction.ts';
import { counted, endsOf } from './chosen-responses.ts';
import type { CodedPlace } from './coded-places.ts';
import { isKept, keepSums } from './kept-sums.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { at, hasSums, inGaps, monthsDaysAndGaps } from './rolled-sums.ts';

/** The marks of one edition's responses in one month and stage. */
export type MarkedResponses = {
  surveyId: number;
  edition: number;
  /** The first day of the month in UTC. */
  month: string;
  stage: Stage | null;
  /** True for responses in the range; false for those before it, which repeat findings need. */
  isNow: boolean;
  /** How many marks each record has. */
  size: number;
  /**
   * For each response four bytes of its hotel's id, 0 for none, then its marks. Sums have a record for each hotel, with
   * the marks of all its responses joined by "or".
   */
  records: Buffer;
  /** The hotel's id of each record. */
  hotels: Int32Array;
  /** How many responses answered each question of the edition, and how many have a finding there. Only of sums. */
  answered: number[] | null;
  findings: number[] | null;
};

/** The marks of a closed day or month, which do not depend on the range. Each brand has its own. */
export type MarksOfSums = Omit<MarkedResponses, 'isNow'> & { brand: string };

/** `version` names the day or month of sums. It and `brand` are null for responses. */
type ReadMarks = Omit<MarkedResponses, 'hotels'> & { version: string | null; brand: string | null };

export const bytesOfHotel = 4;

/** Keeps up to 64 MB. Beside its records an edition has two numbers for each question. */
const marksOfProcess = keepSums<MarksOfSums[]>(64 * 1_024 * 1_024, (all) =>
  all.reduce(
    (sum, { records, hotels, size }) => sum + records.length + hotels.byteLength + 16 * size,
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
 * kept joined by hotel, because whether a standard was a finding at a hotel needs no more.
 *
 * The process keeps the marks of closed days and months, by the same versions as records of hotels
 * (`read-records.ts`): one statement says which of them hold, and sends those that are not kept. What is kept is of
 * all surveys and brands.
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
      octet_length(response.marks) as size, string_agg(${markRecord}, '') as records,
      null::int[] as answered, null::int[] as findings
    from ${from} and response.survey_id = any(${[...surveys]}::int[])
    group by 2, 3, 5, 6, 7, 8`;
  if (!hasSums('standards', scope, filter)) {
    const all = sql`responses response where ${counted(scope, { ...filter, from: undefined })}`;
    const { rows } = await sql<ReadMarks>`${ofResponses(all)}`.execute(db);
    return rows.map(withHotels);
  }
  const { begin, end } = endsOf(filter);
  const held = marksOfProcess.all();
  // A day or month whose marks are kept has one row without any.
  const ofSums = (unit: 'month' | 'day') => sql`
    select version::text, survey_id, edition, hotel_brand as brand,
      date_trunc('month', made.${sql.ref(unit)})::date as month, hotel_stage as stage,
      lower(made.span) >= ${at(begin)} as is_now, size, marks.records, answered, findings
    from ${sql.table(`${unit}s`)} made join ${sql.table(`rolled_${unit}_hotels`)} using (${sql.ref(unit)})
    left join ${sql.table(`rolled_${unit}_marks`)} marks
      on marks.${sql.ref(unit)} = made.${sql.ref(unit)} and not ${isKept(sql`version::text`, held)}`;
  const { rows } = await sql<ReadMarks>`
    with ${monthsDaysAndGaps({ begin: -Infinity, end }, { months: [begin], days: [begin] })}
    ${ofSums('month')} union all ${ofSums('day')}
    union all ${ofResponses(inGaps(scope, filter))}`.execute(db);
  const isChosen = ({ surveyId, brand }: MarksOfSums) =>
    surveys.has(surveyId) && (filter.brand === undefined || brand === filter.brand);
  return [...Map.groupBy(rows, ({ version }) => version)].flatMap(
    ([version, read]): MarkedResponses[] => {
      if (version === null) return read.map(withHotels);
      const marks = held.get(version) ?? read.flatMap(marksOfSums);
      marksOfProcess.use(version, marks);
      const isNow = read[0]?.isNow ?? true;
      return marks.filter(isChosen).map((one) => ({ ...one, isNow }));
    },
  );
}

function marksOfSums({ version, isNow, brand, ...marks }: ReadMarks): MarksOfSums[] {
  return brand === null ? [] : [{ ...withHotels(marks), brand }];
}

function withHotels<Read extends Pick<ReadMarks, 'records' | 'size'>>(read: Read) {
  const { records, size } = read;
  const step = bytesOfHotel + size;
  const hotels = new Int32Array(records.length / step);
  for (let one = 0; one < hotels.length; one += 1) hotels[one] = records.readInt32BE(one * step);
  return { ...read, hotels };
}

function isNow(filter: PreparedFilter): RawBuilder<boolean> {
  const { begin } = endsOf(filter);
  if (begin === -Infinity) return sql<boolean>`true`;
  return sql<boolean>`(response.completed_at >= to_timestamp(${begin / 1_000}::float8))`;
}

/** A hotel where the standard was a finding in the range, with its latest such response. */
type FailingHotel = {
  hotelId: number;
  hotelName: string;
  hotelBrand: string;
  answered: number;
  findings: number;
  responseId: number;
  completedAt: string;
};

/** Returns the hotels where one standard was a finding in the range, each with its name now. */
export async function hotelsFailing(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  places: readonly CodedPlace[],
): Promise<FailingHotel[]> {
  const all = places.map(({ surveyId, edition, place }) => [surveyId, edition, place - 1]);
  const column = (index: number) => sql`${all.map((one) => one[index])}::int[]`;
  const atPlaces = sql`
    join unnest(${column(0)}, ${column(1)}, ${column(2)}) as at (survey_id, edition, place)
      on at.survey_id = response.survey_id and at.edition = response.edition
    cross join lateral (select case when octet_length(response.marks) > at.place
      then get_byte(response.marks, at.place) end as mark) given`;
  const { rows } = await sql<FailingHotel>`
    with failing as (
      select response.hotel_id, count(*) as answered, count(*) filter (where mark = 3) as findings,
        max(response.completed_at) filter (where mark = 3) as completed_at
      from responses response ${atPlaces}
      where ${counted(scope, filter)} and mark > 0
      group by response.hotel_id
      having bool_or(mark = 3)
    )
    select failing.*, hotel.hotel_name, hotel.hotel_brand, latest.id as response_id
    from failing join hotels hotel on hotel.id = failing.hotel_id
    cross join lateral (
      select max(response.id) as id from responses response ${atPlaces}
      where response.hotel_id = failing.hotel_id and mark = 3
        and response.completed_at = failing.completed_at and ${counted(scope, filter)}
    ) latest`.execute(db);
  return rows;
}
