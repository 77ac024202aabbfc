-- Somebody who is deleted is looked for wherever they may be named. Without an index each of these
-- read its whole table, and meanwhile nobody's powers could be changed.

-- Who held an interview keeps their number without a foreign key, as in the audit trail: read beside
-- the people there are, one who has left is nobody, as before. The number comes from the sender's
-- session, so the key held nothing besides; and an index, on what every interview names, each one
-- that is stored would pay for (bench/README.md has the figures).
alter table responses drop constraint responses_user_exists;
alter table interview_sessions drop constraint interview_sessions_user_exists;

-- Seldom set, so that these cost next to nothing.
create index responses_by_reviewer on responses (reviewed_by_id) where reviewed_by_id is not null;
create index tombstones_by_deleter on tombstones (deleted_by_id) where deleted_by_id is not null;
create index evaluation_documents_by_uploader on evaluation_documents (uploaded_by_id)
  where uploaded_by_id is not null;
