-- A Hotel ID holds no character that nobody sees, and its spaces are ordinary ones (`asCode` in src/domain/text.ts).
-- Hotels from before get such an ID too. Otherwise a file that was imported before would not find its hotels, and its
-- import would add each of them a second time. A hotel keeps its ID where another hotel already has the ID without
-- those characters: somebody has to decide which of the two is right.
with plain as (
  select id, trim(regexp_replace(regexp_replace(hotel_id,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g')) as code
  from hotels
), numbered as (
  select id, code, row_number() over (partition by lower(code) order by id) as place from plain
)
update hotels set hotel_id = numbered.code, version = version + 1, updated_at = now()
from numbered
where numbered.id = hotels.id and numbered.code <> hotels.hotel_id and numbered.code <> '' and numbered.place = 1
  and not exists (select from hotels other
    where other.id <> hotels.id and lower(other.hotel_id) = lower(numbered.code));
