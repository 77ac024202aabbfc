/**
 * How long do the calls of Results take on the server, and how does that grow with the responses?
 * Twenty answers each, over a year, at 1,000 hotels. Wanted at a million: the summary under 75 ms
 * for 30 days and 300 ms for a year.
 * Run: npx node bench/results.ts [responses …]
 */
import { measure, openLargeApp } from './large-database.ts';

const sizes = process.argv.slice(2).map(Number);
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** The address of each call, for 30 days and for a year. */
const calls = {
  'summary (tiles, cards, trend)': '/api/results/summary?',
  'a page of responses': '/api/results/responses?page=1&pageSize=25&',
  'the page of the lowest scores':
    '/api/results/responses?page=1&pageSize=25&sort=percent&direction=asc&',
  distribution: '/api/results/distribution?',
  'hotels compared': '/api/results/hotels?',
  'questions (reads answers)': '/api/results/questions?',
};

for (const responses of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) {
  const begun = performance.now();
  const { app, cookie, close } = await openLargeApp({ hotels: 1_000, responses, answers: 20 });
  const made = ((performance.now() - begun) / 1_000).toFixed(0);
  console.log(`\n${responses.toLocaleString('en')} responses (made in ${made} s)`);
  console.log(
    `${'median (slowest) of 10, in ms'.padEnd(34)}${'30 days'.padStart(14)}${'a year'.padStart(14)}`,
  );
  try {
    for (const [name, path] of Object.entries(calls)) {
      const cells: string[] = [];
      for (const days of [29, 365]) {
        const url = `${path}from=${day(days)}&to=${day(0)}`;
        const call = async () => {
          const { statusCode, body } = await app.inject({ url, headers: { cookie } });
          if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
        };
        const taken = await measure(10, call);
        cells.push(`${(taken[5] ?? 0).toFixed(0)} (${(taken[9] ?? 0).toFixed(0)})`.padStart(14));
      }
      console.log(name.padEnd(34) + cells.join(''));
    }
  } finally {
    await close();
  }
}
