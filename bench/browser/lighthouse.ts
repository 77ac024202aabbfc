/**
 * Prints what Lighthouse reports about the screens that people open first, on a slow phone and on a
 * desktop. The machine should do nothing else meanwhile: a slow phone is this machine made four
 * times slower.
 * Wanted: 95 of 100 in each of its four categories.
 * Run: npm run build && npx node bench/browser/lighthouse.ts (it downloads Lighthouse the first
 * time)
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { chromium } from '@playwright/test';
import { z } from 'zod';

import { startServerProcess } from '#test/server-process.ts';
import { browser } from '../../e2e/support/browser.ts';
import unpackBrowser from '../../e2e/support/unpack-browser.ts';
import { firstScreens } from './first-screens.ts';

const forms = { phone: [], desktop: ['--preset=desktop'] };
const formNames = ['phone', 'desktop'] as const;
const rounds = 3;

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number() })),
  audits: z.record(z.string(), z.object({ displayValue: z.string().optional() })),
  environment: z.object({ benchmarkIndex: z.number() }),
});

await unpackBrowser();
const folder = await mkdtemp(join(tmpdir(), 'bellwether-lighthouse-'));
const server = await startServerProcess(join(folder, 'data'), { DEMO: '1' });
const port = await freePort();
const chrome = await chromium.launchPersistentContext(join(folder, 'browser'), {
  ...browser,
  args: [...(browser.args ?? []), `--remote-debugging-port=${port}`],
});
try {
  for (const form of formNames) await look(form, 'sign-in', `${server.address}/`);

  const page = await chrome.newPage();
  await page.goto(server.address);
  await page.getByLabel('Email').fill('admin@bellwether.example');
  await page.getByLabel('Password', { exact: true }).fill('bellwether-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/app/**');
  await page.waitForLoadState('networkidle');
  await page.close();
  for (const form of formNames)
    for (const [name, path] of Object.entries(firstScreens))
      await look(form, name, server.address + path);
} finally {
  await chrome.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Prints a line for each round, since the rounds differ. */
async function look(form: keyof typeof forms, name: string, url: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(
      'npm',
      [
        ...['exec', '--yes', '--package=lighthouse@12.8.2', '--', 'lighthouse', url],
        ...[`--port=${port}`, '--disable-storage-reset', '--quiet', '--output=json'],
        ...forms[form],
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const { categories, audits, environment } = reportSchema.parse(JSON.parse(stdout));
    const scores = Object.values(categories).map(
      ({ title, score }) => `${title} ${Math.round(100 * score)}`,
    );
    const blocked = audits['total-blocking-time']?.displayValue?.replaceAll(/\s/g, ' ');
    const index = Math.round(environment.benchmarkIndex);
    console.log(`${form}, ${name}`.padEnd(20), ...scores, ` blocked ${blocked}, index ${index}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await new Promise((done) => server.once('listening', done));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}
