import { hotelReportPath, paths } from '#web/paths.ts';

import { settle } from './support/offline-interview.ts';
import { expect, signIn, signInByForm, test } from './support/test.ts';

/**
 * All addresses that need signing in. `/app` is left out, because it leads to the first of them.
 */
const { signIn: _beforeSigningIn, app: _first, ...screens } = paths;
const addresses = [...Object.values(screens), hotelReportPath(1)];

test('signing out is in sight on every screen', async ({ page }) => {
  await signIn(page, 'admin');
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true });
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(logout, address).toHaveCount(1);
    await expect(logout, address).toBeInViewport({ ratio: 1 });
  }
});

test('and is done by the keyboard alone @desktop', async ({ page }) => {
  await signInByForm(page, 'consultant');
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true });
  await expect(logout).toBeVisible();
  // The focus is at the start of the screen, directly after the header.
  await expect(page.getByRole('main')).toBeFocused();
  // What is still read for later would be refused after the sign-out, and the browser tells it.
  await settle(page);
  for (let presses = 0; presses < 40; presses += 1) {
    if (await logout.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await expect(logout).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  // The sign-in form appears without waiting for the server, which ends the session meanwhile.
  await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401);
});
