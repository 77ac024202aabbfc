-- Hotel contacts work their plan by link (docs/decisions/0063).

-- No foreign key, as for `actor_user_id`: the number is kept when the contact is deleted.
alter table action_events add column actor_contact_id integer,
  add constraint action_events_one_actor check (actor_user_id is null or actor_contact_id is null);
