-- When a response was stored or last changed, for whoever fetches only what is new since last time.
-- When those that are there were changed is not known, so all of them count as changed now.
alter table responses add column updated_at timestamptz not null default now();

-- Strictly later each time, so that no change hides behind the one before it.
create function note_update() returns trigger language plpgsql as $$
begin
  new.updated_at = greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end $$;
create trigger responses_note_update before update on responses
  for each row execute function note_update();

create index responses_by_update on responses (updated_at);
