-- Sums of closed days and months, so that figures over a year need not read every response
-- (docs/decisions/0069). Everything here can be made again from the responses. A backup leaves it out.

-- A closed day in UTC whose sums are made.
create table rolled_days (
  day date primary key
);

create table rolled_day_sums (
  day date not null,
  survey_id integer not null,
  edition integer not null,
  hotel_brand text not null,
  responses bigint not null,
  passed bigint not null,
  scored bigint not null,
  -- The sum of total_score / max_score of what is scored.
  ratios float8 not null,
  fit_score bigint not null,
  fit_max bigint not null,
  action_score bigint not null,
  action_max bigint not null,
  environment_score bigint not null,
  environment_max bigint not null,
  -- How often each question was answered, and the points lost at it, by its place in the edition.
  answered bigint[] not null,
  lost bigint[] not null
);
create index rolled_day_sums_by_day on rolled_day_sums (day);

-- A closed month in UTC, by its first day, whose sums by hotel are made.
create table rolled_months (
  month date primary key
);

create table rolled_hotel_sums (
  month date not null,
  hotel_id integer not null,
  round_id integer,
  hotel_stage text,
  -- Integers, because adding up anything larger takes three times as long.
  responses integer not null,
  scored integer not null,
  ratios float8 not null,
  -- The last completion and the highest id of what is scored; null where nothing is.
  last_at timestamptz,
  last_id integer,
  fit_score bigint not null,
  fit_max bigint not null,
  action_score bigint not null,
  action_max bigint not null,
  environment_score bigint not null,
  environment_max bigint not null
);
create index rolled_hotel_sums_by_month on rolled_hotel_sums (month);
create index rolled_hotel_sums_by_hotel on rolled_hotel_sums (hotel_id, month);

-- A row for each response of an older day that was stored, changed or deleted. While a day has one, its
-- sums are not used. Rows are only added and deleted, so two writers never wait for each other.
create table rolled_changes (
  day date not null
);

create function note_rolled_change() returns trigger language plpgsql as $$
begin
  -- A restore loads the responses of an installation that has no sums yet.
  if current_setting('bellwether.restoring', true) = 'on' then
    return null;
  end if;
  -- Only an update has both.
  insert into rolled_changes
    select distinct (completed_at at time zone 'UTC')::date
    from (values (old.completed_at), (new.completed_at)) of (completed_at)
    where completed_at is not null;
  return null;
end $$;

-- A day is closed 13 hours after its end at the earliest (background/make-roll-ups.ts), so changes of
-- the last 12 hours concern no sums. PostgreSQL checks a condition without calling the function, which
-- is why storing a response on its own day costs nothing more.
create trigger responses_note_stored after insert on responses for each row
  when (new.completed_at < now() - interval '12 hours' and new.counts)
  execute function note_rolled_change();
create trigger responses_note_deleted after delete on responses for each row
  when (old.completed_at < now() - interval '12 hours' and old.counts)
  execute function note_rolled_change();
create trigger responses_note_changed after update on responses for each row
  when (least(old.completed_at, new.completed_at) < now() - interval '12 hours'
    and (old.counts or new.counts)
    and (old.counts, old.completed_at, old.survey_id, old.edition, old.hotel_id, old.hotel_brand,
        old.hotel_stage, old.round_id, old.total_score, old.max_score, old.passed, old.fit_score,
        old.fit_max, old.action_score, old.action_max, old.environment_score, old.environment_max,
        old.lost)
      is distinct from (new.counts, new.completed_at, new.survey_id, new.edition, new.hotel_id,
        new.hotel_brand, new.hotel_stage, new.round_id, new.total_score, new.max_score, new.passed,
        new.fit_score, new.fit_max, new.action_score, new.action_max, new.environment_score,
        new.environment_max, new.lost))
  execute function note_rolled_change();
