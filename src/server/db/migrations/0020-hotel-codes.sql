-- Hotel codes that differ only in case are one code, which two hotels cannot have.

-- True of a hotel whose code another hotel had already when this rule came (docs/decisions/0020): it
-- keeps the code until somebody changes it.
alter table hotels add column shares_code boolean not null default false;
update hotels hotel set shares_code = true
where exists (
  select from hotels other where lower(other.hotel_id) = lower(hotel.hotel_id) and other.id < hotel.id);

create unique index hotels_code_unique on hotels (lower(hotel_id)) where not shares_code;

create function hotel_code_changed() returns trigger language plpgsql as $$
begin
  new.shares_code := false;
  return new;
end $$;
create trigger hotel_code_changed before update of hotel_id on hotels
  for each row when (old.hotel_id <> new.hotel_id) execute function hotel_code_changed();
