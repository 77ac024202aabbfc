import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, own, signIn, test } from './support/test.ts';

const oldInn = 'The Old Inn';

/** Refusals that these tests cause on purpose. */
const refused = /status of (404|409|410)/;

/**
 * Stores an old response of a deleted hotel. It comes from a device, so it is stored and flagged.
 */
async function orphan(page: Page, respondent: string): Promise<number> {
  const surveys = (await (await page.request.get('/api/surveys')).json()) as {
    id: number;
    status: string;
  }[];
  const answered = await page.request.post('/api/responses', {
    data: {
      clientId: `offline_${Date.now()}_${respondent.replaceAll(/\W/g, '')}`,
      surveyId: surveys
        .toSorted((one, other) => one.id - other.id)
        .find(({ status }) => status === 'active')?.id,
      hotelId: 2_000_000_000,
      hotelName: oldInn,
      respondentName: respondent,
      respondentJobTitle: 'Night Manager',
      completedAt: new Date(Date.now() - 100 * 86_400_000).toISOString(),
    },
  });
  return ((await answered.json()) as { id: number }).id;
}

const details = (page: Page) => page.getByRole('dialog', { name: 'Response details' });
const rowOf = (page: Page, respondent: string) =>
  page.getByRole('row').filter({ hasText: respondent });

async function openDetails(page: Page, respondent: string) {
  await page.getByRole('button', { name: `Details of the response of ${respondent}` }).click();
  await expect(details(page).getByText('The server has no record of the hotel')).toBeVisible();
}

test.use({ expectedOnConsole: [refused] });

test('an orphaned response is given to the hotel it belongs to @desktop', async ({ page }) => {
  test.slow();
  await signIn(page, 'assessor');
  const lost = own('Ottilie');
  await orphan(page, lost);
  await page.goto('/app/dashboard');
  await page.getByRole('link', { name: /flagged responses? to look at$/ }).click();
  await expect(page).toHaveURL(/review=needed/);
  await expect(page.getByRole('heading', { name: 'Flagged responses' })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, lost).getByText('Hotel not on record')).toBeVisible();
  await expectNoLayoutShift(page);
  await expectAccessible(page);

  await openDetails(page, lost);
  await expectAccessible(page);
  await details(page).getByRole('button', { name: 'Reassign to a hotel' }).click();
  const hotel = details(page).getByRole('combobox', { name: 'Hotel it belongs to' });
  await expect(hotel).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(hotel).toBeFocused();
  await expect(details(page).getByRole('button', { name: 'Reassign' })).toBeDisabled();
  await hotel.click();
  const [listed = ''] = await page.getByRole('option').allInnerTexts();
  // The second line is the hotel's ID and city.
  const [first = ''] = listed.split('\n');
  await hotel.fill(first);
  await page.getByRole('option').filter({ hasText: first }).first().click();
  await details(page).getByRole('button', { name: 'Reassign' }).click();
  await expect(page.getByText('Response reassigned')).toBeVisible();
  await expect(page.getByText(`belongs to ${first} now`)).toBeVisible();
  await expect(rowOf(page, lost)).toHaveCount(0);
});

test('a flagged response is accepted as it is, and the filter says when nothing is left @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'assessor');
  const late = own('Lara');
  const accepted = await orphan(page, late);
  await page.goto('/app/results?review=needed');
  await openDetails(page, late);
  await details(page).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Response accepted')).toBeVisible();
  await expect(rowOf(page, late)).toHaveCount(0);
  await page.goto(`/app/results?review=needed&response=${accepted}`);
  await expect(details(page).getByText(/^Reviewed by/)).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Accept' })).toHaveCount(0);

  await page.goto('/app/results?brand=Nowhere');
  const filter = page.getByRole('button', { name: /^Flagged/ });
  await expect(filter).toHaveAttribute('aria-pressed', 'false');
  await expect(filter).toHaveText(/0$/);
  await filter.click();
  await expect(page).toHaveURL(/review=needed/);
  await expect(page.getByText('Nothing is flagged')).toBeVisible();
  await expectAccessible(page);
  await filter.click();
  await expect(page).not.toHaveURL(/review=/);
  await expect(page.getByRole('heading', { name: 'Recent Responses' })).toBeVisible();
});

test('what a consultant sends for no hotel of theirs counts once it is accepted @desktop', async ({
  page,
  browser,
}) => {
  test.slow();
  const respondent = own('Petra');
  const consultant = await (await browser.newContext()).newPage();
  await signIn(consultant, 'consultant');
  const id = await orphan(consultant, respondent);
  await consultant.context().close();
  await signIn(page, 'assessor');
  await page.goto('/app/results?review=needed');
  await expect(rowOf(page, respondent).getByText('Not counted yet')).toBeVisible();
  // The list has more rows than the figures count.
  await expect(page.getByText(/^1–\d+ of [\d,]+, [\d,]+ of them not counted yet$/)).toBeVisible();
  await openDetails(page, respondent);
  await expect(details(page).getByText('It does not count in any figure yet')).toBeVisible();
  await expectAccessible(page);
  await details(page).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(`${respondent} counts from now on.`)).toBeVisible();
  await page.goto(`/app/results?response=${id}`);
  await expect(details(page).getByText(/^Reviewed by/)).toBeVisible();
  await expect(details(page).getByText('Not counted yet')).toHaveCount(0);
});

test('whoever comes second is told who was first @desktop', async ({ page, browser }) => {
  test.slow();
  await signIn(page, 'assessor');
  const respondent = own('Zeno');
  const id = await orphan(page, respondent);
  await page.goto('/app/results?review=needed');
  await openDetails(page, respondent);
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  await admin.request.put(`/api/responses/${id}/review`, { data: { decision: 'accept' } });
  await admin.context().close();
  await details(page).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(/has reviewed this response already/)).toBeVisible();
  await expect(details(page).getByText(/^Reviewed by/)).toBeVisible();
});

test('a response that somebody else deleted goes, and it is told why @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const respondent = own('Dorothea');
  const id = await orphan(page, respondent);
  await page.goto('/app/results?review=needed');
  await expect(rowOf(page, respondent)).toBeVisible();
  await page.request.delete(`/api/responses/${id}`);
  await page.getByRole('button', { name: `More for the response of ${respondent}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete response' }).click();
  await expect(page.getByRole('alert').getByText('Failed to delete response')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The response was not found.');
  await expect(rowOf(page, respondent)).toHaveCount(0);
});

test('a consultant is shown no such queue @desktop', async ({ page }) => {
  await signIn(page, 'consultant');
  await page.goto('/app/results?review=needed');
  await expect(page.getByRole('heading', { name: 'Recent Responses' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Flagged/ })).toHaveCount(0);
});
