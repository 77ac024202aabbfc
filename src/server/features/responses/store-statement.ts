import type { Scope } from '#domain/people/person.ts';
import { belongsElsewhere } from '#server/db/plans/used-ids.ts';
import { statementOfRows, type StatementOfRows } from '#server/db/statements/statement-of-rows.ts';
import { sumColumnNames, sumColumns } from '#server/db/responses/score-columns.ts';
import { sessionsUnchanged } from '#server/http/keep-sessions.ts';
import { furtherNames, furtherPlaceholders } from './further-values.ts';
import { contactTypes, responseTypes, type ResponseValues } from './response-values.ts';
import { senders, type ByContact, type Sender } from './store-senders.ts';

/*
 * How a response is stored
 * ========================
 *
 * The problem. A device sends a response, perhaps hours after the interview, perhaps several times
 * because it never saw our reply, perhaps after the survey changed, the hotel was deleted or its
 * sender lost the hotel. Whatever happened meanwhile, the response must be stored exactly once, and
 * never be thrown away. It is also the busiest write of the product: every round trip to the
 * database and every lookup that is not needed counts.
 *
 * The idea. One SQL statement does everything, so it is one transaction and one round trip. It
 * accepts first and classifies as it goes: what changed meanwhile becomes a review reason of the
 * stored row instead of a lookup before it. Responses that arrive together share the statement
 * (`share-statements.ts`): each of them is a row of `:rows`, and each part does its work for all rows.
 *
 * The steps.
 *
 * | part               | what it does                                                            |
 * | ------------------ | ----------------------------------------------------------------------- |
 * | `context`          | Reads the survey, the hotel and its round (`round-at.ts`), and collects |
 * |                    | the review reasons. It has no row for a response, and then nothing is   |
 * |                    | stored, when the survey never existed, the response was deleted before, |
 * |                    | the sender's session ended, the hotel has other waivers, or the client  |
 * |                    | id belongs to something else (`used-ids.ts`).                           |
 * | `stored`           | Inserts the response. `on conflict (client_id) do nothing` is what      |
 * |                    | makes a repeated send harmless.                                         |
 * | `recorded`         | Writes the audit event.                                                 |
 * | `complete_session` | Completes the interview's session, where there is one. See below.       |
 * | `keep_round_…`     | Waits for an approval of the round at the same moment. See below.       |
 * | the final `select` | Returns what the receipt needs, with a row for each stored response.    |
 *
 * No row comes back for a response in six cases: the client id is taken, it belongs to something else,
 * the response was deleted, the survey is unknown, the sender is no longer who they were a minute ago, or
 * the hotel's waivers are not those by which the response was scored. A hotel contact's response has two
 * more (`store-senders.ts`). The caller finds out which with a second query. The usual case never pays for
 * that query.
 *
 * Waivers (`kept_waivers`, created in migration 44). The score is computed before the statement, as if
 * the hotel had no waivers. Only where its row says otherwise, the caller reads them, scores again and
 * sends the statement once more. So a hotel without waivers costs the comparison of two nulls.
 *
 * Completing the session (`complete_session`, created in migration 12). An interview that was
 * online has a row in `interview_sessions`; one that was held offline has none. Starting an
 * interview and storing its response can overlap in two transactions, and neither sees the other's
 * row before it commits. So both take an advisory lock named after the interview's client id:
 *
 * 1. take the lock;
 * 2. return at once if the device named no session and none has this client id (most offline work);
 * 3. otherwise set the session to completed, with the response's notes and answers. Each answer
 *    gets the completion time, so that a progress copy that arrives late cannot replace it.
 *
 * It must stay a volatile function: each of its statements reads a fresh snapshot, after the lock
 * was taken. As a part of this statement it would read the snapshot from before the lock, and miss
 * a session that was started meanwhile.
 *
 * For the same reason it looks for the response's tombstone once more (migration 72). A deletion of the
 * response may be under way when `context` is read. `stored` then waits for its end and inserts the
 * response again. If so, `complete_session` refuses the statement, `store-response.ts` sends the response
 * once more, and `context` finds the tombstone.
 *
 * An approval of the round at the same moment (`keep_round_unapproved`, created in migration 76). The approval
 * looks at the responses of the round and makes actions of their findings. It takes a lock named after the
 * round alone, and this statement shares it. So the approval sees the response, or this statement sees the
 * approval. In the second case the function refuses the statement, `store-response.ts` sends the response once
 * more, and `context` finds the round approved.
 *
 * What the number of a session is for. Where no session exists, the response takes a number from
 * the same sequence (`session_id`). The view `interviews` shows such a response as a completed
 * interview, so that no second row has to be stored.
 *
 * Several responses. Every condition is checked for each row: the sender's session, the scope, the
 * waivers. Every lookup is by key and for one row (`limit 1`, `offset 0`), because PostgreSQL does not
 * know how few rows there are, and would read whole tables for them. The transaction takes these locks,
 * the first three for one row after the other, in the order of their client ids:
 *
 * | lock                                    | who else takes it, and why there is no deadlock           |
 * | --------------------------------------- | --------------------------------------------------------- |
 * | the client id, as a unique key          | Other storing statements, in the same order. A deletion   |
 * |                                         | of the response, which takes no other's (see above).      |
 * | the interview's lock, and its session   | An interview's start, which takes this one alone, and     |
 * |                                         | after it only what the next line says.                    |
 * | the lock of a round's approval, if the  | An approval, alone and before everything else. While it   |
 * | response counts and is not a contact's  | waits for this lock, it holds nothing.                    |
 * | that edition and hotel are not deleted, | A deletion, and every change of one hotel or its rounds,  |
 * | after all rows                          | takes the hotel alone. None of them waits afterwards for  |
 * |                                         | what this statement has: the deletion of a hotel locks    |
 * |                                         | its sessions before, in this order. Only a session that   |
 * |                                         | begins in between can still lead to a deadlock. What      |
 * |                                         | changes many hotels shares this lock.                     |
 * | a hotel contact's hotel, answers and    | A change of the hotel or of the round takes both in this  |
 * | round, one row after the other, before  | order. An approval shares the hotel, and then takes the   |
 * | everything above                        | round alone. A change of the answers takes them alone.    |
 *
 * What remains are devices that name the sessions of each other's interviews, and deletions of several
 * hotels at once. PostgreSQL then ends one of the two transactions. If it is this one, each response is
 * sent alone. A hotel that is deleted after `context` has read it refuses the statement too. Then
 * `store-response.ts` sends a captured response once more, and it is stored without the hotel.
 *
 * What would break if you changed it.
 *
 * - A lookup before the insert instead of `on conflict`: two sends at the same time are stored
 *   twice.
 * - Two statements: a crash between them leaves a response without its audit event.
 * - A plain join instead of a lookup for one row: with a thousand hotels, PostgreSQL reads all of them.
 * - One text for both kinds of scope: see {@link conditions}.
 * - Returning the stored hotel name to somebody who may not see the hotel: sending responses with
 *   guessed ids would then list the names of all hotels. So the receipt repeats what the device
 *   sent.
 */

/**
 * The SQL conditions that depend on the sender's scope: whether the sender sees the hotel, whether
 * the hotel is not theirs, and whether the response counts (rule 43). People who see every hotel
 * get their own statement: PostgreSQL prepares a subquery on every execution, even when its result
 * is not used.
 */
const conditions: Record<Scope['kind'], Record<'seesHotel' | 'isForeign' | 'counts', string>> = {
  all: {
    seesHotel: ':scopeUserId is null',
    isForeign: 'false',
    counts: ':believedBegin is not null',
  },
  assigned: {
    seesHotel:
      'exists (select from assigned_hotels where user_id = :scopeUserId and hotel_id = :hotelId)',
    isForeign: 'hotel.in_scope is not true',
    counts: 'in_scope is true or had_right(:userId, :hotelId, :clientId, :believedBegin)',
  },
};

/**
 * SQL condition that the response may count before anybody has accepted it. A response that came too late for its
 * round, or that names a response it cannot replace, counts only once it is accepted.
 */
const notHeld = `not review_reasons && array['round-approved', 'revises-nothing']`;

/**
 * When the interview began: the device's own time, or the session's where the device sent none. A
 * time that the device sent and the server does not believe stays unknown.
 */
const startOf = `case when :claimedStartedAt is not null then :startedAt
    else session_start(:clientId, :userId, case when in_scope then :sessionId end, found_id,
      :surveyId, :completedAt) end`;

/** SQL condition that the client id is of something whose files and answers this response would take over. */
const isElsewhere = belongsElsewhere({
  clientId: ':clientId',
  hotelId: ':hotelId',
  userId: ':userId',
});

const isSenderUnchanged = sessionsUnchanged({
  tokenHash: ':tokenHash',
  id: ':userId',
  name: ':actorName',
  role: ':roleId',
});

/**
 * SQL of the hotel in the receipt: the stored hotel, or the device's own data when the sender does not see the hotel.
 */
const hotelInReceipt = `case when in_scope is false then :hotelName else stored.hotel_name end as "hotelName",
  case when in_scope is false then :hotelBrand else stored.hotel_brand end as "hotelBrand",
  case when in_scope is false then :hotelAddress else stored.hotel_address end as "hotelAddress"`;

/** Reads what the response is stored with. See the table of steps above. */
const contextFor = ({ seesHotel, isForeign }: (typeof conditions)['all'], by: Sender) => `
  select given.*, title, in_scope, hotel.id as found_id, hotel_name, hotel_brand, hotel_address,
    coalesce(round.stage, hotel.stage) as stage, round.id as round_id,
    array_remove(:reasons || array[
      case when survey.deleted_at is not null then 'survey-deleted'
           when survey.status = 'archived' then 'survey-archived'
           when survey.edition is distinct from :edition then 'survey-changed' end,
      case when :hotelId is not null and hotel.id is null then why_hotel_missing(:hotelId)
           when ${isForeign} then 'hotel-not-assigned' end,
      case when approved_at is not null then 'round-approved' end
    ], null) as review_reasons
  from :rows
  join lateral (select * from surveys where id = :surveyId limit 1) survey on true
  left join lateral (
    select id, hotel_name, hotel_brand, hotel_address, stage, kept_waivers,
      round_id as kept_round, round_since, ${seesHotel} as in_scope
    from hotels where id = :hotelId limit 1 ${by.lock}
  ) hotel on true
  ${by.join}
  where hotel.kept_waivers is not distinct from :waivers::jsonb
    and not exists (select from tombstones
      where kind = 'response' and client_id = :clientId offset 0)
    and not ${isElsewhere}
    and (:tokenHash is null or ${isSenderUnchanged})`;

const textFor = (by: (typeof conditions)['all'], sender: Sender) => `
with context as (${contextFor(by, sender)}
), stored as (
  insert into responses (client_id, digest, user_id, survey_id, edition,
    hotel_id, hotel_name, hotel_brand, hotel_address, hotel_stage,
    respondent_name, respondent_job_title, notes, answers,
    total_score, max_score, ${sumColumnNames}, lost, passed, causes, na, marks,
    started_at, completed_at, claimed_started_at, claimed_completed_at,
    sync_status, review_reasons, counts,
    ${furtherNames}, session_id${sender.column})
  select :clientId, :digest, :userId, :surveyId, :edition,
    found_id, coalesce(hotel_name, :hotelName), coalesce(hotel_brand, :hotelBrand),
    coalesce(hotel_address, :hotelAddress), stage,
    :respondentName, :respondentJobTitle, :notes, :answers,
    :totalScore, :maxScore, ${sumColumns.map((column) => `:${column}`).join(', ')}, :lost,
    :passed, :causes, :na, :marks,
    ${startOf}, :completedAt, :claimedStartedAt, :claimedCompletedAt,
    :syncStatus, review_reasons, ${notHeld} and (${by.counts}),
    ${furtherPlaceholders},
    case when :isCaptured and (:sessionId is null or in_scope is not true
        or not is_session_of(:sessionId, found_id, :surveyId))
      then nextval('interview_sessions_id_seq') end${sender.value}
  from context given on conflict (client_id) do nothing
  returning id, client_id, hotel_id, hotel_name, hotel_brand, hotel_address, review_reasons, counts,
    started_at, received_at, updated_at, round_id
), recorded as (
  insert into audit_events (actor_id, actor_name, action, object_id, details)
  select :actorId, :actorName, :action, stored.id, jsonb_build_object(
    'surveyId', :surveyId, 'surveyTitle', given.title,
    'hotelId', hotel_id, 'hotelName', stored.hotel_name, 'userId', :userId)
  from stored join context given on :clientId = stored.client_id
)
select stored.client_id as "clientId", stored.id, stored.hotel_id as "hotelId",
  ${hotelInReceipt},
  given.title as "surveyTitle", stored.review_reasons as "reviewReasons",
  counts, started_at as "startedAt", received_at as "receivedAt", updated_at as "updatedAt",
  stored.round_id as "roundId",
  -- Called for its effect: it completes the interview's session.
  complete_session(:clientId, :userId, case when in_scope then :sessionId end)${sender.effect}
from stored join context given on :clientId = stored.client_id`;

function statementFor(kind: Scope['kind']): StatementOfRows<ResponseValues> {
  return statementOfRows<ResponseValues>(
    `store responses, ${kind}`,
    responseTypes,
    textFor(conditions[kind], senders.person),
  );
}

/** The statement that stores responses, for each kind of scope. */
export const storeStatements: Readonly<Record<Scope['kind'], StatementOfRows<ResponseValues>>> = {
  all: statementFor('all'),
  assigned: statementFor('assigned'),
};

/** The statement that stores the responses of hotel contacts. */
export const storeByContact = statementOfRows<ResponseValues & ByContact>(
  'store responses, contact',
  contactTypes,
  textFor(conditions.all, senders.contact),
);
