/**
 * How long does the board's one call take on the server, at 20,000 hotels and 200,000 responses?
 * Wanted: under 150 ms. Run: npx node bench/board.ts
 */
import { measure, openLargeApp } from './large-database.ts';

const { app, cookie, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
try {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { cookie, 'accept-encoding': encoding };
    const call = () => app.inject({ url: '/api/workflow/board', headers });
    const { rawPayload, statusCode } = await call();
    const taken = await measure(20, call);
    const ms = (share: number) => taken[Math.floor(share * (taken.length - 1))]?.toFixed(0);
    console.log(
      `${statusCode} ${encoding.padEnd(8)} ${(rawPayload.length / 1e6).toFixed(2)} MB  median ${ms(0.5)} ms  slowest ${ms(1)} ms`,
    );
  }
} finally {
  await close();
}
