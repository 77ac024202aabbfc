import type { Page } from '@playwright/test';

import { visit } from './support/offline-interview.ts';
import { expect, signIn, signInByForm, test } from './support/test.ts';

/** Returns all that this device knows of who is signed in, without what differs each time. */
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
      // A store's name is a random one.
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
