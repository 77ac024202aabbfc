-- More sums of closed days and months: how long interviews took, the responses that lost points at one
-- question, and the marks that Standards are counted from (docs/decisions/0074). As before, all of it can be made again from the responses.

-- The figures of the responses that lost points at each question, by its place in the edition.
create table rolled_question_sums (
  day date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  responses integer[] not null,
  passed integer[] not null,
  scored integer[] not null,
  ratios float8[] not null,
  fit_score bigint[] not null,
  fit_max bigint[] not null,
  action_score bigint[] not null,
  action_max bigint[] not null,
  environment_score bigint[] not null,
  environment_max bigint[] not null
);
create index rolled_question_sums_by_survey on rolled_question_sums (survey_id, edition, day);
create index rolled_question_sums_by_day on rolled_question_sums (day);

-- How long the interviews of a closed day took, in seconds and sorted. In the same order, `lost_at` has
-- `places` bits for each of them, one for each question of the edition: 1 where it lost points.
create table rolled_day_durations (
  day date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  places integer not null,
  durations integer[] not null,
  lost_at varbit not null
);
create index rolled_day_durations_by_day on rolled_day_durations (day);

-- The same of a closed month. A row has those that took as many whole minutes, with what each took beyond
-- them, and for each question how many of them lost points at it.
create table rolled_month_durations (
  month date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  places integer not null,
  minutes integer not null,
  seconds smallint[] not null,
  lost integer[] not null,
  lost_at varbit not null
);
create index rolled_month_durations_by_month on rolled_month_durations (month);

-- The marks of the responses of a closed month: for each of them four bytes with its hotel's id, 0 for none,
-- then `size` marks, one for each question of the edition (migration 37).
create table rolled_marks (
  month date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  hotel_stage text,
  size integer not null,
  records bytea not null
);
create index rolled_marks_by_month on rolled_marks (month);

-- A duration follows from both times. A change of the start alone concerns no other figure.
drop trigger responses_note_changed on responses;
create trigger responses_note_changed after update on responses for each row
  when (least(old.completed_at, new.completed_at) < now() - interval '12 hours'
    and (old.counts or new.counts)
    and (old.counts, old.completed_at, old.started_at, old.survey_id, old.edition, old.hotel_id,
        old.hotel_brand, old.hotel_stage, old.round_id, old.total_score, old.max_score, old.passed,
        old.fit_score, old.fit_max, old.action_score, old.action_max, old.environment_score,
        old.environment_max, old.lost, old.marks)
      is distinct from (new.counts, new.completed_at, new.started_at, new.survey_id, new.edition,
        new.hotel_id, new.hotel_brand, new.hotel_stage, new.round_id, new.total_score, new.max_score,
        new.passed, new.fit_score, new.fit_max, new.action_score, new.action_max,
        new.environment_score, new.environment_max, new.lost, new.marks))
  execute function note_rolled_change();

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
