/**
 * How long does a hostile workbook take to be refused, and how long do others wait meanwhile?
 * Wanted: 200 ms each, and others under 250 ms at the 99th percentile. Each is sent twenty times,
 * the first of which starts the worker. Run: npx node bench/hostile-workbooks.ts
 */
import { aForm } from '#test/form.ts';
import {
  aBomb,
  aCircle,
  aCrowd,
  aLiar,
  anEntityWorkbook,
  aTwofoldBomb,
} from '#test/hostile-workbooks.ts';
import { openLargeApp } from './large-database.ts';
import { callMeanwhile } from './meanwhile.ts';

const files: [name: string, fileName: string, bytes: Buffer][] = [
  ['300 MB in a third of one', 'questions.xlsx', aBomb()],
  ['300 MB, said to be 1 kB', 'questions.xlsx', aLiar()],
  ['300 MB behind a harmless directory', 'questions.xlsx', aTwofoldBomb()],
  ['100,000 entries', 'questions.xlsx', aCrowd()],
  ['an external entity', 'questions.xlsx', anEntityWorkbook('/etc/hostname')],
  ['an .xls that goes in circles', 'questions.xls', aCircle(40)],
];

const { app, pool, cookie, close } = await openLargeApp({ hotels: 1_000, responses: 10_000 });
try {
  const { rows } = await pool.query<{ id: number }>('select id from surveys limit 1');
  const url = `/api/surveys/${rows[0]?.id}/questions/import`;
  for (const [name, fileName, bytes] of files) {
    const [payload, headers] = aForm(fileName, bytes);
    const taken: number[] = [];
    const { waits } = await callMeanwhile(app, cookie, async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        const begin = performance.now();
        await app.inject({ method: 'POST', url, headers: { cookie, ...headers }, payload });
        taken.push(performance.now() - begin);
      }
    });
    taken.sort((a, b) => a - b);
    const [median, slowest] = [taken[10] ?? 0, taken[19] ?? 0];
    console.log(
      `${name.padEnd(36)} median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; ${waits}`,
    );
  }
} finally {
  await close();
}
