import type { FastifyInstance } from 'fastify';

/** Runs `act`, calling a cheap route all the while; tells how long those calls took. */
export async function callMeanwhile<T>(
  app: FastifyInstance,
  cookie: string,
  act: () => Promise<T>,
): Promise<{ answer: T; waits: string }> {
  const taken: number[] = [];
  let done = false;
  const callOn = async () => {
    while (!done) {
      const begin = performance.now();
      await app.inject({ url: '/api/hotels/1', headers: { cookie } });
      taken.push(performance.now() - begin);
      await new Promise((resolve) => void setTimeout(resolve, 5));
    }
  };
  const calling = callOn();
  const answer = await act();
  done = true;
  await calling;
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor(share * (taken.length - 1))]?.toFixed(0);
  return {
    answer,
    waits: `others ${taken.length} calls, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, slowest ${at(1)} ms; ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
  };
}
