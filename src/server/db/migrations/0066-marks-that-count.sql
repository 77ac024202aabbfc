-- Marks of closed days and months that count (docs/decisions/0100), and records of hotels by survey and brand
-- (docs/decisions/0101). As before, all of it can be made again from the responses.

-- `records` had one byte for each question, and has two: how many of the hotel's responses answered it, and how many of
-- these are a finding. A hotel with more than 255 of them has several records. The numbers over all hotels had columns.
truncate rolled_day_marks, rolled_month_marks;
alter table rolled_day_marks drop column answered, drop column findings;
alter table rolled_month_marks drop column answered, drop column findings;

-- A day or month has a row for each survey and brand, where it had one.
truncate rolled_day_hotels, rolled_month_hotels;
alter table rolled_day_hotels add column survey_id integer not null;
alter table rolled_day_hotels add column hotel_brand text not null;
alter table rolled_month_hotels add column survey_id integer not null;
alter table rolled_month_hotels add column hotel_brand text not null;

-- Names all records and marks of a day or month for ever (migration 61). It was in the rows of records.
alter table rolled_day_hotels drop column version;
alter table rolled_month_hotels drop column version;
alter table rolled_days add column version uuid not null default gen_random_uuid();
alter table rolled_months add column version uuid not null default gen_random_uuid();

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
