-- Storing a response calls this for its round, unless the response is held for a review anyway. The storing statement
-- reads whether the round is approved before an approval at the same moment commits, and that approval does not see the
-- response. So the approval takes the same lock alone (reviews/judge-round.ts), and one of the two waits for the other.
-- Every statement of this function reads a fresh snapshot, after the lock was taken. If the round is approved by now, it
-- refuses the storing statement, `store-response.ts` sends the response once more, and it is stored for review.
create function keep_round_unapproved(of_round integer) returns void language plpgsql as $$
begin
  if of_round is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('approval of ' || of_round, 0));
  if exists (select from rounds where id = of_round and approved_at is not null) then
    raise exception 'The round of this response was approved while it was stored'
      using errcode = 'integrity_constraint_violation', constraint = 'responses_round_unapproved';
  end if;
end $$;
