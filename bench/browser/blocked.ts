/**
 * Prints how long the first screens block a slow phone's page: what each task takes beyond 50 ms, added up,
 * which Lighthouse calls Total Blocking Time. Lighthouse counts by the clock, and so counts what else runs
 * on the machine. This counts processor time, four times of it, from the start of the visit on.
 * Wanted: at most 250 ms, with which a page that is otherwise quick has 95 in Lighthouse.
 * Run: npm run build && npx node bench/browser/blocked.ts
 */
import { report } from '../report.ts';
import { firstScreens } from './first-screens.ts';
import { tasksDuring } from './longest-task.ts';
import { withSignedIn } from './signed-in.ts';

const rounds = 5;
const slower = 4;
/** Milliseconds that a task may take without blocking the page. */
const allowed = 50;

await withSignedIn(
  'admin',
  async ({ page, chrome }) => {
    for (const [name, path] of Object.entries(firstScreens)) {
      const looks: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await page.goto('about:blank');
        const tasks = await tasksDuring(chrome, page, async () => {
          await page.goto(path);
          await page.waitForLoadState('networkidle');
          await page.waitForTimeout(2_000);
        });
        looks.push(tasks.reduce((sum, task) => sum + Math.max(0, slower * task - allowed), 0));
      }
      const sorted = looks.toSorted((one, other) => one - other);
      const note = looks.map(Math.round).join(', ');
      report({ name, ours: sorted[Math.floor(rounds / 2)] ?? 0, unit: 'ms', note });
    }
  },
  { viewport: { width: 412, height: 823 }, hasTouch: true },
);
