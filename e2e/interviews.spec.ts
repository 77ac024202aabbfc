import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, own, signIn, test } from './support/test.ts';

const survey = 'Guest Journey Standards';

/** A network that is gone tells so on the console, whatever the page does. */
const disconnected = /ERR_INTERNET_DISCONNECTED/;

async function begin(page: Page, hotelId: number, respondent: string) {
  await page.goto(`/interview/${hotelId}`);
  await page.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: survey }).click();
  await page.getByLabel('Respondent full name').fill(respondent);
  await page.getByLabel('Respondent job title').fill('Front Office Manager');
  await start(page);
}

/** The cards of interviews to resume tell of questions too: Next stands below an asked one alone. */
async function start(page: Page) {
  await page.getByRole('button', { name: 'Start Interview' }).click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
}

/** Answers the question on the screen, whatever its type; tells which that was. */
async function answer(page: Page): Promise<'radio' | 'checkbox' | 'textbox'> {
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

async function questionWords(page: Page): Promise<string> {
  return (await page.getByRole('heading', { level: 2 }).textContent()) ?? '';
}

/** Answers what is left, to the last question. */
async function answerAll(page: Page) {
  const complete = page.getByRole('button', { name: 'Complete' });
  const kinds = new Set<string>();
  for (;;) {
    kinds.add(await answer(page));
    if (await complete.isVisible()) return { complete, kinds };
    await next(page);
  }
}

async function next(page: Page) {
  const before = await questionWords(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(before);
}

async function expectTarget(target: Locator) {
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
}

test('holds an interview, leaves and resumes it, and finds it in the results', async ({ page }) => {
  await signIn(page, 'assessor');
  await page.goto('/interview/24');
  await expect(page.getByRole('button', { name: 'Start Interview' })).toBeVisible();
  await expectNoLayoutShift(page);
  await page.getByRole('button', { name: 'Start Interview' }).click();
  for (const words of [
    'Please select a survey',
    'Respondent name is required',
    'Job title is required',
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expectAccessible(page);

  const respondent = own('Irina');
  await begin(page, 24, respondent);
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectTarget(page.getByRole('button', { name: 'Next' }));
  await expectAccessible(page);
  await answer(page);
  await next(page);
  await answer(page);
  await page.getByLabel('Interview Notes').fill('Met in the lobby');
  await page.getByRole('button', { name: 'Save Progress' }).click();
  await expect(page.getByText('It is safe on the server.')).toBeVisible();
  await expect(page.getByText('Saved on the server')).toBeVisible();

  // A reload leads back into the question; leaving and coming back, to the card that resumes it.
  await page.reload();
  await expect(page.getByText('Question 2 of')).toBeVisible();
  await expect(page.getByLabel('Interview Notes')).toHaveValue('Met in the lobby');
  await page.getByRole('link', { name: 'Back to Workflow' }).click();
  await page.waitForURL('**/app/workflow-management');
  await page.goto('/interview/24');
  await page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
  await expect(page.getByText('Question 2 of')).toBeVisible();

  const { complete, kinds } = await answerAll(page);
  expect(kinds.size).toBe(3);
  await complete.click();
  await expect(page.getByText('Response submitted successfully')).toBeVisible();
  await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View Results' }).click();
  await expect(page.getByText(respondent)).toBeVisible();
});

test('is whole by keyboard @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  await begin(page, 25, 'Kay Board');
  const options = page.getByRole('radio');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(0)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toBeChecked();
  await page.keyboard.press('1');
  await expect(options.nth(0)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question 2 of')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();

  // On the last question the first Enter leads to Complete, and only the second one presses it.
  await answerAll(page);
  await page.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Response submitted successfully')).toBeVisible();
});

test('starting anew asks, and abandons the interview on the server too', async ({ page }) => {
  await signIn(page, 'assessor');
  const respondent = own('Ada');
  await begin(page, 26, respondent);
  await answer(page);
  await page.getByRole('button', { name: 'Save Progress' }).click();
  await expect(page.getByText('It is safe on the server.')).toBeVisible();
  await page.getByRole('button', { name: 'Start New Interview' }).click();
  await expect(
    page.getByText(
      'Are you sure you want to start a new interview? This will abandon the current progress.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Keep this interview' }).click();
  await expect(page.getByText('Question 1 of')).toBeVisible();
  await page.getByRole('button', { name: 'Start New Interview' }).click();
  await page.getByRole('button', { name: 'Abandon and start new' }).click();
  await expect(page.getByRole('heading', { name: 'Interview Setup' })).toBeVisible();
  await expect(page.getByText(respondent)).toBeHidden();
  await expect
    .poll(async () => {
      const answered = await page.request.get('/api/interview-sessions/hotel/26');
      return JSON.stringify(await answered.json());
    })
    .not.toContain(respondent);
});

test('is open in one tab at a time @desktop', async ({ page, context }) => {
  await signIn(page, 'assessor');
  await begin(page, 27, 'Tab Bing');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('This interview is open in another tab')).toBeVisible();
  await answer(page);
  await expect(page.getByText('Saved on')).toBeVisible();
  await page.close();
  await expect(second.getByRole('radio').nth(1)).toBeChecked();
});

test.describe('with no connection', () => {
  test.use({ expectedOnConsole: [disconnected] });

  test('the whole interview works, and arrives once there is one', async ({ page, context }) => {
    const respondent = own('Otto');
    await signIn(page, 'assessor');
    await page.goto('/interview/28');
    await expect(page.getByRole('combobox', { name: 'Survey' })).toBeVisible();
    // The surveys to ask are on the device by now.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('combobox', { name: 'Survey' }).click();
    await page.getByRole('option', { name: survey }).click();
    await page.getByLabel('Respondent full name').fill(respondent);
    await page.getByLabel('Respondent job title').fill('Night Manager');
    await start(page);
    await answer(page);
    await page.getByRole('button', { name: 'Save Progress' }).click();
    await expect(page.getByText('It is safe on this device', { exact: false })).toBeVisible();
    await expect(page.getByText('Working offline')).toBeVisible();
    await expectAccessible(page);
    const { complete } = await answerAll(page);
    await complete.click();
    await expect(
      page.getByText('Response saved offline and will sync when online').first(),
    ).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible({
      timeout: 15_000,
    });
    const stored = async () => {
      const answered = await page.request.get('/api/responses');
      const all = (await answered.json()) as { respondentName: string; syncStatus: string }[];
      return all
        .filter(({ respondentName }) => respondentName === respondent)
        .map(({ syncStatus }) => syncStatus);
    };
    await expect.poll(stored).toEqual(['synced']);
  });
});

test.describe('at no such hotel', () => {
  test.use({ expectedOnConsole: [/404/] });

  test('it says so, with a way back @desktop', async ({ page }) => {
    await signIn(page, 'assessor');
    await page.goto('/interview/999999');
    await expect(page.getByText('Hotel not found')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Workflow' }).click();
    await page.waitForURL('**/app/workflow-management');
  });
});
