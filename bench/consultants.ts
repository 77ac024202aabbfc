/**
 * Measures whether Results is as fast for a consultant with some hotels as for an Admin with all:
 * responses of twenty answers, over a year, at 20,000 hotels, with the sums of closed days. The busiest
 * tenth of the hotels has nearly half of the responses, and the quieter half the best scores. Prints the
 * time by the clock, and the processor time of the database and of the server, which other work on the
 * machine changes less.
 * Wanted at a million: at most 1.2 times the Admin's time, and at most 300 ms for the summary and
 * the pages.
 * Run: npx node bench/consultants.ts [responses]
 */
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { lastDays, openLargeApp } from './large-database.ts';
import { processorTimeBelow } from './processor-time.ts';
import { at, heading, report } from './report.ts';

const responses = Number(process.argv[2] ?? 1_000_000);
const hotels = 20_000;
const runs = 10;
/** The runs of each call that are not reported. */
const warmUps = 3;

/** Each consultant has the busiest hotel of all. */
const consultants = {
  '3 hotels': 'id % 6667 = 1',
  '200 hotels': 'id % 100 = 1',
  '2,000 hotels': 'id % 10 = 1',
  'the quieter half': `id > ${hotels / 2}`,
  'all hotels': 'true',
};
const page = '/api/results/responses?page=1&pageSize=25&';
const calls = {
  'summary (tiles, cards, trend)': '/api/results/summary?',
  'summary in the days of Auckland': '/api/results/summary?timeZone=Pacific%2FAuckland&',
  'hotels compared': '/api/results/hotels?',
  'a page of responses': page,
  'the page of the lowest scores': `${page}sort=percent&direction=asc&`,
  distribution: '/api/results/distribution?',
  questions: '/api/results/questions?',
  standards: '/api/results/standards?',
};

const { app, db, upkeepPool, cookie, close } = await openLargeApp({
  hotels,
  responses,
  answers: 20,
});
try {
  await upkeepPool.query('update responses set total_score = max_score where hotel_id > $1', [
    hotels / 2,
  ]);
  await upkeepPool.query('update hotels set service_consultant_id = null');
  await upkeepPool.query('delete from hotel_assignments');
  const { rows } = await upkeepPool.query<{ id: number }>(
    'select id from system_users order by id offset 1 limit $1',
    [Object.keys(consultants).length],
  );
  for (const [place, condition] of Object.values(consultants).entries())
    await upkeepPool.query(
      `insert into hotel_assignments select $1, id from hotels where ${condition}`,
      [rows[place]?.id],
    );
  await makeRollUps(db, new AbortController().signal, { longest: Infinity });
  await upkeepPool.query('vacuum analyze');

  heading(
    `${responses.toLocaleString('en')} responses, a year; median of ${runs}, in turn with an Admin`,
  );
  for (const [place, name] of Object.keys(consultants).entries()) {
    const as = `${sessionCookie}=${await beginSession(db, rows[place]?.id ?? 0, 'bench')}`;
    for (const [call, path] of Object.entries(calls))
      await compareWith(cookie, as, `${call}, ${name}`, `${path}${lastDays(365)}`);
  }
} finally {
  await close();
}

/** Reports one call of a consultant beside the same of the Admin, measured in turn. */
async function compareWith(admin: string, theirs: string, name: string, url: string) {
  const taken = { [admin]: [] as number[], [theirs]: [] as number[] };
  const worked = { [admin]: 0, [theirs]: 0 };
  for (let run = -warmUps; run < runs; run += 1)
    for (const as of [theirs, admin]) {
      // Reading the processor time takes 20 ms, so it happens outside the measured time.
      const below = await processorTimeBelow();
      const own = process.cpuUsage().user;
      const begin = performance.now();
      const { statusCode, body } = await app.inject({ url, headers: { cookie: as } });
      const time = performance.now() - begin;
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
      const ownAfter = process.cpuUsage().user;
      const work = (await processorTimeBelow()) - below + (ownAfter - own) / 1_000;
      if (run < 0) continue;
      taken[as]?.push(time);
      worked[as] = (worked[as] ?? 0) + work / runs;
    }
  const [ours = [], admins = []] = [theirs, admin].map((as) =>
    (taken[as] ?? []).toSorted((a, b) => a - b),
  );
  const each = (as: string) => (worked[as] ?? 0).toFixed(0);
  report({
    name,
    ours: at(0.5, ours),
    bare: at(0.5, admins),
    unit: 'ms',
    note: `slowest ${at(1, ours).toFixed(0)} ms; processor ${each(theirs)} ms, Admin ${each(admin)} ms`,
  });
}
