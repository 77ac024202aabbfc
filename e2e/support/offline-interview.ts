import type { APIRequestContext, Page } from '@playwright/test';

import { keepApp } from './kept-app.ts';
import { anOffice } from './office.ts';
import { expect, own, signIn } from './test.ts';

/** The messages that a lost connection leaves on the console. */
export const disconnected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/**
 * Signs in and visits one page. The app's own files and what an interview needs are then loaded
 * without a further visit.
 */
export async function visit(
  page: Page,
  who: Parameters<typeof signIn>[1] = 'assessor',
  enter = signIn,
) {
  await enter(page, who);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await settle(page);
}

/** Waits until the app's own files and what was read are on this device, and nothing is on its way. */
export async function settle(page: Page) {
  await keepApp(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(keepReadings);
}

/**
 * Runs in the page. Readings are stored by background tasks, which run in the order in which they
 * were made, and so do the store's transactions. So whatever was read before is stored after these.
 */
async function keepReadings() {
  await scheduler.postTask(() => undefined, { priority: 'background' });
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('user_')) continue;
    const request = indexedDB.open(name);
    await new Promise((opened) => request.addEventListener('success', opened));
    const transaction = request.result.transaction('cached', 'readwrite');
    await new Promise((done) => transaction.addEventListener('complete', done));
    request.result.close();
  }
}

/**
 * Waits until the survey can be asked without a connection. A sync loads it only after the first
 * screen.
 */
export async function untilAskable(page: Page, surveyId: number) {
  const path = `/api/surveys/${surveyId}/editions/`;
  await expect.poll(() => page.evaluate(countReadings, path)).toBeGreaterThan(0);
}

/** Runs in the page. Returns how many readings of addresses that begin so are stored. */
async function countReadings(path: string): Promise<number> {
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('user_')) ?? {};
  if (name === undefined) return 0;
  const request = indexedDB.open(name);
  await new Promise((opened) => request.addEventListener('success', opened));
  const readings = request.result.transaction('cached').objectStore('cached');
  const counted = readings.count(IDBKeyRange.bound(path, `${path}\uffff`));
  await new Promise((done) => counted.addEventListener('success', done));
  request.result.close();
  return counted.result;
}

/** Creates what an interview needs and no other test uses: a survey, a hotel and a respondent. */
export async function anInterview(request: APIRequestContext, name: string, hotel: object = {}) {
  const office = await anOffice(request);
  return {
    office,
    survey: await office.addSurvey(),
    hotel: await office.addHotel(hotel),
    respondent: own(name),
  };
}

/** Begins an interview at this hotel. */
export async function beginAt(page: Page, hotelId: number, respondent: string, survey?: string) {
  await page.goto(`/interview/${hotelId}`);
  await begin(page, respondent, survey);
}

/** Begins an interview whose set-up is already open. */
export async function begin(page: Page, respondent: string, survey = 'Guest Journey Standards') {
  await page.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: survey }).click();
  await page.getByLabel('Respondent full name').fill(respondent);
  await page.getByLabel('Respondent job title').fill('Night Manager');
  await page.getByRole('button', { name: 'Start Interview' }).click();
  // The cards of interviews to resume also mention questions. These buttons exist only below a
  // question.
  await expect(page.getByRole('button', { name: /^(Next|Complete)$/ })).toBeVisible();
}

/** Returns the text of the question on the screen. */
async function questionWords(page: Page): Promise<string> {
  return (await page.getByRole('heading', { level: 2 }).textContent()) ?? '';
}

/** Answers the question on the screen, whatever its type. Returns the type. */
export async function answer(page: Page): Promise<'radio' | 'checkbox' | 'textbox'> {
  const question = page.getByRole('region', { name: await questionWords(page) });
  for (const role of ['radio', 'checkbox'] as const) {
    const options = question.getByRole(role);
    if ((await options.count()) === 0) continue;
    if (!(await options.nth(1).isChecked())) await page.keyboard.press('2');
    await expect(options.nth(1)).toBeChecked();
    return role;
  }
  await question.getByRole('textbox').fill('In their own words');
  return 'textbox';
}

export async function next(page: Page) {
  const before = await questionWords(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(before);
}

/** Answers all remaining questions. Returns the Complete button and their types. */
export async function answerAll(page: Page) {
  const complete = page.getByRole('button', { name: 'Complete' });
  const kinds = new Set<string>();
  for (;;) {
    kinds.add(await answer(page));
    if (await complete.isVisible()) return { complete, kinds };
    await next(page);
  }
}

/**
 * Answers all remaining questions, completes, and expects that the response is stored on this
 * device.
 */
export async function completeHere(page: Page) {
  const { complete } = await answerAll(page);
  await complete.click();
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
}

/** Returns the sync status of each response of this respondent on the server. */
export async function stored(page: Page, respondent: string): Promise<string[]> {
  const answered = await page.request.get('/api/responses');
  const all = (await answered.json()) as { respondentName: string; syncStatus: string }[];
  return all
    .filter(({ respondentName }) => respondentName === respondent)
    .map(({ syncStatus }) => syncStatus);
}
