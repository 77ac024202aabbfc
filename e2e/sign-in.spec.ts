import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { visit } from './support/offline-interview.ts';
import { expect, signIn, signInByForm, test } from './support/test.ts';

/**
 * Returns everything that this device knows about who is signed in, without what differs each time.
 */
async function leftOn(page: Page) {
  const cookies = await page.context().cookies();
  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open('bellwether_current_user');
    await new Promise((done) => opening.addEventListener('success', done));
    const reading = opening.result.transaction('kept').objectStore('kept').get('currentUser');
    await new Promise((done) => reading.addEventListener('success', done));
    opening.result.close();
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    return {
      databases: databases.toSorted(),
      // A store has a random name.
      local: Object.fromEntries(
        Object.entries(localStorage).map(([key, text]) => [
          key,
          key.startsWith('bellwether_store_') ? 'a name' : text,
        ]),
      ),
      user: reading.result as unknown,
    };
  });
  return {
    ...kept,
    cookies: cookies.map(({ value: _value, expires, ...cookie }) => ({
      ...cookie,
      isForSession: expires === -1,
    })),
  };
}

test('the form leaves on a device what the other tests begin with @desktop', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await visit(page, 'assessor', signInByForm);
  await visit(other, 'assessor', signIn);
  const left = await leftOn(page);
  expect(left.user).toMatchObject({ change: 1 });
  expect(await leftOn(other)).toEqual(left);
  await other.context().close();
});

test('signed out, every address below /app leads to sign-in, one without a screen too @desktop', async ({
  page,
}) => {
  for (const address of ['/app', '/app/archive', '/app/nothing', '/app/results/nothing']) {
    await page.goto(address);
    await expect(page, address).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  const notFound = page.getByRole('heading', { name: '404 Page Not Found' });
  await page.goto('/nothing');
  await expect(notFound).toBeVisible();
  await signIn(page, 'assessor');
  await page.goto('/app/results/nothing');
  await expect(notFound).toBeVisible();
});

const sessionEnded = (page: Page) =>
  page.getByRole('main').getByText('Your session has ended. Please sign in again.');

/** Fills in what a new hotel needs. It is never stored. */
async function fillHotel(page: Page) {
  const lines = ['Hotel ID', 'Hotel Name', 'Hotel Chain', 'Hotel Brand', 'Address'];
  const place = ['Postal Code', 'City', 'State', 'Country', 'FPG Region'];
  for (const label of [...lines, ...place])
    await page
      .getByRole('dialog')
      .getByLabel(new RegExp(`^${label}( \\*)?$`))
      .fill('Unsaved');
}

test.describe('a session that is ended from another device', () => {
  test.use({ expectedOnConsole: [/401 \(Unauthorized\)/] });

  test('is told on the sign-in page, until somebody signs in @desktop', async ({
    page,
    browser,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(sessionEnded(page)).toBeHidden();
    await signInByForm(page, 'assessor');
    await page.goto('/app/hotel-management');
    await page.getByRole('button', { name: 'Add Hotel' }).click();
    await fillHotel(page);

    // Ends this test's session only: other tests use the same account meanwhile.
    const sessions = await (await page.request.get('/api/auth/sessions')).json();
    const { id } = sessions.find(({ isThis }: { isThis: boolean }) => isThis);
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'assessor');
    const ended = await other.request.delete(`/api/auth/sessions/${id}`);
    expect(ended.ok(), await ended.text()).toBe(true);
    await other.context().close();

    // A call of the page itself may notice it first. A mouse click would then move the focus.
    const create = page.getByRole('button', { name: 'Create Hotel' });
    await create.or(sessionEnded(page)).dispatchEvent('click');
    await expect(sessionEnded(page)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
    await signInByForm(page, 'assessor');
    await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(sessionEnded(page)).toBeHidden();
  });
});
