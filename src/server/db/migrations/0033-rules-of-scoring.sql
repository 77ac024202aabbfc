-- The rules by which a survey's responses pass, and what they made of each response
-- (docs/decisions/0041). Everything is optional: a survey that uses nothing of it stays as it was.

alter table questions
  add column guidance text not null default '',
  add column critical boolean not null default false,
  add column allow_na boolean not null default false,
  add column evidence text not null default 'optional' constraint questions_evidence_known check (
    evidence in ('none', 'optional', 'on-finding', 'always')),
  -- The conditions under which it is asked, as `conditionSchema` in the domain describes them.
  add column show_if jsonb;

-- Whether choosing the option is a finding; null where the survey's line decides.
alter table answers add column finding boolean;

-- Only rules that differ from their default, as `surveyRulesSchema` in the domain describes them.
alter table surveys add column rules jsonb not null default '{}';
alter table survey_editions add column rules jsonb not null default '{}';

drop index responses_by_time;
drop index responses_by_hotel;

alter table responses
  -- The verdict; null where nothing is scored.
  add column passed boolean,
  -- Why it did not pass.
  add column causes text[] not null default '{}',
  -- The places of the questions that are not applicable, from 0.
  add column na smallint[] not null default '{}';
alter table response_revisions
  add column passed boolean,
  add column causes text[] not null default '{}',
  add column na smallint[] not null default '{}';

-- Until now the score alone decided. A change of type to the same type fills in what is stored in one
-- pass: an update would store every row twice, note each response as changed, and be refused for
-- revisions.
alter table responses
  alter column passed type boolean using case when max_score > 0
    then 100::bigint * total_score >= 80::bigint * max_score end,
  alter column causes type text[] using case when 100::bigint * total_score < 80::bigint * max_score
    then array['score'] else array[]::text[] end,
  add constraint responses_passed_when_scored check ((passed is null) = (max_score <= 0));
alter table response_revisions
  alter column passed type boolean using case when max_score > 0
    then 100::bigint * total_score >= 80::bigint * max_score end,
  alter column causes type text[] using case when 100::bigint * total_score < 80::bigint * max_score
    then array['score'] else array[]::text[] end;

-- With the verdict beside the other figures, a summary and the board still read no response.
create index responses_by_time on responses (completed_at, id) include (hotel_id, survey_id, duration,
  completed_month, total_score, max_score, fit_score, fit_max, action_score, action_max,
  environment_score, environment_max, counts, hotel_brand, hotel_stage, passed);
create index responses_by_hotel on responses (hotel_id, completed_at desc)
  include (counts, total_score, max_score, passed);
