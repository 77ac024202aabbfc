import type { Page } from '@playwright/test';

declare global {
  var tapsSoFar: number;
}

/**
 * Counts what a hand does: each press of a pointer that the browser took for a real one. Letters that
 * are typed are none.
 */
export async function countTaps(page: Page) {
  await page.evaluate(() => {
    globalThis.tapsSoFar = 0;
    const count = ({ isTrusted }: Event) => (globalThis.tapsSoFar += isTrusted ? 1 : 0);
    addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => globalThis.tapsSoFar);
}
