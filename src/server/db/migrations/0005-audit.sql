-- Who did what to what, and when.

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No foreign key: the trail outlives the people in it.
  actor_id integer,
  actor_name text not null,
  -- In the past tense, noun first: survey.created, hotel.stage-changed.
  action text not null,
  object_id integer,
  -- What changed, never what was answered.
  details jsonb not null default '{}'
);
create index audit_events_by_time on audit_events (at desc, id desc);
create index audit_events_by_object on audit_events (action, object_id);
create index audit_events_by_actor on audit_events (actor_id, at desc);

create trigger audit_events_never_change before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_never_emptied before truncate on audit_events
  for each statement execute function refuse_change();
