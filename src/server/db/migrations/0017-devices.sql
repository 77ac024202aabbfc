-- Devices that keep people's work, and the key by which it is sealed when they sign out (rule 45).

create table sealing_key (
  -- One row, made when a device first asks for it. Every process opens what any device has sealed.
  only_row boolean primary key default true constraint sealing_key_has_one_row check (only_row),
  -- RSA, 3072 bits: SPKI and PKCS #8, in base64.
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

create table devices (
  -- SHA-256 of the device's token: reading this table reports for no device.
  token_hash bytea primary key,
  -- No foreign key: what waits on a device outlives the account whose work it is.
  user_id integer not null,
  user_name text not null,
  label text not null,
  -- Interviews that wait there, as the device said last.
  waiting integer not null default 0 constraint devices_waiting_counts check (waiting >= 0),
  -- Null while nothing waits.
  waiting_since timestamptz,
  reported_at timestamptz not null default now()
);
create index devices_by_user on devices (user_id, reported_at);
-- The office asks for these alone, and they are few.
create index devices_waiting on devices (waiting_since) where waiting > 0;
