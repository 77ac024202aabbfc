import { expect, type Page } from '@playwright/test';

/** Expects that one button to sign out is in sight, on each screen that is not covered by a dialog. */
export async function expectSignOutInSight(page: Page, where: string): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) return;
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true });
  await expect(logout, where).toHaveCount(1);
  await expect(logout, where).toBeInViewport({ ratio: 1 });
}
