import { expect, type Page } from '@playwright/test';

/** Not yet among the compiler's own descriptions of the browser. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

/**
 * Nothing on this page has moved since it was loaded, but in answer to a click or key just before
 * (the browser itself tells those apart).
 */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(async () => {
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser hands over what it has kept at its next free moment.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return (entries as LayoutShift[])
      .filter((entry) => !entry.hadRecentInput)
      .map(({ value, sources }) => {
        const moved = sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ');
        return `${value.toFixed(4)}: ${moved}`;
      });
  });
  expect(shifts, 'layout shifts').toEqual([]);
}
