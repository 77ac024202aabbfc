import type pg from 'pg';

import { fewestOptions } from '#domain/surveys/question.ts';

/** Conditions that must always hold in the database. Each query returns the rows that break one. */
const invariants: Record<string, string> = {
  'questions stand 1 to n': `
    select survey_id from questions group by survey_id
    having max(position) <> count(*) or min(position) <> 1`,
  'options stand 1 to n': `
    select question_id from answers group by question_id
    having max(position) <> count(*) or min(position) <> 1`,
  'a text question has no options': `
    select question.id from questions question join answers on question_id = question.id
    where type in ('text', 'textarea')`,
  'an active survey has an edition just while it has a question that can be asked': `
    select id from surveys survey where status = 'active' and deleted_at is null
      and (edition is not null) <> exists (
        select from questions question where survey_id = survey.id and (
          type in ('text', 'textarea')
          or (select count(*) from answers where question_id = question.id) >= ${fewestOptions}))`,
  'the current edition of an active survey asks something': `
    select id from surveys survey join survey_editions current
      on current.survey_id = survey.id and current.number = survey.edition
    where status = 'active' and deleted_at is null and question_count = 0`,
  'totals are the sums of the answers': `
    select id from responses where total_score <>
      (select coalesce(sum((given ->> 'score')::int), 0) from jsonb_array_elements(answers) given)`,
  'a response passes where there is no cause against it': `
    select id from responses where passed is distinct from
      case when max_score > 0 then causes = '{}' end`,
  'a question is shown after an earlier one': `
    select question.id from questions question, jsonb_array_elements(show_if) condition
    where not exists (select from questions parent where parent.survey_id = question.survey_id
      and parent.id = (condition -> 'questionId')::int and parent.position < question.position)`,
  'each correction keeps what was there before': `
    select response.id from responses response
    left join response_revisions former on former.response_id = response.id
    group by response.id
    having revision <> count(former.id) + 1 or max(number) <> count(former.id)
      or (revision > 1) <> (first_total is not null)`,
  'an answer is given once': `
    select id from responses, jsonb_array_elements(answers) given
    group by id, given ->> 'questionId' having count(*) > 1`,
  'what was deleted stays so': `
    select response.client_id from responses response
    join tombstones using (client_id) where kind = 'response'
    union all select file_id from evidence join tombstones gone
      on (gone.kind = 'evidence' and client_id = file_id)
      or (gone.kind = 'response' and client_id = interview)`,
  'somebody manages people': `
    select 1 where not exists (select from system_users join user_roles role on role.id = role_id
      where role.name = 'Admin' and is_active)`,
  'hotels are assigned to consultants alone': `
    select user_id from hotel_assignments join system_users on system_users.id = user_id
    join user_roles role on role.id = role_id where role.name <> 'Service Consultant'`,
  'what does not count waits for a review': `
    select id from responses
    where not counts and (review_reasons = '{}' or reviewed_at is not null)`,
  'a session begins and ends in this order': `
    select id from responses where started_at > completed_at`,
  'no connection is left in a transaction': `
    select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`,
  'no lock is left': `
    select pid from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`,
};

export async function brokenInvariants(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, query] of Object.entries(invariants)) {
    const { rowCount } = await pool.query(query);
    if (rowCount) broken.push(`${what}: broken ${rowCount} times`);
  }
  return broken;
}
