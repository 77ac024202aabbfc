/**
 * Measures how soon a real browser shows the first cards of a board of 20,000 hotels, and its
 * longest frame while a column scrolls.
 * Wanted: first cards within 1 s of the click, and no frame over 50 ms.
 * Run: npm run build && npx node bench/browser/board-scroll.ts
 */
import { chromium } from '@playwright/test';

import { hashPassword } from '#server/passwords.ts';
import { browser } from '../../e2e/support/browser.ts';
import unpackBrowser from '../../e2e/support/unpack-browser.ts';
import { openLargeApp } from '../large-database.ts';
import { report } from '../report.ts';
import { reportFrames } from './frames.ts';

const password = 'the board in a browser';

await unpackBrowser();
const { app, pool, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
const chrome = await chromium.launch(browser);
try {
  await pool.query("update system_users set password_hash = $1 where email like 'bench0@%'", [
    await hashPassword(password),
  ]);
  const page = await chrome.newPage({
    baseURL: await app.listen({ port: 0 }),
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/');
  await page.getByLabel('Email').fill('bench0@hotel.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/app/**');
  await page.waitForLoadState('networkidle');

  for (const visit of ['the first visit', 'a later visit']) {
    const begin = performance.now();
    await page.getByRole('link', { name: 'Workflow' }).first().click();
    await page.getByRole('region', { name: 'Initiated' }).getByRole('listitem').first().waitFor();
    report({ name: `first cards, ${visit}`, ours: performance.now() - begin, unit: 'ms' });
    await page.waitForLoadState('networkidle');
    if (visit === 'the first visit')
      await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.waitForLoadState('networkidle');
  }

  const scroll = async () => {
    await page.mouse.move(200, 600);
    for (let turn = 0; turn < 120; turn += 1) await page.mouse.wheel(0, 900);
  };
  await reportFrames(page, 'scrolling at once', scroll);
  await reportFrames(page, 'scrolling', scroll);
} finally {
  await chrome.close();
  await close();
}
