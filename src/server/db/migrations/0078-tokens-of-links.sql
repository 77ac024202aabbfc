-- A link has a token from each call that made it. The caller repeats a call whose reply was lost, and the server cannot
-- know which of the replies arrived: the first call may even run last. So every token opens the link
-- (docs/decisions/0063). They all end with it.
-- SHA-256 of the cookies of the tokens before the newest. Neither a cookie nor a token can be computed from it.
alter table contact_links add column former_hashes bytea[] not null default '{}';
create index contact_links_by_former_cookie on contact_links using gin (former_hashes);
