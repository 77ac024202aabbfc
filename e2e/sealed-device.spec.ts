import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type Page } from '@playwright/test';

import { paths } from '#web/paths.ts';

import { browser } from './support/browser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import {
  anInterview,
  answer,
  answerAll,
  beginAt,
  completeHere,
  disconnected,
  settle,
  visit,
} from './support/offline-interview.ts';
import { expect, own, signInByForm, test as base } from './support/test.ts';

/** Tests what a signed-out device reveals, and what it gives back after signing in (rule 45). */

/** A browser with a profile on the disk, whose files the test can read after closing it. */
const test = base.extend<{ device: { start: () => Promise<BrowserContext>; profile: string } }>({
  device: async ({ baseURL }, lend) => {
    const profile = await mkdtemp(join(tmpdir(), 'bellwether-sealed-'));
    const opened: BrowserContext[] = [];
    const start = async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...browser,
        ...(baseURL && { baseURL }),
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
      });
      opened.push(context);
      return context;
    };
    await lend({ start, profile });
    await Promise.all(opened.map((context) => context.close().catch(() => undefined)));
    await rm(profile, { recursive: true, force: true });
  },
});

const signedOutOrGone = new RegExp(
  `${disconnected.source}|status of 40[134]|NavigationEntryMarkedSkippable`,
);
test.use({ expectedOnConsole: [signedOutOrGone] });
test.setTimeout(180_000);

const pageOf = (context: BrowserContext) => context.pages()[0] ?? context.newPage();

/**
 * Returns everything that a script of our origin could read on this device: IndexedDB, Cache
 * Storage, localStorage.
 */
function readAll(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', reject);
      });
    const latin = new TextDecoder('latin1');
    const show = (_: string, value: unknown) => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return latin.decode(value);
      return value;
    };
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await finished(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        found.push(name, store, await finished(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    // Over plain http there is no Cache Storage.
    for (const name of 'caches' in globalThis ? await caches.keys() : []) {
      const cache = await caches.open(name);
      // The caches hold only the app's own files, so their addresses are enough.
      for (const { url } of await cache.keys()) found.push(url);
    }
    return JSON.stringify(found, show);
  });
}

/** Returns which of these words are in a file of the profile, as bytes or as UTF-16. */
async function foundOnDisk(profile: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const found = new Set<string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const word of words)
      if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
        found.add(`${word} in ${path.slice(profile.length)}`);
  }
  return [...found];
}

async function logOut(page: Page, isUnsent: boolean) {
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  if (isUnsent) {
    const dialog = page.getByRole('dialog', { name: 'Log out with unsent work?' });
    await expect(dialog).toContainText(/locked so that nobody can read (it|them),/);
    await dialog.getByRole('button', { name: 'Log out', exact: true }).click();
  }
  await expect(page.getByLabel('Email')).toBeVisible();
}

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
/** Waits until signing out has finished its work on this device. */
const locked = (page: Page) =>
  expect
    .poll(() => databases(page), { timeout: 20_000 })
    .not.toContainEqual(expect.stringMatching(/^user_/));

test('signed out, offline and with unsent work, it reveals nothing, and gives all back to the same person @desktop', async ({
  request,
  device,
}) => {
  const hotelName = own('Zanzibar Palace');
  const { office, survey, hotel, respondent } = await anInterview(request, 'Quirina', {
    hotelName,
  });
  // No interview is held at this hotel. The device only reads its name.
  const { hotelName: onlyRead } = await office.addHotel({
    ...{ hotelId: own('ANNEX'), hotelName: own('Ypres Annex') },
  });
  const owner = ['Tomas Lindqvist', 'assessor@'];
  const words = [hotelName, onlyRead, respondent, 'Night Manager', ...owner];
  const context = await device.start();
  const page = await pageOf(context);
  await visit(page);
  await page.goto(paths.hotels);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  await completeHere(page);
  await beginAt(page, hotel.id, `${respondent} the second`, survey.title);
  await answer(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.goto('/app/dashboard');
  for (const word of words) expect(await readAll(page)).toContain(word);

  await logOut(page, true);
  await locked(page);
  const kept = await readAll(page);
  for (const word of words) expect(kept).not.toContain(word);
  await expect(
    page.getByText(/^2 interviews of .+ wait on this device\. They are sent/),
  ).toBeVisible();
  await context.close();
  expect(await foundOnDisk(device.profile, [onlyRead])).toEqual([]);

  // Another person neither gets nor sends the response.
  const again = await device.start();
  const next = await pageOf(again);
  await signInByForm(next, 'admin');
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
  await next.goto('/app/sync');
  await expect(next.getByText('Nothing to send')).toBeVisible();
  await expect(
    next.getByRole('region', { name: 'Interviews of other people on this device' }),
  ).toContainText('1 finished, 1 unfinished');
  await logOut(next, false);
  expect(await office.responsesOf(respondent)).toEqual([]);

  await signInByForm(next, 'assessor');
  await expect
    .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
    .toMatchObject([{ syncStatus: 'synced' }]);
  await next.goto(`/interview/${hotel.id}`);
  await next
    .getByRole('button', { name: `Resume Interview with ${respondent} the second` })
    .click();
  await expect(next.getByRole('radio').nth(1)).toBeChecked();
});

test('signed out with nothing unsent, nothing that was read is left, neither of long lists nor of short ones @desktop', async ({
  request,
  device,
}) => {
  const hotelName = own('Zanzibar Lodge');
  const { office } = await anInterview(request, 'Quentin', { hotelName });
  const person = await office.addPerson(own('Ottilie'), 'Service Consultant');
  const { hotelName: assigned } = await office.addHotel({
    ...{ hotelId: own('YQUEM'), hotelName: own('Yquem House'), serviceConsultantId: person.id },
  });
  const context = await device.start();
  const page = await pageOf(context);
  await visit(page);
  await page.goto(paths.hotels);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => readAll(page)).toContain(hotelName);
  await logOut(page, false);
  await locked(page);
  expect(await readAll(page)).not.toContain(hotelName);

  // This person has few hotels. The browser stores such a short list in another way.
  await visit(page, person, signInByForm);
  // The second reading replaces the first, and browsers may note what a record was.
  for (const screen of [paths.hotels, '/app/workflow-management', paths.hotels]) {
    await page.goto(screen);
    await settle(page);
  }
  expect(await readAll(page)).toContain(assigned);
  await logOut(page, false);
  await locked(page);
  await context.close();
  expect(await foundOnDisk(device.profile, [hotelName, assigned])).toEqual([]);
});

test('where the page comes over plain http, it says so, and deletes unsent work on wish @desktop', async ({
  request,
  baseURL,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Penelope');
  const address = new URL(baseURL ?? '');
  address.hostname = 'bellwether.test';
  // The page has another machine's name, because browsers offer encryption only over https and on
  // their own machine.
  const args = [...(browser.args ?? []), '--host-resolver-rules=MAP bellwether.test 127.0.0.1'];
  const started = await chromium.launch({ ...browser, args });
  const context = await started.newContext({ baseURL: address.origin, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signInByForm(page, 'assessor');
  await page.route('**/api/responses', (route) => route.abort());
  await beginAt(page, hotel.id, respondent, survey.title);
  await completeHere(page);
  await page.goto('/app/sync');
  const waiting = page.getByRole('region', { name: 'Responses to send' });
  await expect(waiting).toContainText(respondent);

  // The store has its name there too. The app uses it to notice that a store was emptied.
  expect(await readAll(page)).toContain('bellwether_store_');

  const dialog = page.getByRole('dialog', { name: 'Log out with unsent work?' });
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true });
  await logout.click();
  await expect(dialog).toContainText('cannot be locked here: browsers do that over https only');
  await dialog.getByRole('button', { name: 'Keep it and log out' }).click();
  await expect(page.getByText(/^1 interview of .+ waits on this device/)).toBeVisible();

  await signInByForm(page, 'assessor');
  await page.goto('/app/sync');
  await expect(waiting).toContainText(respondent);
  await logout.click();
  await dialog.getByRole('button', { name: 'Delete it and log out' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await locked(page);
  expect(await readAll(page)).not.toContain(respondent);
  await started.close();
});

test('removing one’s data names what is lost, and leaves nothing @desktop', async ({
  request,
  page,
  context,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Roberta');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  await completeHere(page);
  await page.goto('/app/sync');
  await page.getByRole('button', { name: 'Remove my data from this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your data from this device?' });
  await expect(dialog).toContainText('1 finished interview that the server may not have is lost');
  await expect(dialog.getByRole('button', { name: 'Keep my data' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove my data and log out' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await locked(page);
  expect(await readAll(page)).not.toContain(respondent);
  await expect(page.getByText(/waits? on this device/)).toBeHidden();
});

test('work of a deactivated person waits for an Admin, who imports it once under their name and takes over the unfinished @desktop', async ({
  request,
  page,
  context,
}) => {
  const { office, survey, hotel, respondent } = await anInterview(request, 'Sidonie');
  const person = await office.addPerson(own('Anna Rossi'));
  await visit(page, person);
  await page.goto(`/app/workflow-management?hotel=${hotel.id}`);
  await expect(page.getByRole('heading', { name: 'Assessment Data' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Onsite Assessment', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Waiting to sync: ')).toBeVisible();
  await beginAt(page, hotel.id, respondent, survey.title);
  await completeHere(page);
  const second = `${respondent} the second`;
  await beginAt(page, hotel.id, second, survey.title);
  await answer(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await office.setActive(person.id, false);
  // Nobody uses the device. When the connection returns, what is on the screen is read again and
  // refused.
  await context.setOffline(false);
  await expect(
    page.getByText(
      /^2 interviews and 1 hotel change of A\. R\..* wait on this device\. An administrator can fetch them\.$/,
    ),
  ).toBeVisible({ timeout: 30_000 });
  await locked(page);
  expect(await readAll(page)).not.toContain(respondent);

  await signInByForm(page, 'admin');
  await page.goto('/app/sync');
  await expect(page.getByRole('region', { name: 'Interviews waiting on devices' })).toContainText(
    person.name,
  );
  await page.getByRole('button', { name: /^Import the interviews of A\. R\./ }).click();
  await expect(page.getByText('1 stored.')).toBeVisible();
  const imported = await office.responsesOf(respondent);
  expect(imported).toHaveLength(1);
  const details = await page.request.get(`/api/responses/${imported[0]?.id}`);
  expect(await details.json()).toMatchObject({ conductedBy: person.name });

  const left = page.getByRole('region', { name: 'Interviews of other people on this device' });
  await expect(left).toContainText('1 unfinished, 1 hotel change');
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Take over the unfinished interviews of A\. R\./ })
    .click();
  await expect(left).toBeHidden();
  await expect(page.getByText(`${person.name}, Browser`)).toHaveCount(0);
  const moved = async () =>
    ((await (await request.get(`/api/hotels/${hotel.id}`)).json()) as { stage: string }).stage;
  await expect.poll(moved).toBe('Onsite Assessment');
  await page.getByRole('link', { name: `Resume the interview with ${second}` }).click();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  const { complete } = await answerAll(page);
  await complete.click();
  await expect.poll(() => office.responsesOf(second)).toHaveLength(1);
});
