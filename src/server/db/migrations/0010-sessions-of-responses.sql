-- Ends the interview that a response just stored belongs to. Where a session is found, by its client
-- id or as the device named it, it becomes completed and holds what the response says. Where none
-- is, since the interview was held offline or was over before its first copy, one is made from the
-- response; not from a plain call's, nor for an interview that was abandoned or whose hotel or
-- survey is gone. About the lock see migration 8, whose function earlier programs go on calling.
--
-- It reads the response that the statement calling it has stored: a volatile function sees what its
-- caller has done so far.
create function complete_session(
  of_client_id text, sender_id integer, named_id integer, is_captured boolean
) returns void language plpgsql as $$
declare
  response responses;
  answered jsonb;
  times jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('interview ' || of_client_id, 0));
  select * into response from responses where client_id = of_client_id;
  select jsonb_object_agg(answer ->> 'questionId', answer - '{questionId,maximum}'::text[]),
    -- So that no copy that comes late, with answers from before, takes their place.
    jsonb_object_agg(answer ->> 'questionId',
      (extract(epoch from response.completed_at) * 1000)::bigint)
  into answered, times
  from jsonb_array_elements(response.answers) answer;

  update interview_sessions session
  set status = 'completed', notes = response.notes,
    last_updated_at = greatest(clock_timestamp(), session.last_updated_at + interval '1 millisecond'),
    -- A plain call sends its answers afterwards, and has saved its progress by itself.
    progress = coalesce(answered, session.progress),
    answered_at = coalesce(times, session.answered_at)
  where (session.client_id = of_client_id and session.user_id = sender_id)
    or (session.id = named_id and session.hotel_id = response.hotel_id
      and session.survey_id = response.survey_id);
  if found or not is_captured then return; end if;

  insert into interview_sessions (client_id, hotel_id, survey_id, edition, user_id, respondent_name,
    respondent_job_title, current_question_index, status, progress, answered_at, notes, started_at,
    last_updated_at)
  select of_client_id, response.hotel_id, response.survey_id, response.edition, sender_id,
    response.respondent_name, response.respondent_job_title,
    -- There is one place in it for each question that was asked.
    greatest(cardinality(response.lost) - 1, 0), 'completed', coalesce(answered, '{}'),
    coalesce(times, '{}'), response.notes, coalesce(response.started_at, response.completed_at),
    response.completed_at
  from surveys survey
  where survey.id = response.survey_id and survey.deleted_at is null
    and response.hotel_id is not null
    and not exists (select from tombstones where kind = 'session' and client_id = of_client_id)
  on conflict (client_id) do nothing;
end $$;
