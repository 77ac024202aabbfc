-- Marks of closed days and months (migration 68) also have the round of each record, so that Questions and Standards can
-- be narrowed to approved rounds (docs/decisions/0113). `rounds` has four bytes for each record: the round's id, 0 for
-- none. It is null in rows that an earlier release made. These stay right, and the server makes them again one by one.
alter table rolled_day_marks add column rounds bytea;
alter table rolled_month_marks add column rounds bytea;
create index rolled_day_marks_without_rounds on rolled_day_marks (day) where rounds is null;
create index rolled_month_marks_without_rounds on rolled_month_marks (month) where rounds is null;
