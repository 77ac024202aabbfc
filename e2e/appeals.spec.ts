import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { aFailedRound, approveRound } from './support/failed-round.ts';
import { disconnected } from './support/offline-interview.ts';
import { expect, signIn, test } from './support/test.ts';

/** Tests how a hotel appeals an answer of an approved round, and how somebody else decides. */

async function anApprovedRound(request: APIRequestContext) {
  const round = await aFailedRound(request);
  await approveRound(round.roundId);
  return round;
}

test('a consultant appeals, an assessor upholds, and both scores stand @desktop', async ({
  page,
  browser,
  request,
}) => {
  const { hotel, path, responseId } = await anApprovedRound(request);
  await signIn(page, 'consultant');
  await page.goto(path);
  await expect(page.getByText(/^Appeals can be filed until .*\d{4}\.$/)).toBeVisible();
  await expect(page.getByText('1 appeal open')).toHaveCount(0);
  await page.getByRole('button', { name: 'Appeal question 1 of Rosa Respondent' }).click();
  const form = page.getByRole('form', { name: 'Appeal question 1 of Rosa Respondent' });
  const wanted = form.getByRole('combobox', { name: 'What should the answer be?' });
  await expect(wanted).toBeFocused();
  await form.getByRole('button', { name: 'Cancel' }).click();
  const appeal = page.getByRole('button', { name: 'Appeal question 1 of Rosa Respondent' });
  await expect(appeal).toBeFocused();
  await appeal.click();
  await expect(form.getByRole('button', { name: 'File appeal' })).toBeDisabled();
  await wanted.click();
  await page.getByRole('option', { name: 'Yes (10 points)' }).click();
  const claim = 'The video of the lobby shows it. ';
  await form.getByLabel('Why is the answer wrong?').fill(claim.repeat(12));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'File appeal' }).dblclick();
  await expect(page.getByText('Appeal open')).toHaveCount(1);
  await expect(
    page.getByRole('group', { name: 'Appeals of question 1 of Rosa Respondent' }),
  ).toBeFocused();
  // A long claim does not make the question beside it narrower.
  const question = await page.getByText('1. Were they greeted?').boundingBox();
  expect(question?.width).toBeGreaterThan(250);
  await expect(
    page.getByRole('button', { name: 'Appeal question 1 of Rosa Respondent' }),
  ).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Decide' })).toHaveCount(0);

  const assessor = await (await browser.newContext()).newPage();
  await signIn(assessor, 'assessor');
  await assessor.goto(path);
  await expect(assessor.getByText('1 appeal open')).toBeVisible();
  const decide = assessor.getByRole('button', {
    name: 'Decide the appeal of question 1 of Rosa Respondent',
  });
  await decide.click();
  await expect(assessor.getByRole('button', { name: 'Uphold' })).toBeDisabled();
  await assessor.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(decide).toBeFocused();
  await decide.press('Enter');
  await assessor.getByLabel('Reason').fill('We saw the video.');
  await expectAccessible(assessor);
  await assessor.getByRole('button', { name: 'Uphold' }).click();
  await expect(assessor.getByText('(0.0% before appeal)')).toBeVisible();
  await expect(assessor.getByText('1 appeal open')).toHaveCount(0);
  await expect(
    assessor.getByRole('listitem').getByText('Appeal upheld', { exact: true }),
  ).toBeVisible();
  await expect(
    assessor.getByRole('region', { name: /^Changed after an appeal by / }),
  ).toContainText('We saw the video.');
  await expect(assessor.getByText('Approved', { exact: true }).first()).toBeVisible();
  await assessor.context().close();

  await page.goto(`/app/results?response=${responseId}&hotel=${hotel.id}`);
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText('(0.0% before appeal)')).toBeVisible();
  await expect(details.getByText('Appeal upheld', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('table').getByText('(0.0% before appeal)')).toBeVisible();
});

test('a round that is not approved shows nothing of appeals @desktop', async ({
  page,
  request,
}) => {
  const { path } = await anApprovedRound(request);
  const round = path.split('/').at(-1);
  const reopened = await request.post(`/api/rounds/${round}/reopen`, { data: { reason: 'So' } });
  expect(reopened.status()).toBe(200);
  await signIn(page, 'assessor');
  await page.goto(path);
  await expect(page.getByText('Provisional')).toBeVisible();
  await expect(page.getByText(/appeal/i)).toHaveCount(0);
});

/** Opens the form to appeal the second question, and chooses what its answer should be. */
async function beginAppeal(page: Page) {
  const name = 'Appeal question 2 of Rosa Respondent';
  await page.getByRole('button', { name }).click();
  const form = page.getByRole('form', { name });
  await form.getByRole('combobox', { name: 'What should the answer be?' }).click();
  await page.getByRole('option', { name: 'Yes (10 points)' }).click();
  return form;
}

test('a claim is not lost by Back or a link without a question @desktop', async ({
  page,
  request,
}) => {
  const { hotel, path } = await anApprovedRound(request);
  await signIn(page, 'consultant');
  await page.goto(`/app/hotels/${hotel.id}`);
  const assessments = page.getByRole('region', { name: 'Assessments' });
  await assessments.getByRole('link', { name: 'Initiated', exact: true }).press('Enter');
  const form = await beginAppeal(page);
  const claim = form.getByLabel('Why is the answer wrong?');
  await claim.fill('It was cleaned at noon.');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  for (const leave of [
    () => page.evaluate(() => history.back()),
    () => page.getByRole('link', { name: 'All answers' }).press('Enter'),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(path);
    await expect(claim).toHaveValue('It was cleaned at noon.');
  }
  await form.getByRole('button', { name: 'File appeal' }).press('Enter');
  await expect(page.getByText('Appeal open')).toHaveCount(1);
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { level: 1, name: hotel.hotelName })).toBeVisible();
});

test.describe('refused', () => {
  test.use({ expectedOnConsole: [/status of 409/] });

  test('a claim stays on the screen when the round was reopened meanwhile @desktop', async ({
    page,
    request,
  }) => {
    const { path } = await anApprovedRound(request);
    await signIn(page, 'consultant');
    await page.goto(path);
    const form = await beginAppeal(page);
    await form.getByLabel('Why is the answer wrong?').fill('It was cleaned at noon.');
    const reopened = await request.post(`/api/rounds/${path.split('/').at(-1)}/reopen`, {
      data: { reason: 'So' },
    });
    expect(reopened.status()).toBe(200);
    const refused = page.waitForResponse(/\/api\/appeals$/);
    await form.getByRole('button', { name: 'File appeal' }).click();
    expect((await refused).status()).toBe(409);
    await expect(form.getByRole('alert')).toContainText('The appeal was not filed');
    await expect(form).toBeFocused();
    await expect(form.getByLabel('Why is the answer wrong?')).toHaveValue(
      'It was cleaned at noon.',
    );
  });
});

test.describe('offline', () => {
  test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

  test('filing says that it needs a connection, and keeps the text @phone', async ({
    page,
    context,
    request,
  }) => {
    const { path } = await anApprovedRound(request);
    await signIn(page, 'consultant');
    await page.goto(path);
    const form = await beginAppeal(page);
    await context.setOffline(true);
    await expect(page.getByText('Filing an appeal needs a connection.')).toBeVisible();
    await form.getByLabel('Why is the answer wrong?').fill('It was cleaned at noon.');
    await expect(form.getByRole('button', { name: 'File appeal' })).toBeDisabled();
    await context.setOffline(false);
    await expect(form.getByRole('button', { name: 'File appeal' })).toBeEnabled();
    await expect(form.getByLabel('Why is the answer wrong?')).toHaveValue(
      'It was cleaned at noon.',
    );
    await form.getByRole('button', { name: 'File appeal' }).click();
    await expect(page.getByText('Appeal open')).toHaveCount(1);
  });
});
