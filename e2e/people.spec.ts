import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from '@playwright/test';

import { startServerProcess } from '#test/server-process.ts';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, own, signIn, signInByForm, test } from './support/test.ts';

const ownPassword = 'a lighthouse keeper';

const dialogOf = (page: Page) => page.getByRole('dialog');
const cardOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `${name} is active` });

const emailOf = (name: string) => `${own(name).replace(' ', '.')}@hotel.example`;

async function openUsers(page: Page, query = '') {
  await page.goto(`/app/user-management${query}`);
  await expect(page.getByRole('heading', { name: 'Margaret Ashdown' })).toBeVisible();
}

/** Creates a user for this test by the API. Returns the password that the user was given. */
async function addUser(page: Page, name: string, email: string): Promise<string> {
  const roles = await (await page.request.get('/api/user-roles')).json();
  const { defaultUserPassword } = await (await page.request.get('/api/settings')).json();
  const roleId = roles.find((role: { name: string }) => role.name === 'Assessor').id;
  const answer = await page.request.post('/api/system-users', {
    data: { name, email, mobileNumber: '+44 7700 900001', roleId },
  });
  expect(answer.status()).toBe(201);
  return defaultUserPassword;
}

async function chooseOwnPassword(page: Page, given: string) {
  await page.getByLabel('Current password').fill(given);
  await page.getByLabel('New password', { exact: true }).fill(ownPassword);
  await page.getByLabel('New password again').fill(ownPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** Fills in the dialog for a consultant with these hotels, without a password. */
async function addConsultant(
  page: Page,
  { name, email, hotels }: { name: string; email: string; hotels: Hotel[] },
): Promise<string> {
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Full Name').fill(name);
  await dialog.getByLabel('Email Address').fill(email);
  await dialog.getByLabel('Mobile Number').fill('+44 7700 900002');
  const hint = await dialog.getByLabel('Password', { exact: true }).getAttribute('placeholder');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Service Consultant' }).click();
  await expect(
    dialog.getByText('Service Consultants can only access their assigned hotels'),
  ).toBeVisible();
  for (const { hotelId, hotelName } of hotels) {
    await dialog.getByLabel('Search hotels').fill(hotelId);
    await dialog.getByRole('checkbox', { name: hotelName }).check();
  }
  await expect(dialog.getByText(`${hotels.length} of `)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toContainText(name);
  await expect(dialog).toBeHidden();
  return hint?.replace('Default: ', '') ?? '';
}

test.describe('a new user whose answer is lost', () => {
  test.use({ expectedOnConsole: [/ERR_FAILED|status of (400|409)/] });

  test('is another one once a field is mended @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    await openUsers(page);
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Full Name').fill(own('Lou Stanek'));
    await dialog.getByLabel('Email Address').fill(emailOf('lou'));
    await dialog.getByLabel('Mobile Number').fill('+44 7700 900003');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Assessor' }).click();
    let isStored = false;
    await page.route('/api/system-users', async (route) => {
      if (route.request().method() !== 'POST' || isStored) return route.continue();
      isStored = (await route.fetch()).ok();
      return route.abort();
    });
    const save = dialog.getByRole('button', { name: 'Create User' });
    await save.click();
    await expect(page.getByText('Failed to create user. No reply from Bellwether')).toBeVisible();
    expect(isStored).toBe(true);
    await dialog.getByLabel('Full Name').fill(own('Lou Stanekova'));
    await save.click();
    // The first user exists. If this reused the first one's request key, the server would refuse it
    // without a reason that helps.
    await expect(dialog.getByLabel('Email Address')).toHaveAccessibleDescription(
      'Email already exists',
    );
    await dialog.getByLabel('Email Address').fill(emailOf('louisa'));
    await save.click();
    await expect(dialog).toBeHidden();
  });
});

type Hotel = { hotelId: string; hotelName: string; serviceConsultantId: number | null };

async function hotelsSeenBy(page: Page): Promise<Hotel[]> {
  return (await page.request.get('/api/hotels')).json();
}

async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('a consultant is added, chooses a password, sees only their hotels, and is shut out @desktop', async ({
  page,
  browser,
}) => {
  test.slow();
  const name = own('Nadia Petrov');
  const email = emailOf('nadia');
  await signIn(page, 'admin');
  const all = await hotelsSeenBy(page);
  const hotels = [all[3], all[17]].filter((one) => one !== undefined);
  const unseen = all[5]?.hotelName ?? '';
  await openUsers(page);
  const given = await addConsultant(page, { name, email, hotels });
  const card = cardOf(page, name);
  await expect(card.getByText('Service Consultant', { exact: true })).toBeVisible();
  for (const { hotelName } of hotels) await expect(card.getByText(hotelName)).toBeVisible();
  await expect(card.getByText('Last login: never')).toBeVisible();

  const theirs = await elsewhere(browser);
  await signInByForm(theirs, { email, password: given });
  await expect(theirs.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  expect((await theirs.request.get('/api/hotels')).status()).toBe(403);
  await chooseOwnPassword(theirs, given);
  await expect(theirs.getByRole('button', { name: `${name} (Service Consultant)` })).toBeVisible();
  await theirs.goto('/app/hotel-management');
  for (const { hotelName } of hotels)
    await expect(theirs.getByText(hotelName).first()).toBeVisible();
  await expect(theirs.getByText(unseen, { exact: true })).toHaveCount(0);
  expect((await hotelsSeenBy(theirs)).map(({ hotelId }) => hotelId).toSorted()).toEqual(
    hotels.map(({ hotelId }) => hotelId).toSorted(),
  );

  await switchOf(page, name).uncheck();
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toContainText('inactive');
  // The next request to the server signs the person out, perhaps even before a click.
  await theirs.goto('/app/results');
  await expect(theirs.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await theirs.getByLabel('Email').fill(email);
  await theirs.getByLabel('Password', { exact: true }).fill(ownPassword);
  await theirs.getByRole('button', { name: 'Sign In' }).click();
  await expect(theirs.getByText('Invalid email or password. Please try again.')).toBeVisible();
  await theirs.context().close();
});

test('all hotels of a brand are assigned at once, and taken away again @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openUsers(page);
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Service Consultant' }).click();
  const selected = dialog.getByRole('status').filter({ hasText: 'selected' });
  await expect(selected).toHaveText(/^0 of /);
  const brand = dialog.getByRole('combobox', { name: 'By brand' });
  await brand.click();
  const option = page.getByRole('option', { name: /: add \d+ hotels$/ }).first();
  const [, name = '', size = ''] = /^(.*): add (\d+) /.exec(await option.innerText()) ?? [];
  await option.click();
  await expect(selected).toHaveText(new RegExp(`^${size} of `));
  await expectAccessible(page);

  // The hotels that the dialog has read: other tests add hotels meanwhile.
  const [, all = ''] = / of (\d+) /.exec(await selected.innerText()) ?? [];
  expect((await hotelsSeenBy(page)).length).toBeGreaterThanOrEqual(Number(all));
  await dialog.getByRole('button', { name: /^Add all \d+ hotels$/ }).click();
  await expect(selected).toHaveText(`${all} of ${all} selected`);
  await brand.click();
  await page.getByRole('option', { name: `${name}: remove ${size} hotels` }).click();
  await expect(selected).toHaveText(`${Number(all) - Number(size)} of ${all} selected`);
  await dialog.getByRole('button', { name: /^Add all/ }).click();
  await dialog.getByRole('button', { name: 'Remove all hotels' }).click();
  await expect(selected).toHaveText(`0 of ${all} selected`);
});

test('someone is changed, and deleted after a question @desktop', async ({ page }) => {
  const name = own('Otto Lang');
  await signIn(page, 'admin');
  await addUser(page, name, emailOf('otto'));
  await openUsers(page);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Full Name').fill(`${name} the Elder`);
  await dialog.getByRole('switch', { name: 'Active User' }).uncheck();
  await dialog.getByRole('button', { name: 'Make a one-time password' }).click();
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toHaveValue(/^([a-z]{4}-){3}[a-z]{4}$/);
  await expect(password).toHaveAttribute('type', 'text');
  await expect(dialog.getByText('Write it down now: it is not shown again.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Update User' }).click();
  const card = cardOf(page, `${name} the Elder`);
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Are you sure you want to delete this user?')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toContainText('deleted');
});

test('one chooses another password, and signs in with it @desktop', async ({ page, browser }) => {
  const name = own('Petra Vogel');
  const email = emailOf('petra');
  await signIn(page, 'admin');
  const given = await addUser(page, name, email);
  const theirs = await elsewhere(browser);
  await signInByForm(theirs, { email, password: given });
  await expect(theirs.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await expectAccessible(theirs);
  await chooseOwnPassword(theirs, given);
  await theirs.getByRole('button', { name: `${name} (Assessor)` }).click();
  await theirs.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = dialogOf(theirs);
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByLabel('New password', { exact: true }).fill('another lighthouse');
  await dialog.getByLabel('New password again').fill('another lighthouse');
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await dialog.getByLabel('Current password').fill(ownPassword);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog).toBeHidden();
  await theirs.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await expect(theirs.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await signInByForm(theirs, { email, password: 'another lighthouse' });
  await expect(theirs.getByRole('button', { name: `${name} (Assessor)` })).toBeVisible();
  await theirs.context().close();
});

test('search and role live in the address; one cannot take powers from oneself, and reads why @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openUsers(page);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/role=Admin/);
  await expect(cardOf(page, 'Priya Raman')).toBeHidden();
  await page.getByLabel('Search').fill('ashdown');
  await expect(cardOf(page, 'Robert Kelleher')).toBeHidden();
  await expect(page).toHaveURL(/search=ashdown/);
  await page.reload();
  await expect(cardOf(page, 'Margaret Ashdown')).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('ashdown');
  await page.getByLabel('Search').fill('nobody has this name');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cardOf(page, 'Priya Raman')).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('');

  const card = cardOf(page, 'Margaret Ashdown');
  await expect(card.getByText(/your own account/i)).toBeVisible();
  await expect(switchOf(page, 'Margaret Ashdown')).toBeDisabled();
  await expect(card.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await card.getByRole('button', { name: 'Edit' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toBeDisabled();
  await expect(dialog.getByRole('switch', { name: 'Active User' })).toBeDisabled();
  await expect(dialog.getByText('Only another Admin can change your role')).toBeVisible();
});

/** Expects that the role stands beside the tall field of the password on a wide screen, and not below it. */
async function expectNoHole(page: Page) {
  if (page.viewportSize()!.width < 768) return;
  const dialog = dialogOf(page);
  const role = (await dialog.getByRole('combobox', { name: 'Role' }).boundingBox())!;
  const make = dialog.getByRole('button', { name: 'Make a one-time password' });
  const { y, height } = (await make.boundingBox())!;
  expect(role.y).toBeLessThan(y + height);
}

test('nothing moves, and everyone can use the cards and the dialogs', async ({ page }) => {
  await signIn(page, 'admin');
  await openUsers(page);
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit Priya Raman' }).click();
  await expect(dialogOf(page).getByLabel('Search hotels')).toBeVisible();
  await expectAccessible(page);
  await expectNoHole(page);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Margaret Ashdown (Admin)' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(dialogOf(page).getByLabel('Current password')).toBeVisible();
  await expectAccessible(page);
});

test('Admins see how background work went, and find the API described in a page of ours @desktop', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin');
  await page.goto('/app/dashboard');
  await page.getByRole('button', { name: 'Margaret Ashdown (Admin)' }).click();
  await page.getByRole('menuitem', { name: 'Background work' }).click();
  const housekeeping = page
    .getByRole('listitem')
    .filter({ hasText: 'Deletes sign-ins that have expired' });
  await expect(housekeeping.getByText('Done')).toBeVisible();
  await expect(housekeeping.getByText(/^Every hour, last run .+ took .+$/)).toBeVisible();
  // Neither processes nor folders, which say nothing where there is one of each.
  await expect(page.getByText(/^Every .+( by | on )/)).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Margaret Ashdown (Admin)' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'API for developers' }).click();
  const described = await opened;
  await expect(described.getByRole('heading', { name: 'Bellwether' })).toBeVisible();
  await described
    .getByRole('heading', { name: /^hotels / })
    .getByRole('button')
    .click();
  await described.getByText('All hotels within scope, by name').click();
  await expect(described.getByText('Roles: Admin, Assessor, Service Consultant.')).toBeVisible();
});

test.describe('what goes wrong', () => {
  test.use({ expectedOnConsole: [/400 \(Bad Request\)|ERR_INTERNET_DISCONNECTED/] });

  test('is told at its field, whoever found it @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    await openUsers(page);
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Password', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
    await expect(dialog.getByText('Mobile Number is required')).toBeVisible();
    await expect(dialog.getByText('Choose at least 8 characters')).toBeVisible();
    await expect(dialog.getByText('Role is required')).toBeVisible();

    await dialog.getByLabel('Full Name').fill('Second Priya');
    await dialog.getByLabel('Email Address').fill('CONSULTANT@bellwether.example');
    await dialog.getByLabel('Mobile Number').fill('1');
    await dialog.getByLabel('Password', { exact: true }).fill('');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Assessor' }).click();
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(dialog.getByText('Email already exists')).toBeVisible();
    await expect(dialog.getByLabel('Email Address')).toBeFocused();
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(
      dialog.getByText('An Admin cannot have the default password: make a one-time password'),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Failed to create user');
  });

  test('a switch without a connection goes back, and the screen says why @desktop', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await openUsers(page);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await switchOf(page, 'Hannah Weiss').click();
    await expect(page.getByRole('alert')).toContainText('Failed to update user status');
    await expect(page.getByRole('alert')).toContainText('No connection');
    await expect(switchOf(page, 'Hannah Weiss')).toBeChecked();
    await expect(page.getByText('Changes here need a connection.')).toBeVisible();
    await page.context().setOffline(false);
  });
});

test('whoever signs in where the demonstration can be reached is warned @desktop', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-open-'));
  const server = await startServerProcess(dataDir, { HOST: '0.0.0.0', DEMO: '1' });
  try {
    const { port } = new URL(server.address);
    const warning = page
      .getByRole('status')
      .filter({ hasText: 'Demonstration: anyone with the printed password can sign in' });
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect(warning).toBeVisible();
    await expectAccessible(page);
    // At an address that only this machine can reach there is no warning.
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(warning).toBeHidden();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
