-- The function of migration 34. It now also refuses a response that somebody deleted while it was stored again. The
-- storing statement looks for the tombstone before it waits for the deletion to end, and so does not find it. This
-- function reads a fresh snapshot after the response was inserted: when the deleted row no longer prevents that, its
-- tombstone is there.
create or replace function complete_session(of_client_id text, sender_id integer, named_id integer)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('interview ' || of_client_id, 0));
  if exists (select from tombstones where kind = 'response' and client_id = of_client_id) then
    raise exception 'This response was deleted while it was stored again'
      using errcode = 'integrity_constraint_violation', constraint = 'responses_not_deleted';
  end if;
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
