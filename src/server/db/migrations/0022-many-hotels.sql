-- Whose hotels, as an array that the planner sees. A condition `hotel_id in (select …)` tells it
-- nothing about which hotels these are: where only the first rows were wanted, it compared every
-- response with every hotel, one by one. Of an array it knows how many responses belong to its
-- hotels, and looks each hotel up in a hash table.
--
-- Declared immutable, which it is not, so that its value is put into the plan. So it may only stand
-- in statements that are planned for each execution, with the person as a parameter: all that the
-- server sends without a name. See docs/decisions/0022.
create function assigned_to(of_user integer) returns integer[]
immutable strict parallel safe language sql as $$
  select array(select hotel_id from assigned_hotels where user_id = of_user)
$$;

-- The scores of somebody's hotels may be the last of all. The page of the lowest then reads the index
-- through, so it holds all that decides which responses are theirs, and no response itself is read.
drop index responses_by_score;
create index responses_by_score on responses (
  (total_score::float8 / nullif(max_score, 0)) nulls first, id)
  include (completed_at, hotel_id, total_score, max_score);
