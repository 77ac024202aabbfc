-- What Standards and exports would otherwise read from the answers of every response
-- (docs/decisions/0050).

alter table responses add column marks bytea;

-- Which options are findings in each edition, by place: those with less than the finding line's share
-- of their question's points, unless they are marked themselves.
create temporary table finding_options on commit drop as
select edition.survey_id, edition.number, place, (question ->> 'id')::int as question_id,
  (option ->> 'id')::int as option_id
from survey_editions edition
  cross join lateral jsonb_array_elements(edition.questions) with ordinality as asked (question, place)
  cross join lateral (
    select greatest(0, max((one ->> 'score')::int)) as maximum
    from jsonb_array_elements(question -> 'answers') one
  ) best
  cross join lateral jsonb_array_elements(question -> 'answers') option
where coalesce((option ->> 'finding')::boolean, 100 * (option ->> 'score')::bigint
  < coalesce(edition.rules ->> 'findingLine', edition.rules ->> 'passLine', '80')::int * maximum);
create index on finding_options (survey_id, number, question_id);
analyze finding_options;

create function old_marks(of_survey integer, of_edition integer, lost smallint[], answers jsonb)
returns bytea language sql stable as $$
  select coalesce(string_agg(
    case when points is null then '\x00'::bytea when found.place is null then '\x01' else '\x03' end,
    '' order by asked.place), '')
  from unnest(lost) with ordinality as asked (points, place)
  left join (
    select option.place from jsonb_array_elements(answers) given
    join finding_options option on option.survey_id = of_survey and option.number = of_edition
      and option.question_id = (given ->> 'questionId')::int
      and option.option_id = (given ->> 'answerId')::int
  ) found on found.place = asked.place
$$;

-- One pass over the table, as in migration 33: an update would note each response as changed.
alter table responses
  -- One byte for each question: 0 where it was not answered or counts nowhere, 1 where it was
  -- answered, 3 where the answer is a finding.
  alter column marks type bytea using old_marks(survey_id, edition, lost, answers),
  -- Whether an answer has a note.
  add column noted boolean not null generated always as (answers @? '$[*].note') stored;
alter table responses alter column marks set default '', alter column marks set not null;

drop function old_marks;
