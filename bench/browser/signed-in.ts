import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

import { startServerProcess, type ServerProcess } from '#test/server-process.ts';
import { browser } from '../../e2e/support/browser.ts';
import unpackBrowser from '../../e2e/support/unpack-browser.ts';

type SignedIn = { page: Page; chrome: Browser; server: ServerProcess; dataDir: string };

/**
 * Starts the product with its demonstration, signs somebody of it in with a real browser, and measures.
 * Ends all of it afterwards, also when measuring fails.
 */
export async function withSignedIn(
  who: 'admin' | 'assessor',
  measure: (signedIn: SignedIn) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await unpackBrowser();
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const server = await startServerProcess(dataDir, { DEMO: '1' });
  const chrome = await chromium.launch(browser);
  try {
    const page = await chrome.newPage({ baseURL: server.address, ...options });
    await page.goto('/');
    await page.getByLabel('Email').fill(`${who}@bellwether.example`);
    await page.getByLabel('Password', { exact: true }).fill('bellwether-demo');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/app/**');
    await page.waitForLoadState('networkidle');
    await measure({ page, chrome, server, dataDir });
  } finally {
    await chrome.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
