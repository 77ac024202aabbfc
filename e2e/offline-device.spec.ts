import type { Page } from '@playwright/test';

import { paths } from '#web/paths.ts';

import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/killable-device.ts';
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
import { signIn } from './support/test.ts';

/** Tests what happens to a device in the middle of an interview, and what is left afterwards. */

test.use({ expectedOnConsole: [disconnected] });
// The test starts a browser three times.
test.setTimeout(180_000);

test('killed in the middle of an interview, it has every answer, and sends it once @desktop', async ({
  request,
  startDevice,
}) => {
  const { office, survey, hotel, respondent } = await anInterview(request, 'Kilian');
  const before = await startDevice();
  await visit(before.page);
  // The browser stores cookies only every half minute, so after a kill the person may have to sign
  // in again. This test is not about that, so it restores the cookies.
  const cookies = await before.context.cookies();
  await before.context.setOffline(true);
  await beginAt(before.page, hotel.id, respondent, survey.title);
  await answer(before.page);
  await next(before.page);
  await before.page.keyboard.press('1');
  await expect(before.page.getByText('Saved on this device')).toBeVisible();
  await before.kill();

  const after = await startDevice();
  // Browsers store localStorage some seconds late, so a browser that was killed earlier has lost
  // it.
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

  // Restart once more while the response waits to be sent.
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

/** Returns what this device has stored about who is signed in. */
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
  // Browsers store localStorage some seconds late, so a browser that was killed earlier has its
  // former content.
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
  // The profile is on the disk, because a profile in memory has other quotas.
  const { context, page } = await startDevice();
  const devtools = await context.newCDPSession(page);
  const limit = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: baseURL ?? '',
      ...(quotaSize !== undefined && { quotaSize }),
    });
  // Set the limit at the start, because browsers check small writes against the space that they
  // found half a minute ago.
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

  // Use up the space that was kept in reserve, too.
  await limit(await fillUp(page));
  await page.keyboard.press('1');
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect(
    page.getByText('This device has no room for your last answers; it keeps trying.'),
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

/** Fills the device until not even a small write fits. Returns how many bytes it then holds. */
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

/** Does the store of this page's user have space in reserve? */
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

/**
 * Clears the storage below pages that stay open, as "Clear site data" does, or a browser without
 * space.
 */
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
  // The emptied storage held a waiting response, and the app must say so.
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
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(notice).toBeVisible();
  const sentence = (await notice.getByText('may be lost.').boundingBox())!;
  const ok = notice.getByRole('button', { name: 'OK' });
  expect((await ok.boundingBox())!.y).toBeGreaterThanOrEqual(sentence.y + sentence.height + 8);
  await page.setViewportSize({ width: 1440, height: 900 });
  await ok.click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(notice).toHaveCount(0);
});

test('an interview whose storage a script deletes goes on, and is written anew @desktop', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Delia');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  await next(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.evaluate(() => {
    const { id } = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
    indexedDB.deleteDatabase(`user_${id}_bellwether_offline_data`);
  });
  // This answer is given before the page uses its store again.
  await answer(page);
  await expect(page.getByText('have been stored again')).toBeVisible();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await expect(page.getByText('Make room')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});

test('a second tab shows the interview, and goes on with it once the first is closed; one ended elsewhere is not written anew @desktop', async ({
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

  // Removes the draft, as another tab does when its resume card abandons the interview.
  await second.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
    const opening = indexedDB.open(`user_${id}_bellwether_offline_data`);
    await new Promise((done) => opening.addEventListener('success', done));
    const writing = opening.result.transaction('drafts', 'readwrite');
    writing.objectStore('drafts').clear();
    await new Promise((done) => writing.addEventListener('complete', done));
    opening.result.close();
  });
  await next(second);
  await answer(second);
  await expect(second.getByText('It was completed or abandoned in another tab')).toBeVisible();
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

  // A different script is a new version to the browser, and waits for the running one.
  await other.evaluate(
    async () => void (await navigator.serviceWorker.register('/service-worker.js?next')),
  );
  // The new version is offered on another screen, but is not installed while this tab has the
  // interview open.
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect(other.getByText('Leave the interview in the other tab first')).toBeVisible();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(page.getByText('A new version is ready')).toBeHidden();
  await page.getByRole('link', { name: 'Back to Workflow' }).click();
  await expect(page.getByRole('heading', { name: 'Workflow Management' })).toBeVisible();
  await keepAsking(page);
  const running = () => navigator.serviceWorker.controller?.scriptURL;
  await other.getByRole('button', { name: 'Reload' }).click();
  // Without a route past it (`service-worker.ts`), the running version would stay for half a minute.
  await expect
    .poll(() => other.evaluate(running).catch(() => 'it reloads'), { timeout: 25_000 })
    .toContain('?next');
  await expect(other.getByRole('heading', { name: 'Sync Centre' })).toBeVisible();
  await page.goto(`/interview/${hotel.id}`);
  await page.getByRole('button', { name: /^Resume Interview/ }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
});

/**
 * Makes the page keep requesting what screens request: data from the server, and the app's own
 * files. Each request waits for the one before: more than the machine can answer would delay the
 * new version by themselves.
 */
function keepAsking(page: Page): Promise<void> {
  return page.evaluate(() => {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name);
    const file = asked.find((address) => address.includes('/assets/')) ?? '';
    const keepAskingFor = async (address: string): Promise<void> => {
      await fetch(address).catch(() => undefined);
      setTimeout(() => void keepAskingFor(address), 10);
    };
    for (const address of ['/api/health', file]) void keepAskingFor(address);
  });
}

test.describe('with a store that another tab holds', () => {
  // Dexie says so as well.
  test.use({ expectedOnConsole: [/blocked by other connection/] });

  test('it says so, and goes on by itself when the store opens @desktop', async ({
    page,
    context,
  }) => {
    await signIn(page, 'assessor');
    const old = await context.newPage();
    await old.goto('/api/health');
    // As a tab of an earlier release: it holds an older version of the store.
    await old.evaluate(async () => {
      const { id } = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
      const request = indexedDB.open(`user_${id}_bellwether_offline_data`, 10);
      await new Promise((done) => request.addEventListener('success', done));
      Object.assign(window, { held: request.result });
    });
    await page.goto(paths.sync);
    const told = page.getByRole('alert').getByText('This device’s storage does not answer');
    await expect(told).toBeVisible();
    await expect(page.getByText('Nothing to send')).toBeHidden();
    await old.close();
    await expect(told).toBeHidden();
    await expect(page.getByText('Nothing to send')).toBeVisible();
  });
});
