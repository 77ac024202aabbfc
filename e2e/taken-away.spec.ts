import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { aFailedRound, approveRound } from './support/failed-round.ts';
import { expect, signIn, test } from './support/test.ts';

/** Tests that typed text stays when its hotel is deleted, or assigned to someone else, before it is sent. */

test.use({ expectedOnConsole: [/status of 404/] });

/** Makes a round whose hotel can be taken away. */
async function aRound(request: APIRequestContext) {
  const round = await aFailedRound(request);
  const address = `/api/hotels/${round.hotel.id}`;
  return {
    ...round,
    page: `/app/hotels/${round.hotel.id}`,
    /** Takes the hotel away from its consultant. */
    takeAway: async () => {
      const { version } = (await (await request.get(address)).json()) as { version: number };
      const answer = await request.patch(address, { data: { version, serviceConsultantId: null } });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    deleteHotel: async () => expect((await request.delete(address)).status()).toBe(204),
  };
}

/**
 * Presses the button, which the server refuses, and presses it again once the page has read everything that it reads
 * after that. A form that has gone meanwhile has no button.
 */
async function pressTwice(page: Page, button: Locator) {
  const unread = new Set<object>();
  page.on('request', (one) => unread.add(one));
  page.on('requestfinished', (one) => unread.delete(one));
  page.on('requestfailed', (one) => unread.delete(one));
  for (let presses = 0; presses < 2; presses += 1) {
    const refused = page.waitForResponse(
      (reply) => reply.status() === 404 && reply.request().method() !== 'GET',
    );
    await button.click();
    await refused;
    await expect.poll(() => unread.size).toBe(0);
  }
}

test('a comment on an action stays when the hotel is taken away @desktop', async ({
  page,
  request,
}) => {
  const round = await aRound(request);
  await approveRound(round.roundId);
  await signIn(page, 'consultant');
  await page.goto(`${round.page}?tab=actions`);
  await page.getByText('Were they greeted?').first().click();
  const dialog = page.getByRole('dialog', { name: 'Action' });
  const comment = dialog.getByLabel('Comment');
  await comment.fill('We have trained the night shift');
  await round.takeAway();
  await pressTwice(page, dialog.getByRole('button', { name: 'Add comment' }));
  await expect(page.getByText('The action was not found.').first()).toBeVisible();
  await expect(comment).toHaveValue('We have trained the night shift');
  await comment.clear();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You don’t have access to this hotel')).toBeVisible();
});

test('a new person at the hotel stays in the dialog when the hotel is taken away @desktop', async ({
  page,
  request,
}) => {
  const round = await aRound(request);
  await signIn(page, 'consultant');
  await page.goto(round.page);
  await page.getByRole('button', { name: 'Add a person at the hotel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a person at the hotel' });
  await dialog.getByLabel('Name').fill('Hanna Hotelier');
  await round.takeAway();
  await pressTwice(page, dialog.getByRole('button', { name: 'Add person' }));
  await expect(page.getByText('Failed to save the person').first()).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Hanna Hotelier');
});

test('the reason of a waiver stays when the hotel is deleted @desktop', async ({
  page,
  request,
}) => {
  const round = await aRound(request);
  await signIn(page, 'admin');
  await page.goto(round.path);
  await page.getByRole('button', { name: 'Waive question 1 of Rosa Respondent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant a waiver' });
  await dialog.getByLabel('Reason').fill('The lift is rebuilt');
  const to = dialog.getByRole('textbox', { name: 'To', exact: true });
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000);
  await to.fill(inTwoWeeks.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }));
  // Closes the calendar, which covers the buttons.
  await to.press('Tab');
  await round.deleteHotel();
  await pressTwice(page, dialog.getByRole('button', { name: 'Grant waiver' }));
  await expect(dialog.getByRole('alert')).toContainText('The waiver was not granted');
  await expect(dialog.getByLabel('Reason')).toHaveValue('The lift is rebuilt');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('We couldn’t find this round')).toBeVisible();
});

test('the reason to reopen a round stays when the hotel is deleted @desktop', async ({
  page,
  request,
}) => {
  const round = await aRound(request);
  await approveRound(round.roundId);
  await signIn(page, 'admin');
  await page.goto(round.path);
  await page.getByRole('button', { name: 'Reopen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen this round?' });
  await dialog.getByLabel('Reason').fill('A photo is missing');
  await round.deleteHotel();
  await pressTwice(page, dialog.getByRole('button', { name: 'Reopen' }));
  await expect(page.getByText('Nothing was changed').first()).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('A photo is missing');
});

test('the reason of a decision stays when the hotel is deleted @desktop', async ({
  page,
  request,
}) => {
  const { edition, responseId, ...round } = await aRound(request);
  await approveRound(round.roundId);
  const [question] = edition.questions;
  const clientId = `appeal_${Math.random().toString(36).slice(2)}`;
  const wanted = question?.answers[1]?.id;
  const filed = await request.post('/api/appeals', {
    data: { clientId, responseId, questionId: question?.id, wanted, claim: 'The video shows it' },
  });
  expect(filed.status(), await filed.text()).toBe(201);
  await signIn(page, 'assessor');
  await page.goto(round.path);
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByLabel('Reason').fill('We saw the video twice');
  await round.deleteHotel();
  await pressTwice(page, page.getByRole('button', { name: 'Uphold' }));
  await expect(page.getByText('Nothing was decided').first()).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('We saw the video twice');
});

test('a round is not shown under the address of another hotel @desktop', async ({
  page,
  request,
}) => {
  const { roundId, path } = await aRound(request);
  await signIn(page, 'assessor');
  await page.goto(path);
  await expect(page.getByText('Rosa Respondent')).toBeVisible();
  await page.goto(`/app/hotels/99999/rounds/${roundId}`);
  await expect(page.getByText('We couldn’t find this round')).toBeVisible();
  await expect(page.getByText('Rosa Respondent')).toHaveCount(0);
});
