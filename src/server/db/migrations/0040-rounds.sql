-- Cycles and rounds (docs/decisions/0052). A cycle is a hotel's way through the six stages. A round is
-- one assessment in it.

create table cycles (
  id integer generated always as identity primary key,
  hotel_id integer not null constraint cycles_hotel_exists references hotels on delete cascade,
  number integer not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  -- What came of it, in the words of the person who closed it.
  outcome text not null default '',
  constraint cycles_number_unique unique (hotel_id, number),
  -- For the reference from rounds, which keeps a round and its cycle at the same hotel.
  constraint cycles_hotel_unique unique (id, hotel_id),
  constraint cycles_in_order check (ended_at >= began_at)
);
create unique index cycles_one_open on cycles (hotel_id) where ended_at is null;

create table rounds (
  id integer generated always as identity primary key,
  -- Made by the device that opened it. Null for a round that a stage opened.
  client_id text constraint rounds_client_id_unique unique,
  cycle_id integer not null,
  hotel_id integer not null,
  kind text not null constraint rounds_kind_known check (
    kind in ('self', 'onsite', 'session', 'reassessment', 'other')),
  -- The stage as which its responses count.
  stage text not null constraint rounds_stage_known check (
    stage in ('Initiated', 'Onsite Assessment', 'Virtual Session', 'Virtual Re-Assessment',
      'Evaluation', 'Disposition')),
  status text not null default 'open' constraint rounds_status_known check (
    status in ('planned', 'open', 'submitted', 'approved', 'closed', 'cancelled')),
  -- The approved round that a re-assessment repeats in part.
  parent_id integer constraint rounds_parent_exists references rounds on delete set null,
  -- The surveys that it asks; null for all.
  survey_ids integer[],
  -- The keys of the questions that it asks (question-key.ts); null for all.
  questions text[],
  -- True where the assessor does not see the last answers.
  blind boolean not null default false,
  planned_from date,
  planned_to date,
  opened_at timestamptz,
  submitted_at timestamptz,
  submitted_by_id integer constraint rounds_submitter_exists references system_users on delete set null,
  -- While this is set, its responses and their evidence are locked.
  approved_at timestamptz,
  approved_by_id integer constraint rounds_approver_exists references system_users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint rounds_cycle_exists foreign key (cycle_id, hotel_id)
    references cycles (id, hotel_id) on delete cascade,
  constraint rounds_approved_when_locked check (approved_at is null or status in ('approved', 'closed')),
  constraint rounds_planned_in_order check (planned_to >= planned_from)
);
create index rounds_by_hotel on rounds (hotel_id, id);
create index rounds_by_cycle on rounds (cycle_id);
create index rounds_by_parent on rounds (parent_id) where parent_id is not null;

-- The people who are to hold a round's interviews; none for anybody.
create table round_people (
  round_id integer not null constraint round_people_round_exists references rounds on delete cascade,
  user_id integer not null constraint round_people_user_exists references system_users on delete cascade,
  primary key (round_id, user_id)
);
create index round_people_by_user on round_people (user_id);

-- Since when each round was the one to which a hotel's new interviews belong. An interview that began
-- earlier and arrives late belongs to the round of its own time.
create table round_times (
  round_id integer not null constraint round_times_round_exists references rounds on delete cascade,
  hotel_id integer not null,
  since timestamptz not null,
  primary key (hotel_id, since) include (round_id)
);
create index round_times_by_round on round_times (round_id);

create function kind_of_stage(stage text) returns text immutable parallel safe language sql as $$
  select case stage when 'Initiated' then 'self' when 'Onsite Assessment' then 'onsite'
    when 'Virtual Session' then 'session' when 'Virtual Re-Assessment' then 'reassessment'
    else 'other' end
$$;

-- What is there: one cycle for each hotel, and one round for each stage in which it has responses.
insert into cycles (hotel_id, number, began_at, ended_at)
select id, 1, least(created_at, stage_since), case when stage = 'Disposition' then stage_since end
from hotels;

insert into rounds (cycle_id, hotel_id, kind, stage, status, opened_at)
select cycle.id, hotel.id, kind_of_stage(held.stage), held.stage,
  case when cycle.ended_at is null then 'open' else 'closed' end,
  coalesce(held.since, hotel.stage_since)
from hotels hotel
  join cycles cycle on cycle.hotel_id = hotel.id
  cross join lateral (
    select stage, min(since) as since from (
      select hotel.stage as stage, null::timestamptz as since
      union all
      select hotel_stage, coalesce(started_at, completed_at) from responses
      where hotel_id = hotel.id and hotel_stage is not null) known
    group by stage) held;

insert into round_times (round_id, hotel_id, since)
select id, hotel_id, opened_at from rounds on conflict do nothing;
insert into round_times (round_id, hotel_id, since)
select round.id, hotel.id, hotel.stage_since
from hotels hotel join rounds round on round.hotel_id = hotel.id and round.stage = hotel.stage
on conflict (hotel_id, since) do update set round_id = excluded.round_id;

-- A change of type to the same type fills in what is stored in one pass, and does not note each
-- response as changed. There is no reference to rounds: it would cost every response that is stored,
-- and a round is deleted only with its hotel.
drop index responses_by_time;
create function migrated_round(of_hotel integer, as_stage text) returns integer
stable language sql as $$
  select id from rounds where hotel_id = of_hotel and stage = as_stage limit 1
$$;
alter table responses
  alter column round_id type integer using coalesce(round_id, migrated_round(hotel_id, hotel_stage)),
  -- When somebody returned it to its assessor; null again when they sent it once more.
  add column returned_at timestamptz,
  add column returned_by_id integer;
drop function migrated_round(integer, text);

-- Comparing hotels by round reads no response.
create index responses_by_time on responses (completed_at, id) include (hotel_id, survey_id, duration,
  completed_month, total_score, max_score, fit_score, fit_max, action_score, action_max,
  environment_score, environment_max, counts, hotel_brand, hotel_stage, passed, round_id);
create index responses_by_round on responses (round_id) where round_id is not null;

-- A hotel that comes to a stage opens the round of that stage, or goes on with it where it is still
-- open. So each response belongs to a round, and nobody has to open one. Leaving Disposition for the
-- first stage begins the next cycle; leaving it for another goes on with the last.
create function begin_first_cycle() returns trigger language plpgsql as $$
begin
  with begun as (
    insert into cycles (hotel_id, number, began_at, ended_at)
    select id, 1, least(created_at, stage_since), case when stage = 'Disposition' then stage_since end
    from concerned
    returning id, hotel_id
  ), opened as (
    insert into rounds (cycle_id, hotel_id, kind, stage, opened_at)
    select begun.id, begun.hotel_id, kind_of_stage(stage), stage, stage_since
    from begun join concerned on concerned.id = begun.hotel_id
    returning id, hotel_id, opened_at
  )
  insert into round_times (round_id, hotel_id, since) select id, hotel_id, opened_at from opened;
  return null;
end $$;
create trigger hotels_begin_first_cycle after insert on hotels
  referencing new table as concerned for each statement
  when (not is_restoring()) execute function begin_first_cycle();

-- Makes a round the one to which the hotel's new interviews belong. The moment is never before the one
-- that is stored already: where two people act at once, the one who is served last decides.
create function make_current(of_hotel integer, this_round integer) returns void language sql as $$
  insert into round_times (round_id, hotel_id, since)
  values (this_round, of_hotel, greatest(now(), (
    select max(since) + interval '1 microsecond' from round_times where hotel_id = of_hotel)))
$$;

-- Makes the stage's round the current one: one that is still open, or else the one that is planned next, or
-- else a new one.
create function go_on_in_stage(of_hotel integer, this_cycle integer, this_stage text) returns void
language plpgsql as $$
declare
  this_round integer;
begin
  select id into this_round from rounds
  where cycle_id = this_cycle and stage = this_stage and status in ('open', 'submitted', 'planned')
  order by status = 'planned', case when status = 'planned' then planned_from end nulls last,
    case when status = 'planned' then id else -id end
  limit 1;
  if this_round is null then
    insert into rounds (cycle_id, hotel_id, kind, stage, opened_at)
    values (this_cycle, of_hotel, kind_of_stage(this_stage), this_stage, now())
    returning id into this_round;
  else
    update rounds set status = 'open', opened_at = coalesce(opened_at, now()), version = version + 1
    where id = this_round and status <> 'open';
  end if;
  perform make_current(of_hotel, this_round);
end $$;

create function come_to_stage() returns trigger language plpgsql as $$
declare
  this_cycle integer := (select id from cycles where hotel_id = new.id and ended_at is null);
begin
  if this_cycle is null and new.stage <> 'Initiated' then
    update cycles set ended_at = null
    where id = (select id from cycles where hotel_id = new.id order by number desc limit 1)
    returning id into this_cycle;
  end if;
  if this_cycle is null then
    insert into cycles (hotel_id, number)
    values (new.id, 1 + coalesce((select max(number) from cycles where hotel_id = new.id), 0))
    returning id into this_cycle;
  end if;
  if new.stage = 'Disposition' then
    -- A cycle that another person began meanwhile began after this transaction did.
    update cycles set ended_at = greatest(now(), began_at) where id = this_cycle;
  end if;
  perform go_on_in_stage(new.id, this_cycle, new.stage);
  return null;
end $$;
create trigger hotels_come_to_stage after update of stage on hotels
  for each row when (old.stage is distinct from new.stage) execute function come_to_stage();

-- What a reviewer remarks on one question of a response, or on all of it where `question_id` is null.
create table review_remarks (
  id integer generated always as identity primary key,
  client_id text not null constraint review_remarks_client_id_unique unique,
  response_id integer not null constraint review_remarks_response_exists
    references responses on delete cascade,
  question_id integer,
  text text not null constraint review_remarks_text_bounded check (length(text) between 1 and 2000),
  author text not null,
  author_id integer constraint review_remarks_author_exists references system_users on delete set null,
  at timestamptz not null default now(),
  resolved_at timestamptz
);
create index review_remarks_by_response on review_remarks (response_id, id);
