-- An interview that the server never saw under way is told by its response alone. So far a session
-- was made for each, which said the response once more: a quarter of what storing one cost, and as
-- much room again. Now such a response has the number that its session would have, and the view
-- below shows it as one.

alter table responses add column session_id integer;
create index responses_by_session on responses (session_id) where session_id is not null;

-- Every interview, by the columns of interview_sessions. Of a response it is one, completed, unless
-- it has a session of its own, was abandoned, or its hotel or survey is gone.
create view interviews as
select * from interview_sessions
union all
select response.session_id, response.client_id, response.hotel_id, response.survey_id,
  response.edition, response.user_id, response.respondent_name, response.respondent_job_title,
  -- There is one place in it for each question that was asked.
  greatest(cardinality(response.lost) - 1, 0), 'completed',
  coalesce((select jsonb_object_agg(answer ->> 'questionId', answer - '{questionId,maximum}'::text[])
    from jsonb_array_elements(response.answers) answer), '{}'),
  coalesce((select jsonb_object_agg(answer ->> 'questionId',
      (extract(epoch from response.completed_at) * 1000)::bigint)
    from jsonb_array_elements(response.answers) answer), '{}'),
  response.notes, coalesce(response.started_at, response.completed_at), response.completed_at
from responses response join surveys survey on survey.id = response.survey_id
where response.session_id is not null and response.hotel_id is not null
  and survey.deleted_at is null
  and not exists (select from interview_sessions where client_id = response.client_id)
  and not exists (select from tombstones
    where kind = 'session' and client_id = response.client_id);

-- Completes the session of the interview that a response just stored belongs to, where it has one:
-- by its client id, or as the device named it. It holds from then on what the response says. About
-- the lock see migration 8; the functions of that name with more arguments are called by earlier
-- programs alone.
create function complete_session(of_client_id text, sender_id integer, named_id integer)
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
    answered_at = coalesce(given.times, session.answered_at)
  from responses response, lateral (
    select jsonb_object_agg(answer ->> 'questionId', answer - '{questionId,maximum}'::text[]),
      jsonb_object_agg(answer ->> 'questionId',
        (extract(epoch from response.completed_at) * 1000)::bigint)
    from jsonb_array_elements(response.answers) answer
  ) given (answers, times)
  where response.client_id = of_client_id
    and ((session.client_id = of_client_id and session.user_id = sender_id)
      or (session.id = named_id and session.hotel_id = response.hotel_id
        and session.survey_id = response.survey_id));
end $$;
