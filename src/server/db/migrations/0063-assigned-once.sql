-- The rule of migration 2 as it was, without removing duplicates: the second half leaves out what the first half
-- has. For somebody with 20,000 hotels that takes half as long, and every statement over many responses asks
-- twice while it is planned (docs/decisions/0022).
create or replace view assigned_hotels as
  select service_consultant_id as user_id, id as hotel_id
    from hotels where service_consultant_id is not null
  union all
  select user_id, hotel_id from hotel_assignments assigned where not exists (
    select from hotels where id = assigned.hotel_id and service_consultant_id = assigned.user_id);

-- As two conditions PostgreSQL answers both from indexes alone.
create or replace function not_assigned_to(of_user integer) returns integer[]
immutable strict parallel safe language sql as $$
  select array(
    select id from hotels
    where not exists (
        select from hotel_assignments where user_id = of_user and hotel_id = hotels.id)
      and not exists (
        select from hotels named where named.id = hotels.id and named.service_consultant_id = of_user))
$$;
