/**
 * Measures how long Standards takes, with the sums of closed days, beside the questions' figures over the same
 * responses: twenty coded questions each, over a year, at 1,000 and at 20,000 hotels.
 * Wanted for a year of 200,000: at most 300 ms.
 * Run: npx node bench/standards.ts [responses]
 */
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { lastDays, measureInTurn, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const responses = Number(process.argv[2] ?? 200_000);
const calls = {
  standards: '/api/results/standards?',
  'hotels failing one standard': '/api/results/standards/hotels?code=ST-7&',
};

for (const hotels of [1_000, 20_000]) {
  const { app, db, upkeepPool, cookie, close } = await openLargeApp({
    ...{ hotels, responses, answers: 20 },
  });
  await makeRollUps(db, new AbortController().signal, { longest: Infinity });
  await upkeepPool.query('vacuum analyze');
  heading(
    `${responses.toLocaleString('en')} responses, ${hotels.toLocaleString('en')} hotels; median of 10, in turn with the questions' figures`,
  );
  try {
    const ask = (url: string) => async () => {
      const { statusCode, body } = await app.inject({ url, headers: { cookie } });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
    };
    for (const [name, path] of Object.entries(calls))
      for (const [days, range] of [
        [6, '7 days'],
        [29, '30 days'],
        [365, 'a year'],
      ] as const) {
        const questions = `/api/results/questions?${lastDays(365)}`;
        const [taken, beside] = await measureInTurn(
          10,
          ask(`${path}${lastDays(days)}`),
          ask(questions),
        );
        const [ours, others] = [at(0.5, taken), at(0.5, beside)];
        const note = `questions of a year ${others.toFixed(0)} ms, ${(ours / others).toFixed(2)} x; slowest ${at(1, taken).toFixed(0)} ms`;
        report({ name: `${name}, ${range}`, ours, unit: 'ms', note });
      }
  } finally {
    await close();
  }
}
