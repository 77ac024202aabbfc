-- Indexes by time, in the order of time: what arrives belongs at their end, and read backwards they
-- give the latest first. The other way round, each page was split in two when full, and the older
-- half stayed half empty for ever: nearly twice the pages to read, and more to write.

-- The brand last, since what stands behind a text is found by reading it.
drop index responses_by_time;
create index responses_by_time on responses (completed_at, id) include (hotel_id, survey_id, duration,
  completed_month, total_score, max_score, fit_score, fit_max, action_score, action_max,
  environment_score, environment_max, hotel_brand);
drop index responses_by_survey;
create index responses_by_survey on responses (survey_id, completed_at);

drop index audit_events_by_time;
create index audit_events_by_time on audit_events (at, id);
drop index audit_events_by_actor;
create index audit_events_by_actor on audit_events (actor_id, at);
