import { expectAccessible } from './support/expect-accessible.ts';
import { fileOf, send } from './support/a-response-with-evidence.ts';
import { inDatabase } from './support/database.ts';
import { anOffice } from './support/office.ts';
import { begin, disconnected, settle, stored, visit } from './support/offline-interview.ts';
import { expect, own, test } from './support/test.ts';

/** Tests a re-assessment from the findings of an approved round to its comparison. */

test.use({ expectedOnConsole: [disconnected] });

test('what failed onsite is asked again offline, with the last answers, and compared @phone', async ({
  page,
  context,
  request,
}) => {
  const office = await anOffice(request);
  const questions = ['Were they greeted?', 'Were they shown the way?', 'Was the room ready?'];
  const survey = await office.addSurvey(questions, null);
  const hotel = await office.addHotel();
  const moveTo = async (change: object) => {
    const answer = await request.patch(`/api/hotels/${hotel.id}`, { data: change });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await moveTo({ stage: 'Onsite Assessment' });
  const choice = (place: number, option: 0 | 1, more: object = {}) => {
    const { id: questionId, answers } = survey.questions[place]!;
    return { questionId, answerId: answers[option]?.id, ...more };
  };
  const onsite = await request.post('/api/responses', {
    data: {
      ...{ surveyId: survey.surveyId, edition: survey.number, hotelId: hotel.id },
      ...{ respondentName: own('Olga'), respondentJobTitle: 'Front desk' },
      responseAnswers: [choice(0, 0, { note: 'Nobody looked up' }), choice(1, 1), choice(2, 0)],
    },
  });
  const { roundId, clientId: interview } = (await onsite.json()) as {
    roundId: number;
    clientId: string;
  };
  const photo = { kind: 'photo', caption: 'The empty desk' } as const;
  await send(request, interview, fileOf('desk', photo, survey.questions[0]!.id));
  await inDatabase(`update rounds set status = 'approved', approved_at = now() where id = $1`, [
    roundId,
  ]);
  const clientId = `again_${hotel.id}_of_e2e`;
  const made = await request.post(`/api/rounds/${roundId}/reassessment`, { data: { clientId } });
  expect(made.status(), await made.text()).toBe(201);
  await moveTo({ stage: 'Virtual Session' });
  await moveTo({ virtualSessionCompletionDate: '2026-03-02' });
  await moveTo({ stage: 'Virtual Re-Assessment' });

  await visit(page);
  const small = page.waitForResponse(/\/thumbnail$/);
  await page.goto(`/interview/${hotel.id}`);
  await (await small).finished();
  await settle(page);
  await context.setOffline(true);
  await page.goto(`/interview/${hotel.id}`);
  const respondent = own('Rhea');
  await begin(page, respondent, survey.title);
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  await expect(
    page.getByText('Only the 2 questions that failed in the onsite round are asked again.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: questions[0] })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Last time' })).toHaveText(
    /^Last time \(onsite, .+\): No · 1 photoNobody looked up$/,
  );
  // Its words begin beside their icon.
  await expect(page.getByText(/^Last time \(onsite/)).toHaveCSS('margin-top', '0px');
  const former = page.getByRole('list', { name: 'Former photos' });
  await former.getByRole('button', { name: 'Open Photo 1: The empty desk' }).click();
  const lightBox = page.getByRole('dialog');
  await expect(lightBox.getByText('The photo itself needs a connection.')).toBeVisible();
  const width = () =>
    lightBox
      .getByRole('img', { name: 'The empty desk' })
      .evaluate((one: HTMLImageElement) => one.naturalWidth);
  await expect.poll(width).toBe(32);
  await page.keyboard.press('Escape');
  await expect(lightBox).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: questions[2] })).toBeVisible();
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => stored(page, respondent), { timeout: 20_000 }).toEqual(['synced']);

  await page.goto(`/app/hotels/${hotel.id}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toContainText(
    'Then, Onsite Assessment33.3%Again1 of 2 passedCarried66.7%',
  );
  await expect(comparison.getByRole('row').nth(1)).toContainText(/greeted\?.*No.*Yes.*\+10/);
  await expect(comparison.getByRole('row').nth(2)).toContainText(/ready\?.*No.*Finding.*0$/);
  await expect(comparison.getByRole('row')).toHaveCount(3);
  // Nothing must need sideways scrolling, on a phone too.
  const change = await comparison.getByText('+10', { exact: true }).boundingBox();
  const screenWidth = page.viewportSize()?.width ?? 0;
  expect((change?.x ?? screenWidth) + (change?.width ?? 0)).toBeLessThanOrEqual(screenWidth);
  await expectAccessible(page);
});
