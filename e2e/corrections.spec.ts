import type { Page } from '@playwright/test';

import { anOffice } from './support/office.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, own, signIn, test } from './support/test.ts';

const details = (page: Page) => page.getByRole('dialog', { name: 'Response details' });
const correctAnswers = (page: Page) =>
  details(page).getByRole('button', { name: 'Correct answers' });

/** Stores a response, sent by the office's administrator, that answers both questions with No. */
async function aResponse(request: Parameters<typeof anOffice>[0], respondent: string) {
  const office = await anOffice(request);
  const edition = await office.addSurvey();
  const hotel = await office.addHotel();
  const answered = await request.post('/api/responses', {
    data: {
      surveyId: edition.surveyId,
      hotelId: hotel.id,
      respondentName: respondent,
      respondentJobTitle: 'Night Manager',
      responseAnswers: edition.questions.map(({ id, answers: [no] }) =>
        no ? { questionId: id, answerId: no.id } : { questionId: id, textValue: 'Nothing' },
      ),
    },
  });
  return (await answered.json()) as { id: number };
}

async function choose(page: Page, question: string, option: string) {
  await details(page).getByRole('combobox', { name: question }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('whoever sent a response corrects an answer, and sees what was there before @desktop', async ({
  page,
  request,
}) => {
  test.slow();
  const respondent = own('Corinna');
  const { id } = await aResponse(request, respondent);
  await signIn(page, 'admin');
  await page.goto(`/app/results?response=${id}`);
  await expect(details(page).getByText('0 of 20 points')).toBeVisible();
  await correctAnswers(page).click();
  const form = details(page).getByRole('form', { name: 'Correct answers' });
  const save = form.getByRole('button', { name: 'Save corrections' });
  await expect(save).toBeDisabled();
  await expect(form.getByLabel('Reason')).not.toHaveAttribute('required');
  await choose(page, '1. Were they greeted?', 'Yes');
  await form.getByLabel('3. Anything else?').fill('They were greeted by name');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText('Answers corrected')).toBeVisible();
  await expect(details(page).getByText('10 of 20 points')).toBeVisible();
  const kept = details(page).getByRole('region', { name: 'Corrected after completion' });
  await expect(kept).toContainText('0.0%');
  await expect(kept).toContainText('No (0)');
  await expect(kept).toContainText('Yes (10)');
  await expect(kept).toContainText('They were greeted by name');
  await expect(correctAnswers(page)).toBeFocused();
  await expectAccessible(page);
  await details(page).getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: respondent });
  await expect(row.getByText('Corrected', { exact: true })).toBeVisible();
});

test('who did not send it is not offered to correct it @desktop', async ({ page, request }) => {
  const { id } = await aResponse(request, own('Cornelius'));
  await signIn(page, 'assessor');
  await page.goto(`/app/results?response=${id}`);
  await expect(details(page).getByText('0 of 20 points')).toBeVisible();
  await expect(correctAnswers(page)).toHaveCount(0);
});

test('an administrator says why they correct another’s response @desktop', async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const { id: made } = await aResponse(request, own('Cordula'));
  const survey = (await (await request.get(`/api/responses/${made}`)).json()) as {
    surveyId: number;
    hotelId: number;
    questions: { id: number; answers: { id: number }[] }[];
  };
  const elsewhere = await browser.newContext();
  await elsewhere.request.post('/api/auth/login', {
    data: { email: 'assessor@bellwether.example', password: 'bellwether-demo' },
  });
  const [first] = survey.questions;
  const sent = await elsewhere.request.post('/api/responses', {
    data: {
      surveyId: survey.surveyId,
      hotelId: survey.hotelId,
      respondentName: own('Corin'),
      respondentJobTitle: 'Night Manager',
      responseAnswers: [{ questionId: first?.id, answerId: first?.answers[0]?.id }],
    },
  });
  const { id } = (await sent.json()) as { id: number };
  await elsewhere.close();

  await signIn(page, 'admin');
  await page.goto(`/app/results?response=${id}`);
  await expect(details(page).getByText('Required questions have no answer.')).toBeVisible();
  await correctAnswers(page).click();
  await choose(page, '2. Were they shown the way?', 'Yes');
  const save = details(page).getByRole('button', { name: 'Save corrections' });
  await expect(save).toBeDisabled();
  await details(page).getByLabel('Reason').fill('The last page was lost');
  await save.click();
  const kept = details(page).getByRole('region', { name: 'Corrected after completion' });
  await expect(kept).toContainText('The last page was lost');
  await expect(kept).toContainText('Not answered (0)');
  await expect(details(page).getByText('Required questions have no answer.')).toHaveCount(0);
});
