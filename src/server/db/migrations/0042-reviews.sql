-- Review and lock of rounds (docs/decisions/0054).

alter table rounds
  -- Who reopened it last, so that the same call sent again is answered alike.
  add column reopened_at timestamptz,
  add column reopened_by_id integer
    constraint rounds_reopener_exists references system_users on delete set null;

alter table response_revisions
  -- What else a revision replaced. Null for revisions from before.
  add column notes text,
  add column files jsonb,
  -- SHA-256 of the request that brought the revision. It tells a repetition from other content.
  add column digest text,
  -- False for a revision that arrived after its round was approved. Such a row holds the content that
  -- arrived, the response is as it was, and its number is below 0.
  add column applied boolean not null default true;

-- What was returned to somebody, which their device asks for.
create index responses_returned on responses (user_id) where returned_at is not null;

-- Deleting a person looks for what names them.
create index rounds_by_reopener on rounds (reopened_by_id) where reopened_by_id is not null;
