-- What comes from devices after the database was set back to an earlier backup.

-- An edition made after the backup exists on devices alone, and one of them brought it back with the
-- responses that were asked from it.
alter table survey_editions add column is_from_device boolean not null default false;

-- Why a response's hotel is not on record: somebody deleted it, which the audit trail tells, or it was
-- made after a backup that was restored. Called only where the hotel is missing, so that a response
-- with a hotel pays nothing for it.
create function why_hotel_missing(missing_id integer) returns text stable language plpgsql as $$
begin
  if exists (select from audit_events where action = 'hotel.deleted' and object_id = missing_id)
  then return 'hotel-deleted'; end if;
  return 'hotel-unknown';
end $$;
