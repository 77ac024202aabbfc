import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { KeptWaiver } from '#domain/waivers/waiver.ts';
import type { BoardQuery } from '#domain/workflow/board.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { byName } from '#server/db/statements/name-order.ts';
import { onlyRow } from '#server/db/statements/only-row.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * What the cards show of their hotels, by name. `cards` has a line of JSON for each hotel, and `id` has
 * their ids in the same order. The database keeps that JSON in each hotel's row (docs/decisions/0092), and
 * `board_card` in migration 62 says what it holds.
 */
export type CardHotels = {
  cards: string;
  id: readonly number[];
  /** How many hotels are in each stage. Stages without any are missing. */
  counts: Partial<Readonly<Record<Stage, number>>>;
  /** The waivers of hotels that have any, by hotel. */
  keptWaivers: Readonly<Record<number, KeptWaiver[]>>;
};

/**
 * Returns what the cards show of their hotels, by name, and counts the hotels of each stage. With `first`
 * there are only the first so many cards of each stage. The counts come from the same statement, so that
 * they always fit the cards.
 */
export async function listHotels(
  db: Db,
  scope: Scope,
  { consultantId, first }: BoardQuery,
): Promise<CardHotels> {
  const isOfConsultant =
    consultantId === undefined
      ? sql`true`
      : inScope({ kind: 'assigned', userId: consultantId }, 'hotels.id');
  const isShown = sql`${inScope(scope, 'hotels.id')} and ${isOfConsultant}`;
  const sorted = sql`order by ${byName('hotel_name')}, id`;
  const shown =
    first === undefined
      ? sql`select * from hotels where ${isShown}`
      : sql`select hotels.* from unnest(${[...stages]}::text[]) one (stage) cross join lateral (
          select * from hotels where stage = one.stage and ${isShown} ${sorted} limit ${first}) hotels`;
  const { rows } = await sql<CardHotels>`
    select coalesce(string_agg(board_card, ${endOfLine}), '') as cards,
      coalesce(json_agg(id), '[]') as id,
      (select coalesce(json_object_agg(stage, count), '{}') from (
        select stage, count(*) from hotels where ${isShown} group by stage) counted) as counts,
      coalesce(json_object_agg(id, kept_waivers)
        filter (where kept_waivers is not null), '{}') as kept_waivers
    from (${shown} ${sorted}) hotel`.execute(db);
  return onlyRow(rows);
}

/** No JSON contains it, so it separates lines of JSON. */
export const endOfLine = '\n';

/** Returns the condition that a column holds the id of one of certain hotels. */
type OfHotels = (hotelColumn: string) => RawBuilder<SqlBool>;

/** Returns the condition for the hotels that a person sees. */
export const ofScope =
  (scope: Scope): OfHotels =>
  (column) =>
    inScope(scope, column);

/** Returns the condition for the hotels with these ids. */
export const ofOnly =
  (ids: readonly number[]): OfHotels =>
  (column) =>
    sql`${sql.ref(column)} = any (${ids}::int[])`;

type CountByHotel = Readonly<Record<number, number>>;
export type Counts = { responses: CountByHotel; sessionsInProgress: CountByHotel };

/**
 * Counts the responses that count, and the interviews in progress, by hotel. Each count is one pass
 * over an index that contains the hotel, however many hotels there are. Two JSON values take a
 * fifth of the time that the same rows would.
 */
export async function countByHotel(db: Db, ofHotels: OfHotels): Promise<Counts> {
  const inIt = ofHotels('hotel_id');
  const { rows } = await sql<Counts>`
    select
      (select coalesce(json_object_agg(hotel_id, count), '{}') from (
        select hotel_id, count(*) from responses
        where hotel_id is not null and counts and ${inIt} group by hotel_id) responded) as responses,
      (select coalesce(json_object_agg(hotel_id, count), '{}') from (
        select hotel_id, count(*) from interview_sessions
        where status = 'in_progress' and ${inIt} group by hotel_id) begun) as sessions_in_progress`.execute(
    db,
  );
  return onlyRow(rows);
}

/** The hotels' latest responses, in lists of the same order. */
export type Latest = {
  hotelId: readonly number[];
  totalScore: readonly number[];
  maxScore: readonly number[];
  passed: readonly (boolean | null)[];
  /** A moment in UTC, without the zone. */
  completedAt: readonly string[];
  /** Whether it was completed since the hotel came to its stage. */
  isAssessed: readonly boolean[];
};

/**
 * Returns, by hotel, the response that was completed last among those that count. An index has each
 * hotel's latest response as its first entry and holds all of this, so 20,000 hotels are 20,000 short
 * lookups, however many responses there are. A list of each column takes two thirds of the time that JSON of each
 * response does.
 */
export async function findLatest(db: Db, ofHotels: OfHotels): Promise<Latest> {
  const { rows } = await sql<Latest>`
    select coalesce(json_agg(hotels.id), '[]') as hotel_id,
      coalesce(json_agg(total_score), '[]') as total_score,
      coalesce(json_agg(max_score), '[]') as max_score,
      coalesce(json_agg(passed), '[]') as passed,
      coalesce(json_agg(completed_at at time zone 'UTC'), '[]') as completed_at,
      coalesce(json_agg(completed_at >= stage_since), '[]') as is_assessed
    from hotels cross join lateral (
        select total_score, max_score, passed, completed_at from responses
        where hotel_id = hotels.id and counts
        order by completed_at desc limit 1) response
    where ${ofHotels('hotels.id')}`.execute(db);
  return onlyRow(rows);
}

/** At most this many hotels are returned. The total counts all of them. */
const mostQuiet = 5;

/**
 * Returns hotels that are not finished and had no activity since `limit`, the longest inactive
 * first. Only hotels that nobody has changed since then are examined further, each by an index.
 */
export async function findQuietHotels(db: Db, scope: Scope, limit: Date) {
  const quiet = db
    .selectFrom('hotels as hotel')
    .leftJoin('systemUsers as consultant', 'consultant.id', 'hotel.serviceConsultantId')
    .select(['hotel.id', 'hotel.hotelName', 'hotel.stage', 'consultant.name as consultantName'])
    .select([
      sql<string>`greatest(hotel.updated_at,
        (select max(received_at) from responses where hotel_id = hotel.id and counts),
        (select max(last_updated_at) from interview_sessions where hotel_id = hotel.id))`.as(
        'since',
      ),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where(inScope(scope, 'hotel.id'))
    .where('hotel.status', '!=', 'Complete')
    .where('hotel.stage', '!=', 'Disposition')
    .where(sql<boolean>`hotel.updated_at < ${limit}`)
    .where(
      sql<boolean>`not exists (select from responses
        where hotel_id = hotel.id and counts and received_at >= ${limit})`,
    )
    .where(
      sql<boolean>`not exists (select from interview_sessions
        where hotel_id = hotel.id and last_updated_at >= ${limit})`,
    );
  const rows = await quiet.orderBy('since').orderBy('hotel.id').limit(mostQuiet).execute();
  return { hotels: rows, total: rows[0]?.total ?? 0 };
}
