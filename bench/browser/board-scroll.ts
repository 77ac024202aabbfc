/**
 * Measures how soon a real browser shows the first cards of a board of 20,000 hotels, and its
 * longest frame while a column scrolls. Then the first visit of a slow phone that opens the board: its
 * first cards, the whole board, and the page's longest task until then.
 * Wanted: first cards within 1 s of the click, and no frame over 50 ms. On a slow phone, first cards
 * within 5 s.
 * Run: npm run build && npx node bench/browser/board-scroll.ts
 */
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test';

import { hashPassword } from '#server/passwords.ts';
import { browser } from '../../e2e/support/browser.ts';
import unpackBrowser from '../../e2e/support/unpack-browser.ts';
import { openLargeApp } from '../large-database.ts';
import { report } from '../report.ts';
import { reportFrames } from './frames.ts';
import { tasksDuring } from './longest-task.ts';
import { slowDown } from './slow-phone.ts';

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

  const signedIn = {
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
  };
  await page.close();
  await visitSlowly(signedIn);
} finally {
  await chrome.close();
  await close();
}

/**
 * Opens the board on a slow phone that has nothing of it yet. The longest task is of a visit of its own,
 * because recording tasks takes time.
 */
async function visitSlowly(signedIn: BrowserContextOptions): Promise<void> {
  const open = async () => {
    const phone = await chrome.newPage({ ...signedIn, viewport: { width: 390, height: 844 } });
    await slowDown(phone);
    return phone;
  };
  const show = async (phone: Page) => {
    const begin = performance.now();
    const since = () => (performance.now() - begin) / 1_000;
    await phone.goto('/app/workflow-management', { waitUntil: 'commit' });
    await phone.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    const first = since();
    await phone.getByText('20,000 hotels', { exact: true }).waitFor();
    return { first, whole: since() };
  };
  for (let visit = 0; visit < 3; visit += 1) {
    const phone = await open();
    const { first, whole } = await show(phone);
    report({ name: 'first cards on a slow phone', ours: first, unit: 's' });
    report({ name: 'the whole board on a slow phone', ours: whole, unit: 's' });
    await phone.context().close();
  }
  const phone = await open();
  const tasks = await tasksDuring(chrome, phone, () => show(phone));
  const note = `of processor time; ${tasks.filter((ms) => ms > 50).length} over 50 ms`;
  report({ name: 'the longest task on a slow phone', ours: tasks[0] ?? 0, unit: 'ms', note });
}
