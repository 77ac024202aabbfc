/**
 * Measures whether Results is as fast for a consultant with many hotels as for an Admin with all:
 * responses of twenty answers, over a year, at 4,000 hotels. The busiest tenth of the hotels has
 * nearly half of the responses, and the quieter half the best scores.
 * Wanted at a million: at most 1.2 times the Admin's time, and at most 300 ms for the summary and
 * the pages.
 * Run: npx node bench/consultants.ts [responses]
 */
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { lastDays, measureInTurn, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const responses = Number(process.argv[2] ?? 1_000_000);
const hotels = 4_000;

const consultants = {
  'every second hotel': 'id % 2 = 0',
  'the quieter half': `id > ${hotels / 2}`,
  'all hotels': 'true',
  'twenty hotels': 'id % 200 = 7',
};
const page = '/api/results/responses?page=1&pageSize=25&';
const calls = {
  'summary (tiles, cards, trend)': '/api/results/summary?',
  'a page of responses': page,
  'the page of the lowest scores': `${page}sort=percent&direction=asc&`,
  distribution: '/api/results/distribution?',
  'hotels compared': '/api/results/hotels?',
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
  const { rows } = await upkeepPool.query<{ id: number }>(
    'select id from system_users order by id offset 1 limit $1',
    [Object.keys(consultants).length],
  );
  for (const [place, condition] of Object.values(consultants).entries())
    await upkeepPool.query(
      `insert into hotel_assignments select $1, id from hotels where ${condition}`,
      [rows[place]?.id],
    );
  await upkeepPool.query('vacuum analyze');

  const ask = (url: string, as: string) => async () => {
    const { statusCode, body } = await app.inject({ url, headers: { cookie: as } });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
  };
  heading(
    `${responses.toLocaleString('en')} responses, a year; median of 10, in turn with an Admin`,
  );
  for (const [place, name] of Object.keys(consultants).entries()) {
    const as = `${sessionCookie}=${await beginSession(db, rows[place]?.id ?? 0, 'bench')}`;
    for (const [call, path] of Object.entries(calls)) {
      const url = `${path}${lastDays(365)}`;
      const [theirs, admins] = await measureInTurn(10, ask(url, as), ask(url, cookie));
      const [ours, admin] = [at(0.5, theirs), at(0.5, admins)];
      const note = `Admin ${admin.toFixed(0)} ms, ${(ours / admin).toFixed(2)} x`;
      report({ name: `${call}, ${name}`, ours, unit: 'ms', note });
    }
  }
} finally {
  await close();
}
