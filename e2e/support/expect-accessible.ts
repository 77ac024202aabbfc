import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these standards that look at colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no violation of WCAG 2.2 AA that can be found automatically, in either theme. The themes
 * differ in nothing but colours, so the second one is checked by the rules about those.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ['dark', { type: 'rule', values: ofColours }],
    ['light', { type: 'tag', values: standards }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // The page changes its theme a moment later. In between, colours of both themes would be mixed.
    await page.waitForFunction(
      // The page of a link has no theme of its own, and follows the browser at once.
      (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
      colorScheme,
    );
    const { violations } = await new AxeBuilder({ page })
      // Describe what fails, and not the thousands of elements that pass.
      .options({
        runOnly: { ...runOnly, values: [...runOnly.values] },
        resultTypes: ['violations'],
      })
      // Report from this page, not from a second one: no page of ours has a frame of another origin.
      .setLegacyMode()
      .analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.html}`),
    );
    expect(found, `accessible in the ${colorScheme} theme`).toEqual([]);
  }
}
