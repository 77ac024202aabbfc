-- What a database must be told once it was set back to an earlier moment. `npm run restore` runs
-- this; after a restore by other means an operator does, before anyone connects.

-- Devices see that it differs, and offer again what they sent.
update installation set epoch = gen_random_uuid();

-- What was ended since the backup may have had its reasons: a password found out, a device lost.
delete from auth_sessions;

-- Devices hold numbers that were given after the backup. None of them may come to mean another
-- hotel, survey, question or option: numbering goes on far beyond them.
select setval(format('%I.%I', schemaname, sequencename)::regclass,
  coalesce(last_value, 0) + 1000000)
from pg_sequences where schemaname = current_schema();

-- Nor may an edition: its number goes on after the survey's last one, so one that nobody was asked
-- and nothing refers to stands far beyond it.
insert into survey_editions (survey_id, number, title, questions, question_count)
select id, coalesce(max(number), 0) + 1000, survey.title, '[]', 0
from surveys survey left join survey_editions on survey_id = id
group by id;
