import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { anApprovedPlan } from './support/links.ts';
import { anOffice } from './support/office.ts';
import { disconnected } from './support/offline-interview.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests how a round is reviewed: remarks, returning, approving and reopening. */

/** Makes a round of four interviews with three findings each, held by an Admin. */
async function aRound(request: APIRequestContext) {
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Were they greeted?', 'Was it clean?', 'Was it quiet?']);
  const hotel = await office.addHotel();
  for (const name of ['Rosa', 'Ravi', 'Rene', 'Rita']) {
    const answer = await request.post('/api/responses', {
      data: {
        surveyId: edition.surveyId,
        hotelId: hotel.id,
        respondentName: `${name} Respondent`,
        respondentJobTitle: 'Front desk',
        responseAnswers: edition.questions
          .filter(({ answers }) => answers.length > 0)
          .map(({ id, answers }) => ({ questionId: id, answerId: answers[0]?.id })),
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number }[] }[];
  };
  return { hotel, round: cycles[0]?.rounds[0]?.id ?? 0 };
}

/** Counts what a reviewer does: presses, and texts typed. */
function countActs(page: Page) {
  let acts = 0;
  return {
    press: async (name: string | RegExp, within: Page | Locator = page) => {
      acts += 1;
      await within.getByRole('button', { name }).first().click();
    },
    type: async (text: string) => {
      acts += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    get acts() {
      return acts;
    },
  };
}

test('four interviews with twelve findings are reviewed in at most twelve acts @desktop', async ({
  page,
  browser,
  request,
}) => {
  const { hotel, round } = await aRound(request);
  await signIn(page, 'assessor');
  await page.goto(`/app/hotels/${hotel.id}/rounds/${round}`);
  await expect(page.getByText('Provisional')).toBeVisible();
  await expect(page.getByText('Finding', { exact: true })).toHaveCount(12);
  await expectAccessible(page);
  for (const name of ['Rosa', 'Ravi']) {
    await expect(page.getByRole('region', { name: `Answers of ${name} Respondent` })).toBeVisible();
    await expect(
      page.getByRole('link', { name: `All answers of ${name} Respondent` }),
    ).toBeVisible();
  }
  const reviewer = countActs(page);

  await reviewer.press(/^Remark on question 1 of Rosa/);
  await reviewer.type('There is a photo of it. Please look again.');
  await expect(page.getByText('There is a photo of it. Please look again.')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Resolve the remark on question 1 of Rosa Respondent' }),
  ).toBeVisible();
  await reviewer.press(/^Remark on question 2 of Ravi/);
  await reviewer.type('Which room was it?');
  await expect(page.getByText('Which room was it?')).toBeVisible();
  await reviewer.press(/^Return to /, page.getByRole('region', { name: 'Rosa Respondent' }));
  await expect(page.getByText(/has it to correct, since/)).toHaveCount(1);
  await reviewer.press(/^Return to /, page.getByRole('region', { name: 'Ravi Respondent' }));
  await expect(page.getByText(/has it to correct, since/)).toHaveCount(2);
  await reviewer.press('Approve');
  await expect(page.getByText(/2 returned responses are not corrected yet/)).toBeVisible();
  await reviewer.press('Approve', page.getByRole('dialog'));
  await expect(page.getByText('Provisional')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Remark on/ })).toHaveCount(0);
  expect(reviewer.acts).toBeLessThanOrEqual(12);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  await admin.goto(`/app/hotels/${hotel.id}/rounds/${round}`);
  await admin.getByRole('button', { name: 'Reopen' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('A photo is missing');
  await admin.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(admin.getByText('Provisional')).toBeVisible();
  await admin.context().close();
});

test.describe('offline', () => {
  test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

  test('without a connection the page says what needs one @phone', async ({
    page,
    context,
    request,
  }) => {
    const { hotel, round } = await aRound(request);
    await signIn(page, 'assessor');
    await page.goto(`/app/hotels/${hotel.id}/rounds/${round}`);
    await expect(page.getByRole('button', { name: 'Approve' })).toBeEnabled();
    await context.setOffline(true);
    await expect(page.getByText('Approving needs a connection.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  });
});

test('the buttons of an answer are on one line @desktop', async ({ page, request }) => {
  const { hotel, roundId } = await anApprovedPlan(request, own('Are they on one line?'));
  await signIn(page, 'admin');
  await page.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  const topOf = async (name: RegExp) => (await page.getByRole('button', { name }).boundingBox())!.y;
  await expect(page.getByRole('button', { name: /^Appeal question 1/ })).toBeVisible();
  expect(await topOf(/^Appeal question 1/)).toBeCloseTo(await topOf(/^Waive question 1/), 0);
});
