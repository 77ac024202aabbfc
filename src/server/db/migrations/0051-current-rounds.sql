-- The hotel's row keeps which round is its current one (docs/decisions/0071), because the statement that
-- stores a response reads that row anyway.

alter table hotels
  -- The round of the hotel's latest `round_times`.
  add column round_id integer,
  -- Since when; null while the hotel has had one round only, to which an earlier interview belongs too.
  add column round_since timestamptz;

-- What the two columns must say.
create view current_rounds as
select hotel.id as hotel_id, latest.round_id, case when exists (
    select from round_times where hotel_id = hotel.id and since < latest.since) then latest.since
  end as round_since
from hotels hotel left join lateral (
  select round_id, since from round_times where hotel_id = hotel.id order by since desc limit 1
) latest on true;

update hotels set round_id = is_now.round_id, round_since = is_now.round_since
from current_rounds is_now where is_now.hotel_id = hotels.id;

-- Returns the round of an interview: the one that its device named, where that is one of the hotel's, or
-- else the one that was the current one when it began, or the first one where it began before all.
create function round_of_interview(of_hotel integer, named integer, began timestamptz)
returns integer stable language sql as $$
  select coalesce(
    (select id from rounds where id = named and hotel_id = of_hotel),
    (select round_id from round_times where hotel_id = of_hotel and since <= began
      order by since desc limit 1),
    (select round_id from round_times where hotel_id = of_hotel order by since limit 1))
$$;

-- Keeps the two columns true, whoever writes to `round_times`. Where another transaction has made another
-- round the current one meanwhile, the first statement waits for it, and the second one sees what it did.
create function keep_current_rounds(hotel_ids integer[]) returns void language plpgsql as $$
begin
  perform from hotels join current_rounds is_now on is_now.hotel_id = hotels.id
  where hotels.id = any(hotel_ids)
    and (hotels.round_id, hotels.round_since) is distinct from (is_now.round_id, is_now.round_since)
  order by hotels.id for no key update of hotels;
  if not found then return; end if;
  update hotels set round_id = is_now.round_id, round_since = is_now.round_since
  from current_rounds is_now
  where hotels.id = any(hotel_ids) and is_now.hotel_id = hotels.id
    and (hotels.round_id, hotels.round_since) is distinct from (is_now.round_id, is_now.round_since);
end $$;

create function note_round_times() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform keep_current_rounds((select array_agg(distinct hotel_id) from come));
  end if;
  if tg_op <> 'INSERT' then
    perform keep_current_rounds((select array_agg(distinct hotel_id) from gone));
  end if;
  return null;
end $$;
create trigger round_times_note_insert after insert on round_times
  referencing new table as come for each statement
  when (not is_restoring()) execute function note_round_times();
create trigger round_times_note_update after update on round_times
  referencing old table as gone new table as come for each statement
  when (not is_restoring()) execute function note_round_times();
create trigger round_times_note_delete after delete on round_times
  referencing old table as gone for each statement
  when (not is_restoring()) execute function note_round_times();

-- A new hotel gets the number of its first round with its row, so that it is not written twice: an import
-- inserts thousands.
create function number_first_round() returns trigger language plpgsql as $$
begin
  new.round_id = nextval(pg_get_serial_sequence('rounds', 'id'));
  return new;
end $$;
create trigger hotels_number_first_round before insert on hotels
  for each row when (not is_restoring()) execute function number_first_round();

create or replace function begin_first_cycle() returns trigger language plpgsql as $$
begin
  with begun as (
    insert into cycles (hotel_id, number, began_at, ended_at)
    select id, 1, least(created_at, stage_since), case when stage = 'Disposition' then stage_since end
    from concerned
    returning id, hotel_id
  ), opened as (
    insert into rounds (id, cycle_id, hotel_id, kind, stage, opened_at) overriding system value
    select concerned.round_id, begun.id, begun.hotel_id, kind_of_stage(stage), stage, stage_since
    from begun join concerned on concerned.id = begun.hotel_id
    returning id, hotel_id, opened_at
  )
  insert into round_times (round_id, hotel_id, since) select id, hotel_id, opened_at from opened;
  return null;
end $$;

-- What the statement that stores a response looks up for few responses only. As functions they cost nothing
-- where they are not called.

-- Returns when the session of an interview began, where it has one: by its client id, or as its device
-- named it.
create function session_start(of_client_id text, sender_id integer, named_id integer, of_hotel integer,
  of_survey integer, completed timestamptz)
returns timestamptz stable language plpgsql as $$
begin
  return (select session.started_at from interview_sessions session
    where ((session.client_id = of_client_id and session.user_id = sender_id) or session.id = named_id)
      and session.hotel_id = of_hotel and session.survey_id = of_survey
      and session.started_at <= completed
    order by session.client_id = of_client_id desc limit 1);
end $$;

-- True when there is such a session of the hotel and the survey.
create function is_session_of(session_id integer, of_hotel integer, of_survey integer)
returns boolean stable language plpgsql as $$
begin
  return exists (select from interview_sessions
    where id = session_id and hotel_id = of_hotel and survey_id = of_survey);
end $$;
