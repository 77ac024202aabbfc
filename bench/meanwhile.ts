import type { FastifyInstance } from 'fastify';

import { at, report } from './report.ts';

/**
 * Runs `act` that many times and calls a cheap route all the while. Reports how long `act` took,
 * compared with the least that it could, and how long the cheap calls took meanwhile.
 */
export async function reportWithOthers<T>(
  { app, cookie }: { app: FastifyInstance; cookie: string },
  name: string,
  act: () => Promise<T>,
  { times = 1, bare }: { times?: number; bare?: number } = {},
): Promise<T[]> {
  const memory = process.memoryUsage.rss();
  let most = memory;
  const others: number[] = [];
  let done = false;
  const callOn = async () => {
    while (!done) {
      const begin = performance.now();
      await app.inject({ url: '/api/hotels/1', headers: { cookie } });
      others.push(performance.now() - begin);
      most = Math.max(most, process.memoryUsage.rss());
      await new Promise((resolve) => void setTimeout(resolve, 5));
    }
  };
  const calling = callOn();
  const answers: T[] = [];
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    answers.push(await act());
    taken.push(performance.now() - begin);
  }
  done = true;
  await calling;
  taken.sort((a, b) => a - b);
  others.sort((a, b) => a - b);
  const slowest = times > 1 ? `slowest ${at(1, taken).toFixed(0)} ms; ` : '';
  const more = (most - memory) / 1e6;
  report({
    name,
    ours: at(0.5, taken),
    unit: 'ms',
    ...(bare !== undefined && { bare }),
    note: `${slowest}others' 99 % ${at(0.99, others).toFixed(0)} ms of ${others.length}; at most ${more.toFixed(0)} MB more`,
  });
  return answers;
}
