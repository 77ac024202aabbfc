import { expect, test } from 'vitest';

import { formerScore } from '#test/former-scorer.ts';
import { randomResponses } from '#test/random-responses.ts';
import { verdictOf } from '#domain/scoring/verdict.ts';
import { atMigration } from '#test/database/at-migration.ts';
import { migrate } from '#server/db/connection/migrate.ts';

test('what was stored before keeps its verdict, and is not taken for changed', async () => {
  const scores = [...randomResponses(300, { seed: 4, rules: false })].map(
    ({ questions, answers }) => formerScore(questions, answers),
  );
  await atMigration('0032-board-figures', async (old) => {
    await old.pool.query(`
      insert into surveys (title, category) values ('Arrival', 'hospitality');
      insert into survey_editions (survey_id, number, title, questions, question_count)
      select id, 1, title, '[]', 0 from surveys`);
    await old.pool.query(
      `insert into responses (client_id, digest, survey_id, edition, hotel_name, hotel_brand,
         hotel_address, respondent_name, respondent_job_title, total_score, max_score, completed_at,
         updated_at)
       select 'offline_' || n, '', survey.id, 1, '', '', '', '', '', total, most, now(), '2026-01-01'
       from unnest($1::int[], $2::int[]) with ordinality given (total, most, n), surveys survey`,
      [scores.map((one) => one.totalScore), scores.map((one) => one.maxScore)],
    );
    await old.pool.query(`
      insert into response_revisions (response_id, number, cause, answers, lost, total_score,
        max_score, fit_score, fit_max, action_score, action_max, environment_score, environment_max,
        by_id)
      select id, 1, 'correction', '[]', '{}', total_score, max_score, 0, 0, 0, 0, 0, 0, 1
      from responses`);
    await migrate(old.db);
    for (const [table, key] of [
      ['responses', 'id'],
      ['response_revisions', 'response_id'],
    ] as const) {
      const { rows } = await old.pool.query<Stored>(
        `select total_score as "totalScore", max_score as "maxScore", passed, causes, na
         from ${table} order by ${key}`,
      );
      expect(rows.map((row) => verdictOf(row))).toEqual(scores.map(({ verdict }) => verdict));
      for (const { passed, causes, na } of rows)
        expect([causes, na]).toEqual([passed === false ? ['score'] : [], []]);
    }
    const { rows } = await old.pool.query(`select from responses where updated_at <> '2026-01-01'`);
    expect(rows).toEqual([]);
  });
});

type Stored = {
  totalScore: number;
  maxScore: number;
  passed: boolean | null;
  causes: string[];
  na: number[];
};
