-- How many responses of a closed day are in each band of ten percent, and how many responses do not count
-- (docs/decisions/0093). So the distribution of a year, and the count beside a page of its responses, read few rows.

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

-- Lists show what does not count too, and sums are of what counts. It is little.
create index responses_that_do_not_count on responses (completed_at) where not counts;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
