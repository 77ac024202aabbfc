import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/killable-device.ts';
import { anOffice } from './support/office.ts';
import { disconnected, visit } from './support/offline-interview.ts';
import { own, signIn } from './support/test.ts';

/** Tests how an assessor corrects a response that a reviewer returned. */

test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

const questions = ['Were they greeted by name?', 'Was the lift clean?', 'Was the room quiet?'];

/** The assessor sends a response on this device; the office remarks on it and returns it. */
async function aReturned(page: Page, request: APIRequestContext, name: string) {
  const office = await anOffice(request);
  const survey = await office.addSurvey(questions, null);
  const hotel = await office.addHotel();
  const respondent = own(name);
  await signIn(page, 'assessor');
  const sent = await page.request.post('/api/responses', {
    data: {
      ...{ surveyId: survey.surveyId, edition: survey.number, hotelId: hotel.id },
      ...{ respondentName: respondent, respondentJobTitle: 'Front desk', notes: 'In a hurry' },
      responseAnswers: survey.questions.map(({ id, answers }, place) => ({
        ...{ questionId: id, answerId: answers[0]?.id },
        ...(place === 1 && { note: 'By the pool' }),
      })),
    },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id, roundId } = (await sent.json()) as { id: number; roundId: number };
  const remark = async (text: string, questionId: number | null) => {
    const data = { clientId: `remark_${id}_${questionId ?? 'whole'}`, text, questionId };
    const answer = await request.post(`/api/responses/${id}/remarks`, { data });
    expect(answer.status(), await answer.text()).toBe(201);
  };
  await remark('Nearly there.', null);
  await remark('Which lift was it?', survey.questions[1]?.id ?? 0);
  const returned = await request.post(`/api/responses/${id}/return`);
  expect(returned.status(), await returned.text()).toBe(200);
  const stored = async () =>
    (await (await request.get(`/api/responses/${id}`)).json()) as {
      totalScore: number;
      notes: string;
    };
  return { office, hotel, survey, respondent, roundId, id, stored };
}

test('is corrected offline, survives a kill, and takes the place of what was returned @desktop', async ({
  request,
  startDevice,
}) => {
  const before = await startDevice();
  const made = await aReturned(before.page, request, 'Yrsa');
  const { hotel, respondent, roundId, survey } = made;
  await visit(before.page);
  const cookies = await before.context.cookies();
  await before.context.setOffline(true);

  await before.page.goto(`/app/hotels/${hotel.id}`);
  const onHotel = before.page.getByRole('region', { name: 'Returned to you' });
  await expect(onHotel).toContainText(/Returned by .+ on .+ · 2 remarks/);
  await before.page.goto(`/interview/${hotel.id}`);
  const listed = before.page.getByRole('region', { name: 'Returned to you' });
  await expect(listed).toContainText(hotel.hotelName);
  await expect(listed).toContainText(survey.title);
  await expectAccessible(before.page);
  await listed.getByRole('button', { name: `Correct the response of ${respondent}` }).click();
  const page = before.page;
  await expect(page.getByRole('heading', { name: questions[1] })).toBeVisible();
  await expect(page.getByText('Nearly there.')).toBeVisible();
  await expect(page.getByText('Which lift was it?')).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('2');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await before.kill();

  const after = await startDevice();
  await after.page.addInitScript(() => localStorage.clear());
  await after.context.setOffline(true);
  await after.page.goto(`/interview/${hotel.id}`);
  const where = after.page.getByText(/^Returned by .+, corrected on this device only$/);
  await expect(where).toBeVisible();
  // The words wrap where they are longer than the card is wide.
  expect(await where.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(after.page.getByRole('button', { name: /^Correct the response/ })).toHaveCount(0);
  await after.page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
  await expect(after.page.getByRole('heading', { name: questions[1] })).toBeVisible();
  await expect(after.page.getByRole('radio').nth(1)).toBeChecked();
  await expect(after.page.getByText('Which lift was it?')).toBeVisible();
  await after.page.getByRole('button', { name: 'Next' }).click();
  await expect(after.page.getByText('Which lift was it?')).toBeHidden();
  await expect(after.page.getByText('Nearly there.')).toBeVisible();
  await after.page.getByRole('button', { name: 'Complete' }).click();
  await expect(
    after.page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
  await after.page.goto(`/interview/${hotel.id}`);
  await expect(after.page.getByText('Corrected, waiting to be sent')).toBeVisible();
  await expect(after.page.getByRole('button', { name: /^Correct the response/ })).toHaveCount(0);

  await after.context.addCookies(cookies);
  await after.context.setOffline(false);
  await expect
    .poll(made.stored, { timeout: 30_000 })
    .toMatchObject({ totalScore: 10, notes: 'In a hurry' });
  await expect(after.page.getByRole('region', { name: 'Returned to you' })).toHaveCount(0);
  // The device confirms what it has stored in a call of its own, after the response.
  await expect
    .poll(() => made.office.responsesOf(respondent))
    .toMatchObject([{ syncStatus: 'synced' }]);

  await signIn(after.page, 'admin');
  await after.page.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  const interview = after.page.getByRole('region', { name: respondent });
  await expect(interview.getByText(/^Changed by /)).toBeVisible();
  await expect(interview.getByText('Resolved')).toHaveCount(2);
});

test('approved meanwhile, the correction is kept, and its person is told what happened @desktop', async ({
  request,
  startDevice,
}) => {
  const { context, page } = await startDevice();
  const { hotel, respondent, roundId, stored } = await aReturned(page, request, 'Yorick');
  await visit(page);
  await page.goto(`/interview/${hotel.id}`);
  await page.getByRole('button', { name: `Correct the response of ${respondent}` }).click();
  await expect(page.getByRole('heading', { name: questions[1] })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('2');
  const approved = await request.post(`/api/rounds/${roundId}/approve`);
  expect(approved.status(), await approved.text()).toBe(200);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('It is safe on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(
    page.getByText(/^The round was approved before your correction arrived/),
  ).toBeVisible({ timeout: 30_000 });
  expect((await stored()).totalScore).toBe(0);
  await page.goto('/app/sync');
  const told = page.getByRole('group', { name: /was not applied$/ });
  await expect(told).toContainText('kept beside it for the reviewers');
  await expectAccessible(page);
  await told.getByRole('button', { name: 'OK' }).click();
  await expect(told).toHaveCount(0);
});

test('two devices of one person correct it: the first counts, the second is kept and told so @desktop', async ({
  request,
  startDevice,
  browser,
}) => {
  const { context, page } = await startDevice();
  const { hotel, respondent, roundId, id, office, stored } = await aReturned(page, request, 'Yves');
  const correct = async (on: Page) => {
    await on.goto(`/interview/${hotel.id}`);
    await on.getByRole('button', { name: `Correct the response of ${respondent}` }).click();
    await expect(on.getByRole('heading', { name: questions[1] })).toBeVisible();
  };
  const complete = async (on: Page) => {
    await on.keyboard.press('2');
    await on.getByRole('button', { name: 'Next' }).click();
    await on.getByRole('button', { name: 'Complete' }).click();
  };
  await visit(page);
  await correct(page);
  await context.setOffline(true);

  const other = await browser.newContext();
  const tablet = await other.newPage();
  await visit(tablet);
  await correct(tablet);
  await complete(tablet);
  await expect.poll(stored, { timeout: 30_000 }).toMatchObject({ totalScore: 10 });
  await other.close();
  // The reviewer reads that, and returns it once more.
  const data = { clientId: `remark_${id}_again`, text: 'And the pool?', questionId: null };
  expect((await request.post(`/api/responses/${id}/remarks`, { data })).status()).toBe(201);
  expect((await request.post(`/api/responses/${id}/return`)).status()).toBe(200);

  // The first device never saw any of this.
  await complete(page);
  await expect(page.getByText('It is safe on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Before your correction arrived, the response was/)).toBeVisible({
    timeout: 30_000,
  });
  expect((await stored()).totalScore).toBe(10);
  const both = await office.responsesOf(respondent);
  expect(both.map(({ reviewReasons }) => reviewReasons)).toContainEqual(['revises-nothing']);
  expect(both).toHaveLength(2);

  await signIn(page, 'admin');
  await page.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  await expect(page.getByRole('region', { name: respondent, exact: true })).toHaveCount(2);
  await expect(page.getByText('And the pool?')).toBeVisible();
  await expect(page.getByText('Not counted yet')).toHaveCount(1);
});
