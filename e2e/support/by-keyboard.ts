import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus, or Shift+Tab if that is the shorter way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const key = (await target.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab';
  // To look for an element by its role and name takes longer than a key press, so do it once.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 150; presses++) {
    const focused = await element?.evaluate((one) =>
      one.isConnected ? one === document.activeElement : 'gone',
    );
    if (focused === true) return;
    if (focused !== false) element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Runs in the page. Returns true if the element comes before the one that has the focus. */
function isBeforeFocus(element: Element): boolean {
  const focused = document.activeElement ?? document.body;
  const place = focused.compareDocumentPosition(element);
  return focused !== document.body && (place & Node.DOCUMENT_POSITION_PRECEDING) > 0;
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Chooses from a list by the arrow keys. */
export async function pick(page: Page, field: Locator, wanted: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Enter');
  const option = page.getByRole('option', { name: wanted });
  await expect(option).toBeVisible();
  // An opened list determines the marked option a moment later. No person is faster than that.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('ArrowDown');
    const active = await field.getAttribute('aria-activedescendant');
    if (active !== null && (await option.getAttribute('id')) === active) break;
  }
  await page.keyboard.press('Enter');
  await expect(option).toBeHidden();
}
