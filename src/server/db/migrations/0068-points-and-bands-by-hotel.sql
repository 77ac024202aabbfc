-- Marks of closed days and months (migration 66) also count points (docs/decisions/0105), for the questions.
-- `records` had two bytes for each question, and has four: how many of the hotel's responses answered it, how many of these
-- are a finding, and in two bytes how many points they lost. A hotel with more of them has several records.
truncate rolled_day_marks, rolled_month_marks;
-- Questions of all hotels come from them too.
alter table rolled_day_sums drop column answered, drop column lost;

-- Records of hotels (migration 61) also count the responses in each band of ten percent, for the distribution of some hotels.
truncate rolled_day_hotels, rolled_month_hotels;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
