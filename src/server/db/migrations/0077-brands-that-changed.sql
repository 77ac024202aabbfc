-- The brands that hotels had before. Results offers those that still have responses.
create table former_brands (
  hotel_id integer not null constraint former_brands_hotel_exists references hotels on delete cascade,
  hotel_brand text not null,
  primary key (hotel_id, hotel_brand)
);

-- This reads all responses, so it comes before the statements that lock what storing a response needs: responses go on
-- being stored. Changes of hotels wait, because a table that refers to hotels locks them. So no brand changes between
-- this statement and the trigger.
insert into former_brands
select distinct response.hotel_id, response.hotel_brand
from responses response join hotels hotel on hotel.id = response.hotel_id
where response.hotel_brand <> hotel.hotel_brand;

create function note_former_brand() returns trigger language plpgsql as $$
begin
  insert into former_brands values (old.id, old.hotel_brand) on conflict do nothing;
  return null;
end $$;
create trigger hotels_note_former_brand after update of hotel_brand on hotels
  for each row when (old.hotel_brand <> new.hotel_brand) execute function note_former_brand();

-- A response keeps the brand that its hotel had when it arrived. An abandoned interview does the same, because the
-- completion rate of a brand divides the one by the other: otherwise a hotel that changes its brand would take the
-- abandoned interviews along and leave the completed ones behind.
alter table tombstones add column hotel_brand text;

update tombstones set hotel_brand = hotel.hotel_brand
from hotels hotel where hotel.id = tombstones.hotel_id and kind = 'session';

create function keep_brand_of_abandoned() returns trigger language plpgsql as $$
begin
  select hotel_brand into new.hotel_brand from hotels where id = new.hotel_id;
  return new;
end $$;
-- A backup brings the brands along. A hotel may have another one by then, or be deleted.
create trigger tombstones_keep_brand before insert on tombstones
  for each row when (new.kind = 'session' and new.hotel_id is not null and not is_restoring())
  execute function keep_brand_of_abandoned();
