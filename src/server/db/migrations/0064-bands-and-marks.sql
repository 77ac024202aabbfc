-- How many responses of a closed day are in each band of ten percent, how many responses do not count, the marks of
-- closed days and months by hotel, and durations by minute (docs/decisions/0093). With these the distribution of a
-- year, the number of its responses, Standards, and the median duration read few rows.

create table rolled_day_bands (
  day date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  -- 0 is below 10 %, 9 is 90 % and more, -1 is not scored.
  band smallint not null,
  responses integer not null,
  passed integer not null,
  -- How many of these lost points at each question, by its place in the edition, and how many of those passed.
  lost_at integer[] not null,
  lost_at_passed integer[] not null
);
create index rolled_day_bands_by_day on rolled_day_bands (day);

-- The number of responses in a list includes those that do not count in figures, and sums lack them. They are few.
create index responses_that_do_not_count on responses (completed_at) where not counts;

-- The marks of a closed day or month. `answered` and `findings` have a number for each question of the edition: how
-- many responses answered it, and how many of these are a finding. `records` has, for each hotel, four bytes with its
-- id, 0 for none, then `size` marks (migration 37): those of all its responses, joined by "or".
drop table rolled_marks;
create table rolled_day_marks (
  day date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  hotel_stage text,
  size integer not null,
  answered integer[] not null,
  findings integer[] not null,
  records bytea not null
);
create index rolled_day_marks_by_day on rolled_day_marks (day);
create table rolled_month_marks (
  month date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  hotel_stage text,
  size integer not null,
  answered integer[] not null,
  findings integer[] not null,
  records bytea not null
);
create index rolled_month_marks_by_month on rolled_month_marks (month);

-- How long the interviews of a closed day or month took (migration 55), by whole minutes. `times` is how many they are,
-- so that counting them unpacks no array. Days had one array of all their durations, which a median had to unpack.
drop table rolled_day_durations;
create table rolled_day_durations (
  day date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  places integer not null,
  minutes integer not null,
  times integer not null,
  seconds smallint[] not null,
  lost integer[] not null,
  lost_at varbit not null
);
create index rolled_day_durations_by_day on rolled_day_durations (day);
truncate rolled_month_durations;
alter table rolled_month_durations add column times integer not null;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
