import { anInterview, beginAt } from './support/offline-interview.ts';
import { anOffice } from './support/office.ts';
import { countTaps } from './support/taps.ts';
import { expect, own, signIn, test } from './support/test.ts';

/**
 * Counts the taps of the most frequent tasks. Each additional tap would be repeated at every
 * interview.
 */

test('an interview starts from any screen in five taps @phone', async ({ page, request }) => {
  const { survey, hotel, respondent, office } = await anInterview(request, 'Tilda');
  const other = await office.addHotel({
    hotelId: `TAP-${respondent}`,
    hotelName: `Tap House ${respondent}`,
  });
  await signIn(page, 'assessor');
  // Hold an interview first, because the survey that was asked last is selected for the next one.
  await beginAt(page, hotel.id, own('Before'), survey.title);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  const taps = await countTaps(page);

  await page.getByRole('button', { name: 'Start interview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start interview' });
  await dialog.getByLabel('Hotel').click();
  await page.keyboard.type(other.hotelName);
  await dialog.getByRole('button', { name: other.hotelName }).click();
  await expect(dialog.getByLabel('Respondent full name')).toBeFocused();
  await page.keyboard.type(respondent);
  await dialog.getByRole('button', { name: 'Night Manager' }).click();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(5);
});

test('each question takes one tap, and the whole interview four more @phone', async ({
  page,
  request,
}) => {
  test.slow();
  const office = await anOffice(request);
  const count = 10;
  const asked = Array.from(
    { length: count },
    (_, index) => `Is point ${index + 1} as it should be?`,
  );
  const survey = await office.addSurvey(asked, null);
  const hotel = await office.addHotel();
  const respondent = own('Vera');
  await signIn(page, 'assessor');
  await beginAt(page, hotel.id, respondent, survey.title);
  const taps = await countTaps(page);

  await page.getByRole('switch', { name: 'Go on after a choice' }).click();
  for (const question of asked) {
    await expect(page.getByRole('heading', { level: 2, name: question })).toBeVisible();
    const next = page.getByRole('button', { name: /^(Next|Complete)$/ });
    await expect(next).not.toHaveAttribute('aria-disabled');
    await page.getByRole('radio', { name: 'Yes' }).click();
  }
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(count + 4);
  const [response] = await office.responsesOf(respondent);
  expect(response?.responseAnswers).toHaveLength(count);
});

test('one tap tells why a hotel fails @phone', async ({ page, request }) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Wera');
  await signIn(page, 'assessor');
  const stored = await page.request.post('/api/responses', {
    data: {
      ...{ surveyId: survey.surveyId, hotelId: hotel.id },
      ...{ respondentName: respondent, respondentJobTitle: 'Night Manager' },
      responseAnswers: survey.questions.map(({ id, answers: [no] }) =>
        no ? { questionId: id, answerId: no.id } : { questionId: id, textValue: 'Nothing' },
      ),
    },
  });
  expect(stored.status()).toBe(201);
  await page.goto(`/app/hotel-management?search=${encodeURIComponent(hotel.hotelName)}`);
  const name = page.getByRole('link', { name: hotel.hotelName, exact: true });
  await expect(name).toBeVisible();
  const taps = await countTaps(page);
  await name.click();
  const weakest = page.getByRole('region', { name: 'Weakest questions' });
  await expect(weakest.getByRole('listitem').first()).toContainText(/−10 points/);
  expect(await taps()).toBe(1);
});

test('a hotel comes to its next stage in two taps @desktop', async ({ page, request }) => {
  const office = await anOffice(request);
  const hotel = await office.addHotel({
    stage: 'Virtual Session',
    virtualSessionCompletionDate: '2026-03-12',
  });
  await signIn(page, 'assessor');
  await page.goto(`/app/hotel-management?search=${encodeURIComponent(hotel.hotelName)}`);
  const name = page.getByRole('link', { name: hotel.hotelName, exact: true });
  await expect(name).toBeVisible();
  const taps = await countTaps(page);
  await name.click();
  await page.getByRole('button', { name: 'Move to Virtual Re-Assessment' }).click();
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await expect(stages.nth(3)).toHaveAttribute('aria-current', 'step');
  expect(await taps()).toBe(2);
});
