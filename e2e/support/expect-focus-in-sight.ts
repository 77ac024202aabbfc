import { expect, type Page } from '@playwright/test';

/**
 * Presses Tab this many times. Expects that the focused element is never outside the window, nor
 * covered by something that stays in place when the page scrolls.
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

/**
 * Expects that no heading or control has its text cut off, or lies outside the window where nothing
 * scrolls.
 */
export async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    const isCut = (element: Element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      // Text for screen readers only is a pixel or two wide.
      if (width < 3 || height < 3 || !element.checkVisibility({ visibilityProperty: true }))
        return false;
      // Typed text scrolls in its field, and a long name may end in an ellipsis.
      const parts = [element, ...element.getElementsByTagName('*')].filter(
        (part) => !part.matches('input') && (part.textContent ?? '').length < 25,
      );
      const isClipped = parts.some(
        (part) =>
          part.textContent?.trim() &&
          /hidden|clip/.test(getComputedStyle(part).overflowX) &&
          part.clientWidth > 2 &&
          part.scrollWidth > part.clientWidth + 1,
      );
      const isBeside = left < -1 || right > document.documentElement.clientWidth + 1;
      return isClipped || (isBeside && !scrolls(element));
    };
    const words = 'h1, h2, h3, button, a, label, [role="tab"], input';
    return [...document.body.getElementsByTagName('*')]
      .filter((element) => element.matches(words) && isCut(element))
      .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent}`);
  });
  expect(cut, 'cut off').toEqual([]);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(widths.scrollWidth, 'width of the page').toBeLessThanOrEqual(widths.clientWidth);
}

/** Expects that each empty field shows all of its placeholder, the only words that say what can be typed. */
export async function expectPlaceholdersFit(page: Page, where: string): Promise<void> {
  const cut = await page.getByPlaceholder(/./).evaluateAll((fields) =>
    fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement) || field.value || !field.checkVisibility())
        return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.font = font;
      const needed = canvas.measureText(field.placeholder).width;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return needed > room ? [field.placeholder] : [];
    }),
  );
  expect(cut, `cut placeholders on ${where}`).toEqual([]);
}
