/**
 * Measures how long 1,000 waiting responses take to arrive from a real browser on this machine,
 * compared with a bare program that sends them one by one, and whether the page stays responsive.
 * Wanted: at most 20 s, and no task over 100 ms.
 * Run: npm run build && npx node bench/browser/sync-thousand.ts
 */
import type { Page } from '@playwright/test';

import type { Edition } from '#domain/surveys/edition.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { heldOffline, keepOnDevice } from '../../e2e/support/waiting-responses.ts';
import { report } from '../report.ts';
import { withSignedIn } from './signed-in.ts';

const count = Number(process.argv[2] ?? 1_000);

await withSignedIn('assessor', async ({ page, server }) => {
  const read = async <T>(path: string) => (await (await page.request.get(path)).json()) as T;

  const surveys = await read<{ id: number; edition: number; status: string }[]>('/api/surveys');
  const { id, edition } = surveys.find(({ status }) => status === 'active') ?? fail();
  const [hotel = fail()] = await read<{ id: number; hotelName: string }[]>('/api/hotels');
  const asked = { edition: await read<Edition>(`/api/surveys/${id}/editions/${edition}`), hotel };
  const held = heldOffline(count, { ...asked, respondent: 'Waiting' });
  await keepOnDevice(page, held);
  await page.goto('/app/sync');
  await page.getByText('Waiting 1,', { exact: false }).waitFor();
  await page.waitForLoadState('networkidle');

  const tasks = await page.evaluateHandle(() => {
    const taken: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) taken.push(duration);
    }).observe({ type: 'longtask' });
    return taken;
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const busyBefore = await busy();
  const begin = performance.now();
  await page.getByRole('button', { name: 'Sync Now' }).click();
  const seen = page.getByText(new RegExp(`Syncing... [1-9]\\d* of ${count}`)).first();
  await seen.waitFor();
  const progress = await seen.textContent();
  await page.getByText('Nothing to send').waitFor({ timeout: 600_000 });
  await page.getByText('All data synced').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - begin) / 1000;
  const busySeconds = (await busy()) - busyBefore;
  const bareSeconds = await sendOneByOne(
    server.address,
    heldOffline(count, { ...asked, respondent: 'Bare' }),
    page,
  );
  const long = (await tasks.jsonValue()).toSorted((a, b) => b - a);

  const responses = await read<{ respondentName: string; syncStatus: string }[]>('/api/responses');
  const arrived = responses.filter(({ respondentName }) => respondentName.startsWith('Waiting '));
  const synced = arrived.filter(({ syncStatus }) => syncStatus === 'synced').length;
  const size = held.reduce((sum, { body }) => sum + body.length, 0) / 1e6;
  report({
    name: `${count} responses, ${size.toFixed(1)} MB`,
    ours: seconds,
    bare: bareSeconds,
    unit: 's',
    note: `${arrived.length} arrived, ${synced} synced; "${progress}" was seen`,
  });
  const slowest = `${long.length} tasks over 50 ms, the longest ${(long[0] ?? 0).toFixed(0)} ms`;
  report({ name: "the page's own time", ours: busySeconds, unit: 's', note: slowest });
});

/** Returns how many seconds it took. */
async function sendOneByOne(address: string, envelopes: Envelope[], page: Page): Promise<number> {
  const cookies = await page.context().cookies();
  const headers = {
    'content-type': 'application/json',
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  };
  const begin = performance.now();
  for (const { body } of envelopes) {
    const answer = await fetch(`${address}/api/responses`, {
      method: 'POST',
      headers,
      body,
    });
    if (answer.status !== 201) throw new Error(`The server answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  return (performance.now() - begin) / 1000;
}

function fail(): never {
  throw new Error('The demonstration data is not as it was.');
}
