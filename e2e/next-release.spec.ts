import type { Page } from '@playwright/test';

import { anInterview, answer, answerAll, beginAt, next } from './support/offline-interview.ts';
import { expect, signIn, signInByForm, test } from './support/test.ts';

// Tests a page that is open while the server gets its next release. No service worker keeps the
// files of the page's release, and the server no longer has those that the page has not loaded yet.
test.use({
  serviceWorkers: 'block',
  expectedOnConsole: [
    /StylesheetLoadingIssue|registration blocked|status of (404|503)|preload CSS|dynamically imported module/,
  ],
});

/** Makes files with this name fail for this many loads of the page. Returns the count of loads. */
async function takeAway(page: Page, name: RegExp, { forLoads }: { forLoads: number }) {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  await page.route(name, (route) =>
    loads.count < forLoads ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  return loads;
}

const go = (page: Page, screen: string) =>
  page.getByRole('link', { name: screen, exact: true }).filter({ visible: true }).click();

test('a screen whose files are gone is loaded with the next release, by itself @desktop', async ({
  page,
}) => {
  await signInByForm(page, 'admin');
  const loads = await takeAway(page, /\/assets\/results-screen-/, { forLoads: 1 });
  await go(page, 'Results');
  await expect(page.getByRole('heading', { name: 'Results and Analytics' })).toBeVisible();
  expect(loads.count).toBe(1);
});

test('so is a part of a screen @desktop', async ({ page }) => {
  await signInByForm(page, 'admin');
  const loads = await takeAway(page, /\/assets\/analytics-.*\.css/, { forLoads: 1 });
  await go(page, 'Results');
  await expect(page.getByRole('heading', { name: 'Results and Analytics' })).toBeVisible();
  await expect(page.getByText('This page could not be shown')).toBeHidden();
  await expect.poll(() => loads.count).toBe(1);
});

test('one that stays away is told, and the page not loaded for ever @desktop', async ({ page }) => {
  await signInByForm(page, 'admin');
  const loads = await takeAway(page, /\/assets\/analytics-.*\.css/, { forLoads: Infinity });
  await go(page, 'Results');
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await expect.poll(() => loads.count).toBe(1);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(loads.count).toBe(1);
});

test('without the server there is nothing to load, so the page stays @desktop', async ({
  page,
}) => {
  await signInByForm(page, 'admin');
  const loads = await takeAway(page, /\/assets\/analytics-.*\.css/, { forLoads: Infinity });
  await page.route('**/api/health', (route) => route.fulfill({ status: 503, body: '{}' }));
  const asked = page.waitForResponse('**/api/health');
  await go(page, 'Results');
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await asked;
  // Wait long enough that an unwanted reload would have begun.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(loads.count).toBe(0);
});

test('while the program of the sync does not come, an interview is kept here; the page is reloaded for it when the interview is over @desktop', async ({
  page,
  request,
}) => {
  const { office, survey, hotel, respondent } = await anInterview(request, 'Ines');
  await signIn(page, 'assessor');
  let isGone = true;
  for (const [address, status] of [
    [/\/assets\/start-sync-/, 404],
    ['**/api/health', 503],
  ] as const)
    await page.route(address, (route) =>
      isGone ? route.fulfill({ status, body: '' }) : route.continue(),
    );
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  await page.getByRole('button', { name: 'Save Progress' }).click();
  await expect(page.getByText('It is safe on this device')).toBeVisible();
  isGone = false;
  await next(page);
  const { complete } = await answerAll(page);
  await complete.click();
  await expect
    .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
    .toMatchObject([{ syncStatus: 'synced' }]);
});
