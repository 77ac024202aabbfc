import { defineConfig } from '@playwright/test';

import { browser } from './e2e/support/browser.ts';
import { makeQuickFolder } from './test/database/quick-folder.ts';

// The server's data, for tests that look into the database. The workers inherit the name.
process.env['BELLWETHER_DATA'] ??= makeQuickFolder('bellwether-e2e-');

/**
 * The whole product as people get it: what `npm start` runs, on a free port, with a database of
 * its own that is gone afterwards. A journey says @desktop or @phone, the size where people do it. A
 * test of layout says neither, and runs at both.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/unpack-browser.ts',
  // Three on two processors, because tests wait for the server and for the network.
  workers: 3,
  forbidOnly: true,
  // Three browsers on two cores beside a database may be slow, which is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // What passed only then is told.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Told by the server, when it listens.
    baseURL: process.env['BELLWETHER_URL'],
    // A page lives for seconds here: optimising its programs costs more than it brings.
    launchOptions: {
      ...browser,
      args: [...(browser.args ?? []), '--js-flags=--no-maglev --no-opt'],
    },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A trace of every test takes a quarter of their time: what failed is tried again with one.
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      // Not `isMobile`: it resizes the page after each load, and for half a second after that the
      // browser counts every layout shift as asked for.
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/support/serve.ts`,
    wait: { stdout: /Bellwether is at (?<bellwether_url>http\S+)/ },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
