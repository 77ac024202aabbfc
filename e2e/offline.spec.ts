import { devices } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import {
  anInterview,
  beginAt,
  completeHere,
  disconnected,
  settle,
  stored,
  visit,
} from './support/offline-interview.ts';
import { expect, own, signIn, test } from './support/test.ts';

test.use({ expectedOnConsole: [disconnected] });

test('an interview held offline from a cold start arrives exactly once @phone', async ({
  page,
  context,
}) => {
  const respondent = own('Cora');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, 31, respondent);
  await page.keyboard.press('1');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Question 1 of')).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await completeHere(page);

  await page.goto('/app/sync');
  await expect(page.getByText(respondent, { exact: false })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Offline').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Offline 1 waiting' })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('Nothing to send')).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => stored(page, respondent)).toEqual(['synced']);
  await page.goto('/app/results');
  await expect(page.getByText(respondent)).toBeVisible();
});

test('a network that answers in the place of the server keeps everything @phone', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Porta');
  await visit(page);
  await beginAt(page, hotel.id, respondent, survey.title);
  const portal = { status: 200, contentType: 'text/html', body: '<title>Welcome, guest</title>' };
  await context.route('**/api/**', (route) => route.fulfill(portal));
  await completeHere(page);
  await page.goto('/app/dashboard');
  await expect(page.getByText('1 response waits on this device')).toBeVisible();
  await expect(page.getByText('Working offline')).toBeVisible();
  await context.unroute('**/api/**');
  await expect(page.getByText('1 response waits on this device')).toBeHidden({ timeout: 20_000 });
  await expect(page.getByText('Working offline')).toBeHidden();
  expect(await stored(page, respondent)).toEqual(['synced']);
});

test('every screen opens cold, and works or says what it needs @desktop', async ({
  page,
  context,
}) => {
  await visit(page, 'admin');
  await page.goto('/app/results');
  const pass = page.getByRole('table').getByText('Pass', { exact: true }).first();
  await expect(pass).toBeVisible();
  await settle(page);
  await context.setOffline(true);
  await page.goto('/app/results');
  await expect(pass).toBeVisible();
  await expect(page.getByText('From this device, as of')).toBeVisible();
  await expect(
    page.getByText('Working offline - data will sync when connection restored'),
  ).toBeVisible();
  const needsConnection = page.getByRole('alert').getByText('No connection to Bellwether').first();
  for (const [path, shown] of [
    ['/app', page.getByRole('heading', { name: 'Results and Analytics', level: 1 })],
    ['/app/dashboard', page.getByRole('heading', { name: 'Recent responses' })],
    [
      '/app/workflow-management',
      page.getByRole('heading', { name: 'Workflow Management', level: 1 }),
    ],
    ['/app/hotel-management', page.getByRole('heading', { name: 'Hotel Management', level: 1 })],
    [
      '/app/survey-builder',
      page.getByRole('button', { name: 'Guest Journey Standards', exact: true }),
    ],
    ['/app/user-management', needsConnection],
    ['/app/archive', page.getByText('They are preserved for historical reference')],
    ['/app/sync', page.getByText('Nothing to send')],
    ['/interview/34', page.getByRole('combobox', { name: 'Survey' })],
    ['/', page.getByRole('heading', { name: 'Results and Analytics', level: 1 })],
  ] as const) {
    await page.goto(path);
    await expect(shown, path).toBeVisible();
    await expect(page.getByText('Working offline'), path).toBeVisible();
    await expect(page.getByText('This page could not be shown'), path).toBeHidden();
  }
});

test('the browser’s offer to install stands in the Sync Centre and the own menu @phone', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await page.goto('/app/sync');
  await expect(page.getByText('Protected from clearing')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
  const wasTaken = await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, { prompt: async () => void (document.title = 'Asked') });
    return !window.dispatchEvent(event);
  });
  expect(wasTaken).toBe(true);
  await page.getByRole('button', { name: /\(Assessor\)/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Install Bellwether' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Install' }).click();
  await expect(page).toHaveTitle('Asked');
  await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
});

test.describe('on an iPhone', () => {
  test.use({ userAgent: devices['iPhone 15'].userAgent });

  test('which never offers to install, the Sync Centre says how @phone', async ({ page }) => {
    await signIn(page, 'assessor');
    await page.goto('/app/sync');
    await expect(page.getByText('In Safari, tap Share, then “Add to Home Screen”.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: /\(Assessor\)/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Signed-in devices' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Install Bellwether' })).toBeHidden();
  });
});
