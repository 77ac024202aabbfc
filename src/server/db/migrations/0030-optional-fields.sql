-- What a response can tell beside its answers, and two fields of a question. Nothing refers to them
-- yet. All are optional: a response that lacks a field has null, which takes no room in its row.

alter table responses
  -- [{fileId, questionId, kind, digest, size}]: the files that belong to its answers.
  add column files jsonb,
  add column round_id integer,
  -- Numbers of the questions that were asked; null for all of the edition.
  add column asked integer[],
  -- The client id of the response that this one replaces.
  add column revises text,
  -- Seconds from the interview's start to each answer, by the questions' places, as in `lost`.
  add column timing smallint[],
  add column language text;

alter table questions
  -- The brand's own number for what the question checks.
  add column code text constraint questions_code_bounded check (length(code) between 1 and 40),
  add column section text not null default '';
create unique index questions_code_unique on questions (survey_id, lower(code)) where code is not null;
