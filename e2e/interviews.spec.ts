import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectFocusInSight, expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { holdBack } from './support/hold-back.ts';
import {
  anInterview,
  answer,
  answerAll,
  begin,
  beginAt,
  disconnected,
  next,
  settle,
  stored,
  untilAskable,
  visit,
} from './support/offline-interview.ts';
import { refuseWrites } from './support/refuse-writes.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Expects that the toast of the offline response lies below everything that leads on. */
async function expectNothingUnderToast(page: Page) {
  const toast = page.getByRole('status').filter({ hasText: 'Response saved offline' });
  const top = (await toast.last().boundingBox())!.y;
  for (const name of ['Return to Workflow', 'View Results', 'Return to Dashboard']) {
    const way = (await page.getByRole('link', { name }).boundingBox())!;
    expect(way.y + way.height, name).toBeLessThanOrEqual(top);
  }
}

/** Expects that the text has no line that is much shorter than another, such as a single word. */
async function expectEvenLines(text: Locator) {
  const widths = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines: Record<number, number> = {};
    for (const { bottom, width } of range.getClientRects()) {
      const line = Math.round(bottom / 8);
      lines[line] = (lines[line] ?? 0) + width;
    }
    return Object.values(lines);
  });
  expect(widths.length, 'lines').toBeGreaterThan(1);
  expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) / 2);
}

async function expectTarget(target: Locator) {
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
}

test('holds an interview, leaves and resumes it, and finds it in the results @desktop', async ({
  page,
}) => {
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
  await expect(page.getByRole('combobox', { name: 'Survey' })).toBeFocused();
  await expectAccessible(page);

  const respondent = own('Irina');
  await beginAt(page, 24, respondent);
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  for (const width of [1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectEvenLines(page.getByTitle(respondent));
  }
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

  // Reloading returns to the question. Leaving and coming back returns to the card that resumes the
  // interview.
  await page.reload();
  await expect(page.getByText('Question 2 of')).toBeVisible();
  await expect(page.getByLabel('Interview Notes')).toHaveValue('Met in the lobby');
  await page.getByRole('link', { name: 'Back to Workflow' }).click();
  await page.waitForURL('**/app/workflow-management');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/interview/24');
  await page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
  // The card to resume it has the same words as the question's screen.
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(page.getByText('Question 2 of')).toBeVisible();
  await expect(page.getByText(respondent, { exact: true })).toBeVisible();

  const { complete, kinds } = await answerAll(page);
  expect(kinds.size).toBe(3);
  await complete.click();
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeFocused();
  await expect(page.getByText('Response submitted successfully')).toBeVisible();
  await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View Results' }).click();
  await expect(page.getByText(respondent)).toBeVisible();
});

test.describe('where the program of the cards to resume comes late', () => {
  // Without this, a service worker would already have the file.
  test.use({
    serviceWorkers: 'block',
    expectedOnConsole: [/Service Worker registration blocked by Playwright/],
  });

  test('the cards do not push the form down @desktop', async ({ page }) => {
    // No other test interviews at this hotel, so no other card appears meanwhile.
    await signIn(page, 'assessor');
    await beginAt(page, 32, own('Lotte'));
    await page.getByRole('link', { name: 'Back to Workflow' }).click();
    await page.waitForURL('**/app/workflow-management');
    let isLate = false;
    await page.route(/resume-cards/, async (route) => {
      isLate = true;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.goto('/interview/32');
    await expect(page.getByRole('button', { name: 'Start Interview' })).toBeVisible();
    await expect(
      page.getByRole('button', { name: `Resume Interview with ${own('Lotte')}` }),
    ).toBeVisible();
    await expectNoLayoutShift(page);
    expect(isLate).toBe(true);
  });
});

test('a hotel that the server sends late moves nothing when it arrives @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await page.goto('/interview/31');
  const start = page.getByRole('button', { name: 'Start Interview' });
  await expect(start).toBeVisible();
  await settle(page);
  const release = await holdBack(page, /\/api\/hotels\/31$/);
  await page.reload();
  const old = page.getByText('From this device, as of');
  await expect(old).toBeVisible();
  // Nothing is below it that could move when it goes.
  expect((await old.boundingBox())!.y).toBeGreaterThan((await start.boundingBox())!.y);
  release();
});

test('nothing moves when the copy of an interview to resume reaches the server @desktop', async ({
  page,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Lou');
  await signIn(page, 'assessor');
  const release = await holdBack(page, /\/api\/interview-sessions$/);
  await beginAt(page, hotel.id, respondent, survey.title);
  await page.goto(`/interview/${hotel.id}`);
  const alone = page.getByText('On this device only');
  await expect(alone).toBeVisible();
  const start = page.getByRole('button', { name: 'Start Interview' });
  const before = await start.boundingBox();
  release();
  await expect(alone).toBeHidden();
  expect(await start.boundingBox()).toEqual(before);
  await expect(page.getByText('Copied to the server')).toBeVisible();
});

test('is whole by keyboard @desktop', async ({ page, request }) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Kay');
  await signIn(page, 'assessor');
  await beginAt(page, hotel.id, respondent, survey.title);
  const options = page.getByRole('radio');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(0)).toBeChecked();
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toBeChecked();
  await page.keyboard.press('1');
  await expect(options.nth(0)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question 2 of')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();

  // On the last question the first Enter leads to Complete, and only the second one presses it.
  const { complete } = await answerAll(page);
  await expect(complete).toBeEnabled();
  await page.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Response submitted successfully')).toBeVisible();
});

test('on an enlarged page everything is in reach, and nothing covers what has the focus @desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, 'assessor');
  await page.goto('/interview/29');
  const surveys = page.getByRole('combobox', { name: 'Survey' });
  await surveys.click();
  const option = page.getByRole('option', { name: 'Guest Journey Standards' });
  await expect(option).toBeVisible();
  await page.evaluate(() => window.scrollBy(0, 240));
  await expect(surveys).not.toBeInViewport();
  await expect(option).toBeVisible();
  await option.click();
  await begin(page, 'Max Imise');
  await expectNoSidewaysScroll(page);
  await expectFocusInSight(page, 6);
  await page.setViewportSize({ width: 640, height: 400 });
  await expectFocusInSight(page, 8);
});

for (const [by, where] of [
  ['finger', '@phone'],
  ['Enter', '@desktop'],
] as const)
  test(`Complete takes no press by ${by} in the 400 ms after it stood in the place of Next ${where}`, async ({
    page,
    request,
  }) => {
    const { survey, hotel, respondent } = await anInterview(request, 'Dora');
    await signIn(page, 'assessor');
    await page.clock.install();
    await beginAt(page, hotel.id, respondent, survey.title);
    await answer(page);
    await next(page);
    await answer(page);
    const button = page.getByRole('button', { name: /^(Next|Complete)$/ });
    await expect(button).toBeEnabled();
    const box = (await button.boundingBox())!;
    const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
    const press = async () => {
      if (by === 'finger') return page.touchscreen.tap(...place);
      await button.focus();
      await page.keyboard.press('Enter');
    };
    const asked = page.getByRole('dialog', { name: '1 question has no answer' });
    await page.clock.pauseAt(Date.now() + 60_000);
    await press();
    await expect(button).toHaveText('Complete');
    for (const wait of [100, 200]) {
      await page.clock.runFor(wait);
      await press();
      await expect(button).toHaveAttribute('aria-disabled', 'true');
    }
    await page.clock.runFor(120);
    await expect(asked).toBeHidden();
    await expect(button).toBeEnabled();
    await press();
    await page.clock.resume();
    await expect(asked).toBeVisible();
    await expectAccessible(page);
    await asked.getByRole('link', { name: 'Anything else?' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Anything else?' })).toBeFocused();
    await button.click();
    await asked.getByRole('button', { name: 'Complete anyway' }).click();
    await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible();
  });

test('goes on after a choice once that is switched on, and is taken back by Previous @phone', async ({
  page,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Gwen');
  await signIn(page, 'assessor');
  await page.clock.install();
  await beginAt(page, hotel.id, respondent, survey.title);
  const goesOn = page.getByRole('switch', { name: 'Go on after a choice' });
  const yes = page.getByRole('radio', { name: 'Yes' });
  const place = (number: number) => page.getByText(`Question ${number} of 3`);
  const button = page.getByRole('button', { name: /^(Next|Complete)$/ });
  await expect(goesOn).not.toBeChecked();
  await yes.click();
  await page.clock.runFor(2_000);
  await expect(place(1)).toBeVisible();
  await next(page);
  await answer(page);
  await page.getByRole('button', { name: 'Previous' }).click();
  await goesOn.click();
  await expect(goesOn).toBeChecked();
  await expectAccessible(page);

  // The second tap of a double tap is ignored, both by the option that is now below the finger and
  // by Next, which is enabled because the next question already has an answer.
  await page.clock.pauseAt(Date.now() + 60_000);
  await yes.click();
  await page.clock.runFor(200);
  await expect(place(1)).toBeVisible();
  await page.clock.runFor(150);
  await expect(place(2)).toBeVisible();
  await page.getByRole('radio', { name: 'No' }).click({ force: true });
  await button.click({ force: true });
  await page.clock.runFor(300);
  await expect(yes).toBeChecked();
  await expect(place(2)).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.clock.resume();
  await expect(button).not.toHaveAttribute('aria-disabled');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(place(1)).toBeVisible();
  await expect(yes).toBeChecked();
  await page.reload();
  await expect(goesOn).toBeChecked();
  await expect(yes).toBeChecked();
});

test('the list of questions tells how each stands and leads to any of them @phone', async ({
  page,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Liza');
  await signIn(page, 'assessor');
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  const place = page.getByRole('button', { name: /^Question \d+ of 3$/ });
  await place.press('Enter');
  const list = page.getByRole('dialog', { name: 'All questions' });
  const first = list.getByRole('button', { name: 'Were they greeted? Answered' });
  await expect(first).toBeFocused();
  await expect(
    list.getByRole('button', { name: 'Were they shown the way? Required' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(place).toBeFocused();
  await place.click();
  await list.getByRole('button', { name: 'Anything else?' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Anything else?' })).toBeFocused();
  await place.click();
  await expect(
    list.getByRole('button', { name: 'Were they shown the way? Skipped, required' }),
  ).toBeVisible();
});

test('the end is a small report, and leads to the next person with the same survey @phone', async ({
  page,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Rita');
  await signIn(page, 'assessor');
  await beginAt(page, hotel.id, respondent, survey.title);
  await page.getByRole('radio', { name: 'No' }).click();
  await next(page);
  const { complete } = await answerAll(page);
  await complete.click();
  await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible();
  await expect(page.getByText('50.0%').first()).toBeVisible();
  await expect(page.getByText('Needs Review')).toBeVisible();
  const categories = page.getByRole('region', { name: 'Categories' });
  await expect(categories.getByText('The Right Fit')).toBeVisible();
  const weakest = page.getByRole('region', { name: 'Weakest answers' });
  await expect(weakest.getByRole('listitem')).toHaveCount(1);
  await expect(weakest.getByText('1. Were they greeted?')).toBeVisible();
  await expect(weakest.getByText('Lost 10 of 10')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Open the whole response' }).click();
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText('10 of 20 points')).toBeVisible();
  await page.goBack();
  await beginAt(page, hotel.id, own('Second'), survey.title);
  const again = await answerAll(page);
  await again.complete.click();
  await page.getByRole('button', { name: 'Interview another person here' }).click();
  await expect(page.getByRole('combobox', { name: 'Survey' })).toHaveValue(survey.title);
});

test('starting anew asks, and abandons the interview on the server too @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const respondent = own('Ada');
  await beginAt(page, 26, respondent);
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
  const abandon = async () => {
    await page.getByRole('button', { name: 'Start New Interview' }).click();
    await page.getByRole('button', { name: 'Abandon and start new' }).click();
  };
  const grantWrites = await refuseWrites(page);
  await abandon();
  await expect(page.getByText('Interview not abandoned')).toBeVisible();
  await expect(page.getByText('Question 1 of')).toBeVisible();
  await grantWrites();
  await abandon();
  await expect(page.getByRole('heading', { name: 'Interview Setup' })).toBeVisible();
  await expect(page.getByText(respondent)).toBeHidden();
  await expect
    .poll(async () => {
      const answered = await page.request.get('/api/interview-sessions/hotel/26');
      return JSON.stringify(await answered.json());
    })
    .not.toContain(respondent);
});

test.describe('with no connection', () => {
  test.use({ expectedOnConsole: [disconnected] });

  test('the whole interview works, and arrives once there is one @phone', async ({
    page,
    context,
    request,
  }) => {
    const { survey, hotel, respondent } = await anInterview(request, 'Otto');
    await signIn(page, 'assessor');
    await page.goto(`/interview/${hotel.id}`);
    await expect(page.getByRole('combobox', { name: 'Survey' })).toBeVisible();
    await untilAskable(page, survey.surveyId);
    await settle(page);
    await context.setOffline(true);
    await begin(page, respondent, survey.title);
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
    await expectNothingUnderToast(page);
    await expect(page.getByText(/can be opened once it has arrived on the server/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Weakest answers' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByRole('link', { name: 'Open the whole response' })).toBeVisible();
    await expect.poll(() => stored(page, respondent)).toEqual(['synced']);
  });
});

test.describe('started from anywhere', () => {
  test.use({ expectedOnConsole: [disconnected] });

  test('offers to resume what is under way there, and works with no connection @phone', async ({
    page,
    context,
    request,
  }) => {
    const { survey, hotel, respondent } = await anInterview(request, 'Sven');
    await visit(page);
    await context.setOffline(true);
    const dialog = page.getByRole('dialog', { name: 'Start interview' });
    await page.getByRole('button', { name: 'Start interview' }).click();
    const said = page.getByRole('status');
    await dialog.getByLabel('Hotel').fill(hotel.hotelName);
    await expect(said.filter({ hasText: `1 hotel, first ${hotel.hotelName}` })).toBeAttached();
    // A keyboard chooses the first hotel, and hears which one that is.
    await dialog.getByLabel('Hotel').press('Enter');
    await expect(said.filter({ hasText: `Interview at ${hotel.hotelName}` })).toBeAttached();
    await expect(dialog.getByRole('combobox', { name: 'Survey' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(dialog.getByText('Respondent name is required')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Survey' }).click();
    await page.getByRole('option', { name: survey.title }).click();
    await dialog.getByLabel('Respondent full name').fill(respondent);
    await dialog.getByLabel('Respondent job title').fill('Night Manager');
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
    await answer(page);
    await expect(page.getByText('Saved on this device')).toBeVisible();

    await page.getByRole('link', { name: 'Back to Workflow' }).click();
    await page.waitForURL('**/app/workflow-management');
    await page.getByRole('button', { name: 'Start interview' }).click();
    await expect(dialog.getByRole('heading', { name: 'Recently on this device' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: hotel.hotelName }).click();
    await expect(dialog.getByRole('combobox', { name: 'Survey' })).toHaveValue(survey.title);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
    await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
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

test.describe('beside another device', () => {
  test.use({ expectedOnConsole: [/409 \(Conflict\)/] });

  test('completed on another device, it says so and what differs, and lets go of it @phone', async ({
    page,
    request,
  }) => {
    const { survey, hotel, respondent } = await anInterview(request, 'Tova');
    await signIn(page, 'assessor');
    await beginAt(page, hotel.id, respondent, survey.title);
    await answer(page);
    await page.getByRole('button', { name: 'Save Progress' }).click();
    await expect(page.getByText('It is safe on the server.')).toBeVisible();

    // The same person completes the interview on another device.
    const path = `/api/interview-sessions/hotel/${hotel.id}`;
    const [session] = (await (await page.request.get(path)).json()) as { clientId: string }[];
    const [first] = survey.questions;
    const completed = await page.request.post('/api/responses', {
      data: {
        ...{ clientId: session!.clientId, surveyId: survey.surveyId, edition: survey.number },
        ...{ hotelId: hotel.id, respondentName: respondent, respondentJobTitle: 'Night Manager' },
        responseAnswers: [{ questionId: first!.id, answerId: first!.answers[0]!.id }],
      },
    });
    expect(completed.status()).toBe(201);

    await next(page);
    await answer(page);
    await expect(page.getByText(/completed on another device on .* by /)).toBeVisible();
    const differing = page.getByRole('main');
    await expect(differing.getByText('Were they greeted?')).toBeVisible();
    await expect(differing.getByText('Were they shown the way?')).toBeVisible();
    await expect(page.getByText('client id')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto('/app/sync');
    await expect(page.getByText(/completed on another device on .* by /)).toBeVisible();
    await expect(page.getByText('1 pending')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Drop my answers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop my answers' }).click();
    await expect(page.getByText(/completed on another device/)).toHaveCount(0);
  });
});
