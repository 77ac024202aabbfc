import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';

import type { BackgroundJob } from '#domain/background/background-job.ts';
import { openDatabase, type OpenDatabase } from '#server/db/connection/connect.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { CopiedDatabase } from '#test/database/template.ts';
import { metricsToken, openTestApp, type TestApp } from '#test/test-app.ts';
import { jobs, type Job } from './jobs.ts';
import type { Pace } from './perform-job.ts';
import { runJobs, type Runner } from './run-jobs.ts';

let database: CopiedDatabase;
let server: TestApp;
/** The connections of a second process to the same database. */
let other: OpenDatabase;
const runners: Runner[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await openTestApp({ database });
  other = openDatabase({ connectionString: database.url });
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await database.pool.query('delete from background_jobs');
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const pace: Pace = { soonest: 20, latest: 100, retryAfter: 60, longest: 60_000, patience: 1_000 };
/** A small machine that also runs other tests may take this long. */
const patient = { timeout: 10_000 };
const quiet = { warn: () => {}, error: () => {} };

const aJob = (run: Job['run'], given: Partial<Job> = {}): Job => ({
  name: 'a-job',
  does: 'Does something',
  every: 3_600_000,
  runs: 'one process',
  run,
  ...given,
});

function begin(jobs: Job[], on: OpenDatabase = database, given: Partial<Pace> = {}): Runner {
  const runner = runJobs(jobs, {
    tools: { ...server.deps, db: on.db, upkeep: on.upkeep },
    db: on.db,
    lockPool: on.upkeepPool,
    metrics: server.deps.metrics,
    log: quiet,
    pace: { ...pace, ...given },
  });
  runners.push(runner);
  return runner;
}

const stateOf = (name = 'a-job') =>
  database.db.selectFrom('backgroundJobs').selectAll().where('name', '=', name).execute();
const measures = async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  return String((await server.as('nobody')('GET', '/api/metrics', undefined, headers)).body);
};

test('of two processes one runs a job at a time, and no more often than it is due', async () => {
  let runs = 0;
  let atOnce = 0;
  let most = 0;
  const job = aJob(
    async () => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(30);
      atOnce -= 1;
    },
    { every: 150 },
  );
  const began = Date.now();
  begin([job]);
  begin([job], other);
  await expect.poll(() => runs, patient).toBeGreaterThan(5);
  expect(most).toBe(1);
  expect(runs).toBeLessThanOrEqual((Date.now() - began) / 150 + 1);
});

test('a job that each process runs for itself runs in both, and at each start', async () => {
  const ran: string[] = [];
  const job = (who: string) => aJob(async () => void ran.push(who), { runs: 'each process' });
  begin([job('one')]);
  begin([job('two')], other);
  await expect.poll(() => ran.toSorted(), patient).toEqual(['one', 'two']);
  begin([job('three')]);
  await expect.poll(() => ran, patient).toContain('three');
});

test('where the holder is killed, another process takes the job over', async () => {
  // A process of its own whose run never ends.
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    const { openDatabase } = await import(${at('../db/connection/connect.ts')});
    const { runJobs } = await import(${at('./run-jobs.ts')});
    const { db, upkeepPool } = openDatabase({ connectionString: ${JSON.stringify(database.url)} });
    const run = () => { console.log('runs'); return new Promise(() => setInterval(() => {}, 1000)); };
    runJobs([{ name: 'a-job', does: '', every: 3600000, runs: 'one process', run }], {
      tools: { config: { dataDir: '/' } }, db, lockPool: upkeepPool, log: console,
      metrics: { jobsRead: () => {} }, pace: ${JSON.stringify(pace)} });`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(holder.stdout, 'data');
    let runs = 0;
    begin([aJob(async () => void (runs += 1))]);
    // The table says that the job is due. It is left alone because it is running.
    await sleep(500);
    expect(runs).toBe(0);
  } finally {
    holder.kill('SIGKILL');
  }
  await expect
    .poll(() => stateOf(), patient)
    .toMatchObject([{ runs: 2, failures: 0, endedAt: expect.any(String), failure: null }]);
});

test('a run whose lock is lost is told so, and notes nothing over the run of another', async () => {
  let told: unknown;
  const began: string[] = [];
  begin([
    aJob(async (_, signal) => {
      began.push('first');
      await once(signal, 'abort');
      told = signal.reason;
      // Ends long after another process has begun.
      await sleep(600);
    }),
  ]);
  await expect.poll(() => began, patient).toEqual(['first']);
  let finish = () => {};
  begin(
    [
      aJob(async () => {
        began.push('second');
        await new Promise<void>((resolve) => (finish = resolve));
      }),
    ],
    other,
  );
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  await expect.poll(() => began, patient).toEqual(['first', 'second']);
  expect(String(told)).toContain('The connection that held the lock of this job broke.');
  await sleep(800);
  expect(await stateOf()).toMatchObject([{ runs: 2, endedAt: null, succeededAt: null }]);
  finish();
  await expect
    .poll(() => stateOf(), patient)
    .toMatchObject([{ failures: 0, endedAt: expect.any(String) }]);
});

test('one that throws is tried again, ever later, and keeps none of the others from theirs', async () => {
  let isBroken = true;
  const attempts: number[] = [];
  let others = 0;
  begin([
    aJob(async () => {
      attempts.push(performance.now());
      if (isBroken) throw new Error('The mill does not turn');
    }),
    aJob(async () => void (others += 1), { name: 'another-job', every: 50 }),
  ]);
  await expect.poll(() => attempts.length, patient).toBeGreaterThanOrEqual(4);
  expect(attempts[3]! - attempts[2]!).toBeGreaterThan(240);
  expect(others).toBeGreaterThan(2);
  await expect
    .poll(() => stateOf(), patient)
    .toMatchObject([{ failure: 'The mill does not turn', endedAt: expect.any(String) }]);
  const [state] = await stateOf();
  expect(state?.failures).toBeGreaterThanOrEqual(4);
  await expect.poll(measures, patient).toMatch(/^bellwether_job_failures\{job="a-job"\} [1-9]\n?/m);
  isBroken = false;
  await expect.poll(() => stateOf(), patient).toMatchObject([{ failures: 0, failure: null }]);
  await expect.poll(measures, patient).toMatch(/^bellwether_job_failures\{job="a-job"\} 0$/m);
  expect(await measures()).toMatch(
    /^bellwether_job_last_success_timestamp_seconds\{job="a-job"\} 1\d{9}/m,
  );
});

test('one that hangs is aborted, counts as failed, and is tried again', async () => {
  let runs = 0;
  begin(
    [
      aJob(async () => {
        runs += 1;
        await new Promise(() => {});
      }),
    ],
    database,
    { longest: 50, patience: 50 },
  );
  await expect.poll(() => runs, patient).toBeGreaterThanOrEqual(2);
  expect(await stateOf()).toMatchObject([{ failure: expect.stringContaining('timeout') }]);
});

test('a stop waits for a run that ends in time, and a run that was stopped is due at once', async () => {
  const ended: string[] = [];
  let begun = 0;
  const runner = begin(
    [
      aJob(
        async (_, signal) => {
          begun += 1;
          await once(signal, 'abort');
          await sleep(100);
          ended.push('finished');
        },
        { name: 'finishing' },
      ),
      aJob(
        async (_, signal) => {
          begun += 1;
          await once(signal, 'abort');
          throw signal.reason;
        },
        { name: 'stopping' },
      ),
      aJob(
        async () => {
          begun += 1;
          await new Promise(() => {});
        },
        { name: 'deaf' },
      ),
    ],
    database,
    { patience: 400 },
  );
  await expect.poll(() => begun, patient).toBe(3);
  const asked = performance.now();
  await runner.stop();
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(ended).toEqual(['finished']);
  expect(await stateOf('finishing')).toMatchObject([
    { failures: 0, succeededAt: expect.any(String) },
  ]);
  for (const name of ['stopping', 'deaf'])
    expect(await stateOf(name)).toMatchObject([{ failures: 0, failure: null, succeededAt: null }]);
  // The pool holds no lock any more.
  let again = 0;
  begin([aJob(async () => void (again += 1), { name: 'stopping' })], other);
  await expect.poll(() => again, patient).toBe(1);
});

test('a database that is away only delays them, and one that was emptied forgets them', async () => {
  let runs = 0;
  const warned: unknown[] = [];
  const lost = openDatabase({ connectionString: database.url });
  const runner = runJobs([aJob(async () => void (runs += 1), { every: 100 })], {
    tools: { ...server.deps, upkeep: lost.upkeep },
    db: lost.db,
    lockPool: lost.upkeepPool,
    metrics: server.deps.metrics,
    log: { ...quiet, warn: (given: unknown) => void warned.push(given) },
    pace,
  });
  runners.push(runner);
  await expect.poll(() => runs, patient).toBeGreaterThan(1);
  const name = (await database.pool.query('select current_database() as name')).rows[0]
    .name as string;
  const admin = openDatabase(inject('connection'));
  await admin.pool.query(`alter database ${name} allow_connections false`);
  await admin.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  );
  await expect.poll(() => warned.length, patient).toBeGreaterThan(1);
  await admin.pool.query(`alter database ${name} allow_connections true`);
  await admin.close();
  const then = runs;
  await expect.poll(() => runs, patient).toBeGreaterThan(then);
  // Deletes the states, as a restore to an earlier moment would.
  await expect.poll(() => database.pool.query('delete from background_jobs')).toBeDefined();
  const later = runs;
  await expect.poll(() => runs, patient).toBeGreaterThan(later);
  await runner.stop();
  await lost.close();
});

test('an Admin sees each job and how it went', async () => {
  const shown = async () =>
    (await server.as('alice')('GET', '/api/background-jobs')).body as BackgroundJob[];
  const housekeeping = async () => (await shown()).find(({ name }) => name === 'housekeeping');
  expect(await housekeeping()).toMatchObject({
    state: 'waiting',
    begunAt: null,
    everySeconds: 3600,
  });
  let act = () => {};
  begin(
    [
      aJob(() => new Promise<void>((_, reject) => (act = () => reject(new Error('No room')))), {
        name: 'housekeeping',
      }),
    ],
    database,
    { retryAfter: 3_600_000 },
  );
  await expect
    .poll(housekeeping, patient)
    .toMatchObject({ state: 'running', failures: 0, failure: null });
  act();
  await expect
    .poll(housekeeping, patient)
    .toMatchObject({ state: 'failed', failures: 1, failure: 'No room', dueAt: expect.any(String) });
  await database.pool.query(
    "update background_jobs set ended_at = null, begun_at = now() - interval '1 day', failure = null",
  );
  expect(await housekeeping()).toMatchObject({
    state: 'failed',
    failure: 'The server ended before the job did.',
  });
});

test('sums are made although a statement of theirs is silent for longer than a request may be', async () => {
  const sums = jobs.filter(({ name }) => name === 'sums-of-days');
  const hasty = openDatabase({ connectionString: database.url }, () => {}, { silence: 300 });
  const busy = await database.pool.connect();
  try {
    await busy.query('begin');
    await busy.query('lock table rolled_changes in access exclusive mode');
    begin(sums, hasty);
    await sleep(1_000);
    await busy.query('commit');
    await expect
      .poll(() => stateOf('sums-of-days'), patient)
      .toMatchObject([{ runs: 1, succeededAt: expect.any(String) }]);
  } finally {
    busy.release();
    await runners.pop()?.stop();
    await hasty.close();
  }
});

test('a job that works without limits finds a connection beside those that hold locks', () => {
  const shared = jobs.filter(({ runs }) => runs === 'one process');
  expect(shared.length).toBeLessThan(database.upkeepPool.options.max);
});
