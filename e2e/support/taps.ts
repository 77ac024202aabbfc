import type { Page } from '@playwright/test';

declare global {
  var tapsSoFar: number;
}

/** Counts taps: each pointer press that the browser reports as real. Typed letters do not count. */
export async function countTaps(page: Page) {
  await page.evaluate(() => {
    globalThis.tapsSoFar = 0;
    const count = ({ isTrusted }: Event) => (globalThis.tapsSoFar += isTrusted ? 1 : 0);
    addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => globalThis.tapsSoFar);
}
