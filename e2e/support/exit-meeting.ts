import type { Page } from '@playwright/test';

import { expect } from './test.ts';

/** Returns the card of a finding. */
export const card = (page: Page, question: string) => page.getByRole('group', { name: question });

/** Chooses who does something about a finding. */
export async function choose(page: Page, question: string, who: RegExp) {
  await card(page, question).getByRole('combobox', { name: 'Who' }).click();
  await page.getByRole('option', { name: who }).click();
}

/** Signs by typing a name. Without a name, keeps the name that is already in the field. */
export async function sign(page: Page, button: string, name?: string) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (name !== undefined) await dialog.getByLabel('Printed name').fill(name);
  await dialog.getByLabel('Sign by typing the name').check();
  await dialog.getByRole('button', { name: 'Keep signature' }).click();
  await expect(dialog).toBeHidden();
}

/** Answers every question with the first option, "No", or with "Yes", and completes. */
export async function answerAll(page: Page, asked: string[], said: 'No' | 'Yes' = 'No') {
  await page.getByRole('switch', { name: 'Go on after a choice' }).click();
  for (const question of asked) {
    await expect(page.getByRole('heading', { level: 2, name: question })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Next|Complete)$/ })).not.toHaveAttribute(
      'aria-disabled',
    );
    await page.getByRole('radio', { name: said }).click();
  }
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeVisible();
}
