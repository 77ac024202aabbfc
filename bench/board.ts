/**
 * Measures how long the board's call takes on the server, with 20,000 hotels and 200,000 responses, and
 * the call for its first cards.
 * Wanted: under 150 ms.
 * Run: npx node bench/board.ts
 */
import { measure, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const { app, cookie, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
try {
  heading('20,000 hotels, 200,000 responses; median of 20');
  for (const encoding of ['identity', 'gzip', 'br'])
    await measureCall(`the board's call, ${encoding}`, '/api/workflow/board', encoding);
  await measureCall('its first cards, br', '/api/workflow/board?first=50', 'br');
} finally {
  await close();
}

async function measureCall(name: string, url: string, encoding: string): Promise<void> {
  const call = () => app.inject({ url, headers: { cookie, 'accept-encoding': encoding } });
  const { rawPayload, statusCode } = await call();
  const taken = await measure(20, call);
  if (statusCode !== 200) throw new Error(`The board answered ${statusCode}`);
  const size = `${(rawPayload.length / 1e6).toFixed(2)} MB`;
  const note = `${size}, slowest ${at(1, taken).toFixed(0)} ms`;
  report({ name, ours: at(0.5, taken), unit: 'ms', note });
}
