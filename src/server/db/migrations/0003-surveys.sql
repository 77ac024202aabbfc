-- Surveys as they are built, and their editions as they were asked.

create table surveys (
  id integer generated always as identity primary key,
  title text not null,
  description text not null default '',
  category text not null constraint surveys_category_known check (
    category in ('hospitality', 'retail', 'healthcare', 'education', 'other')),
  status text not null default 'draft' constraint surveys_status_known check (
    status in ('draft', 'active', 'archived')),
  -- The current edition's number.
  edition integer,
  -- A deleted survey is seen nowhere, but its editions stay: a response given to one of them may
  -- still be under way on a device.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index surveys_by_status on surveys (status, title) where deleted_at is null;

create table questions (
  id integer generated always as identity primary key,
  survey_id integer not null constraint questions_survey_exists references surveys on delete cascade,
  text text not null,
  type text not null constraint questions_type_known check (
    type in ('radio', 'checkbox', 'text', 'textarea', 'scale', 'multiple_choice')),
  required boolean not null default false,
  position integer not null constraint questions_position_counts check (position >= 1),
  weight integer not null default 1 constraint questions_weight_bounded check (weight between 1 and 10),
  kpe_category text constraint questions_kpe_category_known check (
    kpe_category in ('The Right Fit', 'The Right Action', 'The Right Environment')),
  -- Deferred, so that a reordering may pass through doubles within its transaction.
  constraint questions_position_unique unique (survey_id, position) deferrable initially deferred
);

create table answers (
  id integer generated always as identity primary key,
  question_id integer not null constraint answers_question_exists references questions on delete cascade,
  text text not null,
  score integer not null default 0 constraint answers_score_bounded check (score between 0 and 1000),
  is_correct boolean not null default false,
  position integer not null constraint answers_position_counts check (position >= 1),
  constraint answers_position_unique unique (question_id, position) deferrable initially deferred
);

create table survey_editions (
  survey_id integer not null constraint survey_editions_survey_exists references surveys on delete cascade,
  number integer not null constraint survey_editions_number_counts check (number >= 1),
  title text not null,
  -- Questions with their options, as `editionQuestionSchema` in the domain describes them.
  questions jsonb not null,
  question_count integer not null,
  created_at timestamptz not null default now(),
  primary key (survey_id, number)
);
alter table surveys add constraint surveys_edition_exists
  foreign key (id, edition) references survey_editions (survey_id, number)
  deferrable initially deferred;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What was asked never changes: responses are scored against it for ever.
create trigger survey_editions_never_change before update on survey_editions
  for each row execute function refuse_change();
