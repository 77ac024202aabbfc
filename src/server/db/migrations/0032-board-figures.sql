-- What the board shows of a hotel beside its counts (docs/decisions/0035).

-- When a hotel came to its stage. A trigger keeps it, so that every way to change a stage does: a move
-- on the board, the form, an import, a device that was offline.
alter table hotels add column stage_since timestamptz not null default now();

-- Of the hotels that are there, the audit trail knows the last move; one without any is in the stage
-- that it was made in.
update hotels set stage_since = coalesce(
  (select max(at) from audit_events
   where action = 'hotel.stage-changed' and object_id = hotels.id and details ->> 'to' = hotels.stage),
  created_at);

create function note_stage() returns trigger language plpgsql as $$
begin
  new.stage_since = now();
  return new;
end $$;
create trigger hotels_note_stage before update of stage on hotels
  for each row when (old.stage is distinct from new.stage) execute function note_stage();

-- The last response of a hotel is the first entry of this index. With the score in it, no response is
-- read for it.
drop index responses_by_hotel;
create index responses_by_hotel on responses (hotel_id, completed_at desc)
  include (counts, total_score, max_score);
