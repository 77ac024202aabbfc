-- Returns the names that an audit event keeps of its hotel and its survey. This is a function because
-- PostgreSQL plans a function once for each connection. It would plan the same subqueries in the insert
-- again for each event (docs/decisions/0085).
create function names_of_event(of_hotel integer, of_survey integer) returns jsonb
stable language plpgsql as $$
begin
  if of_hotel is null and of_survey is null then return '{}'; end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'hotelName', (select hotel_name from hotels where id = of_hotel),
    'surveyTitle', (select title from surveys where id = of_survey)));
end $$;
