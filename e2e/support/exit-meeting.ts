import type { Page } from '@playwright/test';

import { expect } from './test.ts';

/** The entry of a finding. */
export const card = (page: Page, question: string) => page.getByRole('group', { name: question });

/** Chooses who does something about a finding. */
export async function choose(page: Page, question: string, who: RegExp) {
  await card(page, question).getByRole('combobox', { name: 'Who' }).click();
  await page.getByRole('option', { name: who }).click();
}

/** Signs by typing a name; without one, in the name that stands there. */
export async function sign(page: Page, button: string, name?: string) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (name !== undefined) await dialog.getByLabel('Printed name').fill(name);
  await dialog.getByLabel('Sign by typing the name').check();
  await dialog.getByRole('button', { name: 'Keep signature' }).click();
  await expect(dialog).toBeHidden();
}
