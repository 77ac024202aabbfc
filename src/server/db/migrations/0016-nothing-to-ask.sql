-- A survey whose current edition holds no question has no current edition: no interview of it can
-- begin until there is a question to ask. What was begun on the empty edition can still be sent.

update surveys set edition = null
from survey_editions current
where current.survey_id = surveys.id and current.number = surveys.edition
  and current.question_count = 0;
