import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, signIn, test } from './support/test.ts';

async function openDashboard(page: Page): Promise<string[]> {
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expectNoLayoutShift(page);
  return page.getByRole('heading', { level: 2 }).allInnerTexts();
}

/** Expects that a laptop shows the whole dashboard without scrolling. */
async function expectOneScreen(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(900);
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeInViewport();
}

const toDo = (page: Page) => page.getByRole('region', { name: 'To do' });

/** The addresses that the dashboard reads for an Admin. */
const reads = [
  '/api/interview-sessions/all',
  '/api/workflow/board',
  '/api/workflow/quiet-hotels',
  '/api/results/summary',
  '/api/system-users',
];

test('an Admin sees first how the portfolio stands, and what waits; nothing moves, whichever answer comes last', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  const headings = await openDashboard(page);
  expect(headings).toEqual([
    ...['To do', 'Interviews to resume', 'Scores over time', 'Hotels by stage'],
    ...['Lowest scores', 'Recent responses'],
  ]);
  await expectAccessible(page);
  const month = page.getByRole('link', { name: /over \d+ interviews?$/ }).first();
  await expect(month).toHaveAttribute('href', /results\?range=365&month=\d{4}-\d\d$/);
  for (const last of reads) {
    let asked = 0;
    const others = reads
      .filter((path) => path !== last)
      .map((path) => page.waitForResponse(`**${path}*`));
    const held = page.waitForResponse(`**${last}*`);
    await page.route(`**${last}*`, async (route) => {
      asked += 1;
      await Promise.all(others);
      await route.continue();
    });
    await openDashboard(page);
    // On a phone, what is below the to-do list may still be loading.
    await Promise.all([...others, held]);
    await expectNoLayoutShift(page);
    expect(asked, `calls of ${last}`).toBe(1);
    await page.unroute(`**${last}*`);
  }

  await page.getByRole('link', { name: /without a consultant$/ }).click();
  await expect(page).toHaveURL(/hotel-management\?consultant=none/);
});

test('each figure leads to the responses behind it, and all of it is in one screen @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openDashboard(page);
  await expectOneScreen(page);
  const health = page.getByRole('region', { name: 'Portfolio health' });
  await health.getByRole('link', { name: /^Pass, / }).click();
  await expect(page).toHaveURL(/range=365&month=\d{4}-\d\d&verdict=Pass$/);
  await expect(page.getByRole('button', { name: 'Remove filter: Result Pass' })).toBeVisible();
  await page.goBack();
  const recent = page.getByRole('region', { name: 'Recent responses' });
  await recent.getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Response details' })).toBeVisible();
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('all of it is in one screen for a consultant, too @desktop', async ({ page }) => {
    await signIn(page, 'consultant');
    await openDashboard(page);
    await expectOneScreen(page);
  });

  test('all of it is in one screen for an Assessor, and a row of the to-do list opens the hotels that it counts @desktop', async ({
    page,
  }) => {
    await signIn(page, 'assessor');
    await openDashboard(page);
    await expectOneScreen(page);
    const row = toDo(page)
      .getByRole('listitem')
      .filter({ hasText: /on site need|session date|to be re-assessed|to be evaluated/ })
      .first();
    const count = Number(await row.getByRole('strong').innerText());
    const named = await row.getByRole('link').nth(1).innerText();
    await row.getByRole('link', { name: /^\d.*: / }).click();
    await expect(page).toHaveURL(/workflow-management\?duty=[a-z-]+$/);
    await expect(page.getByRole('status').getByText(`${count} of `)).toBeVisible();
    const heads = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2 }) });
    // The number shows before the columns do.
    const counted = async () =>
      (await heads.getByText(/^\d+ hotels?$/).allInnerTexts())
        .map((words) => Number.parseInt(words, 10))
        .reduce((sum, one) => sum + one, 0);
    await expect.poll(counted).toBe(count);
    await expect(page.getByRole('button', { name: named })).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter: / }).click();
    await expect(page).toHaveURL(/workflow-management$/);
    await expect(page.getByRole('button', { name: 'Needs action' })).toBeVisible();
  });
});

test('hotels without activity are named, with how long @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await openDashboard(page);
  // Before the list is loaded, nobody knows whether it is shortened.
  await expect(toDo(page).getByRole('listitem').nth(1)).toBeVisible();
  const all = toDo(page).getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  const quiet = toDo(page).getByRole('listitem').filter({ hasText: 'without activity' });
  await expect(quiet).toContainText(/\(\d+ days, /);
  const first = quiet.getByRole('link').nth(1);
  await expect(first).toHaveAttribute('href', /\/app\/hotels\/\d+$/);

  // On a tablet a very long name leaves room for a short one. How many hotels are named depends on
  // the day, so the test puts its own two names there.
  await page.setViewportSize({ width: 768, height: 1024 });
  const areCut = await first.evaluate((link) => {
    const named = ['Quillon Bath', 'Grand Hotel '.repeat(20)].map((name) => {
      const one = link.cloneNode() as HTMLElement;
      one.textContent = name;
      return one;
    });
    link.parentElement?.replaceChildren(...named);
    return named.map((one) => one.scrollWidth > one.clientWidth);
  });
  expect(areCut).toEqual([false, true]);
});

test('an Assessor begins with interviews @phone', async ({ page }) => {
  await signIn(page, 'assessor');
  expect((await openDashboard(page)).slice(0, 2)).toEqual(['Interviews to resume', 'To do']);
  await expect(page.getByRole('link', { name: /without a consultant$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Start interview' }).filter({ visible: true }).click();
  await expect(page.getByRole('dialog', { name: 'Start interview' })).toBeVisible();
});

test('a consultant begins with interviews, too @phone', async ({ page }) => {
  await signIn(page, 'consultant');
  expect((await openDashboard(page)).slice(0, 2)).toEqual(['Interviews to resume', 'To do']);
});

test.describe('with a server that fails', () => {
  test.use({ expectedOnConsole: [/status of 500/] });

  test('what could not be read is no empty list @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    await page.route('**/api/workflow/board*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/app/dashboard');
    const lowest = page.getByRole('region', { name: 'Lowest scores' });
    await expect(lowest.getByText('Error loading hotels')).toBeVisible();
    await expect(lowest.getByText('No hotel under way')).toBeHidden();
    await page.unroute('**/api/workflow/board*');
    await lowest.getByRole('button', { name: 'Retry' }).click();
    await expect(lowest.getByRole('listitem').first()).toBeVisible();
  });
});
