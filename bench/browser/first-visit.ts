/**
 * Measures the first visit of a slow phone: how soon sign-in, an interview's page and a board of 20,000
 * hotels can be used, and how much has been loaded by then and once the page is quiet. The phone is
 * this machine made four times slower, behind 1.6 Mbit/s and 150 ms.
 * Wanted of the interview: at most 240 kB of programs and styles, and 3 s. Of the board: 5 s.
 * Run: npm run build && npx node bench/browser/first-visit.ts (2 for two turns; -v lists the requests;
 * --only board measures that alone)
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type Page } from '@playwright/test';

import { hashPassword } from '#server/passwords.ts';
import { startServerProcess } from '#test/server-process.ts';
import { browser } from '../../e2e/support/browser.ts';
import unpackBrowser from '../../e2e/support/unpack-browser.ts';
import { openLargeApp } from '../large-database.ts';

type Visit = {
  name: string;
  path: string;
  /** The e-mail address of the person; undefined where nobody is signed in. */
  email?: string;
  /** Finds in the page what appears when the screen can be used: elements, and their text if it matters. */
  awaited: { elements: string; text?: string };
  /** Does the first thing that people do on the screen, and waits for what it brings. */
  first?: (page: Page) => Promise<void>;
};
type Loaded = { url: string; begin: number; end: number; bytes: number };
type Server = { address: string; stop: () => Promise<unknown> };

const ofDemonstration: readonly Visit[] = [
  { name: 'sign-in', path: '/', awaited: { elements: 'button', text: 'Sign In' } },
  {
    name: 'interview',
    path: '/interview/1',
    email: 'assessor@bellwether.example',
    awaited: { elements: 'button', text: 'Start Interview' },
    // The list of the surveys is loaded after the form.
    first: async (page) => {
      await page.getByRole('combobox', { name: 'Survey' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
];
const ofLargeBoard: readonly Visit[] = [
  {
    name: 'board',
    path: '/app/workflow-management',
    email: 'bench0@hotel.example',
    awaited: { elements: '[role=tabpanel] [role=listitem]' },
  },
];
/** The password of the demonstration. The people of the large board get the same one. */
const password = 'bellwether-demo';
const turns = Number(process.argv[2]) || 3;
const isVerbose = process.argv.includes('-v');
const only = process.argv.includes('--only') ? process.argv.at(-1) : undefined;

await unpackBrowser();
const chrome = await chromium.launch(browser);
try {
  await visit(ofDemonstration, startDemonstration);
  await visit(ofLargeBoard, startLargeBoard);
} finally {
  await chrome.close();
}

/** Makes these visits by turns. */
async function visit(all: readonly Visit[], start: () => Promise<Server>): Promise<void> {
  const visits = all.filter(({ name }) => only === undefined || name === only);
  if (visits.length === 0) return;
  const server = await start();
  try {
    for (let turn = 0; turn < turns; turn += 1)
      for (const one of visits) {
        const context = await chrome.newContext({
          baseURL: server.address,
          viewport: { width: 412, height: 823 },
        });
        await look(context, one, server.address);
        await context.close();
      }
  } finally {
    await server.stop();
  }
}

async function startDemonstration(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const { address, stop } = await startServerProcess(dataDir, { DEMO: '1' });
  const end = () => stop().then(() => rm(dataDir, { recursive: true, force: true }));
  return { address, stop: end };
}

async function startLargeBoard(): Promise<Server> {
  const { app, pool, close } = await openLargeApp({ hotels: 20_000, responses: 200_000 });
  await pool.query("update system_users set password_hash = $1 where email like 'bench0@%'", [
    await hashPassword(password),
  ]);
  return { address: await app.listen({ port: 0 }), stop: close };
}

/** Makes one visit with an empty cache, and prints what it took. */
async function look(context: BrowserContext, visit: Visit, address: string): Promise<void> {
  const { name, path, email, awaited, first } = visit;
  const page = await context.newPage();
  if (email !== undefined) await signIn(page, email);
  const { loaded, secondsOfWork } = await slowDown(context, page, address);
  const begin = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  // Looks in each frame; a locator would look twice a second.
  await page.waitForFunction(isThere, awaited, { polling: 'raf' });
  const seconds = secondsSince(begin);
  const work = (await secondsOfWork()).toFixed(2);
  const soFar = weightOf(loaded);
  await first?.(page);
  const done = first ? `, the first press done after ${secondsSince(begin)} s` : '';
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3_000);
  await page.waitForLoadState('networkidle');
  const asks = loaded.filter(({ url }) => url === '/api/auth/me').length;
  console.log(
    `${name.padEnd(10)} usable after ${seconds} s, ${work} s of them work of the page, and ${soFar}${done}; in the end ${weightOf(loaded)}, ${loaded.length} requests, ${asks} of them /api/auth/me`,
  );
  if (isVerbose)
    for (const { url, begin: from, end, bytes } of loaded)
      console.log(
        `  ${from.toFixed(2)} to ${end.toFixed(2)} s ${kilobytes(bytes).padStart(9)} ${url}`,
      );
}

/** Runs in the page. */
function isThere({ elements, text }: Visit['awaited']): boolean {
  const found = [...document.querySelectorAll(elements)];
  return found.some(({ textContent }) => text === undefined || textContent === text);
}

async function signIn(page: Page, email: string): Promise<void> {
  const data = { email, password };
  const person = await (await page.request.post('/api/auth/login', { data })).text();
  // Any page of the server can write its localStorage. This one loads nothing else.
  await page.goto('/api/health');
  await page.evaluate((text) => {
    localStorage.setItem('currentUser', text);
    localStorage.setItem('currentUserChange', '1');
  }, person);
}

/**
 * Makes the page as slow as on a slow phone. Returns the list of what it loads from now on, and a function that
 * returns how many seconds its thread has worked.
 */
async function slowDown(context: BrowserContext, page: Page, address: string) {
  const loaded: Loaded[] = [];
  const begun = new Map<string, { url: string; at: number }>();
  let first = 0;
  const devtools = await context.newCDPSession(page);
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ||= timestamp;
    begun.set(requestId, { url: request.url.replace(address, ''), at: timestamp - first });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
    const { url, at: begin } = begun.get(requestId) ?? { url: '', at: 0 };
    loaded.push({ url, begin, end: timestamp - first, bytes });
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150 },
    ...{ downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 },
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Performance.enable');
  const secondsOfWork = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  return { loaded, secondsOfWork };
}

/** Returns the weight of everything, and of the programs and styles among it. */
function weightOf(loaded: readonly Loaded[]): string {
  const sum = (of: readonly Loaded[]) => of.reduce((all, { bytes }) => all + bytes, 0);
  const files = loaded.filter(({ url }) => /\.(js|css)$/.test(url));
  return `${kilobytes(sum(loaded))}, ${kilobytes(sum(files))} of them programs and styles`;
}

function secondsSince(begin: number): string {
  return ((performance.now() - begin) / 1_000).toFixed(2);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}
