-- The sums of closed days and months tell verdicts apart (docs/decisions/0106): each row has the responses of one verdict.
-- So they answer a filter by verdict too, and need no numbers of their own of what passed and what was scored.
truncate rolled_day_sums, rolled_hour_sums, rolled_question_sums, rolled_day_bands,
  rolled_day_durations, rolled_month_durations;
alter table rolled_day_sums drop column passed, drop column scored, add column verdict text not null;
alter table rolled_hour_sums drop column passed, drop column scored, add column verdict text not null;
alter table rolled_question_sums drop column passed, drop column scored, add column verdict text not null;
alter table rolled_day_bands drop column passed, drop column lost_at_passed, add column verdict text not null;
alter table rolled_day_durations add column verdict text not null;
alter table rolled_month_durations add column verdict text not null;

-- The server makes all sums again.
delete from rolled_days;
delete from rolled_months;
