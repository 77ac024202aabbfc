import { expect, type Page } from '@playwright/test';

/**
 * Expects that a finger finds everything that is pressed: buttons, fields, links that look like
 * buttons, and links that are a whole row of a list are at least 44 pixels high. Other links are as high
 * as their line. A checkbox or switch is as high as its label, which takes the press too.
 */
export async function expectTouchable(page: Page, where: string): Promise<void> {
  const small = await page.evaluate(() => {
    const isInSentence = (element: Element) =>
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const heightOf = (element: Element) => {
      // A password field has its border on the element around it, which can be pressed too.
      const field = element.closest('.mantine-PasswordInput-input') ?? element;
      const own = field.getBoundingClientRect().height;
      if (!element.matches('[type="checkbox"], [type="radio"]')) return own;
      const labels = (element as HTMLInputElement).labels ?? [];
      return Math.max(own, ...[...labels].map((label) => label.getBoundingClientRect().height));
    };
    const pressed =
      'button, input, select, textarea, summary, [role="button"], [role="tab"], a.mantine-Button-root';
    const wholeRows = [...document.links].filter(
      (link) => link.textContent === link.closest('li')?.textContent,
    );
    return (
      [...document.body.querySelectorAll(pressed), ...wholeRows]
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          const isShown =
            element.checkVisibility({ visibilityProperty: true }) && width * height > 9;
          return isShown && !element.closest('[inert]') && !isInSentence(element);
        })
        // Half a pixel is the rounding of a fraction of a rem.
        .filter((element) => heightOf(element) < 43.5)
        .map((element) => {
          const label = (element as HTMLInputElement).labels?.[0]?.textContent;
          const name = element.ariaLabel ?? (element.textContent || label);
          return `${element.tagName} “${name?.trim().slice(0, 40)}” ${Math.round(heightOf(element))}`;
        })
    );
  });
  expect.soft(small, `lower than 44 px on ${where}`).toEqual([]);
}
