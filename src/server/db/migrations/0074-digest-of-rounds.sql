-- The digest of the call that planned the round. With it, a call that repeats the client id with other content can be
-- refused, also after somebody changed the plan. Null for rounds that were planned before, and for all others.
alter table rounds add column digest bytea;
