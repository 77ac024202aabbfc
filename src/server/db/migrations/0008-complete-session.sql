-- Completes the interview that a response just stored belongs to: by its client id, or as the device
-- named it. A start and its response may overlap, and neither statement sees the other's row before
-- it is committed. So both take a lock that the interview's client id names, and look afterwards: a
-- volatile function looks anew for each of its statements, where a plain one sees what was there
-- when it began.
create function complete_session(
  of_client_id text, sender_id integer, named_id integer, of_hotel_id integer, of_survey_id integer,
  final_notes text
) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('interview ' || of_client_id, 0));
  update interview_sessions session
  set status = 'completed', last_updated_at = now(), notes = final_notes
  where (session.client_id = of_client_id and session.user_id = sender_id)
    or (session.id = named_id and session.hotel_id = of_hotel_id and session.survey_id = of_survey_id);
end $$;
