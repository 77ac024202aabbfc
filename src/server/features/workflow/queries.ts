import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { KeptWaiver } from '#domain/waivers/waiver.ts';
import type { BoardCard } from '#domain/workflow/board.ts';
import { byName } from '#server/db/name-order.ts';
import { readColumns, type Columns } from '#server/db/read-columns.ts';
import { inScope } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';

/** What a card shows of its hotel. `stageSince` is in UTC, without the `Z`. */
export type CardHotel = Omit<
  BoardCard,
  | 'hasEndingWaiver'
  | 'isAssessed'
  | 'latest'
  | 'responseCount'
  | 'sessionsInProgress'
  | 'stageSince'
> & { stageSince: string; keptWaivers: KeptWaiver[] | null };

const hotelColumns = {
  id: sql`id`,
  hotelName: sql`hotel_name`,
  hotelBrand: sql`hotel_brand`,
  hotelCity: sql`hotel_city`,
  hotelState: sql`hotel_state`,
  hotelManagementCo: sql`hotel_management_co`,
  status: sql`status`,
  stage: sql`stage`,
  serviceConsultantId: sql`service_consultant_id`,
  version: sql`version`,
  virtualSessionCompletionDate: sql`virtual_session_completion_date`,
  virtualReAssessmentCompletionDate: sql`virtual_re_assessment_completion_date`,
  stageSince: sql`stage_since at time zone 'UTC'`,
  keptWaivers: sql`kept_waivers`,
  hasEvaluationNotes: sql`coalesce(evaluation_notes <> '', false)`,
} satisfies Record<keyof CardHotel, unknown>;

/** Returns what the cards show of their hotels, by name. */
export function listHotels(
  db: Db,
  scope: Scope,
  consultantId: number | undefined,
): Promise<Columns<CardHotel>> {
  const isOfConsultant =
    consultantId === undefined
      ? sql`true`
      : inScope({ kind: 'assigned', userId: consultantId }, 'hotels.id');
  return readColumns<CardHotel>(
    db,
    hotelColumns,
    sql`(select * from hotels where ${inScope(scope, 'hotels.id')} and ${isOfConsultant}
      order by ${byName('hotel_name')}, id) hotel`,
  );
}

type CountByHotel = Readonly<Record<number, number>>;
export type Counts = { responses: CountByHotel; sessionsInProgress: CountByHotel };

/**
 * Counts the responses that count, and the interviews in progress, by hotel. Each count is one pass
 * over an index that contains the hotel, however many hotels there are. Two JSON values take a
 * fifth of the time that the same rows would.
 */
export async function countByHotel(db: Db, scope: Scope): Promise<Counts> {
  const inIt = inScope(scope, 'hotel_id');
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
  return rows[0] ?? { responses: {}, sessionsInProgress: {} };
}

/** A hotel's latest response. `completedAt` is in UTC, without the `Z`. */
export type Latest = {
  hotelId: number;
  totalScore: number;
  maxScore: number;
  passed: boolean | null;
  completedAt: string;
  /** Whether it was completed since the hotel came to its stage. */
  isAssessed: boolean;
};

/**
 * Returns, by hotel, the response that was completed last among those that count. An index has each
 * hotel's latest response as its first entry and holds all of this, so 20,000 hotels are 20,000 short
 * lookups, however many responses there are.
 */
export function findLatest(db: Db, scope: Scope): Promise<Columns<Latest>> {
  return readColumns<Latest>(
    db,
    {
      hotelId: sql`hotels.id`,
      totalScore: sql`total_score`,
      maxScore: sql`max_score`,
      passed: sql`passed`,
      completedAt: sql`completed_at at time zone 'UTC'`,
      isAssessed: sql`completed_at >= stage_since`,
    },
    sql`hotels cross join lateral (
      select total_score, max_score, passed, completed_at from responses
      where hotel_id = hotels.id and counts
      order by completed_at desc limit 1) response
    where ${inScope(scope, 'hotels.id')}`,
  );
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
