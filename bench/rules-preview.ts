/**
 * Measures how long a preview of a changed pass line takes, which scores the responses of a year again.
 * Wanted: at most 10 s for 100,000 responses of 20 answers, all of which it reaches.
 * Run: npx node bench/rules-preview.ts [responses]
 */
import { openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const responses = Number(process.argv[2] ?? 100_000);
const { app, pool, cookie, close } = await openLargeApp({ hotels: 2_000, responses, answers: 20 });
try {
  const { rows } = await pool.query<{ id: number }>('select id from surveys');
  const times: number[] = [];
  let reached = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const begin = performance.now();
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/surveys/${rows[0]?.id}/rules-preview`,
      headers: { cookie },
      payload: { rules: { passLine: 85 }, days: 365 },
    });
    times.push(performance.now() - begin);
    if (statusCode !== 200) throw new Error(body);
    ({ reached } = JSON.parse(body) as { reached: number });
  }
  heading(`${responses.toLocaleString('en')} responses of 20 answers; median of 3`);
  report({
    name: 'preview of another pass line',
    ours:
      at(
        0.5,
        times.toSorted((one, other) => one - other),
      ) / 1_000,
    unit: 's',
    note: `${reached.toLocaleString('en')} responses scored again`,
  });
} finally {
  await close();
}
