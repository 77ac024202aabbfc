import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext } from '@playwright/test';

import { browser } from './support/browser.ts';
import { anOffice } from './support/office.ts';
import {
  answerOne,
  aRespondent,
  begin,
  completeHere,
  disconnected,
  visit,
} from './support/offline-interview.ts';
import { expect, test } from './support/test.ts';

/** What happens to a device in the middle of an interview, and what is there afterwards. */

test.use({ expectedOnConsole: [disconnected] });
// A browser is started three times.
test.setTimeout(180_000);

/** A browser whose profile outlives it, and its death by SIGKILL: no process has a last moment. */
async function startDevice(profile: string, baseURL: string | undefined) {
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
  baseURL,
}) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const hotel = await office.addHotel();
  const respondent = aRespondent('Kilian');
  const profile = await mkdtemp(join(tmpdir(), 'bellwether-device-'));
  const opened: BrowserContext[] = [];
  try {
    const before = await startDevice(profile, baseURL);
    opened.push(before.context);
    await visit(before.page);
    // Signed in a while ago, as whoever stands in a basement is: the browser takes some seconds to
    // write down who that was, and nothing of ours tells when it has.
    await before.page.waitForTimeout(10_000);
    // The browser writes cookies down every half minute: a killed one may have to sign in again,
    // which is not what this is about.
    const cookies = await before.context.cookies();
    await before.context.setOffline(true);
    await before.page.goto(`/interview/${hotel.id}`);
    await begin(before.page, respondent, survey.title);
    await answerOne(before.page);
    await before.page.keyboard.press('1');
    await expect(before.page.getByText('Saved on this device')).toBeVisible();
    await before.kill();

    const after = await startDevice(profile, baseURL);
    opened.push(after.context);
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
    const last = await startDevice(profile, baseURL);
    opened.push(last.context);
    await last.context.addCookies(cookies);
    await last.page.goto('/app/sync');
    await expect
      .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
      .toMatchObject([{ syncStatus: 'synced' }]);
    await expect(last.page.getByText('Nothing waits to be sent')).toBeVisible();
    await last.page.goto(`/interview/${hotel.id}`);
    await expect(last.page.getByRole('combobox', { name: 'Survey' })).toBeVisible();
    await expect(last.page.getByRole('button', { name: /^Resume Interview/ })).toBeHidden();
  } finally {
    await Promise.all(opened.map((context) => context.close().catch(() => undefined)));
    await rm(profile, { recursive: true, force: true });
  }
});

test('when the device is full, the next answers still fit @desktop', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const hotel = await office.addHotel();
  const respondent = aRespondent('Quentin');
  await visit(page);
  await page.goto(`/interview/${hotel.id}`);
  await begin(page, respondent, survey.title);
  await context.setOffline(true);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  const devtools = await context.newCDPSession(page);
  const full = { origin: baseURL ?? '', quotaSize: usage - 100_000 };
  await devtools.send('Storage.overrideQuotaForOrigin', full);
  const keepMore = () =>
    caches
      .open('more')
      .then((cache) => cache.put('/more', new Response(new Uint8Array(1_000_000))))
      .catch((error: Error) => error.name);
  expect(await page.evaluate(keepMore)).toBe('QuotaExceededError');
  await answerOne(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await completeHere(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: full.origin });
  await context.setOffline(false);
  await expect
    .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
    .toMatchObject([{ syncStatus: 'synced' }]);
});

test('a second tab shows the interview, and goes on with it once the first is closed @desktop', async ({
  page,
  context,
  request,
}) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const hotel = await office.addHotel();
  await visit(page);
  await context.setOffline(true);
  await page.goto(`/interview/${hotel.id}`);
  await begin(page, aRespondent('Tabea'), survey.title);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('This interview is open in another tab')).toBeVisible();
  await expect(second.getByText('No answer yet')).toHaveCount(3);
  await answerOne(page);
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

test('a new version that comes meanwhile waits until the interview is left @desktop', async ({
  page,
  context,
  request,
}) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const hotel = await office.addHotel();
  await visit(page);
  await page.goto(`/interview/${hotel.id}`);
  await begin(page, aRespondent('Nova'), survey.title);
  await answerOne(page);
  const other = await context.newPage();
  await other.goto('/app/sync');
  await expect(other.getByText('Nothing waits to be sent')).toBeVisible();
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
  const reloaded = other.waitForEvent('load');
  await other.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(other.getByRole('heading', { name: 'Sync Centre' })).toBeVisible();
  const running = () => navigator.serviceWorker.controller?.scriptURL;
  expect(await other.evaluate(running)).toContain('?next');
  await page.goto(`/interview/${hotel.id}`);
  await page.getByRole('button', { name: /^Resume Interview/ }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
});
