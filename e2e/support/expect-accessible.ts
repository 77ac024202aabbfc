import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these standards that look at colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

const program = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Expects no violation of WCAG 2.2 AA that can be found automatically, in either theme. The themes
 * differ in nothing but colours, so the second one is checked by the rules about those.
 *
 * While a modal dialog is open, only what lies above the screen is checked: the dialog, its lists and
 * the toasts. Nobody can read or reach the screen behind it, and a test of that screen checks it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // No page of ours has a frame, so only the page itself needs the program.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(program);
  for (const [colorScheme, runOnly] of [
    ['dark', { type: 'rule', values: ofColours }],
    ['light', { type: 'tag', values: standards }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // The page changes its theme a moment later. Until then it would show a mix of both themes.
    await page.waitForFunction(
      // The page of a link has no theme of its own, and follows the browser at once.
      (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
      colorScheme,
    );
    const found = await page.evaluate(findViolations, { ...runOnly, values: [...runOnly.values] });
    expect(found, `accessible in the ${colorScheme} theme`).toEqual([]);
  }
}

/** Runs in the page. Returns a line for each element that violates one of these rules. */
async function findViolations(runOnly: Axe.RunOnly): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof Axe };
  // Describe what fails, and not the thousands of elements that pass. To find selectors for the
  // elements would take a quarter of the time, and nobody reads them.
  const isBehind = [...document.getElementsByTagName('*')].some(
    ({ ariaModal }) => ariaModal === 'true',
  );
  const { violations } = await axe.run(isBehind ? { exclude: ['#root'] } : document, {
    ...{ runOnly, resultTypes: ['violations'], selectors: false },
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}`),
  );
}
