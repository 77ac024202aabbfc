/**
 * Measures how long the calls of Results take on the server, and how that grows with the number of
 * responses: twenty answers each, over a year, at 20,000 hotels, with the sums of closed days.
 * Wanted at a million: the summary under 75 ms for 30 days and 300 ms for a year.
 * Run: npx node bench/results.ts [responses …]
 */
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { lastDays, measure, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const sizes = process.argv.slice(2).map(Number);

/** The address of each call, for 30 days and for a year. */
const calls = {
  'summary (tiles, cards, trend)': '/api/results/summary?',
  'summary in the days of Auckland': '/api/results/summary?timeZone=Pacific%2FAuckland&',
  'a page of responses': '/api/results/responses?page=1&pageSize=25&',
  'the page of the lowest scores':
    '/api/results/responses?page=1&pageSize=25&sort=percent&direction=asc&',
  'the page of the longest interviews':
    '/api/results/responses?page=1&pageSize=25&sort=duration&direction=desc&',
  distribution: '/api/results/distribution?',
  'hotels compared': '/api/results/hotels?',
  questions: '/api/results/questions?',
};

for (const responses of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) {
  const { app, db, pool, upkeepPool, cookie, close } = await openLargeApp({
    hotels: 20_000,
    responses,
    answers: 20,
  });
  heading(`${responses.toLocaleString('en')} responses; median of 10`);
  try {
    await makeRollUps(db, new AbortController().signal, { longest: Infinity });
    await upkeepPool.query('vacuum analyze');
    const { rows } = await pool.query("select pg_total_relation_size('responses') as bytes");
    report({ name: 'the table with its indexes', ours: rows[0].bytes / 1e6, unit: 'MB' });
    for (const [name, path] of Object.entries(calls))
      for (const [days, range] of [
        [29, '30 days'],
        [365, 'a year'],
      ] as const) {
        const url = `${path}${lastDays(days)}`;
        const taken = await measure(10, async () => {
          const { statusCode, body } = await app.inject({ url, headers: { cookie } });
          if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
        });
        const note = `slowest ${at(1, taken).toFixed(0)} ms`;
        report({ name: `${name}, ${range}`, ours: at(0.5, taken), unit: 'ms', note });
      }
  } finally {
    await close();
  }
}
