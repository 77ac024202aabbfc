-- Hotels, who looks after them, and the documents of their evaluation.

create table hotels (
  id integer generated always as identity primary key,
  hotel_id text not null constraint hotels_hotel_id_unique unique,
  hotel_name text not null,
  hotel_chain text not null,
  hotel_brand text not null,
  hotel_management_co text,
  hotel_owner text,
  hotel_address text not null,
  hotel_city text not null,
  hotel_state text not null,
  hotel_country text not null,
  hotel_postal_code text not null,
  chain_scale text constraint hotels_chain_scale_known check (
    chain_scale in ('Luxury', 'Upper Upscale', 'Upscale', 'Upper Midscale', 'Midscale', 'Economy')),
  fpg_region text not null,
  status text not null default 'Pending' constraint hotels_status_known check (
    status in ('Pending', 'Active', 'Complete')),
  stage text not null default 'Initiated' constraint hotels_stage_known check (
    stage in ('Initiated', 'Onsite Assessment', 'Virtual Session', 'Virtual Re-Assessment',
      'Evaluation', 'Disposition')),
  -- No foreign key: the number of someone who has left stays and reads "Unknown Consultant".
  service_consultant_id integer,
  virtual_session_completion_date date,
  virtual_re_assessment_completion_date date,
  evaluation_notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index hotels_by_stage on hotels (stage, hotel_name, id);
create index hotels_by_name on hotels (hotel_name, id);
create index hotels_by_consultant on hotels (service_consultant_id) where service_consultant_id is not null;

create table hotel_assignments (
  user_id integer not null constraint hotel_assignments_user_exists references system_users on delete cascade,
  hotel_id integer not null constraint hotel_assignments_hotel_exists references hotels on delete cascade,
  primary key (user_id, hotel_id)
);
create index hotel_assignments_by_hotel on hotel_assignments (hotel_id);

-- The one rule of what is assigned to whom: the hotel names the consultant, or the consultant's
-- list names the hotel. Every query that is limited to someone's hotels asks here.
create view assigned_hotels as
  select service_consultant_id as user_id, id as hotel_id
    from hotels where service_consultant_id is not null
  union
  select user_id, hotel_id from hotel_assignments;

create table evaluation_documents (
  id integer generated always as identity primary key,
  hotel_id integer not null constraint evaluation_documents_hotel_exists references hotels on delete cascade,
  file_name text not null,
  file_type text not null constraint evaluation_documents_type_known check (
    file_type in ('pdf', 'doc', 'docx', 'ppt', 'pptx', 'txt', 'xls', 'xlsx')),
  file_size integer not null constraint evaluation_documents_size_bounded check (
    file_size between 0 and 10485760),
  -- The name in the document store, made by us.
  file_path text not null constraint evaluation_documents_path_unique unique,
  uploaded_at timestamptz not null default now(),
  uploaded_by text not null,
  uploaded_by_id integer constraint evaluation_documents_uploader_exists
    references system_users on delete set null
);
create index evaluation_documents_by_hotel on evaluation_documents (hotel_id, uploaded_at desc);
