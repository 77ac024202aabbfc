-- The sums of a closed day by hour (docs/decisions/0097). In any time zone but UTC a month begins within a day of UTC.
-- Its figures are read from the hours of that day, and not from all responses of the day.

create table rolled_hour_sums (
  day date not null,
  hour timestamptz not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  responses bigint not null,
  passed bigint not null,
  scored bigint not null,
  ratios float8 not null,
  fit_score bigint not null,
  fit_max bigint not null,
  action_score bigint not null,
  action_max bigint not null,
  environment_score bigint not null,
  environment_max bigint not null
);
create index rolled_hour_sums_by_hour on rolled_hour_sums (day, hour);

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;

-- When the day was added up. It has no default, so that a process of an older release, which makes no sums by hour,
-- fails to make any day.
alter table rolled_days add column made_at timestamptz not null;
