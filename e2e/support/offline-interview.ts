import { expect, type Page } from '@playwright/test';

import { signIn } from './test.ts';

/** What a lost connection leaves on the console. */
export const disconnected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** A respondent whom no other test knows, nor this one's last run. */
export function aRespondent(name: string): string {
  return `${name} ${Math.random().toString(36).slice(2, 10)}`;
}

/** One visit, to one page: the app's own files and what an interview needs come by themselves. */
export async function visit(page: Page, who: Parameters<typeof signIn>[1] = 'assessor') {
  await signIn(page, who);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState('networkidle');
}

export async function begin(page: Page, respondent: string, survey = 'Guest Journey Standards') {
  await page.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: survey }).click();
  await page.getByLabel('Respondent full name').fill(respondent);
  await page.getByLabel('Respondent job title').fill('Night Manager');
  await page.getByRole('button', { name: 'Start Interview' }).click();
  await expect(page.getByText('Question 1 of')).toBeVisible();
}

/** Answers the question on the screen, whatever its type; false at the last one. */
export async function answerOne(page: Page): Promise<boolean> {
  const question = page.getByRole('heading', { level: 2 });
  await expect(question).toBeVisible();
  const words = (await question.textContent()) ?? '';
  const options = page.getByRole('radio').or(page.getByRole('checkbox'));
  const text = page.getByRole('region', { name: words }).getByRole('textbox');
  if ((await options.count()) > 0) {
    await page.keyboard.press('2');
    await expect(options.nth(1)).toBeChecked();
  } else await text.fill('In their own words');
  if (await page.getByRole('button', { name: 'Complete' }).isVisible()) return false;
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(question).not.toHaveText(words);
  return true;
}

/** Answers to the last question, completes, and sees that the response is kept here. */
export async function completeHere(page: Page) {
  while (await answerOne(page));
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
}

/** The sync states of what the server holds of this respondent. */
export async function stored(page: Page, respondent: string): Promise<string[]> {
  const answered = await page.request.get('/api/responses');
  const all = (await answered.json()) as { respondentName: string; syncStatus: string }[];
  return all
    .filter(({ respondentName }) => respondentName === respondent)
    .map(({ syncStatus }) => syncStatus);
}
