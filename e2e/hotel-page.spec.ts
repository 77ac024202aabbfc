import type { Page } from '@playwright/test';

import { hotelFields } from '#test/build.ts';
import { interviewPath } from '#web/paths.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { disconnected, settle, visit } from './support/offline-interview.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** A demonstration hotel that was assessed on site and again later. */
const assessed = '/app/hotels/27';

let made = 0;

/** Creates a hotel for this test, in the stage that the test needs. */
async function makeHotel(page: Page, fields: object = {}) {
  made += 1;
  const hotelName = own(`Paged House ${Date.now().toString(36)} ${made}`);
  const answer = await page.request.post('/api/hotels', {
    data: { ...hotelFields, hotelId: hotelName.replaceAll(' ', '-'), hotelName, ...fields },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  return { id, hotelName, path: `/app/hotels/${id}` };
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Hotel' }).getByRole('link', { name });
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Expects that the page's head offers this next step, and no other. */
async function expectNextStep(page: Page, name: string) {
  const steps = /^(Begin|Set session|Move to|Write evaluation|Mark as)/;
  const main = page.getByRole('main');
  const offered = main
    .getByRole('link', { name: steps })
    .or(main.getByRole('button', { name: steps }));
  await expect(offered).toHaveCount(1);
  await expect(offered).toHaveAccessibleName(name);
  return offered;
}

test('a city of one long word is broken, here and before an interview @phone', async ({ page }) => {
  await signIn(page, 'assessor');
  const hotelCity = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
  const { id, path } = await makeHotel(page, { hotelCity });
  for (const address of [path, interviewPath(id)]) {
    await page.goto(address);
    await expect(page.getByText(hotelCity).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});

test('a name in the hotels table leads to it, and each tab has an address @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page);
  await page.goto(`/app/hotel-management?search=${encodeURIComponent(hotel.hotelName)}`);
  await page.getByRole('link', { name: hotel.hotelName, exact: true }).click();
  await expect(page).toHaveURL(hotel.path);
  await expect(title(page, hotel.hotelName)).toBeVisible();
  await expect(page).toHaveTitle(`${hotel.hotelName} – Bellwether`);
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-current', 'page');

  await tab(page, 'Interviews').click();
  await expect(page).toHaveURL(`${hotel.path}?tab=interviews`);
  await expect(page.getByRole('heading', { name: 'No completed interviews yet' })).toBeVisible();
  await tab(page, 'Evaluation and documents').press('Enter');
  await expect(page).toHaveURL(`${hotel.path}?tab=evaluation`);
  await expect(page.getByRole('textbox', { name: 'Evaluation Notes' })).toBeVisible();
  await page.goBack();
  await expect(tab(page, 'Interviews')).toHaveAttribute('aria-current', 'page');
  await expect(tab(page, 'Overview')).not.toHaveAttribute('aria-current', 'page');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Completed', exact: true })).toBeVisible();
  // The list has no range of days, and so Results must have none.
  await expect(page.getByRole('link', { name: 'View in Results' })).toHaveAttribute(
    'href',
    /\/app\/results\?range=custom&hotel=\d+$/,
  );
});

test('it holds still and is accessible in every tab', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(assessed);
  await expect(page.getByRole('heading', { name: 'Weakest questions' })).toBeVisible();
  await expect(page.getByText(/^Weakest: The Right/)).toBeVisible();
  await expect(page.getByText(/points since /)).toBeVisible();
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  for (const [name, heading] of [
    ['Interviews', 'Completed'],
    ['Evaluation and documents', 'Documents'],
    ['History', 'History'],
  ] as const) {
    await tab(page, name).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expectAccessible(page);
  }
});

test('its one button is the next step of its stage, as far as the end @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'assessor');
  for (const [stage, fields, step] of [
    ['Initiated', {}, 'Begin interview'],
    ['Onsite Assessment', {}, 'Begin interview'],
    ['Evaluation', { evaluationNotes: 'Warm welcome' }, 'Move to Disposition'],
  ] as const) {
    const hotel = await makeHotel(page, { stage, ...fields });
    await page.goto(hotel.path);
    const button = await expectNextStep(page, step);
    if (!step.startsWith('Begin')) continue;
    await button.click();
    await expect(page).toHaveURL(`/interview/${hotel.id}`);
  }
  await test.step('from its session to its end', () => goToTheEnd(page));
});

/** Takes a hotel from its session to its end by its one button. */
async function goToTheEnd(page: Page) {
  const hotel = await makeHotel(page, { stage: 'Virtual Session' });
  await page.goto(hotel.path);
  const press = async (name: string) => (await expectNextStep(page, name)).click();
  await (await expectNextStep(page, 'Set session date')).press('Enter');
  await expect(page).toHaveURL(`${hotel.path}?tab=evaluation`);
  const date = page.getByLabel('Virtual session completed');
  await expect(date).toBeFocused();
  await date.fill('12 Mar 2026');
  await page.getByRole('button', { name: 'Save Date' }).click();
  await press('Move to Virtual Re-Assessment');
  await expect(
    page.getByRole('list', { name: 'Stages' }).getByRole('listitem').nth(3),
  ).toHaveAttribute('aria-current', 'step');
  await press('Begin re-assessment interview');
  await expect(page).toHaveURL(`/interview/${hotel.id}`);
  await page.goto(`${hotel.path}?tab=evaluation`);

  await page.getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Evaluation', exact: true }).click();
  await press('Write evaluation');
  const notes = page.getByRole('textbox', { name: 'Evaluation Notes' });
  await expect(notes).toBeFocused();
  await notes.fill('Warm welcome, slow check-in.');
  await tab(page, 'Overview').click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await press('Move to Disposition');
  await press('Mark as complete');
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as complete' })).toBeHidden();
  const stored = await (await page.request.get(`/api/hotels/${hotel.id}`)).json();
  expect(stored).toMatchObject({
    ...{ stage: 'Disposition', status: 'Complete' },
    evaluationNotes: 'Warm welcome, slow check-in.',
  });
}

test('an interview opens its response, here and in the board’s dialog, and the report is a press away @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await page.goto(`${assessed}?tab=interviews`);
  const first = page.getByRole('table').getByRole('link').first();
  const respondent = (await first.textContent()) ?? '';
  await first.click();
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText(respondent).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Print report' }).click();
  await expect(page).toHaveURL(`${assessed}/report`);

  await page.goto('/app/workflow-management?hotel=27');
  const dialog = page.getByRole('dialog');
  const card = dialog
    .getByRole('listitem')
    .filter({ hasText: /#\d+ · / })
    .first();
  await expect(card).toContainText(/ 20\d\d · /);
  await card.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Response details' })).toBeVisible();
  await page.goBack();
  await dialog.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(assessed);

  await page.goto(assessed);
  await expect(tab(page, 'Evaluation and documents')).toBeVisible();
  await expect(tab(page, 'History')).toHaveCount(0);
  await page.goto(`${assessed}?tab=history`);
  await expect(
    page.getByRole('heading', { name: 'Only an Admin can read the history' }),
  ).toBeVisible();
});

test('an Admin reads its history in sentences @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  const hotel = await makeHotel(page);
  await page.request.patch(`/api/hotels/${hotel.id}`, { data: { stage: 'Evaluation' } });
  await page.goto(`${hotel.path}?tab=history`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText(
    `Margaret Ashdown moved ${hotel.hotelName} from Initiated to Evaluation`,
  );
  await expect(history.getByText('Status: Pending → Active')).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

  test('a page visited before can be read, and what is changed there is kept @desktop', async ({
    page,
    context,
  }) => {
    await visit(page, 'admin');
    const hotel = await makeHotel(page, { stage: 'Evaluation' });
    await page.goto(assessed);
    await expect(page.getByRole('heading', { name: 'Weakest questions' })).toBeVisible();
    const weakest = page.getByRole('region', { name: 'Weakest questions' }).getByRole('list');
    await expect(weakest).toHaveCSS('list-style-type', 'none');
    const name = (await title(page, /./).textContent()) ?? '';
    await settle(page);
    await page.goto(`${hotel.path}?tab=evaluation`);
    await expect(page.getByText('No documents uploaded yet')).toBeVisible();
    await settle(page);

    await context.setOffline(true);
    await page.goto(assessed);
    await expect(title(page, name)).toBeVisible();
    await expect(page.getByText('From this device, as of')).toBeVisible();
    await expect(page.getByText(/^Weakest: The Right/)).toBeVisible();
    await expectAccessible(page);
    await tab(page, 'History').click();
    await expect(
      page.getByRole('heading', { name: 'The history needs a connection' }),
    ).toBeVisible();

    await page.goto(`${hotel.path}?tab=evaluation`);
    await page.getByRole('textbox', { name: 'Evaluation Notes' }).fill('Seen in the cellar');
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await expect(page.getByText('Waiting to sync: Evaluation notes')).toBeVisible();
    await expectNextStep(page, 'Move to Disposition');
    const api = hotel.path.replace('/app', '/api');
    const readAgain = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && new URL(answer.url()).pathname === api,
    );
    await context.setOffline(false);
    await expect(page.getByText('Waiting to sync')).toBeHidden({ timeout: 30_000 });
    // The sync ends by reading the hotel. If that failed below, the page would believe that it is offline.
    await readAgain;
    const stored = await (await page.request.get(`/api/hotels/${hotel.id}`)).json();
    expect(stored).toMatchObject({ evaluationNotes: 'Seen in the cellar' });

    await test.step('a stage that the server has stored stays when the connection goes right after it', async () => {
      const stage = page.getByRole('combobox', { name: 'Stage', exact: true });
      await expect(stage).toHaveValue('Evaluation');
      await settle(page);
      await page.route(`**${api}`, (route) =>
        route.request().method() === 'GET' ? route.abort() : route.continue(),
      );
      await stage.click();
      await page.getByRole('option', { name: 'Disposition', exact: true }).click();
      await expect(page.getByText(/^Hotel stage updated successfully/)).toBeVisible();
      await expect(page.getByText('From this device, as of')).toBeVisible();
      await expect(stage).toHaveValue('Disposition');
    });
  });

  test('a hotel that was never opened here is read from the list, and one never read needs a connection @desktop', async ({
    page,
    context,
  }) => {
    await signIn(page, 'admin');
    const hotel = await makeHotel(page, { stage: 'Evaluation' });
    await visit(page, 'admin');
    await context.setOffline(true);
    for (const [path, words] of [
      ['/app/hotels/2000000000', 'The hotel needs a connection'],
      ['/app/hotels/27/rounds/2000000000', 'The round needs a connection'],
      [hotel.path, 'The figures need a connection'],
      [`${hotel.path}/report`, 'The report needs a connection'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
    }
    await page.goto(`${hotel.path}?tab=evaluation`);
    await expect(title(page, hotel.hotelName)).toBeVisible();
    // If the page were rendered again and again, it would lose the text.
    await page.getByRole('textbox', { name: 'Evaluation Notes' }).pressSequentially('Greets all');
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await expect(page.getByText('Waiting to sync: Evaluation notes')).toBeVisible();
  });
});

test.describe('of a hotel that is not there', () => {
  test.use({ expectedOnConsole: [/404/] });

  test('a consultant without it is told that they have no access @desktop', async ({ page }) => {
    await signIn(page, 'consultant');
    const theirs = (await (await page.request.get('/api/hotels')).json()) as { id: number }[];
    const foreign = [27, 28, 29, 30].find((id) => theirs.every((one) => one.id !== id));
    await page.goto(`/app/hotels/${foreign}`);
    const words = 'You don’t have access to this hotel';
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expectAccessible(page);
  });

  test('an unknown number is a page that says so, and no number is none @desktop', async ({
    page,
  }) => {
    await signIn(page, 'assessor');
    await page.goto('/app/hotels/2000000000');
    await expect(page.getByRole('heading', { name: 'We couldn’t find this hotel' })).toBeVisible();
    await page.getByRole('link', { name: 'All hotels' }).click();
    await expect(page).toHaveURL('/app/hotel-management');
    await page.goto('/app/hotels/harbour');
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  });
});
