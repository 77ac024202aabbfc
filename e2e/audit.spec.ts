import type { Page } from '@playwright/test';

import { hotelFields } from '#test/build.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Creates a hotel for this test and moves it to another stage, by the API. */
async function movedHotel(page: Page): Promise<string> {
  const hotelName = own('Audited House');
  const made = await page.request.post('/api/hotels', {
    data: {
      ...hotelFields,
      hotelId: own('AUDIT').replace(' ', '-'),
      hotelName,
    },
  });
  const { id } = await made.json();
  const moved = await page.request.patch(`/api/hotels/${id}`, { data: { stage: 'Evaluation' } });
  expect(moved.status()).toBe(200);
  return hotelName;
}

test('an Admin finds who moved a hotel, is told when nothing matches, and exports the filtered events @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const name = await movedHotel(page);
  await page.goto('/app/audit');
  await expect(page.getByRole('listitem').filter({ hasText: `moved ${name}` })).toBeVisible();
  await expectNoLayoutShift(page);

  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page).toHaveURL(/search=Audited/);
  const events = page.getByRole('listitem').filter({ hasText: name });
  const moved = events.filter({ hasText: 'moved' });
  await expect(moved).toContainText(`Margaret Ashdown moved ${name} from Initiated to Evaluation`);
  await expect(events.filter({ hasText: 'added' })).toBeVisible();
  await moved.getByRole('button', { name: 'Details' }).click();
  await expect(moved.getByText('Pending')).toBeVisible();
  await expectAccessible(page);

  await moved.getByRole('button', { name: 'Show only events about this hotel' }).click();
  await expect(page).toHaveURL(/object=hotel/);
  await page.getByRole('button', { name: `Only ${name}: show all` }).click();
  await expect(page).not.toHaveURL(/object=/);

  await moved.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.goto('/app/audit?search=nothing+is+called+so');
  await expect(page.getByRole('heading', { name: 'No events match your search' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL(/\/app\/audit$/);
  await expect(page.getByText('signed in').first()).toBeVisible();

  await page.goto('/app/audit?group=Sign-in');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('audit-trail.csv');
});

test('others have no tab and no way in @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  await page.goto('/app/audit');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Results' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
});

test.describe('without a connection', () => {
  test.use({ expectedOnConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('says that it needs one, and reads again by itself once it is back @desktop', async ({
    page,
    context,
  }) => {
    await signIn(page, 'admin');
    await page.goto('/app/audit');
    await expect(page.getByText('signed in').first()).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('searchbox', { name: 'Search' }).fill('harbour');
    await expect(
      page.getByRole('heading', { name: 'The Audit Trail needs a connection' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await context.setOffline(false);
    await expect(
      page.getByRole('heading', { name: 'The Audit Trail needs a connection' }),
    ).toBeHidden();
  });
});
