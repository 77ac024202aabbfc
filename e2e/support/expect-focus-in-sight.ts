import { expect, type Page } from '@playwright/test';

/**
 * Tab, so many times: what has the focus is never off the window, nor below something that stays
 * there when the page scrolls.
 */
export async function expectFocusInSight(page: Page, stops: number): Promise<void> {
  const hidden: string[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      const own = focused.closest('label, .mantine-InputWrapper-root') ?? focused;
      if (seen && (own.contains(seen) || seen.contains(focused))) return null;
      return `${focused.ariaLabel ?? focused.textContent} is below ${seen?.textContent}`;
    });
    if (covered !== null) hidden.push(covered);
  }
  expect(hidden, 'out of sight with the focus').toEqual([]);
}

/** Nothing is out of reach at either side. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(widths.scrollWidth, 'width of the page').toBeLessThanOrEqual(widths.clientWidth);
}
