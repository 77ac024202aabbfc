/**
 * Measures what the large reads cost, compared with the same statements run by a bare handler with
 * the bare driver, for 20,000 hotels and 200,000 responses.
 * Run: npx node bench/reads.ts
 */
import { lastDays, measureInTurn, openLargeApp } from './large-database.ts';
import { record, replay } from './replay.ts';
import { at, heading, report } from './report.ts';

const lastYear = lastDays(365);
const reads = {
  board: '/api/workflow/board',
  'list of hotels': '/api/hotels',
  'results summary of a year': `/api/results/summary?${lastYear}`,
  'a page of responses': `/api/results/responses?page=1&pageSize=25&${lastYear}`,
  'hotels compared': `/api/results/hotels?${lastYear}`,
};

const { app, pool, cookie, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
try {
  heading('20,000 hotels, 200,000 responses; median of 10');
  for (const [name, url] of Object.entries(reads)) {
    const call = () => app.inject({ url, headers: { cookie } });
    await call();
    const bare = replay(pool, await record(call));
    const [ours, least] = await measureInTurn(10, call, () => bare.inject('/'));
    report({ name, ours: at(0.5, ours), bare: at(0.5, least), unit: 'ms' });
    await bare.close();
  }
} finally {
  await close();
}
