import { readFile } from 'node:fs/promises';

import type { Page, TestInfo } from '@playwright/test';

import { percentOf } from '#domain/scoring/verdict.ts';
import type { Board } from '#domain/workflow/board.ts';
import { hotelFields } from '#test/build.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { settle } from './support/offline-interview.ts';
import { expect, signIn, test } from './support/test.ts';

const address = '/app/hotel-management';

/**
 * Returns a code that no other run uses, because both window sizes and all repetitions share one
 * database.
 */
function codeFor({ project }: TestInfo, name: string): string {
  return `${name}-${project.name}-${Date.now().toString(36)}`.toUpperCase();
}

async function openHotels(page: Page, person: 'admin' | 'consultant' = 'admin') {
  await signIn(page, person);
  await page.goto(address);
  await expect(page.getByRole('status').filter({ hasText: /\d hotels?$/ })).toBeVisible();
}

/** Finds a field by its label, with or without the star of required fields. */
function field(page: Page, label: string) {
  return page.getByRole('dialog').getByLabel(new RegExp(`^${label}( \\*)?$`));
}

async function fillHotel(page: Page, hotelId: string, hotelName: string) {
  const values = {
    'Hotel ID': hotelId,
    'Hotel Name': hotelName,
    'Hotel Chain': 'Meridian Group',
    'Hotel Brand': 'Aurora',
    Address: '1 Quay Street',
    'Postal Code': '02110',
    City: 'Boston',
    State: 'MA',
    Country: 'United States',
    'FPG Region': 'East',
  };
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

/** Creates a hotel by the call that the form makes. */
async function addHotel(page: Page, hotelId: string, hotelName: string) {
  const data = { ...hotelFields, hotelId, hotelName };
  const answer = await page.request.post('/api/hotels', { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** The browser logs a refused request, even when the page handles it well. */
const refused = /the server responded with a status of 4\d\d/;

test('a hotel is added, found by any of its texts, changed and deleted @desktop', async ({
  page,
}, testInfo) => {
  const hotelId = codeFor(testInfo, 'whole');
  const hotelName = `Harbour House ${hotelId}`;
  await openHotels(page);
  await page.getByRole('button', { name: 'Add Hotel' }).click();
  await page.getByRole('button', { name: 'Create Hotel' }).click();
  const first = field(page, 'Hotel ID');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('Hotel ID is required');
  await fillHotel(page, hotelId, hotelName);
  await field(page, 'Stage').click();
  await page.getByRole('option', { name: 'Onsite Assessment' }).click();
  await expect(field(page, 'Status')).toHaveValue('Active');
  await page.getByRole('button', { name: 'Create Hotel' }).click();
  await expect(page.getByText('Hotel created successfully')).toBeVisible();

  await page.getByLabel('Search').fill(`quay STREET ${hotelId.toLowerCase()}`);
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ hotels$/ })).toBeVisible();
  await expect(page).toHaveURL(/search=quay/);
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue(/quay STREET/);

  await page.getByRole('link', { name: `Edit ${hotelName}` }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Hotel' })).toBeVisible();
  await expect(page).toHaveURL(/hotel=\d+/);
  await field(page, 'Owner').fill('Fennimore Land Company');
  await page.getByRole('button', { name: 'Update Hotel' }).click();
  await expect(page.getByText('Hotel updated successfully')).toBeVisible();

  await page.getByLabel('Search').fill(`fennimore ${hotelId}`);
  await page.getByRole('button', { name: `More for ${hotelName}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete hotel' });
  await expect(question).toContainText('Deleted with it: no interviews in progress');
  await expect(question).toContainText('Kept: no responses');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete hotel' }).click();
  await expect(page.getByText('Hotel deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No hotels match your search' })).toBeVisible();
});

test('list, form, file and confirmation are for everybody to use', async ({ page }) => {
  test.slow();
  await openHotels(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import Hotels' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Hotel' }).click();
  await page.getByRole('button', { name: 'Create Hotel' }).click();
  await expect(page.getByText('Hotel ID is required')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A demonstration hotel, because hotels of other tests have no responses.
  await page.getByLabel('Search').fill('Brackenholm');
  await page
    .getByRole('button', { name: /^More for Brackenholm/ })
    .first()
    .click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(/Kept: \d+ responses/)).toBeVisible();
  await expectAccessible(page);
});

test.describe('two people at one hotel', () => {
  test.use({ expectedOnConsole: [refused] });

  test('the second sees what the first changed, and chooses @desktop', async ({
    page,
    browser,
  }, testInfo) => {
    const hotelId = codeFor(testInfo, 'two');
    const hotelName = `Two Rivers ${hotelId}`;
    await signIn(page, 'admin');
    await addHotel(page, hotelId, hotelName);
    await page.goto(`${address}?search=${hotelId}`);
    await page.getByRole('link', { name: `Edit ${hotelName}` }).click();
    await field(page, 'City').fill('Salem');
    await field(page, 'Owner').fill('Mine');
    await field(page, 'Management Co').fill('Kept by me');

    const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const others = await other.newPage();
    await signIn(others, 'assessor');
    await others.goto(page.url());
    await field(others, 'City').fill('Lynn');
    await field(others, 'Owner').fill('Theirs');
    await field(others, 'Postal Code').fill('01901');
    await others.getByRole('button', { name: 'Update Hotel' }).click();
    await expect(others.getByText('Hotel updated successfully')).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: 'Update Hotel' }).click();
    await expect(
      page.getByRole('heading', { name: 'Someone else changed this hotel meanwhile' }),
    ).toBeFocused();
    const save = page.getByRole('button', { name: 'Save my choices' });
    await expect(save).toBeDisabled();
    await expect(page.getByText('2 fields to choose')).toBeVisible();
    await expectAccessible(page);
    const side = (field: string, name: RegExp) =>
      page.getByRole('radiogroup', { name: field }).getByRole('radio', { name });
    await expect(side('Postal Code', /Use theirs 01901/)).toBeChecked();
    await side('City', /Use theirs Lynn/).click();
    await side('Owner', /Keep mine Mine/).click();
    await save.click();
    await expect(page.getByText('Hotel updated successfully')).toBeVisible();

    await page.getByRole('link', { name: `Edit ${hotelName}` }).click();
    await expect(field(page, 'City')).toHaveValue('Lynn');
    await expect(field(page, 'Owner')).toHaveValue('Mine');
    await expect(field(page, 'Postal Code')).toHaveValue('01901');
    await expect(field(page, 'Management Co')).toHaveValue('Kept by me');
  });

  test('a code that is taken is told at its field @desktop', async ({ page }, testInfo) => {
    const hotelId = codeFor(testInfo, 'taken');
    await openHotels(page);
    await addHotel(page, hotelId, `First ${hotelId}`);
    await page.getByRole('button', { name: 'Add Hotel' }).click();
    await fillHotel(page, hotelId, `Second ${hotelId}`);
    await page.getByRole('button', { name: 'Create Hotel' }).click();
    const code = field(page, 'Hotel ID');
    await expect(code).toHaveAccessibleDescription('Hotel ID already exists');
    await expect(code).toBeFocused();
  });
});

test('a file is looked at, then imported, and its bad rows are told @desktop', async ({
  page,
}, testInfo) => {
  const hotelId = codeFor(testInfo, 'file');
  const sample = await readFile('test/samples/hotels-with-errors.csv', 'utf8');
  const file = {
    name: 'hotels-with-errors.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sample.replaceAll('00001', hotelId).replace(/(?=\r?\n)/, ',Rooms')),
  };
  await openHotels(page);
  const before = await page
    .getByRole('status')
    .filter({ hasText: /hotels$/ })
    .textContent();
  await page.getByRole('button', { name: 'Import Hotels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Hotels' });
  const picker = dialog.getByLabel('Choose a file');
  await expect(picker).toBeFocused();
  await picker.setInputFiles({ ...file, name: 'hotels.pdf' });
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a .xlsx, .xls or .csv file');
  await expect(page.getByRole('alert').filter({ hasText: 'Import failed' })).toContainText(
    'Please choose a .xlsx, .xls or .csv file',
  );

  await picker.setInputFiles(file);
  await expect(dialog.getByText('1 new hotel', { exact: true })).toBeVisible();
  await expect(dialog.getByText('5 rows refused')).toBeVisible();
  await expect(
    dialog.getByText('Columns that the import does not read: Rooms', { exact: true }),
  ).toBeVisible();
  // It would go by itself, but later.
  await expect(page.getByText('Import failed')).toBeHidden({ timeout: 2_000 });
  await expect(dialog.getByRole('group', { name: '1 new hotel 5 rows refused' })).toBeFocused();
  await expect(dialog.getByRole('region', { name: 'New hotels' })).toContainText(hotelId);
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText(
    'Hotel Name is required',
  );
  await expectAccessible(page);
  await expect(page.getByText(before ?? '', { exact: true })).toBeAttached();

  await dialog.getByRole('button', { name: 'Import 1 hotel' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Import completed with issues' });
  await expect(toast).toContainText('1 hotel imported, 5 errors.');
  await expect(toast).toContainText('Row 4: Hotel Name is required');
  expect(await toast.innerText()).toContain('5 errors.\nRow 3: Hotel ID repeats row 2\nRow 4:');
  await expect(dialog.getByText('1 hotel imported', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText(
    'Hotel Name is required',
  );
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download refused rows' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('hotels-with-errors - refused rows.xlsx');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await picker.setInputFiles({
    name: saved.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(await saved.path()),
  });
  await expect(dialog.getByText('5 rows refused')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import Hotels' })).toBeFocused();
  await page.getByLabel('Search').fill(`quebec ${hotelId}`);
  await expect(
    page.getByRole('link', { name: 'The “Old” Mill, Riverside 1', exact: true }),
  ).toBeVisible();
});

test('filters and order live in the address, and the template downloads under its name @desktop', async ({
  page,
}, testInfo) => {
  await openHotels(page);
  const isPhone = testInfo.project.name === 'phone';
  if (isPhone) await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Evaluation' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ hotels$/ })).toBeVisible();
  const hotels = isPhone ? page.getByRole('listitem') : page.getByRole('row');
  await expect(hotels.filter({ hasText: 'Disposition' })).toHaveCount(0);
  await expect(hotels.filter({ hasText: 'Evaluation' }).first()).toBeVisible();
  if (!isPhone) {
    await page.getByRole('button', { name: 'Location' }).click();
    await expect(page.getByRole('columnheader', { name: 'Location' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  }
  await expect(page).toHaveURL(/stage=Evaluation/);
  await page.goBack();
  if (!isPhone) await page.goBack();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ hotels$/ })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Template' }).click();
  expect((await download).suggestedFilename()).toBe('hotel-import-template.csv');
});

test('the form suggests the brands that are there, takes any other, and loses nothing by Escape or Back @desktop', async ({
  page,
}) => {
  await openHotels(page);
  const hotels = (await (await page.request.get('/api/hotels')).json()) as { hotelBrand: string }[];
  const known = hotels[0]?.hotelBrand ?? '';
  await page.getByRole('button', { name: 'Add Hotel' }).click();
  const brand = page.getByRole('dialog').getByRole('combobox', { name: 'Hotel Brand' });
  await brand.focus();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.type(known.slice(0, 3).toLowerCase());
  await expect(page.getByRole('option', { name: known, exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: known, exact: true }).click();
  await expect(brand).toHaveValue(known);
  await brand.fill('A brand of its own');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(brand).toHaveValue('A brand of its own');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(brand).toHaveValue('A brand of its own');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a consultant adds hotels as their own, and sees no others @desktop', async ({
  page,
}, testInfo) => {
  const hotelId = codeFor(testInfo, 'own');
  await openHotels(page, 'consultant');
  await page.getByRole('button', { name: 'Add Hotel' }).click();
  await expect(field(page, 'Service Consultant')).toBeDisabled();
  await fillHotel(page, hotelId, `Own ${hotelId}`);
  await page.getByRole('button', { name: 'Create Hotel' }).click();
  await expect(page.getByText('Hotel created successfully')).toBeVisible();
  await page.getByLabel('Search').fill(hotelId);
  await expect(page.getByRole('link', { name: `Own ${hotelId}`, exact: true })).toBeVisible();
});

/** A hotel of the board that has had an interview and has one in progress. */
async function aBusyHotel(page: Page) {
  const { hotels } = (await (await page.request.get('/api/workflow/board')).json()) as Board;
  const busy = hotels.find(({ latest, sessionsInProgress }) => latest && sessionsInProgress > 0);
  if (!busy?.latest) throw new Error('The demonstration has no such hotel');
  return { ...busy, percent: percentOf(busy.latest), at: busy.latest.completedAt ?? '' };
}
/** In the form in which the page writes it, wherever the test runs. */
const written = (page: Page, at: string) =>
  page.evaluate(
    (iso) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso)),
    at,
  );

test('the table has the figures of the board, and sorts by them @desktop', async ({ page }) => {
  await openHotels(page);
  await expectNoLayoutShift(page);
  const { hotelName, percent, at, sessionsInProgress } = await aBusyHotel(page);
  await page.getByLabel('Search').fill(hotelName);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: hotelName, exact: true }) });
  await expect(row.getByRole('cell', { name: `${percent?.toFixed(1)}%` })).toBeVisible();
  await expect(row.getByRole('cell', { name: await written(page, at) })).toBeVisible();
  await expect(
    row.getByRole('cell', { name: String(sessionsInProgress), exact: true }),
  ).toBeVisible();
  expect(await row.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThan(46);

  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'Score' }).click();
  await expect(page).toHaveURL(/sort=score/);
  const scores = page.getByRole('cell', { name: /^[\d.]+%\s?(Pass|Needs Review)$/ });
  const shown = async () => (await scores.allTextContents()).map(parseFloat);
  // The rows are sorted a moment after the address has changed.
  await expect(async () => {
    const lowest = await shown();
    expect(lowest[0]).toBeLessThan(70);
    expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
  }).toPass({ timeout: 15_000 });
  // All columns are in sight.
  const table = page.getByRole('table', { name: 'Hotels' });
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('a card says the score too @phone', async ({ page }) => {
  await openHotels(page);
  const { hotelName, percent, sessionsInProgress } = await aBusyHotel(page);
  await page.getByLabel('Search').fill(hotelName);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: hotelName, exact: true }) });
  await expect(card).toContainText(`Score ${percent?.toFixed(1)}%`);
  await expect(card).toContainText(`${sessionsInProgress} interview`);
});

test.describe('with no connection', () => {
  test.use({ expectedOnConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('the list last seen is there, and saving says what it needs @desktop', async ({
    page,
    context,
  }) => {
    await openHotels(page);
    // A call that is still under way would show that there is a connection.
    await settle(page);
    await context.setOffline(true);
    await expect(page.getByText('Working offline - data will sync')).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^\d[\d.]*%$/).first()).toBeVisible();
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Edit Hotel' });
    await expect(dialog.getByText('This needs a connection')).toBeVisible();
    await expectAccessible(page);
    await field(page, 'Owner').fill('Written offline');
    await page.getByRole('button', { name: 'Update Hotel' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Failed to update hotel' });
    // A page that was reloaded without a network believes in Chromium's emulation that there is one.
    await expect(toast).toContainText(/No (connection|reply)/);
    await expect(field(page, 'Owner')).toHaveValue('Written offline');
    await context.setOffline(false);
    await expect(dialog.getByText('This needs a connection')).toBeHidden();
    await page.getByRole('button', { name: 'Update Hotel' }).click();
    await expect(page.getByText('Hotel updated successfully')).toBeVisible();
  });
});
