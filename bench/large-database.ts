import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

import { buildApp } from '#server/app.ts';
import { keepDeletions } from '#server/backup/deletions.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connection/connect.ts';
import { keepEditions } from '#server/db/responses/editions.ts';
import { startPostgres } from '#server/embedded/start-postgres.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import { seed } from '#server/db/connection/seed.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { folderStore } from '#server/files/document-store.ts';
import { keepDocuments } from '#server/files/keep-documents.ts';
import { createMetrics } from '#server/metrics.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { createTryWriting } from '#server/db/connection/try-writing.ts';
import { keepSessions } from '#server/http/keep-sessions.ts';

export type LargeApp = {
  app: FastifyInstance;
  db: Db;
  pool: pg.Pool;
  /** The database and its pool for statements that take longer than a request may. */
  upkeep: Db;
  upkeepPool: pg.Pool;
  /** The cookie header of an Admin's session. */
  cookie: string;
  close: () => Promise<void>;
};

export type Size = {
  hotels: number;
  /**
   * The number of responses. They are spread evenly over the last year, and unevenly over the
   * hotels: the busiest tenth of the hotels has nearly half.
   */
  responses: number;
  /** The number of answers in each response; none when only its sums matter. */
  answers?: number;
};

/**
 * Starts a throw-away database of this size, which is filled by plain SQL. With BENCH_DATA it is kept in that
 * folder, and the next run uses it again: filling a million responses takes minutes.
 */
export async function openLargeDatabase(size: Size) {
  const kept = process.env['BENCH_DATA'];
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'bellwether-bench-')));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const database = openDatabase(postgres.connection);
  await migrate(database.db);
  await seed(database.db, {});
  // A million responses take longer than requests may.
  const { rowCount } = await database.upkeepPool.query('select from responses limit 1');
  if (rowCount === 0) await fill(database.upkeepPool, size);
  return {
    ...{ dataDir, postgres, database },
    close: async () => {
      await database.close();
      await postgres.stop();
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the whole server on such a database, in this process. */
export async function openLargeApp(size: Size): Promise<LargeApp> {
  const { dataDir, database, close } = await openLargeDatabase(size);
  const { db, reports, upkeep, pool, reportPool, upkeepPool } = database;
  const app = await buildApp({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'warn', DEMO: '0', DATA_DIR: dataDir }),
    db,
    reports,
    pool,
    editions: keepEditions(),
    sessions: keepSessions(pool),
    tryWriting: createTryWriting(db),
    deletions: keepDeletions(db, dataDir),
    documents: keepDocuments(folderStore(join(dataDir, 'documents')), db, dataDir),
    metrics: createMetrics({ requests: pool, reports: reportPool }),
    stopping: new AbortController().signal,
    now: () => Date.now(),
  });
  const { rows } = await pool.query('select id from system_users order by id limit 1');
  return {
    app,
    db,
    pool,
    upkeep,
    upkeepPool,
    cookie: `${sessionCookie}=${await beginSession(db, rows[0].id, 'bench')}`,
    close: async () => {
      await app.close();
      await close();
    },
  };
}

/**
 * Inserts an Admin and forty consultants, the hotels assigned to them, a survey, its responses and
 * interviews.
 */
async function fill(pool: pg.Pool, { hotels, responses, answers = 0 }: Size) {
  await pool.query(`
    insert into system_users (name, email, mobile_number, password_hash, role_id)
    select case when n = 0 then 'Bench Admin' else 'Consultant ' || lpad(n::text, 2, '0') end,
      'bench' || n || '@hotel.example', '+1 555 0100', 'none',
      (select id from user_roles where name = case when n = 0 then 'Admin' else 'Service Consultant' end)
    from generate_series(0, 40) n`);
  await pool.query(
    `insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_management_co,
       hotel_owner, hotel_address, hotel_city, hotel_state, hotel_country, hotel_postal_code,
       fpg_region, status, stage, service_consultant_id, evaluation_notes)
     select 'B' || lpad(n::text, 6, '0'), 'Harbour House ' || md5(n::text), 'Meridian Group',
       (array['Aurora', 'Harbor', 'Lantern'])[1 + n % 3], 'Best Stay Company LLC', null,
       n || ' Quay Street', 'Springfield', 'MA', 'USA', '02110', 'East', 'Active',
       (array['Initiated', 'Onsite Assessment', 'Virtual Session', 'Virtual Re-Assessment',
         'Evaluation', 'Disposition'])[1 + n % 6],
       (select min(id) from system_users) + n % 41, 'Notes of hotel ' || n
     from generate_series(1, $1::int) n`,
    [hotels],
  );
  await pool.query(`
    with survey as (
      insert into surveys (title, category, status) values ('Arrival', 'hospitality', 'active')
      returning id
    )
    insert into survey_editions (survey_id, number, title, questions, question_count)
    select id, 1, 'Arrival', (
      select coalesce(jsonb_agg(jsonb_build_object('id', question, 'text', 'Question ' || question,
        'type', 'radio', 'required', true, 'order', question, 'weight', 1, 'kpeCategory', null,
        'code', 'ST-' || question,
        'answers', (select jsonb_agg(jsonb_build_object('id', question * 10 + score, 'text',
          score || ' points', 'score', score, 'isCorrect', score = 10, 'order', 11 - score))
          from generate_series(0, 10) score))), '[]')
      from generate_series(1, ${answers}) question), ${answers} from survey`);
  await pool.query('update surveys set edition = 1');
  // Two hundred ways to answer, each with its sums. A third of the questions is in each category,
  // and a few questions lose more points than others.
  await pool.query(
    `create unlogged table ways as
     select way, coalesce(jsonb_agg(jsonb_build_object('questionId', question, 'answerId', question * 10 + score,
         'textValue', null, 'score', score, 'maximum', 10) order by question), '[]') as answers,
       coalesce(array_agg(10 - score order by question), '{}')::smallint[] as lost,
       coalesce(string_agg(case when score < 8 then '\\x03'::bytea else '\\x01' end, '' order by question), '') as marks,
       coalesce(sum(score), 0) as total, count(*) * 10 as most,
       coalesce(sum(score) filter (where question % 3 = 0), 0) as fit, count(*) filter (where question % 3 = 0) * 10 as fit_most,
       coalesce(sum(score) filter (where question % 3 = 1), 0) as action, count(*) filter (where question % 3 = 1) * 10 as action_most,
       coalesce(sum(score) filter (where question % 3 = 2), 0) as environment, count(*) filter (where question % 3 = 2) * 10 as environment_most
     from (select way, question, (10 - (way * question * 7919) % (3 + question % 5)) as score
       from generate_series(0, 199) way, generate_series(1, $1::int) question) given
     group by way
     union all
     select way, '[]', '{}', '', way % 101, 100, 0, 0, 0, 0, 0, 0 from generate_series(0, 199) way where $1::int = 0`,
    [answers],
  );
  await pool.query('alter table ways add primary key (way)');
  // Each hotel had two rounds, one in each half of the year. Two of three rounds are approved.
  await pool.query(
    `insert into rounds (cycle_id, hotel_id, kind, stage, status, approved_at)
     select cycle.id, cycle.hotel_id, kind, stage,
       case when (cycle.hotel_id + nth) % 3 = 0 then 'open' else 'approved' end,
       case when (cycle.hotel_id + nth) % 3 = 0 then null else now() end
     from cycles cycle cross join (values (0, 'onsite', 'Onsite Assessment'),
       (1, 'reassessment', 'Virtual Re-Assessment')) held (nth, kind, stage)`,
  );
  await pool.query('vacuum analyze rounds');
  // Inserts in time order, as responses arrive, because the order decides how full the index pages
  // are. Joining the two tables as a whole would use another order.
  await pool.query(
    `insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name,
       hotel_brand, hotel_address, hotel_stage, round_id, respondent_name, respondent_job_title, answers, lost, marks,
       total_score, max_score, fit_score, fit_max, action_score, action_max, environment_score,
       environment_max, passed, started_at, completed_at, sync_status)
     select 'bench_response_' || n, '', survey.id, 1, hotel, 'Harbour House', 'Harbor', 'Quay Street', hotel_stage,
       (select max(id) from rounds where hotel_id = hotel and stage = hotel_stage),
       'Rosa Respondent', 'Front desk', answers, lost, marks, total, most, fit, fit_most, action,
       action_most, environment, environment_most, 5 * total >= 4 * most, moment - make_interval(secs => 300 + (n::bigint * 7919) % 3600),
       moment, case when n % 10 = 0 then 'pending' else 'synced' end
     from generate_series(1, $1::int) n
       cross join lateral (select * from ways where way = n % 200 limit 1) chosen
       cross join lateral (select
         1 + floor($2::int * power((n::bigint * 7919 % 1000003) / 1000003.0, 3))::int as hotel,
         case when n < $1::int / 2 then 'Onsite Assessment' else 'Virtual Re-Assessment' end as hotel_stage
       ) assessed
       cross join lateral (select now() - ($1::int - n) * interval '1 year' / $1::int as moment) at,
       surveys survey`,
    [responses, hotels],
  );
  await pool.query(
    `insert into interview_sessions (client_id, hotel_id, survey_id, edition, respondent_name,
       respondent_job_title, status)
     select 'bench_session_' || n, n, survey.id, 1, 'Rosa Respondent', 'Front desk',
       case when n % 2 = 0 then 'in_progress' else 'completed' end
     from generate_series(1, $1::int) n, surveys survey`,
    [hotels],
  );
  await pool.query('drop table ways');
  // Every response was noted as one that came late. Remove these notes: a real installation has processed them long
  // ago, and never had millions at a time.
  await pool.query('truncate rolled_changes, rolled_late');
  await pool.query('vacuum analyze');
}

/**
 * Returns the milliseconds of each of `times` runs, sorted. Runs three times before, without
 * counting.
 */
export async function measure(times: number, act: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let run = -3; run < times; run += 1) {
    const begin = performance.now();
    await act();
    if (run >= 0) taken.push(performance.now() - begin);
  }
  return taken.toSorted((a, b) => a - b);
}

/** Measures two in turn, so that other load on the machine affects both equally. */
export async function measureInTurn(
  times: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const taken: [number[], number[]] = [[], []];
  for (let run = -3; run < times; run += 1)
    for (const [place, act] of [one, other].entries()) {
      const begin = performance.now();
      await act();
      if (run >= 0) taken[place]?.push(performance.now() - begin);
    }
  return [taken[0].toSorted((a, b) => a - b), taken[1].toSorted((a, b) => a - b)];
}

/** Returns the last days up to today, as in the address of Results. */
export function lastDays(days: number): string {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return `from=${day(days)}&to=${day(0)}`;
}
