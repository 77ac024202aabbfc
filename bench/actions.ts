/**
 * Measures lists and counts of 100,000 open actions at 20,000 hotels, for an Admin and for a consultant of
 * 488 hotels, and the approval of a round with 300 findings in 10 interviews. Prints the plans with PLANS=1.
 * Run: npx node bench/actions.ts
 */
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const runs = 20;
const { app, db, pool, cookie, close } = await openLargeApp({
  hotels: 20_000,
  responses: 200,
  answers: 300,
});

async function measure(name: string, url: string, as: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const begun = performance.now();
    const { statusCode, body } = await app.inject({ url, headers: { cookie: as } });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
    if (run > 0) times.push(performance.now() - begun);
  }
  report({
    name,
    ours: at(
      0.5,
      times.toSorted((one, other) => one - other),
    ),
    unit: 'ms',
  });
}

async function fillActions(): Promise<void> {
  await pool.query(`
    insert into actions (client_id, hotel_id, cycle_id, round_id, question_key, question_id,
      question_text, responses, severity, due_on, found_in, owner_user_id, owner_name)
    select 'action_' || n, round.hotel_id, round.cycle_id, round.id, 'code:ST-' || n, n,
      'Is it clean? ' || n, '{}', (array['critical', 'major', 'minor'])[1 + n % 3],
      current_date + (n * 7919 % 60)::integer - 20, array[round.id],
      case when n % 50 = 0 then (select min(id) + 1 from system_users) end,
      case when n % 50 = 0 then 'Consultant' end
    from (select *, row_number() over (order by id) as place from rounds) round
      join generate_series(1, 100000) n on n % 20000 + 1 = round.place`);
  await pool.query('analyze');
}

/** Stores plans for a round, each about 100 of the questions that its responses answer. */
async function planOf(roundId: number, plans: number): Promise<void> {
  await pool.query(
    `with plan as (
       insert into exit_plans (client_id, digest, hotel_id, round_id, held_at, agreed_by, hotel_name)
       select 'plan_' || $1::text || '_' || n, '', hotel_id, id, now(), 'Bench', 'Bench'
       from rounds, generate_series(1, $2) n where id = $1::integer
       returning id),
     placed as (select id, row_number() over (order by id) as place from plan)
     insert into exit_plan_items (plan_id, client_id, survey_id, question_key, question_id,
       question_text, what, due_on)
     select placed.id, 'planned_' || $1::text || '_' || n, 1, 'code:ST-' || n, n, 'Question ' || n, 'Clean it',
       current_date + 9
     from placed join generate_series(1, 300) n on (n - 1) / 100 = placed.place - 1`,
    [roundId, plans],
  );
}

/** Approves one of the last rounds. `plans` plans of 100 findings each were agreed before. */
async function approveOne(place: number, plans: number): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from rounds order by id desc limit 1 offset $1',
    [place],
  );
  const id = rows[0]?.id ?? 0;
  // Makes every answer a finding that lost every point.
  await pool.query(
    `update responses set round_id = $1, hotel_id = (select hotel_id from rounds where id = $1),
       lost = array_fill(10::smallint, array[300]), marks = decode(repeat('03', 300), 'hex')
     where id in (select id from responses order by id limit 10)`,
    [id],
  );
  await planOf(id, plans);
  const begun = performance.now();
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/rounds/${id}/approve`,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  const taken = performance.now() - begun;
  const made = await pool.query('select count(*) from actions where round_id = $1', [id]);
  if (statusCode !== 200) throw new Error(`approving answered ${statusCode}: ${body}`);
  const name = `approving with ${plans} plans, ${made.rows[0].count} actions there`;
  report({ name, ours: taken, unit: 'ms' });
}

try {
  await fillActions();
  const consultant = await pool.query<{ id: number }>('select min(id) + 1 as id from system_users');
  const theirs = `${sessionCookie}=${await beginSession(db, consultant.rows[0]?.id ?? 0, 'bench')}`;
  heading(`100,000 open actions, 20,000 hotels; median of ${runs}`);
  for (const [who, as] of [
    ['Admin', cookie],
    ['consultant', theirs],
  ] as const)
    for (const query of [
      '',
      '?overdue=true',
      '?mine=true',
      '?noOwner=true',
      '?severity=critical',
      '?brand=Harbor',
    ])
      await measure(`${who}: a page${query}`, `/api/actions${query}`, as);
  await measure('Admin: a page?show=all', '/api/actions?show=all', cookie);
  await measure('Admin: a page?code=ST-500', '/api/actions?code=ST-500', cookie);
  await measure('Admin: a page?hotelId', '/api/actions?hotelId=19000', cookie);
  await measure('Admin: a page?roundId', '/api/actions?roundId=15000&show=all', cookie);
  await measure('Admin: counts', '/api/actions/counts', cookie);
  await measure('Admin: counts?noOwner', '/api/actions/counts?noOwner=true', cookie);
  await measure('consultant: counts', '/api/actions/counts', theirs);
  await approveOne(0, 0);
  await approveOne(1, 3);
  if (process.env['PLANS']) {
    for (const scope of [
      'true',
      'action.hotel_id in (select hotel_id from assigned_hotels where user_id = 2)',
    ]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain analyze select * from actions action join hotels on hotels.id = action.hotel_id
         where ${scope} and action.status in ('open', 'in-progress', 'done')
         order by action.due_on, action.id limit 51`,
      );
      for (const row of rows) process.stdout.write(`${row['QUERY PLAN']}\n`);
    }
  }
} finally {
  await close();
}
