import { setImmediate } from 'node:timers/promises';

import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import {
  bytesOf,
  noHotel,
  readResponses,
  readSums,
  recordOfOne,
  type HotelRecords,
} from '#server/db/results/hotel-records.ts';
import { notLate } from '#server/db/results/roll-up-sums.ts';
import { hotelsSeenBy, idsSeenBy } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { approvedRounds, idsOfApproved, type ApprovedRounds } from './approved-rounds.ts';
import { scopeOfConsultant } from './chosen-responses.ts';
import { idsOf } from './id-lists.ts';
import { isKept, keepSums, type Kept } from './kept-sums.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { at, unsummedResponses, monthsDaysAndGaps } from './rolled-sums.ts';

/*
 * Reading records of hotels, and keeping those that do not change
 * ===============================================================
 *
 * The problem. Figures by hotel over a year are added up from 300,000 records (`db/results/hotel-records.ts`), 30 MB that
 * PostgreSQL would write as text and the server would read, for each person again.
 *
 * The idea. The server keeps the records of closed days and months in memory, and PostgreSQL says which of them
 * are still valid (`background/make-roll-ups.ts`). One statement, and so one snapshot, returns
 *
 * | kind of row | what it has                                                                   |
 * | ----------- | ----------------------------------------------------------------------------- |
 * | hotels      | the ids of the hotels that the person sees and the filter chooses, in order   |
 * | kept        | the version of each closed day and month whose sums are valid, and the        |
 * |             | records of the versions that this process does not have                       |
 * | shift       | the same for hours that belong to another month in the reader's time zone     |
 * | unsummed    | the records of all other responses: those that no sums have                   |
 * | approved    | the ids of the approved rounds, if the filter asks for them                   |
 *
 * Why that is right. A day or month gets a new random version whenever its sums are made. So a version
 * always has the same records, in every process and on every database server. Each call reads which sums
 * are valid now, and which hotels the person sees now. What the process keeps is of all hotels, surveys and
 * brands. Callers add it up for the hotels that this statement returned, and for no other.
 *
 * What would break if you changed it.
 *
 * - Keeping anything that can change while the version stays the same, such as a name or an assignment.
 * - Reading versions in one statement and the unsummed responses in another: a change in between is missed or counted
 *   twice.
 */

/** The records of one survey and brand in one day, month or shift, or those of the unsummed responses of one period. */
export type RecordsPart = {
  kind: 'kept' | 'shift' | 'unsummed';
  /** The version of the day, month or shift; null for unsummed responses. */
  version: string | null;
  records: HotelRecords;
  /** The place of the records' period in the order of `begins`, from 1; 0 is before the first. */
  place: number;
  /** For a shift: the place of the month of UTC whose sums have these records too. */
  other: number;
};

export type ReadRecords = {
  ids: Int32Array;
  parts: RecordsPart[];
  /** The rounds whose records the caller should add up. Undefined means all. */
  approved: ApprovedRounds | undefined;
};

type Wanted = {
  scope: Scope;
  filter: PreparedFilter;
  span: { begin: number; end: number };
  /** The moments at which periods begin. */
  begins: readonly number[];
  /** No month may be read that has one of these moments within it, and no day that has one of `begins` within it. */
  cuts: readonly number[];
  /** A further condition on the hotels, which are called `hotel`, and the order of their ids if it matters. */
  hotels?: { where: RawBuilder<unknown>; order?: RawBuilder<unknown> | undefined };
  /** Selects spans of hours within the closed months `months`, as `begin`, `until`, `middle` and the `version` of their month. */
  shifts?: RawBuilder<unknown>;
};

/** The most unsummed responses that the database sends. With more of them, {@link readRecords} returns undefined. */
const mostUnsummed = 100_000;

/** The records of one survey and brand. */
type OfSurvey = { surveyId: number; brand: string; records: HotelRecords };

/** Returns a store for up to 192 MB. A year of ten million responses at 20,000 hotels takes some 110 MB. */
export const keepRecords = () =>
  keepSums<OfSurvey[]>(192 * 1_024 * 1_024, (all) =>
    all.reduce((sum, { records }) => sum + bytesOf(records), 0),
  );

/** The records that this process keeps. */
const recordsOfProcess = keepRecords();

const allHotels = { kind: 'all' } as const;

/** A moment within a month of UTC that lies in the month of the same name in every time zone. */
export const middle = sql`lower(months.span) + interval '14 days'`;

const noShifts = sql`(select version, lower(span) as begin, lower(span) as until, lower(span) as middle
  from months where false)`;

/**
 * The records of a version, of one survey and brand. These fields are null when the process keeps the records
 * already, or when the version has none.
 */
type FixedRow = { kind: 'kept' | 'shift'; place: number; other: number; version: string } & (
  | { surveyId: number; brand: string; records: Buffer }
  | { surveyId: null; brand: null; records: null }
);

type Row =
  | { kind: 'hotels'; records: Buffer }
  | { kind: 'approved'; records: Buffer }
  | { kind: 'tooMany' }
  | { kind: 'unsummed'; place: number; records: Buffer }
  | FixedRow;

/**
 * Returns the records of the span, and the ids of the hotels whose records the caller should add up. Returns
 * undefined when too many responses have no sums yet.
 */
export async function readRecords(
  db: Db,
  wanted: Wanted,
  { kept = recordsOfProcess, most = mostUnsummed }: { kept?: Kept<OfSurvey[]>; most?: number } = {},
): Promise<ReadRecords | undefined> {
  const held = kept.all();
  const { rows } = await statement(wanted, held, most).execute(db);
  if (rows.some(({ kind }) => kind === 'tooMany')) return undefined;
  const parts: RecordsPart[] = [];
  const fixed: FixedRow[] = [];
  let ids = new Int32Array();
  let approved: ApprovedRounds | undefined;
  for (const row of rows) {
    if (row.kind === 'hotels') ids = idsOf(row.records);
    else if (row.kind === 'approved') approved = approvedRounds(row.records);
    else if (row.kind === 'unsummed')
      parts.push({ ...row, version: null, other: 0, records: readResponses(row.records) });
    else if (row.kind !== 'tooMany') fixed.push(row);
  }
  for (const [version, read] of Map.groupBy(fixed, (row) => row.version)) {
    const [first] = read;
    if (!first) continue;
    const { kind, place, other } = first;
    const known = held.get(version) ?? read.flatMap(recordsOfSurvey);
    kept.use(version, known);
    for (const one of known)
      if (isChosen(one, wanted.filter))
        parts.push({ kind, version, place, other, records: one.records });
    // Other requests run before the next version is read.
    if (!held.has(version)) await setImmediate();
  }
  return { ids, parts, approved };
}

const isChosen = (one: OfSurvey, { surveyId, brand }: PreparedFilter) =>
  (surveyId === undefined || surveyId === one.surveyId) &&
  (brand === undefined || brand === one.brand);

function recordsOfSurvey({ kind, surveyId, brand, records }: FixedRow): OfSurvey[] {
  if (surveyId === null) return [];
  return [
    { surveyId, brand, records: kind === 'kept' ? readSums(records) : readResponses(records) },
  ];
}

function statement(
  { scope, filter, span, begins, cuts, hotels, shifts }: Wanted,
  held: ReadonlyMap<string, unknown>,
  most: number,
) {
  const moments = sql`array[${sql.join(begins.map((begin) => at(begin)))}]::timestamptz[]`;
  const placeOf = (moment: RawBuilder<unknown>) => sql`width_bucket(${moment}, ${moments})`;
  const people = [scope, scopeOfConsultant(filter.consultantId)];
  const order = hotels?.order ? sql`order by ${hotels.order}` : sql``;
  const hasNoHotel =
    !hotels && filter.hotelId === undefined && people.every(({ kind }) => kind === 'all');
  const ofAll = { ...filter, consultantId: undefined, hotelId: undefined };
  const shiftVersion = sql`concat_ws(' ', version, extract(epoch from begin), extract(epoch from until))`;
  return sql<Row>`
    with ${monthsDaysAndGaps(span, { months: cuts, days: begins })},
    shifts as materialized ${shifts ?? noShifts},
    seen as materialized (
      select ${hotels ? sql`id, hotel_name` : sql`id`}
      from ${hotels ? hotelsSeenBy(people) : idsSeenBy(people)} hotel
      where ${filter.hotelId === undefined ? sql`true` : sql`id = ${filter.hotelId}`}
        and ${hotels?.where ?? sql`true`}
      ${hasNoHotel ? sql`union all select ${sql.lit(noHotel)}` : sql``}
    ), unsummed as materialized (
      select ${placeOf(sql`response.completed_at`)} as place, ${recordOfOne} as records
      from ${unsummedResponses(allHotels, ofAll)}
        and coalesce(response.hotel_id, ${sql.lit(noHotel)}) in (select id from seen)
      limit ${most + 1}
    )
    select 'hotels' as kind, 0 as place, 0 as other, null as version, null::int as survey_id,
      null as brand, (select coalesce(string_agg(int4send(hotel.id), '' ${order}), '')
        from seen hotel) as records
    union all
    select 'tooMany', 0, 0, null, null, null, null where (select count(*) from unsummed) > ${most}
    union all
    select 'kept', ${placeOf(middle)}, 0, version::text, survey_id, hotel_brand, records
    from months left join rolled_month_hotels sums
      on sums.month = months.month and not ${isKept(sql`version::text`, held)}
    union all
    select 'kept', ${placeOf(sql`lower(days.span)`)}, 0, version::text, survey_id, hotel_brand, records
    from days left join rolled_day_hotels sums
      on sums.day = days.day and not ${isKept(sql`version::text`, held)}
    union all
    select 'shift', ${placeOf(sql`shifts.begin`)}, ${placeOf(sql`shifts.middle`)}, ${shiftVersion},
      survey_id, hotel_brand, records
    from shifts left join lateral (
      select response.survey_id, response.hotel_brand, string_agg(${recordOfOne}, '') as records
      from responses response
      where not ${isKept(shiftVersion, held)}
        and response.counts
        and response.completed_at >= shifts.begin and response.completed_at < shifts.until
        and ${notLate}
      group by response.survey_id, response.hotel_brand
    ) sums on true
    union all
    select 'unsummed', place, 0, null, null, null, string_agg(records, '') from unsummed
    where (select count(*) from unsummed) <= ${most} group by place
    union all
    select 'approved', 0, 0, null, null, null, ${idsOfApproved} where ${filter.approved !== undefined}`;
}
