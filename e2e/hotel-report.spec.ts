import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, signIn, test } from './support/test.ts';

/** A demonstration hotel that was assessed on site and again later. */
const reportPath = '/app/hotels/27/report';
const sheetOf = (page: Page) => page.getByRole('article', { name: /^Report of / });

/** Returns the number of pages of the PDF, and their width in points. */
async function printed(page: Page, format: 'A4' | 'Letter') {
  const pdf = (await page.pdf({ format })).toString('latin1');
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf) ?? [];
  return { pages: pdf.match(/\/Type \/Page\b/g)?.length, width: Math.round(Number(width)) };
}

test('the report holds still, is accessible, and tells what there is', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(reportPath);
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('heading', { name: 'Interviews' })).toBeVisible();
  await expectNoLayoutShift(page);
  for (const heading of [
    'Hotel and dates',
    'Categories',
    'Assessments',
    'Scores by month',
    'Weakest questions',
    'Evaluation notes',
  ])
    await expect(sheet.getByRole('heading', { name: heading })).toBeVisible();
  await expect(sheet.getByText('Latest assessment')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Interviews from').fill('2000-01-01');
  await expect(page).toHaveURL(/from=2000-01-01/);
  await expect(sheet.getByText(/Interviews since 1 Jan 2000/)).toBeVisible();
});

test('on paper there is the sheet alone, black on white, on two pages @desktop', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  await page.goto(reportPath);
  await expect(sheetOf(page).getByRole('heading', { name: 'Interviews' })).toBeVisible();
  expect(await printed(page, 'A4')).toEqual({ pages: 2, width: 596 });
  expect(await printed(page, 'Letter')).toEqual({ pages: 2, width: 612 });

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const sheet = sheetOf(page);
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(sheet.getByRole('heading', { name: 'Evaluation notes' })).toBeVisible();
  await expect(sheet.getByText(/\d+ in all\./)).toBeVisible();
});

test('the button prints @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await signIn(page, 'consultant');
  await page.goto('/app/hotel-management');
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/\d+\/report$/);
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(page).toHaveTitle('printed');
});

test('Results and the board lead to it @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  await page.goto('/app/results?range=365&hotel=27');
  await page.getByRole('link', { name: 'Hotel report' }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/27\/report\?from=/);
  await page.goto('/app/workflow-management?hotel=27');
  await page.getByRole('dialog').getByRole('link', { name: 'Report' }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/27\/report$/);
});

test.describe('of a hotel that is not one’s own', () => {
  test.use({ expectedOnConsole: [/404/] });

  test('there is none, and it says so @desktop', async ({ page }) => {
    await signIn(page, 'consultant');
    await page.goto('/app/hotels/2000000000/report');
    await expect(
      page.getByRole('heading', { name: 'This hotel is not assigned to you' }),
    ).toBeVisible();
  });
});
