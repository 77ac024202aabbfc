import type { Page } from '@playwright/test';

/** Unfolds the filters where the window has no room for them: on a phone and a tablet. */
export async function openFilters(page: Page): Promise<void> {
  const folded = page.getByRole('button', { name: /^Filters/, expanded: false });
  if (await folded.isVisible()) await folded.click();
}
