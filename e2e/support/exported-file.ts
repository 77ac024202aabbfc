import type { Page } from '@playwright/test';

import { expect } from './test.ts';

/** Presses a button that exports a ZIP. Returns the path of the file. */
export async function exportOf(page: Page, button: string | RegExp): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  return file.path();
}

export const importPanel = (page: Page) => page.getByRole('region', { name: 'Import a file' });

/** Imports a file in the Sync Centre. Returns what the screen says of it then. */
export async function importFile(admin: Page, path: string, content: string): Promise<string> {
  await admin.goto('/app/sync');
  const panel = importPanel(admin);
  await panel.getByLabel('Choose an exported file').setInputFiles(path);
  await panel.getByRole('button', { name: `Import ${content}`, exact: true }).click();
  const outcome = panel.getByText(/, exported .+: /);
  await expect(outcome).toBeFocused();
  return (await outcome.textContent()) ?? '';
}
