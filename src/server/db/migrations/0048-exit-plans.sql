-- Plans that are agreed in an exit meeting, before a round is approved (docs/decisions/0066).

create table exit_plans (
  id integer generated always as identity primary key,
  -- Made by the device: sent again, it is stored once. The signatures name it as their interview.
  client_id text not null constraint exit_plans_client_id_unique unique,
  -- SHA-256 of the plan, which tells a repetition from other content under the same client id.
  digest bytea not null,
  hotel_id integer not null constraint exit_plans_hotel_exists references hotels on delete cascade,
  round_id integer constraint exit_plans_round_exists references rounds on delete set null,
  -- By the device's clock.
  held_at timestamptz not null,
  -- The name as it was.
  agreed_by text not null,
  agreed_by_id integer constraint exit_plans_agreer_exists references system_users on delete set null,
  -- Files of the evidence store. They may arrive later than the plan.
  assessor_file text,
  hotel_file text,
  hotel_name text not null,
  -- When its items were written to the actions of its approved round.
  taken_at timestamptz,
  created_at timestamptz not null default now()
);
create index exit_plans_by_hotel on exit_plans (hotel_id);
create index exit_plans_by_round on exit_plans (round_id, id);
create index exit_plans_by_agreer on exit_plans (agreed_by_id) where agreed_by_id is not null;

create table exit_plan_items (
  id integer generated always as identity primary key,
  plan_id integer not null constraint exit_plan_items_plan_exists references exit_plans on delete cascade,
  -- Becomes the client id of the action.
  client_id text not null,
  survey_id integer not null,
  question_key text not null,
  -- A question that has the key; null where none is known.
  question_id integer,
  question_text text not null,
  what text not null,
  owner_user_id integer
    constraint exit_plan_items_owner_exists references system_users on delete set null,
  owner_contact_id integer
    constraint exit_plan_items_contact_exists references hotel_contacts on delete set null,
  -- The owner's name as it was.
  owner_name text,
  due_on date not null,
  constraint exit_plan_items_once unique (plan_id, question_key)
);
create index exit_plan_items_by_owner on exit_plan_items (owner_user_id)
  where owner_user_id is not null;
create index exit_plan_items_by_contact on exit_plan_items (owner_contact_id)
  where owner_contact_id is not null;

-- What the hotel will do about the finding.
alter table actions add column what text not null default ''
  constraint actions_what_bounded check (length(what) <= 2000);
alter table action_events drop constraint action_events_kind_known;
alter table action_events add constraint action_events_kind_known check (
  kind in ('comment', 'evidence', 'status', 'due', 'owner', 'what'));
