/**
 * Measures how long the export of 20,000 hotels takes, compared with its statements alone, and how
 * long other calls wait meanwhile.
 * Wanted: under 10 s, and under 250 ms at the 99th percentile.
 * Run: npx node bench/board-export.ts
 */
import { openLargeApp } from './large-database.ts';
import { reportWithOthers } from './meanwhile.ts';
import { record, timeReplay } from './replay.ts';
import { heading } from './report.ts';

const large = await openLargeApp({ hotels: 20_000, responses: 200_000 });
try {
  heading('20,000 hotels, 200,000 responses');
  const read = () =>
    large.app.inject({ url: '/api/workflow/export', headers: { cookie: large.cookie } });
  const bare = await timeReplay(large.pool, await record(read));
  const [answer] = await reportWithOthers(large, 'export of 20,000 hotels', read, { bare });
  if (answer?.statusCode !== 200) throw new Error(`The export answered ${answer?.statusCode}`);
} finally {
  await large.close();
}
