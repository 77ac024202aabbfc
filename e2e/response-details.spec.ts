import { expectAccessible } from './support/expect-accessible.ts';
import { holdBack } from './support/hold-back.ts';
import { anInterview } from './support/offline-interview.ts';
import { expect, signIn, test } from './support/test.ts';

test('shows what lost the most first, and leads along the list', async ({ page, request }) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Nele');
  const [greeted, shown] = survey.questions;
  const jobTitle = 'Nightmanagement'.repeat(6);
  const send = async (name: string, places: [number, number]) => {
    const answered = await request.post('/api/responses', {
      data: {
        ...{ surveyId: survey.surveyId, hotelId: hotel.id },
        ...{ respondentName: name, respondentJobTitle: jobTitle },
        responseAnswers: [greeted!, shown!].map(({ id, answers }, question) => ({
          questionId: id,
          answerId: answers[places[question]!]!.id,
        })),
      },
    });
    expect(answered.status()).toBe(201);
    return (await answered.json()) as { id: number };
  };
  await send(`${respondent} first`, [1, 0]);
  const second = await send(`${respondent} second`, [1, 1]);
  await signIn(page, 'admin');
  const release = await holdBack(page, '**/api/results/responses?*');
  await page.goto(`/app/results?hotel=${hotel.id}&response=${second.id}`);
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText(`${respondent} second`)).toBeVisible();
  const close = details.getByRole('button', { name: 'Close', exact: true }).last();
  const before = await close.boundingBox();
  release();
  await expect(details.getByText('1 of 2')).toBeVisible();
  expect(await close.boundingBox(), 'nothing moves when the list arrives').toEqual(before);
  await expect(details.getByRole('button', { name: 'Previous response' })).toBeDisabled();
  await expect(details.getByText(/^Lost/)).toHaveCount(1);
  await details.getByRole('button', { name: 'Next response' }).click();
  await expect(details.getByText(`${respondent} first`)).toBeVisible();
  await expect(details.getByText('2 of 2')).toBeVisible();
  await expect(details.getByText('The Right Fit').first()).toBeVisible();
  const answers = details.getByRole('region', { name: 'Answers' }).getByRole('listitem');
  await expect(answers.first()).toContainText('2.Were they shown the way?');
  await expect(answers.first()).toContainText('Lost 10');
  await expectAccessible(page);
  await details.getByText('Survey order').click();
  await expect(answers.first()).toContainText('1.Were they greeted?');
  await expect(answers.first()).not.toContainText('Lost');

  const isBeside = await details
    .getByText(jobTitle)
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(isBeside, 'a long word leaves its column').toBe(false);

  const { width, height } = page.viewportSize()!;
  const box = (await details.boundingBox())!;
  // The dialog fills a phone's screen, and a part of a wide window.
  expect(box.width === width && box.height === height).toBe(width < 768);
});
