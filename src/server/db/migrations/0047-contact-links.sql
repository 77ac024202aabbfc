-- Links by which a hotel contact works without an account (docs/decisions/0063).

create table contact_links (
  id integer generated always as identity primary key,
  -- Made by the caller. Sent again, the call replaces the token of the same link.
  client_id text not null constraint contact_links_client_id_unique unique,
  contact_id integer not null constraint contact_links_contact_exists
    references hotel_contacts on delete cascade,
  round_id integer not null constraint contact_links_round_exists references rounds on delete cascade,
  -- SHA-256 of the cookie, which is made from the token. Neither can be computed from it.
  cookie_hash bytea not null constraint contact_links_cookie_hash_unique unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index contact_links_by_contact on contact_links (contact_id, id);
create index contact_links_by_round on contact_links (round_id);

-- An appeal that a hotel contact filed has no account in `filed_by_id`.
alter table appeals add column filed_by_contact_id integer
  constraint appeals_contact_exists references hotel_contacts on delete set null;
create index appeals_by_contact on appeals (filed_by_contact_id) where filed_by_contact_id is not null;
