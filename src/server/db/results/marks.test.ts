import { randomBytes } from 'node:crypto';

import { expect, inject, test } from 'vitest';

import { randomResponses } from '#test/random-responses.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { onDatabase } from '#test/database/template.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { openDatabase } from '#server/db/connection/connect.ts';
import { migrate, migrateTo } from '#server/db/connection/migrate.ts';
import { marksOf } from '#server/db/responses/score-columns.ts';

test('what was stored before has its marks, and is not taken for changed', async () => {
  const stored = [...randomResponses(300, { seed: 6, rules: true })].map(
    ({ questions, answers: given, rules }) => {
      const score = scoreResponse(questions, given, { rules });
      const answers = score.answers.map((answer, place) =>
        place % 5 === 4 ? { ...answer, note: 'Seen twice' } : answer,
      );
      return { questions, rules, ...score, answers };
    },
  );
  const host = await openTestDatabase();
  const name = `before_${randomBytes(8).toString('hex')}`;
  await host.pool.query(`create database ${name}`);
  const old = openDatabase(onDatabase(inject('connection'), name));
  try {
    await migrateTo(old.db, '0034-remarks');
    for (const { questions, rules, answers, lost, totalScore, maxScore, passed } of stored)
      await old.pool.query(
        `with survey as (
           insert into surveys (title, category) values ('Arrival', 'hospitality') returning id
         ), edition as (
           insert into survey_editions (survey_id, number, title, questions, question_count, rules)
           select id, 1, '', $1, $2, $3 from survey returning survey_id
         )
         insert into responses (client_id, digest, survey_id, edition, hotel_name, hotel_brand,
           hotel_address, respondent_name, respondent_job_title, answers, lost, total_score,
           max_score, passed, completed_at, updated_at)
         select 'offline_' || survey_id, '', survey_id, 1, '', '', '', '', '', $4, $5, $6, $7, $8,
           now(), '2026-01-01'
         from edition`,
        [
          ...[JSON.stringify(questions), questions.length, JSON.stringify(rules)],
          ...[JSON.stringify(answers), lost, totalScore, maxScore, passed],
        ],
      );
    await migrate(old.db);
    const { rows } = await old.pool.query<{ marks: Buffer; noted: boolean; updated: string }>(
      `select marks, noted, updated_at::date::text as updated from responses order by id`,
    );
    expect(rows.map(({ marks }) => marks.toString('hex'))).toEqual(
      stored.map((one) => marksOf(one).toString('hex')),
    );
    expect(rows.map(({ noted }) => noted)).toEqual(
      stored.map(({ answers }) => answers.some((answer) => 'note' in answer)),
    );
    expect(new Set(rows.map(({ noted }) => noted)).size).toBe(2);
    expect(new Set(rows.map(({ updated }) => updated))).toEqual(new Set(['2026-01-01']));
    expect(stored.flatMap(({ findings }) => findings).length).toBeGreaterThan(200);
  } finally {
    await old.close();
    await host.pool.query(`drop database ${name}`);
    await host.close();
  }
});
