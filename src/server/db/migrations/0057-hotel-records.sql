-- Sums by hotel for people who see some hotels, and in a form that the server adds up itself
-- (docs/decisions/0078). As before, all of it can be made again from the responses.

-- The sums of a closed day by hotel, round and stage: one record of 40 bytes for each of them
-- (db/hotel-records.ts). Uncompressed, because a comparison of hotels reads all records of a year.
create table rolled_day_hotels (
  day date not null,
  records bytea not null
);
alter table rolled_day_hotels alter column records set storage external;
create index rolled_day_hotels_by_day on rolled_day_hotels (day);

-- The same of a closed month.
create table rolled_month_hotels (
  month date not null,
  records bytea not null
);
alter table rolled_month_hotels alter column records set storage external;
create index rolled_month_hotels_by_month on rolled_month_hotels (month);

-- How many responses of a month, hotel, round and stage passed, and how long their interviews took, in
-- seconds and sorted.
truncate rolled_hotel_sums;
alter table rolled_hotel_sums add column passed integer not null;
alter table rolled_hotel_sums add column durations integer[] not null;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
