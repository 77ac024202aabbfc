-- Hotel contacts assess their own hotel by link (docs/decisions/0072).

-- What a contact has answered so far. The response of an interview that is complete has the same client
-- id. Staff do not see these answers before that, so they are no `interview_sessions`.
create table self_assessments (
  id integer generated always as identity primary key,
  client_id text not null constraint self_assessments_client_id_unique unique,
  contact_id integer not null constraint self_assessments_contact_exists
    references hotel_contacts on delete cascade,
  round_id integer not null constraint self_assessments_round_exists references rounds on delete cascade,
  survey_id integer not null,
  edition integer not null,
  progress jsonb not null default '{}',
  answered_at jsonb not null default '{}',
  remarks jsonb not null default '{}',
  remarked_at jsonb not null default '{}',
  notes text not null default '',
  started_at timestamptz not null,
  -- Counts the changes, so that completing notices one that was stored meanwhile.
  version integer not null default 1,
  constraint self_assessments_edition_exists foreign key (survey_id, edition)
    references survey_editions (survey_id, number),
  constraint self_assessments_once unique (round_id, contact_id, survey_id)
);
create index self_assessments_by_contact on self_assessments (contact_id);
create index self_assessments_by_edition on self_assessments (survey_id, edition);

-- The hotel contact who sent a response by link. Then `user_id` is null.
alter table responses add column contact_id integer
    constraint responses_contact_exists references hotel_contacts on delete set null,
  add constraint responses_one_sender check (user_id is null or contact_id is null);
create index responses_by_contact on responses (contact_id) where contact_id is not null;
