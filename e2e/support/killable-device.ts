import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext } from '@playwright/test';

import { browser } from './browser.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/**
 * Starts browsers with the same profile, as one device. They are killed by SIGKILL, so that no
 * process can save anything at the end.
 */
export const test = base.extend<{ startDevice: () => ReturnType<typeof startBrowser> }>({
  startDevice: async ({ baseURL }, lend) => {
    const profile = await mkdtemp(join(tmpdir(), 'bellwether-device-'));
    const opened: BrowserContext[] = [];
    await lend(async () => {
      const device = await startBrowser(profile, baseURL);
      opened.push(device.context);
      return device;
    });
    await Promise.all(opened.map((context) => context.close().catch(() => undefined)));
    await rm(profile, { recursive: true, force: true });
  },
});

async function startBrowser(profile: string, baseURL: string | undefined) {
  const context = await chromium.launchPersistentContext(profile, {
    ...browser,
    ...(baseURL && { baseURL }),
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await (context.browser() ?? fail()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser') ?? fail();
  const died = new Promise((dead) => context.on('close', dead));
  const kill = async () => {
    // The browser's child processes are in its process group.
    process.kill(-main.id, 'SIGKILL');
    await died;
  };
  return { context, page, kill };
}

function fail(): never {
  throw new Error('The browser does not tell of itself.');
}
