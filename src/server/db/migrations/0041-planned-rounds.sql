-- Rounds that people plan and open, beside those of the stages (docs/decisions/0053).

-- Finds the approved rounds, of which there may be none.
create index rounds_approved on rounds (id) where approved_at is not null;

-- Deleting a person looks for what names them.
create index rounds_by_submitter on rounds (submitted_by_id)
  where submitted_by_id is not null;
create index rounds_by_approver on rounds (approved_by_id) where approved_by_id is not null;
create index review_remarks_by_author on review_remarks (author_id)
  where author_id is not null;
