-- Prepares a database that was set back to an earlier moment. `npm run restore` runs this. After a
-- restore by other means an operator must run it, before anybody connects.

-- Devices see the new epoch, and send again what they had sent.
update installation set epoch = gen_random_uuid();

-- Ends all sessions. One that was ended after the backup may have been stolen, or its device lost.
delete from auth_sessions;

-- Revokes all links of hotel contacts for the same reason.
update contact_links set revoked_at = now() where revoked_at is null;

-- Devices hold ids that were given after the backup. None of them may be given again, to another
-- hotel, survey, question or option. So the sequences continue far beyond them.
select setval(format('%I.%I', schemaname, sequencename)::regclass,
  coalesce(last_value, 0) + 1000000)
from pg_sequences where schemaname = current_schema();

-- The same for editions, whose numbers continue after the survey's last one. So insert an empty
-- edition with a number far beyond it, which nobody was asked and nothing refers to.
insert into survey_editions (survey_id, number, title, questions, question_count)
select id, coalesce(max(number), 0) + 1000, survey.title, '[]', 0
from surveys survey left join survey_editions on survey_id = id
group by id;
