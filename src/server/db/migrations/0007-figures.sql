-- What Results looks for in a year of responses, found without reading their answers.

-- Points lost at each question of the response's edition, in the edition's order; null where it was
-- not answered or is not scored. Adding up places of an array takes a tenth of what opening the
-- answers does.
alter table responses add column lost smallint[] not null default '{}';

update responses response set lost = asked.lost
from (
  select response.id, array_agg(case when (given.answer ->> 'answerId') is not null
      then (given.answer ->> 'maximum')::int - (given.answer ->> 'score')::int end
    order by question.place)::smallint[] as lost
  from responses response
  join survey_editions edition
    on edition.survey_id = response.survey_id and edition.number = response.edition
  cross join lateral jsonb_array_elements(edition.questions)
    with ordinality as question (asked, place)
  left join lateral (
    select answer from jsonb_array_elements(response.answers) answer
    where answer -> 'questionId' = question.asked -> 'id'
  ) given on true
  group by response.id
) asked
where asked.id = response.id;

-- In the order of a page of the lowest scores; read backwards, of the highest.
create index responses_by_score on responses (
  (total_score::float8 / nullif(max_score, 0)) nulls first, id);
