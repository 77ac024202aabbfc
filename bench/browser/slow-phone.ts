import type { Page } from '@playwright/test';

/** Makes a page as slow as on a slow phone: 1.6 Mbit/s, 150 ms, and a processor four times slower. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150 },
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
