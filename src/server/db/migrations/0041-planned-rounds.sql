-- Rounds that people plan and open, beside those of the stages (docs/decisions/0053).

-- Finds the approved rounds, of which there may be none.
create index rounds_approved on rounds (id) where approved_at is not null;

-- Deleting a person looks for what names them.
create index rounds_by_submitter on rounds (submitted_by_id)
  where submitted_by_id is not null;
create index rounds_by_approver on rounds (approved_by_id) where approved_by_id is not null;
create index review_remarks_by_author on review_remarks (author_id)
  where author_id is not null;

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

create or replace function come_to_stage() returns trigger language plpgsql as $$
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
    update cycles set ended_at = now() where id = this_cycle;
  end if;
  perform go_on_in_stage(new.id, this_cycle, new.stage);
  return null;
end $$;
