import type pg from 'pg';

import type { Person, Scope } from '#domain/people/person.ts';
import type { InterviewTimes } from '#domain/responses/check-times.ts';
import type { FurtherFields } from '#domain/responses/further-fields.ts';
import type { ReviewReason } from '#domain/responses/response.ts';
import type { ResponseScore } from '#domain/scoring/score-response.ts';
import { sumColumnNames, sumColumns, sumsByColumn } from '#server/db/score-columns.ts';
import { stillStand, type Remembered } from '#server/http/keep-sessions.ts';

/** A response, checked and scored, ready to be stored. */
export type NewResponse = {
  clientId: string;
  digest: string;
  surveyId: number;
  edition: number;
  hotelId: number | null;
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  respondentName: string;
  respondentJobTitle: string;
  notes: string;
  score: ResponseScore;
  times: InterviewTimes;
  /** When it began, as far as the device is believed. */
  believedBegin: string;
  claimedStartedAt: string | null;
  claimedCompletedAt: string | null;
  syncStatus: 'pending' | 'synced';
  reasons: ReviewReason[];
  sessionId: number | null;
  /** It came with a client id of its own: it is its interview, also where that has no session. */
  isCaptured: boolean;
  /** By the questions' places. */
  timing: (number | null)[] | null;
} & Omit<FurtherFields, 'timing'>;

/**
 * What is asked of the sender: whether they see the hotel, whether the response is for none of
 * theirs, and whether it counts (rule 43). `$1` is whose hotels, and null for those who see all.
 * Theirs is a statement of its own: a question in a plan is made ready each time, also where nobody
 * asks it.
 */
const conditions: Record<Scope['kind'], Record<'seesHotel' | 'isForeign' | 'counts', string>> = {
  all: {
    seesHotel: '$1::integer is null',
    isForeign: 'false',
    counts: '$37::timestamptz is not null',
  },
  assigned: {
    seesHotel: 'exists (select from assigned_hotels where user_id = $1 and hotel_id = $2)',
    isForeign: 'hotel.in_scope is not true',
    counts: 'in_scope is true or had_right($8, $2, $6, $37)',
  },
};

/**
 * When the interview began: as its device says, or where it says nothing, as its session knows. A
 * start that the device said and that cannot be believed stays unknown.
 */
const startOf = `case when $26::timestamptz is not null then $24::timestamptz else (
    select session.started_at from interview_sessions session
    where ((session.client_id = $6 and session.user_id = $8) or (in_scope and session.id = $29))
      and session.hotel_id = context.id and session.survey_id = $5 and session.started_at <= $25
    order by session.client_id = $6 desc limit 1) end`;

/**
 * The one hot write, in one statement and so in one transaction and one round trip: the response
 * with its answers, the completion of its session, and the audit event. It stores nothing, and
 * answers no row, where the client id is taken or was deleted, the survey never was, or the sender
 * is no longer who they were remembered to be; why is then asked in a second query, which the usual
 * case never pays for.
 *
 * Accept, then classify: what changed meanwhile is added to the review reasons here, where it is
 * known, instead of being looked up before. The receipt names a hotel outside the sender's scope as
 * their device did: it must not be a way to learn of other hotels.
 */
const statementFor = ({ seesHotel, isForeign, counts }: (typeof conditions)['all']) => `
with context as (
  select survey.title,
    array_remove($3::text[] || array[
      case when survey.deleted_at is not null then 'survey-deleted'
           when survey.status = 'archived' then 'survey-archived'
           when survey.edition is distinct from $4 then 'survey-changed' end,
      case when $2::integer is not null and hotel.id is null then why_hotel_missing($2)
           when ${isForeign} then 'hotel-not-assigned' end
    ], null) as reasons,
    hotel.*
  from surveys survey left join (
    select id, hotel_name, hotel_brand, hotel_address, stage, ${seesHotel} as in_scope
    from hotels where id = $2
  ) hotel on true
  where survey.id = $5
    and not exists (select from tombstones where kind = 'response' and client_id = $6)
    and ($34::bytea is null or ${stillStand({ tokenHash: '$34', id: '$8', name: '$30', role: '$35' })})
), stored as (
  insert into responses (client_id, digest, user_id, survey_id, edition, hotel_id, hotel_name,
    hotel_brand, hotel_address, hotel_stage, respondent_name, respondent_job_title, notes, answers,
    total_score, max_score, ${sumColumnNames}, started_at, completed_at, claimed_started_at, claimed_completed_at,
    sync_status, review_reasons, lost, counts, files, round_id, asked, revises, timing, language,
    session_id)
  select $6, $7, $8, $5, $4, id, coalesce(hotel_name, $9), coalesce(hotel_brand, $10),
    coalesce(hotel_address, $11), stage, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    ${startOf}, $25, $26, $27, $28, reasons, $33, ${counts},
    $38, $39, $40, $41, $42, $43,
    -- The number that its interview is known by, where no session tells of it (migration 12).
    case when $36::boolean and not exists (select from interview_sessions session
        where in_scope and session.id = $29 and hotel_id = context.id and survey_id = $5)
      then nextval('interview_sessions_id_seq') end
  from context
  on conflict (client_id) do nothing
  returning id, hotel_id, hotel_name, hotel_brand, hotel_address, review_reasons, counts,
    started_at, received_at, updated_at
), told as (
  insert into audit_events (actor_id, actor_name, action, object_id, details)
  select $31, $30, $32, stored.id, jsonb_build_object('surveyId', $5::integer,
    'surveyTitle', context.title, 'hotelId', hotel_id, 'hotelName', stored.hotel_name,
    'userId', $8::integer)
  from stored, context
)
select stored.id, stored.hotel_id as "hotelId",
  case when in_scope is false then $9 else stored.hotel_name end as "hotelName",
  case when in_scope is false then $10 else stored.hotel_brand end as "hotelBrand",
  case when in_scope is false then $11 else stored.hotel_address end as "hotelAddress",
  context.title as "surveyTitle", stored.review_reasons as "reviewReasons",
  counts, started_at as "startedAt", received_at as "receivedAt", updated_at as "updatedAt",
  -- Says nothing, but does.
  complete_session($6, $8, case when in_scope then $29::integer end)
from stored, context`;

const statements = {
  all: statementFor(conditions.all),
  assigned: statementFor(conditions.assigned),
};

/** What the database knew better than the device. */
export type Stored = {
  id: number;
  hotelId: number | null;
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  surveyTitle: string;
  reviewReasons: ReviewReason[];
  counts: boolean;
  startedAt: string | null;
  receivedAt: string;
  updatedAt: string;
};

/** Whose response it is, and where it is not sent by themselves, who imports it for them. */
export type Owner = {
  person: Pick<Person, 'id' | 'name'>;
  scope: Scope;
  importer?: Pick<Person, 'id' | 'name'>;
  /** Where the person is only remembered, and must still stand. */
  remembered?: Remembered | null;
};

/** Null where nothing was stored. */
export async function storeResponse(
  pool: pg.Pool,
  { person, scope, importer, remembered }: Owner,
  response: NewResponse,
): Promise<Stored | null> {
  const { score, times } = response;
  const sums = sumsByColumn(score.categories);
  const values = [
    scope.kind === 'assigned' ? scope.userId : null,
    response.hotelId,
    response.reasons,
    response.edition,
    response.surveyId,
    response.clientId,
    response.digest,
    person.id,
    response.hotelName,
    response.hotelBrand,
    response.hotelAddress,
    response.respondentName,
    response.respondentJobTitle,
    response.notes,
    JSON.stringify(score.answers),
    score.totalScore,
    score.maxScore,
    ...sumColumns.map((column) => sums[column]),
    times.startedAt,
    times.completedAt,
    response.claimedStartedAt,
    response.claimedCompletedAt,
    response.syncStatus,
    response.sessionId,
    (importer ?? person).name,
    (importer ?? person).id,
    importer ? 'response.imported' : 'response.stored',
    score.lost,
    remembered?.tokenHash ?? null,
    remembered?.person.role.id ?? null,
    response.isCaptured,
    response.believedBegin,
    response.files ? JSON.stringify(response.files) : null,
    response.roundId ?? null,
    response.asked ?? null,
    response.revises ?? null,
    response.timing,
    response.language ?? null,
  ];
  const { rows } = await pool.query<Stored>({
    name: `store response, ${scope.kind}`,
    text: statements[scope.kind],
    values,
  });
  return rows[0] ?? null;
}
