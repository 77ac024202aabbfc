import type { Page } from '@playwright/test';

import { hotelReportPath, interviewPath, paths } from '../src/web/paths.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import {
  answer,
  anInterview,
  beginAt,
  disconnected,
  next,
  settle,
  visit,
} from './support/offline-interview.ts';
import { expect, test } from './support/test.ts';

/** Tests what screens show when the server cannot be reached or fails, and how they recover. */

test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|status of 500`)] });

/** The device looks for a lost server every three seconds. Then each screen reads again at once. */
const soon = { timeout: 10_000 };

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('heading', { name, level: 1 });

/** What each screen shows once it can read. This device has no earlier reading of it. */
const screens: Readonly<Record<string, (page: Page) => ReturnType<Page['getByText']>>> = {
  [paths.app]: (page) => page.getByRole('table').getByText('Pass', { exact: true }).first(),
  [paths.users]: (page) => page.getByText('admin@bellwether.example').first(),
  [paths.actions]: (page) => page.getByRole('table').getByText('Overdue').first(),
  [paths.audit]: (page) => page.getByRole('listitem').first(),
  [paths.background]: (page) => page.getByText('Clears files that were only half received'),
  [hotelReportPath(3)]: (page) => page.getByRole('heading', { level: 2 }).first(),
};
/** Screens whose data is on the device from the first visit. They show how old the data is. */
const keptScreens: typeof screens = {
  // An earlier visit to the first screen has read the same data.
  [paths.results]: heading('Results and Analytics'),
  // The greeting: “Hello” at night.
  [paths.dashboard]: heading(/^(Good|Hello)/),
  [paths.workflow]: heading('Workflow Management'),
  [paths.hotels]: heading('Hotel Management'),
  [paths.surveyBuilder]: heading('Survey Builder'),
  [paths.archive]: heading('Archive'),
};
/** Screens that show only this device's own data. */
const ownScreens: readonly string[] = [paths.sync, paths.signIn];

test('every address is walked here @desktop', () => {
  const walked = [...Object.keys(screens), ...Object.keys(keptScreens), ...ownScreens];
  expect(Object.values(paths).filter((path) => !walked.includes(path))).toEqual([]);
});

test('every screen that said “No connection” reads again by itself @desktop', async ({
  page,
  context,
}) => {
  await visit(page, 'admin');
  for (const [path, shown] of Object.entries(screens)) {
    await context.setOffline(true);
    await page.goto(path);
    const lost = page.getByText('No connection to Bellwether').first();
    await expect(lost, path).toBeVisible();
    await context.setOffline(false);
    await expect(shown(page), path).toBeVisible(soon);
    await expect(lost, path).toBeHidden(soon);
    // Background tasks store the first screen's readings, which Results needs below.
    if (path === paths.app) await settle(page);
  }
  for (const [path, shown] of Object.entries(keptScreens)) {
    await context.setOffline(true);
    await page.goto(path);
    await expect(shown(page), path).toBeVisible();
    const old = page.getByText('From this device, as of').first();
    await expect(old, path).toBeVisible();
    await context.setOffline(false);
    await expect(old, path).toBeHidden(soon);
  }
});

test('an interview seen in a list alone is resumed without a connection @desktop', async ({
  page,
  context,
  browser,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Renata');
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await visit(elsewhere);
  await beginAt(elsewhere, hotel.id, respondent, survey.title);
  await answer(elsewhere);
  await elsewhere.getByLabel('Interview Notes').fill('Seen at the desk');
  await next(elsewhere);
  await elsewhere.getByRole('button', { name: 'Save Progress' }).click();
  await expect(elsewhere.getByText('It is safe on the server.')).toBeVisible();
  const resume = new URL(elsewhere.url()).search;
  await other.close();

  await visit(page);
  await expect(page.getByText(respondent)).toBeVisible();
  // Sync Now fetches what the interviews in the list need.
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expect(page.getByText(/Sync Complete|Sync Failed/)).toBeVisible();
  await settle(page);
  await context.setOffline(true);
  await page.goto(interviewPath(hotel.id));
  await page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
  await expect(page.getByText('Question 2 of')).toBeVisible();
  await expect(page.getByLabel('Interview Notes')).toHaveValue('Seen at the desk');
  await expect(page).toHaveURL(new RegExp(resume.replace('?', '\\?')));

  // An interview that this device has never seen shows so, and opens once there is a connection.
  await page.goto(`${interviewPath(hotel.id + 1)}?resume=offline_1_neverseenhere`);
  await expect(
    page.getByText('This interview is not on this device. Connect to resume it.'),
  ).toBeVisible();
  await page.goto(interviewPath(hotel.id + 1));
  await expectAccessible(page);
});

test('a failing server is told above what this device had, with Retry @desktop', async ({
  page,
}) => {
  await visit(page, 'admin');
  await page.goto(paths.hotels);
  await expect(page.getByRole('status').getByText(/\d hotels?$/)).toBeVisible();
  await page.goto(paths.workflow);
  await expect(page.getByText(/\d hotels/).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const failure = {
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      ...{ type: '/problems/internal-error', title: 'Something went wrong here', status: 500 },
      detail: 'Something went wrong here. Nothing was stored.',
    }),
  };
  const isReading = /\/api\/(?!health|auth)/;
  for (const path of [paths.hotels, paths.workflow, paths.dashboard]) {
    await page.route(isReading, (route) => route.fulfill(failure));
    await page.goto(path);
    const told = page.getByText('Some of this could not be refreshed');
    await expect(told, path).toBeVisible();
    await expect(page.getByText('Something went wrong here.').first(), path).toBeVisible();
    await expect(page.getByText('Hotel no longer listed'), path).toBeHidden();
    await expectAccessible(page);
    await page.unroute(isReading);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
    await expect(told, path).toBeHidden();
  }
});

test('Sync Now that could not read what is pending says so, and green is not shown @desktop', async ({
  page,
}) => {
  await visit(page, 'admin');
  const pending = '**/api/responses/pending*';
  await page.route(pending, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(paths.sync);
  await expect(page.getByText('Not confirmed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sync Now' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Sync Failed' });
  await expect(toast).toContainText('Failed to synchronize responses. Please try again.');
  await expect(toast).toContainText('error 500');
  await expect(
    page.getByRole('group', { name: 'The last sync did not do everything' }),
  ).toBeVisible();
  await expect(page.getByText('All data synced')).toBeHidden();
  await expectAccessible(page);
  await page.unroute(pending);
  const syncNow = page.getByRole('button', { name: 'Sync Now' });
  await syncNow.click();
  await expect(page.getByText('Sync Complete')).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'The last sync did not do everything' }),
  ).toBeHidden();
  // Another test may have left a pending response on the server meanwhile.
  await expect(async () => {
    if (await syncNow.isEnabled()) await syncNow.click();
    await expect(page.getByText('All data synced')).toBeVisible({ timeout: 3_000 });
  }).toPass();
});
