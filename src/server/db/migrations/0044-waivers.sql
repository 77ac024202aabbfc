-- Waivers (docs/decisions/0059). A waiver takes one question out of the assessments of one hotel for some days.

create table waivers (
  id integer generated always as identity primary key,
  -- Made by the caller, so that sending again stores one.
  client_id text not null constraint waivers_client_id_unique unique,
  hotel_id integer not null constraint waivers_hotel_exists references hotels on delete cascade,
  -- The question's key (question-key.ts).
  question_key text not null,
  reason text not null constraint waivers_reason_bounded check (length(reason) between 1 and 500),
  -- Calendar days of the installation, both included.
  valid_from date not null,
  valid_to date not null,
  granted_at timestamptz not null default now(),
  granted_by_id integer constraint waivers_granter_exists references system_users on delete set null,
  revoked_at timestamptz,
  revoked_by_id integer constraint waivers_revoker_exists references system_users on delete set null,
  constraint waivers_in_order check (valid_to >= valid_from),
  constraint waivers_at_most_three_years check (valid_to <= valid_from + interval '3 years'),
  constraint waivers_revoked_later check (revoked_at >= granted_at)
);
create index waivers_by_hotel on waivers (hotel_id, id);
create index waivers_by_granter on waivers (granted_by_id) where granted_by_id is not null;
create index waivers_by_revoker on waivers (revoked_by_id) where revoked_by_id is not null;

-- A copy of the hotel's waivers on the hotel's own row, which the statement that stores a response reads
-- anyway. Null for a hotel that never had one. It keeps those that are over and those that were revoked,
-- because an interview from before can still arrive.
alter table hotels add column kept_waivers jsonb;

create function keep_waivers() returns trigger language plpgsql as $$
begin
  update hotels set kept_waivers = (
    select jsonb_agg(jsonb_build_object('id', id, 'key', question_key, 'reason', reason,
      'from', valid_from, 'to', valid_to, 'grantedAt', granted_at, 'revokedAt', revoked_at) order by id)
    from waivers where hotel_id = hotels.id)
  where id = coalesce(new.hotel_id, old.hotel_id);
  return null;
end $$;
create trigger waivers_kept_with_hotel after insert or update or delete on waivers
  for each row when (not is_restoring()) execute function keep_waivers();
