-- Interviews under way, and the responses they end in.

create table interview_sessions (
  id integer generated always as identity primary key,
  client_id text not null constraint interview_sessions_client_id_unique unique,
  hotel_id integer not null constraint interview_sessions_hotel_exists references hotels on delete cascade,
  survey_id integer not null constraint interview_sessions_survey_exists references surveys on delete cascade,
  edition integer not null,
  user_id integer constraint interview_sessions_user_exists references system_users on delete set null,
  respondent_name text not null,
  respondent_job_title text not null,
  current_question_index integer not null default 0 constraint interview_sessions_index_counts check (
    current_question_index >= 0),
  status text not null default 'in_progress' constraint interview_sessions_status_known check (
    status in ('in_progress', 'completed')),
  progress jsonb not null default '{}',
  -- Milliseconds since 1970 by question: which of two devices' answers is the later one.
  answered_at jsonb not null default '{}',
  notes text not null default '',
  started_at timestamptz not null default now(),
  last_updated_at timestamptz not null default now(),
  constraint interview_sessions_edition_exists foreign key (survey_id, edition)
    references survey_editions (survey_id, number)
);
create index interview_sessions_by_hotel on interview_sessions (hotel_id, status, last_updated_at desc);
create index interview_sessions_by_survey on interview_sessions (survey_id);
create index interview_sessions_begun on interview_sessions (started_at);

create table responses (
  id integer generated always as identity primary key,
  client_id text not null constraint responses_client_id_unique unique,
  -- SHA-256 of the body it came in; the receipt repeats it.
  digest text not null,
  user_id integer constraint responses_user_exists references system_users on delete set null,
  survey_id integer not null,
  edition integer not null,
  -- Null once the hotel is gone: its responses stay, in no consultant's scope.
  hotel_id integer constraint responses_hotel_exists references hotels on delete set null,
  hotel_name text not null,
  hotel_brand text not null,
  hotel_address text not null,
  -- The hotel's stage when the response arrived: on site, or at the re-assessment.
  hotel_stage text,
  respondent_name text not null,
  respondent_job_title text not null,
  notes text not null default '',
  -- In the order given: [{questionId, answerId, textValue, score, maximum}]. Answers live here and
  -- their sums in columns: a response is one row, and a summary reads no answers.
  answers jsonb not null default '[]',
  -- Whole points; sums of them are exact.
  total_score integer not null,
  max_score integer not null,
  fit_score integer not null default 0,
  fit_max integer not null default 0,
  action_score integer not null default 0,
  action_max integer not null default 0,
  environment_score integer not null default 0,
  environment_max integer not null default 0,
  started_at timestamptz,
  -- What counts: the device's time where it can be right, the time of arrival where not.
  completed_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- Seconds, and the first day of the month in UTC: reckoned once, and not again by every summary.
  duration integer generated always as (date_part('epoch', completed_at - started_at)::int) stored,
  completed_month date not null generated always as (
    date_trunc('month', completed_at at time zone 'UTC')::date) stored,
  -- What the device said, kept as a claim.
  claimed_started_at timestamptz,
  claimed_completed_at timestamptz,
  sync_status text not null default 'pending' constraint responses_sync_status_known check (
    sync_status in ('pending', 'synced')),
  review_reasons text[] not null default '{}',
  reviewed_at timestamptz,
  reviewed_by_id integer constraint responses_reviewer_exists references system_users on delete set null,
  constraint responses_score_bounded check (total_score between 0 and max_score),
  constraint responses_edition_exists foreign key (survey_id, edition)
    references survey_editions (survey_id, number)
);
-- With everything that a summary adds up beside it, so that figures over a year read no response.
create index responses_by_time on responses (completed_at desc, id desc) include (hotel_id,
  survey_id, hotel_brand, duration, completed_month, total_score, max_score, fit_score, fit_max, action_score,
  action_max, environment_score, environment_max);
create index responses_by_hotel on responses (hotel_id, completed_at desc);
create index responses_by_survey on responses (survey_id, completed_at desc);
create index responses_pending on responses (id) where sync_status = 'pending';
create index responses_to_review on responses (completed_at desc)
  where review_reasons <> '{}' and reviewed_at is null;

create table tombstones (
  -- What was deleted on purpose, so that a late copy from a device does not bring it back.
  kind text not null constraint tombstones_kind_known check (kind in ('session', 'response')),
  client_id text not null,
  -- Of an abandoned interview: what the completion rate is reckoned on.
  hotel_id integer,
  survey_id integer,
  began_at timestamptz,
  deleted_at timestamptz not null default now(),
  deleted_by_id integer constraint tombstones_deleter_exists references system_users on delete set null,
  primary key (kind, client_id)
);
create index tombstones_begun on tombstones (began_at) where kind = 'session';
