-- What counts (rule 43): a response counts in figures unless whoever sent it has no right to its
-- hotel and had none when the interview began. Then it counts once somebody has accepted it. What is
-- stored already goes on counting.

alter table responses add column counts boolean not null default true;

-- Every figure asks for it, so it stands beside what figures add up, and they still read no response.
drop index responses_by_time;
create index responses_by_time on responses (completed_at, id) include (hotel_id, survey_id, duration,
  completed_month, total_score, max_score, fit_score, fit_max, action_score, action_max,
  environment_score, environment_max, counts, hotel_brand, hotel_stage);
drop index responses_by_hotel;
create index responses_by_hotel on responses (hotel_id, completed_at desc) include (counts);

-- Who had a right to which hotel, since when and until when: each right as it was given or taken.
-- Without foreign keys, since it stays true of who has left and of hotels that are gone.
create table assignment_history (
  id bigint generated always as identity primary key,
  user_id integer not null,
  -- Null where the role gives a right to every hotel.
  hotel_id integer,
  -- The hotel names them as its consultant; their list names the hotel; or by their role.
  way text not null constraint assignment_history_way_known check (way in ('hotel', 'list', 'role')),
  is_given boolean not null,
  at timestamptz not null default now(),
  constraint assignment_history_role_is_for_all check ((way = 'role') = (hotel_id is null))
);
create index assignment_history_by_user on assignment_history (user_id, hotel_id, at);
create trigger assignment_history_never_changes before update or delete on assignment_history
  for each row execute function refuse_change();
create trigger assignment_history_never_emptied before truncate on assignment_history
  for each statement execute function refuse_change();

-- A role's permissions are the names of the actions in the code's table (rule 9).
create function sees_all_hotels(of_role integer) returns boolean language sql stable as $$
  select exists (select from user_roles where id = of_role and permissions ? 'hotels.all')
$$;

-- Since when somebody had what they have today is not known, so it is taken to be for ever.
insert into assignment_history (user_id, hotel_id, way, is_given, at)
select service_consultant_id, id, 'hotel', true, timestamptz '-infinity'
  from hotels where service_consultant_id is not null
union all
select user_id, hotel_id, 'list', true, '-infinity' from hotel_assignments
union all
select id, null, 'role', true, '-infinity' from system_users where sees_all_hotels(role_id);

-- While a backup is loaded nothing is given or taken: its history comes with it.
create function is_restoring() returns boolean language sql stable as $$
  select coalesce(current_setting('bellwether.restoring', true), '') = 'on'
$$;

create function note_first_consultants() returns trigger language plpgsql as $$
begin
  insert into assignment_history (user_id, hotel_id, way, is_given)
  select service_consultant_id, id, 'hotel', true
  from concerned where service_consultant_id is not null;
  return null;
end $$;
create trigger hotels_note_first_consultants after insert on hotels
  referencing new table as concerned for each statement
  when (not is_restoring()) execute function note_first_consultants();

create function note_another_consultant() returns trigger language plpgsql as $$
begin
  insert into assignment_history (user_id, hotel_id, way, is_given)
  select person, new.id, 'hotel', is_given
  from (values (old.service_consultant_id, false), (new.service_consultant_id, true))
    named (person, is_given)
  where person is not null;
  return null;
end $$;
create trigger hotels_note_another_consultant after update of service_consultant_id on hotels
  for each row when (old.service_consultant_id is distinct from new.service_consultant_id)
  execute function note_another_consultant();

-- A hotel that is deleted is taken from nobody: what was held there counts as before (rule 28). Its
-- lists go with it, and so the hotel is looked for.
create function note_list() returns trigger language plpgsql as $$
begin
  insert into assignment_history (user_id, hotel_id, way, is_given)
  select user_id, hotel_id, 'list', tg_op = 'INSERT'
  from concerned where exists (select from hotels where id = concerned.hotel_id);
  return null;
end $$;
create trigger hotel_assignments_note_given after insert on hotel_assignments
  referencing new table as concerned for each statement
  when (not is_restoring()) execute function note_list();
create trigger hotel_assignments_note_taken after delete on hotel_assignments
  referencing old table as concerned for each statement execute function note_list();

create function note_role() returns trigger language plpgsql as $$
declare
  had_all constant boolean not null := tg_op = 'UPDATE' and sees_all_hotels(old.role_id);
  has_all constant boolean not null := sees_all_hotels(new.role_id);
begin
  if had_all <> has_all then
    insert into assignment_history (user_id, way, is_given) values (new.id, 'role', has_all);
  end if;
  return null;
end $$;
create trigger system_users_note_first_role after insert on system_users
  for each row when (not is_restoring()) execute function note_role();
create trigger system_users_note_another_role after update of role_id on system_users
  for each row when (old.role_id <> new.role_id) execute function note_role();

-- Whether somebody had a right to a hotel when their interview began there. That their session was
-- begun on the server proves it, since it is begun by nobody who has none. Otherwise it is looked for
-- at the moment that the device claims.
create function had_right(of_user integer, to_hotel integer, of_client_id text, begun timestamptz)
returns boolean language plpgsql stable as $$
begin
  return exists (select from interview_sessions
      where client_id = of_client_id and user_id = of_user and hotel_id = to_hotel)
    or exists (
      select from (
        select distinct on (way) is_given from assignment_history
        where user_id = of_user and (hotel_id = to_hotel or hotel_id is null) and at <= begun
        order by way, at desc, id desc
      ) latest where is_given);
end $$;

-- As in migration 12, but for the last condition: an interview that is told by a response alone is
-- none of its hotel's until that response counts.
create or replace view interviews as
select * from interview_sessions
union all
select response.session_id, response.client_id, response.hotel_id, response.survey_id,
  response.edition, response.user_id, response.respondent_name, response.respondent_job_title,
  -- There is one place in it for each question that was asked.
  greatest(cardinality(response.lost) - 1, 0), 'completed',
  coalesce((select jsonb_object_agg(answer ->> 'questionId', answer - '{questionId,maximum}'::text[])
    from jsonb_array_elements(response.answers) answer), '{}'),
  coalesce((select jsonb_object_agg(answer ->> 'questionId',
      (extract(epoch from response.completed_at) * 1000)::bigint)
    from jsonb_array_elements(response.answers) answer), '{}'),
  response.notes, coalesce(response.started_at, response.completed_at), response.completed_at
from responses response join surveys survey on survey.id = response.survey_id
where response.session_id is not null and response.hotel_id is not null
  and survey.deleted_at is null
  and not exists (select from interview_sessions where client_id = response.client_id)
  and not exists (select from tombstones
    where kind = 'session' and client_id = response.client_id)
  and response.counts;
