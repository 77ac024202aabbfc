import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { holdBack } from './support/hold-back.ts';
import { expect, own, signInByForm, test } from './support/test.ts';

/** Goes through the product's main purpose from start to end, as a newcomer would. */
test('builds a survey, interviews someone, and sees the scored response @desktop', async ({
  page,
}) => {
  test.slow();
  const title = own('Evening turndown');
  const respondent = own('Nadia');
  await page.goto('/');
  await expect(page.getByText('Need access? Contact your system administrator')).toBeVisible();
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  await signInByForm(page, 'admin');
  await expect(page.getByText('Login Successful')).toBeVisible();

  await page.goto('/app/survey-builder');
  await page.getByLabel('Survey title').fill(title);
  await choose(page, 'Category', 'Hospitality');
  await choose(page, 'Status', 'Active');
  await page.getByRole('button', { name: 'Create Survey' }).click();
  await page.getByRole('button', { name: 'Add First Question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Question' });
  await dialog.getByLabel('Question text').fill('Was the bed turned down?');
  await dialog.getByRole('combobox', { name: 'Question type' }).click();
  await page.getByRole('option', { name: /^Radio/ }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Option 1', { exact: true }).fill('Perfectly');
  await dialog.getByLabel('Points of option 1').fill('8');
  await dialog.getByLabel('Option 2', { exact: true }).fill('Nearly');
  await dialog.getByLabel('Points of option 2').fill('6');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Save Question' }).click();
  await expect(page.getByText('Question created')).toBeVisible();

  await page.goto('/interview/30');
  await choose(page, 'Survey', title);
  await page.getByLabel('Respondent full name').fill(respondent);
  await page.getByLabel('Respondent job title').fill('Housekeeper');
  await page.getByRole('button', { name: 'Start Interview' }).click();
  await expect(page.getByText('Question 1 of 1')).toBeVisible();
  await page.getByRole('radio', { name: 'Nearly' }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Response submitted successfully')).toBeVisible();

  await page.getByRole('link', { name: 'View Results' }).click();
  await page.getByRole('button', { name: `Details of the response of ${respondent}` }).click();
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText('75.0%')).toBeVisible();
  await expect(details.getByText('6 of 8 points')).toBeVisible();
  await expect(details.getByText('Needs Review')).toBeVisible();
  await expect(details.getByText('Was the bed turned down?')).toBeVisible();
  await expectAccessible(page);
});

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a slow network shows at once that something comes @desktop', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  const releaseStyles = await holdBack(page, '**/assets/*.css');
  const script = page.waitForResponse(/\/assets\/.*\.js$/);
  await page.goto('/', { waitUntil: 'commit' });
  const comes = page.getByRole('img', { name: 'Bellwether is on its way' });
  await expect(comes).toBeVisible();
  // The browser may draw the icon before it has the styles, and before it has read the words below it.
  const place = await comes.boundingBox();
  releaseStyles();
  await expect(comes).toHaveCSS('font-family', /sans-serif/);
  await page.getByText('This takes longer than usual').evaluate((words) => words.remove());
  expect(await comes.boundingBox(), 'the icon stays where it is').toEqual(place);
  release();
  expect((await script).headers()['content-encoding'], 'as small as can be').toBe('br');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(comes).toHaveCount(0);
  await expectNoLayoutShift(page);
});

test.describe('with a browser that stores nothing', () => {
  test.use({ expectedOnConsole: [/The operation is insecure/] });

  test('the first page says what to allow @desktop', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
    );
    await page.goto('/');
    await expect(page.getByText(/Allow cookies and website data/)).toBeVisible();
    await expect(page.getByText('This takes longer than usual')).toBeHidden();
  });
});
