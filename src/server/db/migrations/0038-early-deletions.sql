-- Deletions of evidence that arrived before the file itself (docs/decisions/0047).

create table early_deletions (
  -- The deletion concerns this person's own file alone: a device makes the name of a file, and people
  -- who read a response can read the names of files that have not arrived.
  user_id integer not null
    constraint early_deletions_user_exists references system_users on delete cascade,
  file_id text not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, file_id)
);

-- How often the device had changed the caption when it sent it. A caption that arrives late has a lower
-- number than the one that overtook it.
alter table evidence add column caption_edit integer not null default 0
  constraint evidence_caption_edit_counts check (caption_edit >= 0);
