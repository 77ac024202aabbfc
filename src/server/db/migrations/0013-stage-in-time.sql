-- Comparing hotels asks for the stage of every response up to the end of its range. With the stage
-- beside the other figures it reads no response either: a fifth of the pages, and nothing that
-- pushes others out of memory.
drop index responses_by_time;
create index responses_by_time on responses (completed_at, id) include (hotel_id, survey_id, duration,
  completed_month, total_score, max_score, fit_score, fit_max, action_score, action_max,
  environment_score, environment_max, hotel_brand, hotel_stage);
