-- How long the interviews of a closed day or month took, by whole minutes (migration 64). A row had a number for each
-- interview, with a bit for each of its questions, so a median had to unpack as many as the middle minute has. Now a row
-- counts them by second: `seconds` are those that occurred, beyond the minutes and in order, and `times_at` is how often each
-- did. `lost_at` has `places` counts for each of these seconds: how many of its interviews lost points at each question.
truncate rolled_day_durations, rolled_month_durations;
alter table rolled_day_durations drop column lost_at, add column times_at integer[] not null,
  add column lost_at integer[] not null;
alter table rolled_month_durations drop column lost_at, add column times_at integer[] not null,
  add column lost_at integer[] not null;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
