import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type Page } from '@playwright/test';

import { browser } from './support/browser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import {
  anInterview,
  answer,
  answerAll,
  beginAt,
  completeHere,
  disconnected,
  next,
  visit,
} from './support/offline-interview.ts';
import { expect, test as base } from './support/test.ts';

/** What happens to a device in the middle of an interview, and what is there afterwards. */

/**
 * A browser whose profile outlives it, and its death by SIGKILL: no process has a last moment. Each
 * start is of the same device.
 */
const test = base.extend<{ startDevice: () => ReturnType<typeof startBrowser> }>({
  startDevice: async ({ baseURL }, lend) => {
    const profile = await mkdtemp(join(tmpdir(), 'bellwether-device-'));
    const opened: BrowserContext[] = [];
    await lend(async () => {
      const device = await startBrowser(profile, baseURL);
      opened.push(device.context);
      return device;
    });
    await Promise.all(opened.map((context) => context.close().catch(() => undefined)));
    await rm(profile, { recursive: true, force: true });
  },
});

test.use({ expectedOnConsole: [disconnected] });
// A browser is started three times.
test.setTimeout(180_000);

async function startBrowser(profile: string, baseURL: string | undefined) {
  const context = await chromium.launchPersistentContext(profile, {
    ...browser,
    ...(baseURL && { baseURL }),
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await (context.browser() ?? fail()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser') ?? fail();
  const died = new Promise((dead) => context.on('close', dead));
  const kill = async () => {
    // Its children, renderers and all, are of its process group.
    process.kill(-main.id, 'SIGKILL');
    await died;
  };
  return { context, page, kill };
}

function fail(): never {
  throw new Error('The browser does not tell of itself.');
}

test('killed in the middle of an interview, it has every answer, and sends it once @desktop', async ({
  request,
  startDevice,
}) => {
  const { office, survey, hotel, respondent } = await anInterview(request, 'Kilian');
  const before = await startDevice();
  await visit(before.page);
  // The browser writes cookies down every half minute: a killed one may have to sign in again,
  // which is not what this is about.
  const cookies = await before.context.cookies();
  await before.context.setOffline(true);
  await beginAt(before.page, hotel.id, respondent, survey.title);
  await answer(before.page);
  await next(before.page);
  await before.page.keyboard.press('1');
  await expect(before.page.getByText('Saved on this device')).toBeVisible();
  await before.kill();

  const after = await startDevice();
  // Browsers write localStorage down some seconds late: one that was killed sooner has lost it.
  await after.page.addInitScript(() => localStorage.clear());
  await after.context.setOffline(true);
  await after.page.goto(`/interview/${hotel.id}`);
  await after.page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
  await expect(after.page.getByText('Question 2 of 3')).toBeVisible();
  await expect(after.page.getByRole('radio').first()).toBeChecked();
  await after.page.getByRole('button', { name: 'Previous' }).click();
  await expect(after.page.getByRole('radio').nth(1)).toBeChecked();
  await completeHere(after.page);
  await after.kill();

  // And once more, with the response waiting.
  const last = await startDevice();
  await last.context.addCookies(cookies);
  await last.page.goto('/app/sync');
  await expect
    .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
    .toMatchObject([{ syncStatus: 'synced' }]);
  await expect(last.page.getByText('Nothing to send')).toBeVisible();
  await last.page.goto(`/interview/${hotel.id}`);
  await expect(last.page.getByRole('combobox', { name: 'Survey' })).toBeVisible();
  await expect(last.page.getByRole('button', { name: /^Resume Interview/ })).toBeHidden();
});

/** What this device has on its disk of who is signed in. */
function keptUser(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('bellwether_current_user');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('kept').objectStore('kept').get('currentUser');
          reading.addEventListener('error', reject);
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result);
          });
        });
      }),
  );
}

test('signed out and then killed, it stays signed out @desktop', async ({ startDevice }) => {
  const before = await startDevice();
  await visit(before.page);
  const signedIn = await before.page.evaluate(() => Object.entries(localStorage));
  await before.page.getByRole('button', { name: 'Logout' }).click();
  await expect(before.page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => keptUser(before.page)).toMatchObject({ text: null });
  await before.kill();

  const after = await startDevice();
  // Browsers write localStorage down some seconds late: one that was killed sooner has it as it was.
  await after.page.addInitScript((entries) => {
    for (const [name, text] of entries) localStorage.setItem(name, text);
  }, signedIn);
  await after.context.setOffline(true);
  await after.page.goto('/app/dashboard');
  await expect(after.page.getByLabel('Email')).toBeVisible();
});

test('when the device is full, the next answers still fit; when it is full again, nothing is lost @desktop', async ({
  request,
  startDevice,
  baseURL,
}) => {
  const { office, survey, hotel, respondent } = await anInterview(request, 'Quentin');
  // A profile on the disk: what is in memory alone knows other quotas.
  const { context, page } = await startDevice();
  const devtools = await context.newCDPSession(page);
  const limit = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: baseURL ?? '',
      ...(quotaSize !== undefined && { quotaSize }),
    });
  // From the beginning: browsers let small writes pass by what room they found half a minute ago.
  await limit(20_000_000);
  await visit(page);
  await beginAt(page, hotel.id, respondent, survey.title);
  await context.setOffline(true);
  await limit(await fillUp(page));

  await answer(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  expect(await hasBallast(page)).toBe(false);
  await page.reload();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();

  // The room that was kept back is used up too.
  await limit(await fillUp(page));
  await page.keyboard.press('1');
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect(
    page.getByText('This device could not store your last answers; it keeps trying.'),
  ).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await page.evaluate(() => void indexedDB.deleteDatabase('filling'));
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio').first()).toBeChecked();

  await completeHere(page);
  await limit();
  await context.setOffline(false);
  await expect
    .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
    .toMatchObject([{ syncStatus: 'synced' }]);
});

/** Fills the device until not even a small write fits; tells how much it then holds, in bytes. */
function fillUp(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('filling', 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('rows', { autoIncrement: true }),
    );
    await new Promise((done) => opening.addEventListener('success', done));
    const fits = (size: number) =>
      new Promise<boolean>((tell) => {
        const bytes = new Uint8Array(size);
        for (let at = 0; at < size; at += 65_536)
          crypto.getRandomValues(bytes.subarray(at, at + 65_536));
        const writing = opening.result.transaction('rows', 'readwrite');
        writing.objectStore('rows').add(bytes);
        writing.addEventListener('complete', () => tell(true));
        writing.addEventListener('abort', () => tell(false));
      });
    for (const size of [1_000_000, 100_000, 10_000, 1_000]) while (await fits(size));
    opening.result.close();
    return (await navigator.storage.estimate()).usage ?? 0;
  });
}

/** Is there room kept back in the store of this page's user? */
function hasBallast(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
    const opening = indexedDB.open(`user_${id}_bellwether_offline_data`);
    await new Promise((done) => opening.addEventListener('success', done));
    const counting = opening.result.transaction('ballast').objectStore('ballast').count();
    await new Promise((done) => counting.addEventListener('success', done));
    opening.result.close();
    return counting.result > 0;
  });
}

/** What "Clear site data" does, or a browser that runs out of room, under pages that stay open. */
async function clearStorage(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test('an interview whose storage was cleared under it is written anew, and arrives whole @desktop', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent, office } = await anInterview(request, 'Clara');
  await visit(page);
  await context.setOffline(true);
  // One that waits is lost with the storage, and is not passed over in silence.
  await beginAt(page, hotel.id, `${respondent} before`, survey.title);
  const before = await answerAll(page);
  await before.complete.click();
  await expect(page.getByText('will sync when online').first()).toBeVisible();
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  await next(page);
  await page.getByLabel('Interview Notes').fill('Met in the lobby');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await clearStorage(page);
  await expect(page.getByText('have been stored again')).toBeVisible();
  await page.getByLabel('Interview Notes').blur();
  await expect(page.getByText('in another tab')).toHaveCount(0);
  await answer(page);
  await next(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Interview Notes')).toHaveValue('Met in the lobby');
  await context.setOffline(false);
  const { complete } = await answerAll(page);
  await complete.click();
  await expect(page.getByText('is stored on the server')).toBeVisible();
  const [response] = await office.responsesOf(respondent);
  expect(response).toMatchObject({ notes: 'Met in the lobby', reviewReasons: [] });
  expect(response?.responseAnswers).toHaveLength(3);

  await page.goto('/app/dashboard');
  const notice = page.getByRole('alert').filter({ hasText: 'storage was cleared' });
  await expect(notice).toContainText('Interviews that had not been sent may be lost.');
  await expectAccessible(page);
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(notice).toHaveCount(0);
});

test('an interview that was ended in another tab is not written anew @desktop', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Esther');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  // As the button of a tab does that shows the resume card.
  await page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
    const opening = indexedDB.open(`user_${id}_bellwether_offline_data`);
    await new Promise((done) => opening.addEventListener('success', done));
    const writing = opening.result.transaction('drafts', 'readwrite');
    writing.objectStore('drafts').clear();
    await new Promise((done) => writing.addEventListener('complete', done));
    opening.result.close();
  });
  await next(page);
  await answer(page);
  await expect(page.getByText('It was completed or abandoned in another tab')).toBeVisible();
});

test('a second tab shows the interview, and goes on with it once the first is closed @desktop', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Tabea');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('This interview is open in another tab')).toBeVisible();
  await expect(second.getByText('No answer yet')).toHaveCount(3);
  await answer(page);
  await next(page);
  await page.getByLabel('Interview Notes').fill('Met in the lobby');
  await expect(second.getByText('Yes', { exact: true })).toBeVisible();
  await expect(second.getByText('Met in the lobby')).toBeVisible();
  await expect(second.getByRole('textbox')).toHaveCount(0);
  await expect(second.getByRole('radio')).toHaveCount(0);
  await page.close();
  await expect(second.getByText('Question 2 of 3')).toBeVisible();
  await second.getByRole('button', { name: 'Previous' }).click();
  await expect(second.getByRole('radio').nth(1)).toBeChecked();
});

test('a new version that comes meanwhile waits until the interview is left, then comes at once @desktop', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Nova');
  await visit(page);
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  await next(page);
  const other = await context.newPage();
  await other.goto('/app/sync');
  await expect(other.getByText('Nothing to send')).toBeVisible();
  await other.waitForLoadState('networkidle');

  // To the browser another script is another version, which waits for the one that runs.
  await other.evaluate(
    async () => void (await navigator.serviceWorker.register('/service-worker.js?next')),
  );
  // It is offered on another screen, and not taken while the interview is open in this tab.
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect(other.getByText('Leave the interview in the other tab first')).toBeVisible();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(page.getByText('A new version is ready')).toBeHidden();
  await page.getByRole('link', { name: 'Back to Workflow' }).click();
  await expect(page.getByRole('heading', { name: 'Workflow Management' })).toBeVisible();
  await keepAsking(page);
  const running = () => navigator.serviceWorker.controller?.scriptURL;
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => other.evaluate(running).catch(() => 'it reloads')).toContain('?next');
  await expect(other.getByRole('heading', { name: 'Sync Centre' })).toBeVisible();
  await page.goto(`/interview/${hotel.id}`);
  await page.getByRole('button', { name: /^Resume Interview/ }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
});

/** From now on this page asks for what screens ask for: the server's data, and the app's own files. */
function keepAsking(page: Page): Promise<void> {
  return page.evaluate(() => {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name);
    const file = asked.find((address) => address.includes('/assets/')) ?? '';
    setInterval(() => {
      for (const address of ['/api/health', file]) void fetch(address).catch(() => undefined);
    }, 10);
  });
}
