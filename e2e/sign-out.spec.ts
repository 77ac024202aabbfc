import { settle } from './support/offline-interview.ts';
import { expect, signInByForm, test } from './support/test.ts';

// `phone.spec.ts` and `for-everybody.spec.ts` check that signing out is in sight on every screen.

test('signing out is done by the keyboard alone @desktop', async ({ page }) => {
  await signInByForm(page, 'consultant');
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true });
  await expect(logout).toBeVisible();
  // The focus is at the start of the screen, directly after the header.
  await expect(page.getByRole('main')).toBeFocused();
  // Reads in the background would be refused after the sign-out, and the browser would log that.
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
