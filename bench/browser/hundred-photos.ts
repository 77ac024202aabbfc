/**
 * Measures how long 100 waiting photos of 250 kB take to arrive from a real browser, compared with a bare
 * page that sends the same forms two at a time, and whether the page stays responsive: over a line of 50
 * Mbit/s, as good as a hotel's wireless network gets, and with no line between them, where browser and
 * server compete for the same two cores.
 * Wanted: at most 1.3 times the bare time, and no task over 100 ms.
 * Run: npm run build && npx node bench/browser/hundred-photos.ts
 */
import type { Page } from '@playwright/test';

import { report } from '../report.ts';
import { tasksDuring } from './longest-task.ts';
import { withSignedIn } from './signed-in.ts';

const count = Number(process.argv[2] ?? 100);
const turns = Number(process.argv[3] ?? 3);
const size = 250_000;
/** Megabits a second, up and down. */
const line = 50;

await withSignedIn('assessor', async ({ page, chrome, server }) => {
  const office = await chrome.newContext({ baseURL: server.address });
  await office.request.post('/api/auth/login', {
    data: { email: 'admin@bellwether.example', password: 'bellwether-demo' },
  });
  // The files have no interview here, so the server lists them for Admins.
  const stored = async () => {
    const answer = await office.request.get('/api/evidence/unplaced');
    return ((await answer.json()) as { total: number }).total;
  };
  const sync = async () => {
    const before = await stored();
    const seconds = await syncPage(page);
    const sent = (await stored()) - before;
    if (sent !== count) throw new Error(`${sent} of ${count} photos were stored.`);
    return seconds;
  };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const overLine = async (megabits: number) => {
    const bytes = megabits > 0 ? (megabits * 1e6) / 8 : -1;
    const conditions = { offline: false, latency: megabits > 0 ? 10 : 0 };
    await devtools.send('Network.emulateNetworkConditions', {
      ...conditions,
      ...{ downloadThroughput: bytes, uploadThroughput: bytes },
    });
  };
  const measure = async (megabits: number) => {
    const work: number[] = [];
    const whole: number[] = [];
    const ours: number[] = [];
    const bare: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await keepPhotos(page, `offline_1_ours${megabits}x${turn}`);
      await overLine(megabits);
      const busyBefore = await busy();
      const seconds = await sync();
      work.push((await busy()) - busyBefore);
      whole.push(seconds.whole);
      ours.push(seconds.photos);
      bare.push(await sendBare(page, `offline_1_bare${megabits}x${turn}`));
      await overLine(0);
    }
    return { work, whole, ours, bare };
  };
  const lined = await measure(line);
  const { work, whole, ours, bare } = await measure(0);
  // Tracing slows a page down, so this turn is not timed.
  await keepPhotos(page, 'offline_1_traced');
  const tasks = await tasksDuring(chrome, page, sync);

  const total = await stored();
  const photos = `${count} photos, ${((count * size) / 1e6).toFixed(0)} MB`;
  report({
    name: `${photos}, over ${line} Mbit/s`,
    ours: median(lined.ours),
    bare: median(lined.bare),
    unit: 's',
  });
  report({
    name: `${photos}, with no line`,
    ours: median(ours),
    bare: median(bare),
    unit: 's',
    note: `${total} of ${(4 * turns + 1) * count} arrived; the median of ${turns} turns each`,
  });
  report({
    name: 'from the press until all is synced',
    ours: median(whole),
    bare: median(bare),
    unit: 's',
  });
  report({ name: "the page's own time", ours: median(work), unit: 's' });
  const long = tasks.filter((ms) => ms > 50).length;
  report({
    name: 'the longest task',
    ours: tasks[0] ?? 0,
    unit: 'ms',
    note: `of processor time; ${long} over 50 ms`,
  });
});

/**
 * Presses Sync Now. Returns the seconds until all is synced, and the seconds from sending the first photo to
 * the arrival of the last one.
 */
async function syncPage(page: Page): Promise<{ whole: number; photos: number }> {
  await page.evaluate(() => performance.setResourceTimingBufferSize(2_000));
  const begin = performance.now();
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await page.getByText('All data synced').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - begin) / 1_000;
  const photos = await page.evaluate(() => {
    const sendings = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('?interview='));
    const ends = sendings.map(({ startTime, duration }) => startTime + duration);
    return (Math.max(...ends) - Math.min(...sendings.map(({ startTime }) => startTime))) / 1_000;
  });
  return { whole: seconds, photos };
}

/** Puts photos into the store of this page's user, and opens the Sync Centre. */
async function keepPhotos(page: Page, interviewId: string): Promise<void> {
  await page.evaluate(
    async ([interview, many, bytes]) => {
      const person = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
      const opening = indexedDB.open(`user_${person.id}_bellwether_offline_data`);
      await new Promise((done) => opening.addEventListener('success', done));
      for (let at = 0; at < many; at += 1) {
        const photo = new Uint8Array(bytes);
        for (let from = 0; from < bytes; from += 65_536)
          crypto.getRandomValues(photo.subarray(from, from + 65_536));
        photo.set([0xff, 0xd8, 0xff, 0xe0]);
        const digest = await crypto.subtle.digest('SHA-256', photo);
        const clientId = crypto.randomUUID().replaceAll('-', '');
        const file = {
          ...{ clientId, interviewId: interview, questionId: 1 + Math.floor(at / 8) },
          ...{ kind: 'photo', name: 'photo.jpg', mediaType: 'image/jpeg', size: bytes },
          ...{ width: 1_600, height: 1_200, caption: '', takenAt: Date.now() + at },
          digest: Array.from(new Uint8Array(digest), (one) =>
            one.toString(16).padStart(2, '0'),
          ).join(''),
          ...{ state: 'waiting', reason: null, attempts: 0, tried: false },
          // Far in the future, so that only Sync Now sends it.
          nextAttemptAt: Date.now() + 60 * 60_000,
        };
        const writing = opening.result.transaction(['files', 'fileBytes'], 'readwrite');
        writing.objectStore('files').put(file);
        const thumbnail = photo.slice(0, 8_000).buffer;
        writing.objectStore('fileBytes').put({ clientId, bytes: photo.buffer, thumbnail });
        await new Promise((done) => writing.addEventListener('complete', done));
      }
      opening.result.close();
    },
    [interviewId, count, size] as const,
  );
  await page.goto('/app/sync');
  await page
    .getByText(/^\d+ pending$/)
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
}

/** Sends as many forms with as many bytes, two at a time. Returns the seconds. */
function sendBare(page: Page, interviewId: string): Promise<number> {
  return page.evaluate(
    async ([interview, many, bytes]) => {
      const forms = Array.from({ length: many }, () => {
        const photo = new Uint8Array(bytes);
        for (let from = 0; from < bytes; from += 65_536)
          crypto.getRandomValues(photo.subarray(from, from + 65_536));
        photo.set([0xff, 0xd8, 0xff, 0xe0]);
        const form = new FormData();
        form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
        form.set('thumbnail', new Blob([photo.slice(0, 8_000)]), 'thumbnail');
        return form;
      });
      const rest = forms.entries();
      const begin = performance.now();
      const work = async () => {
        for (const [at, body] of rest) {
          const query = `interview=${interview}&question=${1 + Math.floor(at / 8)}&kind=photo`;
          const path = `/api/evidence/${crypto.randomUUID()}?${query}`;
          const answer = await fetch(path, { method: 'PUT', body });
          if (answer.status !== 201) throw new Error(`The server answered ${answer.status}`);
          await answer.arrayBuffer();
        }
      };
      await Promise.all([work(), work()]);
      return (performance.now() - begin) / 1_000;
    },
    [interviewId, count, size] as const,
  );
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
