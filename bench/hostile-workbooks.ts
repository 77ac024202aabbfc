/**
 * Measures how long it takes to refuse a hostile workbook, and how long other calls wait meanwhile.
 * Each is sent twenty times; the first time starts the worker.
 * Wanted: 200 ms each, other calls under 250 ms at the 99th percentile, and at most 60 MB more
 * memory.
 * Run: npx node bench/hostile-workbooks.ts
 */
import { aForm } from '#test/form.ts';
import {
  aBomb,
  aCircle,
  aCrowd,
  anEcho,
  aLiar,
  anEntityWorkbook,
  aTwofoldBomb,
} from '#test/hostile-workbooks.ts';
import { openLargeApp } from './large-database.ts';
import { reportWithOthers } from './meanwhile.ts';
import { heading } from './report.ts';

const files: [name: string, fileName: string, bytes: Buffer][] = [
  ['300 MB in a third of one', 'questions.xlsx', aBomb()],
  ['300 MB, said to be 1 kB', 'questions.xlsx', aLiar()],
  ['300 MB behind a harmless directory', 'questions.xlsx', aTwofoldBomb()],
  ['100,000 entries', 'questions.xlsx', aCrowd()],
  ['an external entity', 'questions.xlsx', anEntityWorkbook('/etc/hostname')],
  ['a text that 40,000 cells refer to', 'questions.xlsx', anEcho()],
  ['an .xls that goes in circles', 'questions.xls', aCircle(40)],
];

const large = await openLargeApp({ hotels: 1_000, responses: 10_000 });
const { app, pool, cookie, close } = large;
try {
  heading('each sent 20 times; median');
  const { rows } = await pool.query<{ id: number }>('select id from surveys limit 1');
  const url = `/api/surveys/${rows[0]?.id}/questions/import`;
  for (const [name, fileName, bytes] of files) {
    const [payload, headers] = aForm(fileName, bytes);
    const answers = await reportWithOthers(
      large,
      name,
      () => app.inject({ method: 'POST', url, headers: { cookie, ...headers }, payload }),
      { times: 20 },
    );
    const taken = answers.filter(({ statusCode }) => statusCode < 400);
    if (taken.length > 0) throw new Error(`${name} was not refused ${taken.length} times`);
  }
} finally {
  await close();
}
