-- Photos, documents and signatures that belong to the answers of interviews (docs/decisions/0046).

create table evidence (
  id integer primary key generated always as identity,
  -- The name that its device gave it.
  file_id text not null constraint evidence_file_id_unique unique,
  -- The client id of its interview. It refers to nothing: a file may arrive before its response.
  interview text not null,
  -- The same for the question, which may be deleted. Null is for what belongs to no answer.
  question_id integer,
  kind text not null constraint evidence_kind_known check (kind in ('photo', 'document', 'signature')),
  name text not null,
  media_type text not null,
  size integer not null constraint evidence_size_bounded check (size between 1 and 10485760),
  -- Pixels, as the device says.
  width integer,
  height integer,
  -- SHA-256 of the bytes.
  digest bytea not null,
  -- The names in the document store.
  store_name text not null constraint evidence_store_name_unique unique,
  thumbnail_name text constraint evidence_thumbnail_name_unique unique,
  caption text not null default '',
  -- By the device's clock.
  taken_at timestamptz,
  taken_by text not null,
  taken_by_id integer constraint evidence_taker_exists references system_users on delete set null,
  -- True when its sender had no right to the interview: then it is shown to the sender and Admins.
  is_stray boolean not null default false,
  uploaded_at timestamptz not null default now()
);
create index evidence_by_interview on evidence (interview);
create index evidence_by_time on evidence (uploaded_at desc, id desc);
create index evidence_by_taker on evidence (taken_by_id) where taken_by_id is not null;

-- The names in the document store that a row refers to.
create view stored_files as
select file_path as name from evaluation_documents
union all select store_name from evidence
union all select thumbnail_name from evidence where thumbnail_name is not null;

-- A deleted file leaves its `file_id` here as `client_id`, so that no device brings it back.
alter table tombstones drop constraint tombstones_kind_known,
  add constraint tombstones_kind_known check (kind in ('session', 'response', 'evidence'));

-- Why evidence that a question wants is lacking, in the interviewer's words.
alter table responses add column evidence_reason text;

-- How many files of which interview a device said it holds: {"<client id>": 3}.
alter table devices add column files jsonb not null default '{}';
create index devices_by_files on devices using gin (files) where files <> '{}';
