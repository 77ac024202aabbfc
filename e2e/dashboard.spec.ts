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

test('an Admin sees first how the portfolio stands, and what waits', async ({ page }) => {
  await signIn(page, 'admin');
  const headings = await openDashboard(page);
  expect(headings.slice(0, 3)).toEqual(['Portfolio health', 'To do', 'No activity for 30 days']);
  await expectAccessible(page);
  const month = page.getByRole('link', { name: /over \d+ interviews?$/ }).first();
  await expect(month).toHaveAttribute('href', /results\?range=365&month=\d{4}-\d\d$/);
  await page.getByRole('link', { name: /without a consultant$/ }).click();
  await expect(page).toHaveURL(/hotel-management\?consultant=none/);
});

test('each figure leads to the responses behind it @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await openDashboard(page);
  const health = page.getByRole('region', { name: 'Portfolio health' });
  await health.getByRole('link', { name: /%$/ }).first().click();
  await expect(page).toHaveURL(/range=365&least=80$/);
  await expect(
    page.getByRole('button', { name: 'Remove filter: Score 80% and more' }),
  ).toBeVisible();
  await page.goBack();
  const recent = page.getByRole('region', { name: 'Recent responses' });
  await recent.getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Response details' })).toBeVisible();
});

test('hotels without activity are listed, with how long, and lead to the board', async ({
  page,
}) => {
  await signIn(page, 'consultant');
  await openDashboard(page);
  const still = page.getByRole('region', { name: 'No activity for 30 days' });
  const first = still.getByRole('listitem').first();
  await expect(first).toHaveText(/\d+ days$/);
  const name = await first.getByRole('link').innerText();
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/workflow-management\?hotel=\d+/);
  await expect(page.getByRole('dialog')).toContainText(name);
});

/** What the dashboard reads for an Admin. */
const reads = [
  '/api/interview-sessions/all',
  '/api/workflow/board',
  '/api/workflow/quiet-hotels',
  '/api/results/summary',
  '/api/system-users',
];

test('nothing moves, whichever answer comes last and whatever the next one would say', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  // The first screen after signing in has asked for everything before the counting begins.
  await openDashboard(page);
  for (const last of reads) {
    let asked = 0;
    const others = reads
      .filter((path) => path !== last)
      .map((path) => page.waitForResponse(`**${path}*`));
    await page.route(`**${last}*`, async (route) => {
      asked += 1;
      await Promise.all(others);
      await route.continue();
    });
    await openDashboard(page);
    expect(asked, `calls of ${last}`).toBe(1);
    await page.unroute(`**${last}*`);
  }
});

test('an Assessor sees first which hotels need an assessment', async ({ page }) => {
  await signIn(page, 'assessor');
  const headings = await openDashboard(page);
  expect(headings.slice(0, 3)).toEqual([
    'To do',
    'No activity for 30 days',
    'Interviews to resume',
  ]);
  await expect(page.getByRole('link', { name: /without a consultant$/ })).toHaveCount(0);
  await page.getByRole('link', { name: /hotels? to be re-assessed$/ }).click();
  await expect(page).toHaveURL(/workflow-management\?stage=Virtual\+Re-Assessment/);
});

test('a consultant goes on with interviews first', async ({ page }) => {
  await signIn(page, 'consultant');
  const headings = await openDashboard(page);
  expect(headings.slice(0, 2)).toEqual(['Interviews to resume', 'To do']);
});
