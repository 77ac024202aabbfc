import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { answerAll, beginAt } from './support/offline-interview.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Refusals that the test causes on purpose. */
const refused = /status of 409/;
test.use({ expectedOnConsole: [refused] });

/** Creates a survey with one question, so that an interview is short. */
async function aShortSurvey(admin: Page, title: string): Promise<void> {
  const answered = await admin.request.post('/api/surveys', {
    data: { title, category: 'hospitality', status: 'active' },
  });
  const { id } = (await answered.json()) as { id: number };
  await admin.request.post('/api/questions', {
    data: {
      surveyId: id,
      text: 'How was the welcome?',
      type: 'radio',
      answers: [
        { text: 'Cool', score: 0 },
        { text: 'Warm', score: 10 },
      ],
    },
  });
}

/** Holds an interview on a device, and makes the server refuse its response. */
async function holdInterview(page: Page, survey: string, respondent: string): Promise<void> {
  const problem = {
    type: '/problems/conflict',
    title: 'In conflict with what is there',
    status: 409,
    detail: 'Refused for the sake of the test.',
  };
  await page.context().route('**/api/responses', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify(problem),
        })
      : route.fallback(),
  );
  await beginAt(page, 35, respondent, survey);
  const { complete } = await answerAll(page);
  await complete.click();
  await expect(page.getByText('but the server refused it')).toBeVisible();
}

const panel = (page: Page) => page.getByRole('region', { name: 'Import a file' });

async function importFile(admin: Page, path: string, respondent: string, outcome: string) {
  await panel(admin).getByLabel('Choose an exported file').setInputFiles(path);
  await expect(panel(admin).getByText(/^1 response of/)).toBeVisible();
  const row = panel(admin).getByRole('row').or(admin.getByText(respondent));
  await expect(row.filter({ hasText: respondent }).first()).toBeVisible();
  await panel(admin).getByRole('button', { name: 'Import 1 response' }).click();
  await expect(panel(admin).getByText(outcome, { exact: true })).toBeVisible();
  await expect(panel(admin).getByText(`1 ${outcome.toLowerCase()}.`)).toBeFocused();
}

test('a response that a device could not send is exported, imported, and there exactly once @desktop', async ({
  page,
  browser,
}) => {
  test.slow();
  const respondent = own('Ines');
  const survey = `Welcome for ${respondent}`;
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  await aShortSurvey(admin, survey);
  await signIn(page, 'assessor');
  await holdInterview(page, survey, respondent);

  await page.goto('/app/sync');
  await expect(page.getByText('Refused for the sake of the test.')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export the response of ${respondent}` }).click();
  const path = await (await download).path();

  await admin.goto('/app/sync');
  await importFile(admin, path, respondent, 'Stored');
  await expect(admin.getByText('Import successful')).toBeVisible();
  await expectAccessible(admin);
  await panel(admin).getByRole('button', { name: 'Choose another file' }).click();
  await importFile(admin, path, respondent, 'Already there');

  // Now the device can send its own response after all.
  await page.context().unroute('**/api/responses');
  await page.getByRole('button', { name: `Retry the response of ${respondent}` }).click();
  await expect(page.getByText('Nothing to send')).toBeVisible();
  const all = (await (await admin.request.get('/api/responses')).json()) as {
    respondentName: string;
    totalScore: number;
  }[];
  const stored = all.filter(({ respondentName }) => respondentName === respondent);
  expect(stored.map(({ totalScore }) => totalScore)).toEqual([10]);
  await admin.context().close();
});

test('a file that is none of ours is refused in words @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/sync');
  await panel(page)
    .getByLabel('Choose an exported file')
    .setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(panel(page).getByRole('alert')).toHaveText(
    'This file was not exported from Bellwether.',
  );
  await expectAccessible(page);
});
