-- People who work at a hotel and have no account (docs/decisions/0063).

create table hotel_contacts (
  id integer generated always as identity primary key,
  -- Made by the caller, so that sending again stores one.
  client_id text not null constraint hotel_contacts_client_id_unique unique,
  hotel_id integer not null constraint hotel_contacts_hotel_exists references hotels on delete cascade,
  name text not null constraint hotel_contacts_name_bounded check (length(name) between 1 and 200),
  email text constraint hotel_contacts_email_bounded check (length(email) between 3 and 320),
  job_title text not null default '' constraint hotel_contacts_job_bounded check (length(job_title) <= 200),
  -- A contact who left stays, because actions and their history name them.
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create index hotel_contacts_by_hotel on hotel_contacts (hotel_id, id);
