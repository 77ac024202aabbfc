import { setImmediate } from 'node:timers/promises';

import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import {
  bytesOf,
  readRecords as decode,
  recordOfOne,
  type HotelRecords,
} from '#server/db/hotel-records.ts';
import { hotelsSeenBy, idsSeenBy } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';
import { scopeOf } from './chosen-responses.ts';
import { isKept, keepSums, type Kept } from './kept-sums.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { at, inGaps, monthsDaysAndGaps } from './rolled-sums.ts';

/*
 * Records of hotels, of which a process keeps those that do not change
 * ====================================================================
 *
 * The problem. Figures by hotel over a year are added up from 300,000 records (`db/hotel-records.ts`), 30 MB that
 * PostgreSQL would write as text and the server would read, for each person again.
 *
 * The idea. The server keeps the records of closed days and months in memory, and PostgreSQL says which of them
 * hold. One statement, and so one snapshot, returns
 *
 * | rows    | what                                                                              |
 * | ------- | --------------------------------------------------------------------------------- |
 * | hotels  | the ids of the hotels that the asker sees and the filter chooses, in order        |
 * | kept    | the version of each closed day and month that holds, and the records of those     |
 * |         | versions which this process does not have                                         |
 * | shifts  | the same of the hours that belong to another month in the reader's time zone      |
 * | late    | the records of the responses of all other days                                    |
 *
 * Why that is right. A version is a random number that a row gets when its day or month is made, so it names the
 * same records for ever, for every process and database server. Whether the day holds is read from the snapshot
 * each time (`background/make-roll-ups.ts`), and so is who sees which hotel: what is kept is of all hotels and is
 * added up for those that this statement returned, and for no other.
 *
 * What would break if you changed it.
 *
 * - Keeping anything that the version does not fix, such as a name or an assignment.
 * - Reading versions in one statement and the late responses in another: a change in between is missed or counted
 *   twice.
 */

/** The records of one day, month or shift, or of the late responses of one period. */
export type RecordsPart = {
  kind: 'kept' | 'shift' | 'late';
  records: HotelRecords;
  /** The place of their period among the moments at which periods begin, from 1; 0 is before the first. */
  place: number;
  /** The place of the month of UTC to which the records of a shift were added. */
  other: number;
};

export type ReadRecords = { ids: Int32Array; parts: RecordsPart[] };

type Wanted = {
  scope: Scope;
  filter: PreparedFilter;
  span: { begin: number; end: number };
  /** The moments at which periods begin. */
  begins: readonly number[];
  /** The moments within which no month may lie. No day may have one of `begins` within it. */
  cuts: readonly number[];
  /** The condition for the hotels `hotel` beside scope and filter, and their order, of which one can do without. */
  hotels?: { where: RawBuilder<unknown>; order?: RawBuilder<unknown> | undefined };
  /** Selects spans of hours within the closed months `months`, as `begin`, `until`, `middle` and `month`. */
  shifts?: RawBuilder<unknown>;
};

/** More late responses than these are not sent to the server. */
const mostLate = 100_000;

/** Keeps up to 192 MB. A year of ten million responses at 20,000 hotels takes some 110. */
export const keepRecords = () => keepSums<HotelRecords>(192 * 1_024 * 1_024, bytesOf);

/** What this process keeps. */
const recordsOfProcess = keepRecords();

const allHotels = { kind: 'all' } as const;
const bytesOfId = 4;

/** A moment within a month of UTC that lies in the month of the same name in every time zone. */
export const middle = sql`lower(months.span) + interval '14 days'`;

const noShifts = sql`(select month, lower(span) as begin, lower(span) as until, lower(span) as middle
  from months where false)`;

type Row = {
  kind: 'hotels' | 'tooMany' | RecordsPart['kind'];
  place: number;
  other: number;
  version: string | null;
  records: Buffer | null;
};

/**
 * Returns the records of the span, and the hotels for which they are to be added up. Returns undefined when too many
 * responses have no sums yet.
 */
export async function readRecords(
  db: Db,
  wanted: Wanted,
  { kept = recordsOfProcess, most = mostLate }: { kept?: Kept<HotelRecords>; most?: number } = {},
): Promise<ReadRecords | undefined> {
  const held = kept.all();
  const { rows } = await statement(wanted, held, most).execute(db);
  if (rows.some(({ kind }) => kind === 'tooMany')) return undefined;
  const parts: RecordsPart[] = [];
  for (const { kind, place, other, version, records: bytes } of rows) {
    if (kind === 'hotels' || kind === 'tooMany') continue;
    const known = version === null ? undefined : held.get(version);
    const records = known ?? decode(bytes ?? Buffer.alloc(0));
    if (version !== null) kept.use(version, records);
    parts.push({ kind, records, place, other });
    // Others get their turn.
    if (!known) await setImmediate();
  }
  return { ids: idsOf(rows.find(({ kind }) => kind === 'hotels')?.records), parts };
}

function idsOf(bytes: Buffer | null = null): Int32Array {
  const view = bytes ?? Buffer.alloc(0);
  return Int32Array.from({ length: view.length / bytesOfId }, (_, place) =>
    view.readInt32BE(place * bytesOfId),
  );
}

function statement(
  { scope, filter, span, begins, cuts, hotels, shifts }: Wanted,
  held: ReadonlyMap<string, HotelRecords>,
  most: number,
) {
  const moments = sql`array[${sql.join(begins.map((begin) => at(begin)))}]::timestamptz[]`;
  const placeOf = (moment: RawBuilder<unknown>) => sql`width_bucket(${moment}, ${moments})`;
  const unknown = (version: RawBuilder<unknown>, records: RawBuilder<unknown>) =>
    sql`${version} as version,
      case when ${isKept(version, held)} then null else ${records} end as records`;
  const people = [scope, scopeOf(filter.consultantId)];
  const order = hotels?.order ? sql`order by ${hotels.order}` : sql``;
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
    ), late as materialized (
      select ${placeOf(sql`response.completed_at`)} as place, ${recordOfOne} as records
      from ${inGaps(allHotels, ofAll)} and response.hotel_id in (select id from seen)
      limit ${most + 1}
    )
    select 'hotels' as kind, 0 as place, 0 as other, null as version,
      (select coalesce(string_agg(int4send(hotel.id), '' ${order}), '')
        from seen hotel) as records
    union all
    select 'tooMany', 0, 0, null, null where (select count(*) from late) > ${most}
    union all
    select 'kept', ${placeOf(middle)}, 0, ${unknown(sql`version::text`, sql`records`)}
    from months join rolled_month_hotels using (month)
    union all
    select 'kept', ${placeOf(sql`lower(days.span)`)}, 0,
      ${unknown(sql`version::text`, sql`records`)}
    from days join rolled_day_hotels using (day)
    union all
    select 'shift', ${placeOf(sql`shifts.begin`)}, ${placeOf(sql`shifts.middle`)},
      ${unknown(
        shiftVersion,
        sql`(select coalesce(string_agg(${recordOfOne}, ''), '') from responses response
          where response.counts and response.hotel_id is not null
            and response.completed_at >= shifts.begin and response.completed_at < shifts.until)`,
      )}
    from shifts join rolled_month_hotels using (month)
    union all
    select 'late', place, 0, null, string_agg(records, '') from late
    where (select count(*) from late) <= ${most} group by place`;
}
