-- Appeals against answers of approved rounds (docs/decisions/0058).

create table appeals (
  id integer generated always as identity primary key,
  -- Made by the device that files it: sent again, it is stored once.
  client_id text not null constraint appeals_client_id_unique unique,
  response_id integer not null constraint appeals_response_exists
    references responses on delete cascade,
  question_id integer not null,
  -- The option that the answer should be. Null for not applicable.
  wanted_id integer,
  claim text not null constraint appeals_claim_bounded check (length(claim) between 1 and 5000),
  status text not null default 'open' constraint appeals_status_known check (
    status in ('open', 'upheld', 'rejected', 'withdrawn')),
  -- The names as they were: they stay when the account is deleted.
  filed_by text not null,
  filed_by_id integer constraint appeals_filer_exists references system_users on delete set null,
  filed_at timestamptz not null default now(),
  closed_by text,
  closed_by_id integer constraint appeals_closer_exists references system_users on delete set null,
  closed_at timestamptz,
  reason text,
  constraint appeals_closed_whole check ((status = 'open') = (closed_at is null)),
  constraint appeals_decided_with_reason check (
    (status in ('upheld', 'rejected')) = (reason is not null))
);

create unique index appeals_one_open on appeals (response_id, question_id) where status = 'open';
create index appeals_by_response on appeals (response_id, id);

-- Deleting a person looks for what names them.
create index appeals_by_filer on appeals (filed_by_id) where filed_by_id is not null;
create index appeals_by_closer on appeals (closed_by_id) where closed_by_id is not null;
