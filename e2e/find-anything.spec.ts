import type { Locator, Page } from '@playwright/test';

import { paths } from '#web/paths.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { anInterview, begin, beginAt, disconnected, visit } from './support/offline-interview.ts';
import { expect, signIn, test } from './support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const buttonOf = (page: Page) => page.getByRole('button', { name: 'Find anything' });
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find anything' });
const option = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('option', { name });

/**
 * Opens the dialog without keys: by its button, or on a phone from the person's menu. Returns what
 * was pressed.
 */
async function press(page: Page): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) > 767) {
    await buttonOf(page).click();
    return buttonOf(page);
  }
  const menu = page.getByRole('banner').getByRole('button', { name: /\((Admin|Assessor)\)$/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Find anything' }).click();
  return menu;
}

/** Opens the dialog by its keys and types. */
async function find(page: Page, words: string) {
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(words);
}

test('a hotel is found by a few letters and opened by keys alone @desktop', async ({
  page,
  request,
}) => {
  const { hotel } = await anInterview(request, 'Fenna', { hotelCity: 'Århus' });
  await signIn(page, 'admin');
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await find(page, `arhus ${hotel.hotelName.split(' ').at(-1)}`);
  const first = option(page, hotel.hotelName).first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(option(page, `Start interview at ${hotel.hotelName}`)).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // Up from the first choice wraps around to the last.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('heading', { name: hotel.hotelName, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  // Before a search, earlier choices come first.
  await press(page);
  const before = dialogOf(page).getByRole('group', { name: 'Chosen before' });
  await expect(before.getByRole('option')).toHaveText([new RegExp(hotel.hotelName)]);
});

test('it is for everybody to use, with and without a match', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/sync');
  const pressed = await press(page);
  await expect(option(page, 'Dashboard')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('brackenholm');
  await expect(dialogOf(page).getByRole('group', { name: /^Hotels/ })).toBeVisible();
  await expectAccessible(page);
  await fieldOf(page).fill('nothing is called so');
  await expect(dialogOf(page).getByRole('status')).toHaveText('No match');
  await expect(dialogOf(page).getByText('match your search')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(pressed).toBeFocused();
});

test('an Assessor finds no people and no screens of Admins; an Admin does @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await page.goto(paths.dashboard);
  await expect(page.getByRole('banner')).toBeVisible();
  await find(page, 'margaret');
  await expect(dialogOf(page).getByRole('status')).not.toHaveText('');
  await expect(dialogOf(page).getByRole('group', { name: /^People/ })).toHaveCount(0);
  await fieldOf(page).fill('user management');
  await expect(option(page, 'User Management')).toHaveCount(0);
  // A page without calls of its own, because those would be refused.
  await page.goto('/api/health');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await signIn(page, 'admin');
  await page.goto(paths.dashboard);
  await expect(page.getByRole('banner')).toBeVisible();
  await find(page, 'margaret');
  await dialogOf(page)
    .getByRole('group', { name: /^People/ })
    .getByRole('option')
    .first()
    .click();
  await expect(page).toHaveURL(/user-management\?search=admin/);
  await expect(page.getByRole('heading', { name: 'Margaret Ashdown' })).toBeVisible();
});

test.describe('in the field', () => {
  test.use({ expectedOnConsole: [disconnected] });

  test('an interview is started offline, and none loses an answer @phone', async ({
    page,
    request,
    context,
  }) => {
    const { hotel, survey, respondent, office } = await anInterview(request, 'Runa');
    const other = await office.addHotel({
      hotelId: `FIND-${hotel.hotelName}`,
      hotelName: `Elsewhere ${hotel.hotelName}`,
    });
    await visit(page);
    await context.setOffline(true);
    await find(page, `start interview at ${hotel.hotelName}`);
    await expect(dialogOf(page).getByText('Offline: what this device has')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/interview/${hotel.id}`);
    await begin(page, respondent, survey.title);

    // This screen has no header, but the keys work.
    await page.getByLabel('Interview Notes').fill('The lift was out of');
    await find(page, 'nothing');
    await page.keyboard.press('1');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Interview Notes')).toBeFocused();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.keyboard.press('End');
    await page.keyboard.type(' order');
    await find(page, `interview at ${other.hotelName}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/interview/${other.id}`);

    await context.setOffline(false);
    await page.goto(`/interview/${hotel.id}`);
    await page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
    await expect(page.getByLabel('Interview Notes')).toHaveValue('The lift was out of order');
  });
});

test('a respondent is found while the interview goes on @phone', async ({ page, request }) => {
  const { hotel, survey, respondent } = await anInterview(request, 'Svea');
  await signIn(page, 'assessor');
  await beginAt(page, hotel.id, respondent, survey.title);
  await page.getByRole('radio').first().check();
  const onServer = () => page.request.get(`/api/interview-sessions/hotel/${hotel.id}`);
  await expect.poll(async () => (await (await onServer()).json()).length).toBe(1);
  await page.goto('/app/results');
  await expect(page.getByRole('banner')).toBeVisible();
  await find(page, respondent);
  await expect(option(page, respondent)).toContainText(`In progress · ${hotel.hotelName}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/interview/${hotel.id}`);
});

test('an icon button shows its name and key; nothing opens over a dialog, and unsaved work is asked for first @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto(paths.dashboard);
  const tooltip = page.getByRole('tooltip', { includeHidden: true });
  const button = buttonOf(page);
  await button.hover();
  await expect(tooltip).toHaveText('Find anythingCtrl K');
  await expectAccessible(page);
  await button.click();
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto('/app/hotel-management');
  const more = page.getByRole('button', { name: /^More for/ }).first();
  await more.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip).toHaveText(/^Edit /);
  await page.keyboard.press('Tab');
  await expect(tooltip).toHaveText(/^More for /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible();
  await expect(tooltip).toHaveCount(0);

  await page.goto('/app/hotel-management?hotel=new');
  await expect(page.getByRole('dialog', { name: 'Add Hotel' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toHaveCount(0);

  await page.goto('/app/survey-builder');
  await page.getByLabel('Title').fill('Half a title');
  await find(page, 'archive');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a title');
});
