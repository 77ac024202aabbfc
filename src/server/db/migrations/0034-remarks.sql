-- The notes on single answers of an interview under way, and when each was last changed, both by
-- question (docs/decisions/0042). Responses have theirs in `answers`.
alter table interview_sessions
  add column remarks jsonb not null default '{}',
  add column remarked_at jsonb not null default '{}';

-- The view of migration 15 with the two columns at its end, where the table has them. What is not
-- applicable is called `na` in progress.
create or replace view interviews as
select * from interview_sessions
union all
select response.session_id, response.client_id, response.hotel_id, response.survey_id,
  response.edition, response.user_id, response.respondent_name, response.respondent_job_title,
  greatest(cardinality(response.lost) - 1, 0), 'completed',
  coalesce((select jsonb_object_agg(answer ->> 'questionId',
      answer - '{questionId,maximum,notApplicable,note}'::text[]
      || case when answer ? 'notApplicable' then '{"na": true}'::jsonb else '{}' end)
    from jsonb_array_elements(response.answers) answer), '{}'),
  coalesce((select jsonb_object_agg(answer ->> 'questionId',
      (extract(epoch from response.completed_at) * 1000)::bigint)
    from jsonb_array_elements(response.answers) answer), '{}'),
  response.notes, coalesce(response.started_at, response.completed_at), response.completed_at,
  coalesce((select jsonb_object_agg(answer ->> 'questionId', answer -> 'note')
    from jsonb_array_elements(response.answers) answer where answer ? 'note'), '{}'),
  coalesce((select jsonb_object_agg(answer ->> 'questionId',
      (extract(epoch from response.completed_at) * 1000)::bigint)
    from jsonb_array_elements(response.answers) answer where answer ? 'note'), '{}')
from responses response join surveys survey on survey.id = response.survey_id
where response.session_id is not null and response.hotel_id is not null
  and survey.deleted_at is null
  and not exists (select from interview_sessions where client_id = response.client_id)
  and not exists (select from tombstones
    where kind = 'session' and client_id = response.client_id)
  and response.counts;

-- The function of migration 12. The session now also takes the notes of its response, and what is
-- not applicable.
create or replace function complete_session(of_client_id text, sender_id integer, named_id integer)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('interview ' || of_client_id, 0));
  -- Most of what was held offline has none, and is through here.
  if named_id is null
    and not exists (select from interview_sessions where client_id = of_client_id)
  then return; end if;

  update interview_sessions session
  set status = 'completed', notes = response.notes,
    last_updated_at = greatest(clock_timestamp(), session.last_updated_at + interval '1 millisecond'),
    -- A plain call sends its answers afterwards, and has saved its progress by itself.
    progress = coalesce(given.answers, session.progress),
    -- So that no copy that comes late, with answers from before, takes their place.
    answered_at = coalesce(given.times, session.answered_at),
    remarks = case when given.answers is null then session.remarks
      else coalesce(given.remarks, '{}') end,
    remarked_at = case when given.answers is null then session.remarked_at
      else coalesce(given.remarked_at, '{}') end
  from responses response, lateral (
    select jsonb_object_agg(answer ->> 'questionId',
        answer - '{questionId,maximum,notApplicable,note}'::text[]
        || case when answer ? 'notApplicable' then '{"na": true}'::jsonb else '{}' end),
      jsonb_object_agg(answer ->> 'questionId', at),
      jsonb_object_agg(answer ->> 'questionId', answer -> 'note') filter (where answer ? 'note'),
      jsonb_object_agg(answer ->> 'questionId', at) filter (where answer ? 'note')
    from jsonb_array_elements(response.answers) answer,
      (select (extract(epoch from response.completed_at) * 1000)::bigint) moment (at)
  ) given (answers, times, remarks, remarked_at)
  where response.client_id = of_client_id
    and ((session.client_id = of_client_id and session.user_id = sender_id)
      or (session.id = named_id and session.hotel_id = response.hotel_id
        and session.survey_id = response.survey_id));
end $$;
