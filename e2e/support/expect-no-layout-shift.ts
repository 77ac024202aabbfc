import { expect, type Page } from '@playwright/test';

/** TypeScript does not declare this type yet. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

/**
 * Expects that nothing on this page has moved since it was loaded, except right after a click or
 * key press, which the browser marks.
 */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(async () => {
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser delivers buffered entries when it is next idle.
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
