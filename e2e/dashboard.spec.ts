import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, signIn, test } from './support/test.ts';

async function openDashboard(page: Page): Promise<string[]> {
  await page.goto('/app/dashboard');
  await expect(
    page.getByRole('heading', { name: /hotels need next|hotels wait for/ }),
  ).toBeVisible();
  await expectNoLayoutShift(page);
  return page.getByRole('heading', { level: 2 }).allInnerTexts();
}

test('an Admin sees first how the portfolio stands, and what waits', async ({ page }) => {
  await signIn(page, 'admin');
  const headings = await openDashboard(page);
  expect(headings.slice(0, 3)).toEqual([
    'Portfolio health',
    'What hotels wait for',
    'Interviews to resume',
  ]);
  await expectAccessible(page);
  await page.getByRole('link', { name: /without a consultant$/ }).click();
  await expect(page).toHaveURL(/hotel-management\?consultant=none/);
});

test('an Assessor sees first which hotels wait for an assessment', async ({ page }) => {
  await signIn(page, 'assessor');
  const headings = await openDashboard(page);
  expect(headings.slice(0, 2)).toEqual(['What hotels wait for', 'Interviews to resume']);
  await expect(page.getByRole('link', { name: /without a consultant$/ })).toHaveCount(0);
  await page.getByRole('link', { name: /hotels? to be re-assessed$/ }).click();
  await expect(page).toHaveURL(/workflow-management\?stage=Virtual\+Re-Assessment/);
});

test('a consultant goes on with interviews first', async ({ page }) => {
  await signIn(page, 'consultant');
  const headings = await openDashboard(page);
  expect(headings.slice(0, 2)).toEqual(['Interviews to resume', 'What my hotels need next']);
});
