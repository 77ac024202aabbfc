-- Actions: what a hotel does about the findings of an approved round (docs/decisions/0065).

create table actions (
  id integer generated always as identity primary key,
  -- Made by the server. Files of the action name it as their interview.
  client_id text not null constraint actions_client_id_unique unique,
  hotel_id integer not null constraint actions_hotel_exists references hotels on delete cascade,
  cycle_id integer not null constraint actions_cycle_exists references cycles on delete cascade,
  -- The round in which it was found first.
  round_id integer not null constraint actions_round_exists references rounds on delete cascade,
  -- The question's key (question-key.ts), and one question that has it.
  question_key text not null,
  question_id integer not null,
  question_text text not null,
  -- The responses that show the finding. They refer to nothing: one may be deleted after a reopening.
  responses integer[] not null,
  severity text not null constraint actions_severity_known check (
    severity in ('critical', 'major', 'minor')),
  owner_user_id integer constraint actions_owner_exists references system_users on delete set null,
  owner_contact_id integer
    constraint actions_owner_contact_exists references hotel_contacts on delete set null,
  -- The owner's name as it was: it stays when their account is deleted.
  owner_name text,
  due_on date not null,
  status text not null default 'open' constraint actions_status_known check (
    status in ('open', 'in-progress', 'done', 'verified', 'waived', 'not-a-finding', 'withdrawn')),
  -- The latest action about the same in an earlier cycle.
  repeat_of integer constraint actions_repeated_exists references actions on delete set null,
  -- The rounds of the cycle that found it, and when it was found last.
  found_in integer[] not null,
  found_at timestamptz not null default now(),
  -- The response of a re-assessment whose answer verified it.
  closed_by_response_id integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint actions_one_of_cycle unique (cycle_id, question_key),
  constraint actions_one_owner check (owner_user_id is null or owner_contact_id is null)
);
-- Lists and counts of what is open, which is what people look at nearly always.
create index actions_open_by_due on actions (due_on, id)
  include (hotel_id, severity, status, owner_user_id)
  where status in ('open', 'in-progress', 'done');
create index actions_open_by_hotel on actions (hotel_id, due_on, id)
  include (severity, status, owner_user_id)
  where status in ('open', 'in-progress', 'done');
create index actions_by_due on actions (due_on, id);
create index actions_by_hotel on actions (hotel_id, due_on, id);
create index actions_by_key on actions (question_key, due_on, id);
create index actions_by_round on actions (round_id);
-- Lists of one's own, and deleting a person or a contact looks for what names them.
create index actions_by_owner on actions (owner_user_id, due_on, id) where owner_user_id is not null;
create index actions_by_contact on actions (owner_contact_id) where owner_contact_id is not null;
create index actions_by_repeated on actions (repeat_of) where repeat_of is not null;

-- The history of an action, which only grows.
create table action_events (
  id integer generated always as identity primary key,
  -- Made by the device that sends it: sent again, it is stored once. Made by the server for its own.
  client_id text not null constraint action_events_client_id_unique unique,
  action_id integer not null
    constraint action_events_action_exists references actions on delete cascade,
  kind text not null constraint action_events_kind_known check (
    kind in ('comment', 'evidence', 'status', 'due', 'owner')),
  body jsonb not null,
  -- False for what came too late: it is kept as a note.
  applied boolean not null default true,
  refusal text,
  -- The name as it was. Null for what the server did.
  actor_name text,
  -- No foreign key: the number is kept when the account is deleted.
  actor_user_id integer,
  claimed_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  constraint action_events_refused_with_words check (applied = (refusal is null))
);
create index action_events_by_action on action_events (action_id, id);

-- An event goes with its action alone: by the time that the foreign key deletes it, the action is no
-- longer there.
create function refuse_lone_event_delete() returns trigger language plpgsql as $$
begin
  if exists (select from actions where id = old.action_id) then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger action_events_never_change before update on action_events
  for each row execute function refuse_change();
create trigger action_events_never_deleted before delete on action_events
  for each row execute function refuse_lone_event_delete();
create trigger action_events_never_emptied before truncate on action_events
  for each statement execute function refuse_change();

-- True once an approval has made the actions of its findings. Rounds that were approved before there
-- were actions have none, and an appeal that is upheld there makes none.
alter table rounds add column has_actions boolean not null default false;
