import type { Page } from '@playwright/test';

/** Lets the next call to this address reach the server, and loses its reply. */
export async function loseReply(page: Page, method: string, url: RegExp): Promise<void> {
  let isLost = false;
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}
