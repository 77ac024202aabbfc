/**
 * What do the large reads cost, beside the same statements through the bare driver behind a bare
 * handler? 20,000 hotels, 200,000 responses. Run: npx node bench/reads.ts
 */
import { measure, openLargeApp } from './large-database.ts';
import { record, replay } from './replay.ts';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = `from=${day(365)}&to=${day(0)}`;
const reads = {
  board: '/api/workflow/board',
  'list of hotels': '/api/hotels',
  'results summary of a year': `/api/results/summary?${range}`,
  'a page of responses': `/api/results/responses?page=1&pageSize=25&${range}`,
  'hotels compared': `/api/results/hotels?${range}`,
};

const { app, pool, cookie, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
try {
  console.log(`${'median of 10, in ms'.padEnd(28)}${'bare'.padStart(8)}${'ours'.padStart(8)}`);
  for (const [name, url] of Object.entries(reads)) {
    const call = () => app.inject({ url, headers: { cookie } });
    await call();
    const bare = replay(pool, await record(call));
    const ours = await measure(10, call);
    const least = await measure(10, () => bare.inject('/'));
    const [real, limit] = [ours[5] ?? 0, least[5] ?? 0];
    const cells = [limit.toFixed(0), real.toFixed(0)].map((cell) => cell.padStart(8)).join('');
    console.log(`${name.padEnd(28)}${cells}   ${(real / limit).toFixed(2)} times the bare limit`);
    await bare.close();
  }
} finally {
  await close();
}
