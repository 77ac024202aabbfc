import { expectFocusInSight } from './support/expect-focus-in-sight.ts';
import { expect, signIn, signInByForm, test } from './support/test.ts';

test('nothing lies over what has the focus, as it is and magnified twofold and fourfold @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  for (const [width, height] of [
    [1440, 900],
    [720, 450],
    [360, 256],
  ] as const)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto('/app/dashboard');
      await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
      await expectFocusInSight(page, 40);
      await page.goto('/app/hotel-management');
      await page.getByRole('button', { name: 'Add Hotel' }).click();
      await expect(page.getByRole('dialog').getByLabel('Hotel ID')).toBeFocused();
      await expectFocusInSight(page, 20);
    });
});

test.describe('the focus comes back', () => {
  test.use({ expectedOnConsole: [/status of 401/] });

  test('to a button whose act failed, and from a dialog to its menu @desktop', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Email').fill('nobody@bellwether.example');
    await page.getByLabel('Password', { exact: true }).fill('some words of no account');
    const send = page.getByRole('button', { name: 'Sign In' });
    await send.press('Enter');
    await expect(page.getByText('Login Failed')).toBeVisible();
    await expect(send).toBeFocused();

    await page.getByLabel('Email').fill('');
    await send.press('Enter');
    await expect(page.getByLabel('Email')).toBeFocused();

    await signInByForm(page, 'assessor');
    await expect(page.getByRole('main')).toBeFocused();
    const own = page.getByRole('button', { name: '(Assessor)' });
    await own.press('Enter');
    await page.getByRole('menuitem', { name: 'Change password' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(own).toBeFocused();

    // The first press happens while it loads.
    const start = page.getByRole('button', { name: 'Start interview' });
    await start.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Start interview' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(start).toBeFocused();
  });
});
