import { expect, test } from 'vitest';

import { atMigration } from '#test/database/at-migration.ts';
import { migrate } from '#server/db/connection/migrate.ts';

test('what was stored before has one cycle for each hotel, and one round for each stage', async () => {
  await atMigration('0037-standards', async ({ db, pool }) => {
    await pool.query(`
      insert into surveys (title, category) values ('Arrival', 'hospitality');
      insert into survey_editions (survey_id, number, title, questions, question_count)
      select id, 1, title, '[]', 0 from surveys;
      insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
        hotel_state, hotel_country, hotel_postal_code, fpg_region, stage, created_at, stage_since)
      select code, code, '', '', '', '', '', '', '', '', stage, '2025-01-01', '2026-06-01'
      from (values ('on its way', 'Virtual Session'), ('finished', 'Disposition'),
        ('new', 'Initiated')) given (code, stage);
      insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
        hotel_address, hotel_stage, respondent_name, respondent_job_title, total_score, max_score,
        passed, started_at, completed_at, updated_at)
      select 'offline_' || n, '', survey.id, 1, hotel.id, '', '', '', given.stage, '', '', 1, 2, false,
        day::timestamptz - interval '1 hour', day::timestamptz, '2026-01-01'
      from (values (1, 'on its way', 'Onsite Assessment', '2026-02-01'),
          (2, 'on its way', 'Onsite Assessment', '2026-03-01'),
          (3, 'on its way', 'Virtual Session', '2026-06-02'),
          (4, 'finished', 'Onsite Assessment', '2025-03-01')) given (n, code, stage, day)
        join hotels hotel on hotel.hotel_id = given.code, surveys survey`);
    await migrate(db);
    const { rows } = await pool.query(`
      select hotel.hotel_id, cycle.number, cycle.ended_at is not null as ended, round.kind, round.stage,
        round.status, array(select client_id from responses response
          where response.round_id = round.id order by client_id) as responses
      from hotels hotel join cycles cycle on cycle.hotel_id = hotel.id
        join rounds round on round.cycle_id = cycle.id
      order by hotel.id, round.opened_at`);
    const first = { number: 1, ended: false, status: 'open' };
    const over = { ...first, ended: true, status: 'closed' };
    expect(rows.map(({ hotel_id: code, ...row }) => [code, row])).toEqual([
      [
        'on its way',
        {
          ...first,
          ...{ kind: 'onsite', stage: 'Onsite Assessment', responses: ['offline_1', 'offline_2'] },
        },
      ],
      [
        'on its way',
        { ...first, kind: 'session', stage: 'Virtual Session', responses: ['offline_3'] },
      ],
      [
        'finished',
        { ...over, kind: 'onsite', stage: 'Onsite Assessment', responses: ['offline_4'] },
      ],
      ['finished', { ...over, kind: 'other', stage: 'Disposition', responses: [] }],
      ['new', { ...first, kind: 'self', stage: 'Initiated', responses: [] }],
    ]);
    const changed = await pool.query(`select from responses where updated_at <> '2026-01-01'`);
    expect(changed.rows).toEqual([]);
  });
});
