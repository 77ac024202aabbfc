-- A late response is in no sums, so its deletion leaves those of its day valid (docs/decisions/0109). The deletion takes
-- its row of `rolled_late`. Where the day is being added up at this moment, that row is locked or gone, and the sums may
-- have the response. Then the deletion is noted like any other.
create function note_deleted_response() returns trigger language plpgsql as $$
begin
  if current_setting('bellwether.restoring', true) = 'on' then
    return old;
  end if;
  delete from rolled_late where response_id = (
    select response_id from rolled_late where response_id = old.id for update skip locked);
  if not found then
    insert into rolled_changes values ((old.completed_at at time zone 'UTC')::date);
  end if;
  return old;
end $$;

-- Before the deletion, because the foreign key deletes the row of `rolled_late` right after it.
drop trigger responses_note_deleted on responses;
create trigger responses_note_deleted before delete on responses for each row
  when (old.completed_at < now() - interval '1 hour' and old.counts)
  execute function note_deleted_response();
