-- Late responses stay beside the sums of closed days (docs/decisions/0109).
-- A response that was stored or accepted after its day was over is in no sums, so a row here names it, and figures add it
-- to the sums one by one. The row goes when the day is added up again. A correction or a deletion concerns responses that
-- are in the sums, so it still makes a row in `rolled_changes`.
create table rolled_late (
  response_id integer primary key references responses on delete cascade,
  -- That of the response.
  completed_at timestamptz not null,
  noted_at timestamptz not null default now()
);

create function note_late_response() returns trigger language plpgsql as $$
begin
  -- A restore loads the responses of an installation that has no sums yet.
  if current_setting('bellwether.restoring', true) is distinct from 'on' then
    insert into rolled_late (response_id, completed_at) values (new.id, new.completed_at)
      on conflict (response_id) do update set completed_at = excluded.completed_at;
  end if;
  return null;
end $$;

create function move_late_response() returns trigger language plpgsql as $$
begin
  update rolled_late set completed_at = new.completed_at where response_id = new.id;
  return null;
end $$;

-- A day is closed 2 hours after its end at the earliest (background/make-roll-ups.ts), so responses of the last hour
-- concern no sums. PostgreSQL checks a condition without calling the function, which is why storing a response within an
-- hour costs nothing more.
drop trigger responses_note_stored on responses;
create trigger responses_note_stored after insert on responses for each row
  when (new.completed_at < now() - interval '1 hour' and new.counts)
  execute function note_late_response();
create trigger responses_note_accepted after update on responses for each row
  when (new.completed_at < now() - interval '1 hour' and new.counts and not old.counts)
  execute function note_late_response();

create trigger responses_move_late after update on responses for each row
  when (new.completed_at <> old.completed_at)
  execute function move_late_response();

drop trigger responses_note_deleted on responses;
create trigger responses_note_deleted after delete on responses for each row
  when (old.completed_at < now() - interval '1 hour' and old.counts)
  execute function note_rolled_change();

drop trigger responses_note_changed on responses;
create trigger responses_note_changed after update on responses for each row
  when (least(old.completed_at, new.completed_at) < now() - interval '1 hour'
    and old.counts
    and (old.counts, old.completed_at, old.started_at, old.survey_id, old.edition, old.hotel_id,
        old.hotel_brand, old.hotel_stage, old.round_id, old.total_score, old.max_score, old.passed,
        old.fit_score, old.fit_max, old.action_score, old.action_max, old.environment_score,
        old.environment_max, old.lost, old.marks)
      is distinct from (new.counts, new.completed_at, new.started_at, new.survey_id, new.edition,
        new.hotel_id, new.hotel_brand, new.hotel_stage, new.round_id, new.total_score, new.max_score,
        new.passed, new.fit_score, new.fit_max, new.action_score, new.action_max,
        new.environment_score, new.environment_max, new.lost, new.marks))
  execute function note_rolled_change();

-- The columns have no default and a new name, so that a process of an older release, whose sums have late responses too,
-- fails to make any day or month.
alter table rolled_days rename column made_at to added_up_at;
alter table rolled_months add column added_up_at timestamptz not null default now();
alter table rolled_months alter column added_up_at drop default;
