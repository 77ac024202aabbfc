-- For people who see most hotels, the few that they do not see are left out, instead of looking each
-- response's hotel up among thousands (docs/decisions/0022). Both functions are declared immutable for
-- the reason and with the restriction that `assigned_to` has in migration 22.
create function not_assigned_to(of_user integer) returns integer[]
immutable strict parallel safe language sql as $$
  select array(
    select id from hotels
    where service_consultant_id is distinct from of_user and not exists (
      select from hotel_assignments where user_id = of_user and hotel_id = hotels.id))
$$;

create function sees_most(of_user integer) returns boolean
immutable strict parallel safe language sql as $$
  select 2 * cardinality(not_assigned_to(of_user)) < (select count(*) from hotels)
$$;

-- The number of all responses of somebody who sees most hotels is counted in the index in which an
-- Admin's are, so it holds the hotel too.
drop index responses_by_survey;
create index responses_by_survey on responses (survey_id, completed_at) include (hotel_id);
