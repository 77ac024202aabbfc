-- People: roles, users, their sessions on the server, and guesses at passwords.

create table installation (
  -- One row: what is true of this installation as a whole.
  only_row boolean primary key default true constraint installation_has_one_row check (only_row),
  -- Differs after a restore from backup, so that devices offer again what the server lost.
  epoch uuid not null default gen_random_uuid(),
  -- Readable, since Admins hand it to people; whoever has it must choose another at first sign-in.
  default_user_password text not null,
  created_at timestamptz not null default now()
);

create table user_roles (
  id integer generated always as identity primary key,
  name text not null constraint user_roles_name_unique unique,
  description text not null,
  permissions jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table system_users (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  mobile_number text not null,
  -- Argon2id in PHC form; no password is ever stored.
  password_hash text not null,
  must_change_password boolean not null default false,
  role_id integer not null constraint system_users_role_exists references user_roles,
  is_active boolean not null default true,
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- People type their address in any case; one mailbox is one account.
create unique index system_users_email_unique on system_users (lower(email));
create index system_users_by_role on system_users (role_id);

create table auth_sessions (
  -- SHA-256 of the cookie: reading this table signs nobody in.
  token_hash bytea primary key,
  user_id integer not null constraint auth_sessions_user_exists references system_users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_sessions_by_user on auth_sessions (user_id);
create index auth_sessions_by_expiry on auth_sessions (expires_at);

create table sign_in_failures (
  -- SHA-256 of e-mail and network address: guesses are slowed where they come from, so guessing
  -- at someone's account from elsewhere does not lock out its owner.
  guesser bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null default now(),
  blocked_until timestamptz
);

create table request_keys (
  -- What a creating call answered, so that the same call sent again gets the same answer.
  user_id integer not null constraint request_keys_user_exists references system_users on delete cascade,
  key text not null,
  route text not null,
  request_digest bytea not null,
  status smallint not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  constraint request_keys_unique primary key (user_id, key)
);
create index request_keys_by_age on request_keys (created_at);
