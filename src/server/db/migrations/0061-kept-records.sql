-- Records of hotels that a process keeps in memory (docs/decisions/0087). As before, all of it can be made
-- again from the responses.

-- Names the content of a row for ever, also after a failover or a restore, because it is random. A day or month
-- that is made again gets another one.
alter table rolled_day_hotels add column version uuid not null default gen_random_uuid();
alter table rolled_month_hotels add column version uuid not null default gen_random_uuid();

-- A record now also has how many responses passed, the points of each category, and how long each interview took
-- (db/hotel-records.ts). So nothing reads these sums any more.
drop table rolled_hotel_sums;
truncate rolled_day_hotels, rolled_month_hotels;

-- Planning each statement over many responses calls this (migration 27). Counting takes a fifth of the time that
-- looking up each hotel that is not assigned took.
create or replace function sees_most(of_user integer) returns boolean
immutable strict parallel safe language sql as $$
  select 2 * (select count(*) from assigned_hotels where user_id = of_user) > (select count(*) from hotels)
$$;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
