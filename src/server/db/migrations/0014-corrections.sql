-- Corrections of a stored response keep what was there before. The row in `responses` stays what is
-- true, so no query that reads figures changes.

create table response_revisions (
  id integer generated always as identity primary key,
  response_id integer not null constraint response_revisions_response_exists
    references responses on delete cascade,
  -- 1 is what the interview left. What is true now has the number in responses.revision.
  number integer not null,
  -- Made by the device that sent the correction: sent again, it changes nothing a second time.
  client_id text constraint response_revisions_client_id_unique unique,
  cause text not null constraint response_revisions_cause_known check (
    cause in ('correction', 'appeal', 'waiver', 'review')),
  -- The former content, in the form of the same columns of responses.
  answers jsonb not null,
  lost smallint[] not null,
  total_score integer not null,
  max_score integer not null,
  fit_score integer not null,
  fit_max integer not null,
  action_score integer not null,
  action_max integer not null,
  environment_score integer not null,
  environment_max integer not null,
  -- Who replaced it, when and why. No foreign key: their number is kept when their account is deleted.
  by_id integer not null,
  at timestamptz not null default now(),
  reason text,
  constraint response_revisions_number_unique unique (response_id, number)
);

alter table responses
  add column revision integer not null default 1,
  -- The score before the first correction; null while there was none.
  add column first_total integer,
  add column first_max integer;

-- Append-only, like the audit trail. A revision goes with its response alone: by the time that the
-- foreign key deletes it, the response is no longer there.
create function refuse_lone_delete() returns trigger language plpgsql as $$
begin
  if exists (select from responses where id = old.response_id) then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create trigger response_revisions_never_change before update on response_revisions
  for each row execute function refuse_change();
create trigger response_revisions_never_deleted before delete on response_revisions
  for each row execute function refuse_lone_delete();
create trigger response_revisions_never_emptied before truncate on response_revisions
  for each statement execute function refuse_change();
