/**
 * Measures how long the board's only call takes on the server, with 20,000 hotels and 200,000
 * responses.
 * Wanted: under 150 ms.
 * Run: npx node bench/board.ts
 */
import { measure, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const { app, cookie, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
try {
  heading('20,000 hotels, 200,000 responses; median of 20');
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { cookie, 'accept-encoding': encoding };
    const call = () => app.inject({ url: '/api/workflow/board', headers });
    const { rawPayload, statusCode } = await call();
    const taken = await measure(20, call);
    if (statusCode !== 200) throw new Error(`The board answered ${statusCode}`);
    const size = `${(rawPayload.length / 1e6).toFixed(2)} MB`;
    report({
      name: `the board's call, ${encoding}`,
      ours: at(0.5, taken),
      unit: 'ms',
      note: `${size}, slowest ${at(1, taken).toFixed(0)} ms`,
    });
  }
} finally {
  await close();
}
