/**
 * Measures how long other calls wait while somebody downloads all responses, and checks that the
 * list arrives whole. The client is a process of its own, so that it does not use the server's only
 * thread.
 * Wanted at a million: at most 100 ms for 99% of the other calls, and at most 60 MB more memory.
 * Run: npx node bench/long-lists.ts [responses]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { openLargeApp } from './large-database.ts';
import { reportWithOthers } from './meanwhile.ts';
import { heading } from './report.ts';

const responses = Number(process.argv[2] ?? 1_000_000);

/** A program that reads a reply to its end. It prints how often the reply contains the mark. */
const taker = `
  const [url, cookie, mark] = process.argv.slice(1);
  let marks = 0, rest = '';
  const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } });
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const text = rest + part;
    marks += text.split(mark).length - 1;
    rest = mark.length > 1 ? text.slice(1 - mark.length) : '';
  }
  console.log(marks);`;

const large = await openLargeApp({ hotels: 1_000, responses, answers: 20 });
const { app, cookie, close } = large;
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const take = (path: string, mark: string, marks: number) => async () => {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', taker, address + path, cookie, mark],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code !== 0 || Number(said) !== marks)
      throw new Error(`${path} came with ${said.trim()} of ${marks}`);
  };
  heading(`${responses.toLocaleString('en')} responses of 20 answers`);
  await reportWithOthers(large, 'nothing', () => sleep(10_000));
  const list = take('/api/responses', '"syncStatus":', responses);
  await reportWithOthers(large, 'the list of all responses', list);
  await reportWithOthers(large, 'nothing', () => sleep(10_000));
} finally {
  await close();
}
