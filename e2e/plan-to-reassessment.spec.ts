import type { Browser, Page } from '@playwright/test';

import { anOffice } from './support/office.ts';
import { card, choose, sign } from './support/exit-meeting.ts';
import { beginAt, disconnected, settle } from './support/offline-interview.ts';
import { aJpeg } from './support/pictures.ts';
import { expect, own, signIn, test } from './support/test.ts';

/**
 * Tests how a finding is planned, worked on and closed, by three people and the hotel: an exit plan
 * without a connection, the approval, the hotel's link, and the re-assessment.
 */

test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

const repaired = 'Is the lift in order?';
const neglected = 'Is the lobby clean?';

/** Answers the questions in this order and completes. */
async function answerEach(page: Page, said: readonly (readonly [string, 'No' | 'Yes'])[]) {
  for (const [place, [question, option]] of said.entries()) {
    await expect(page.getByRole('heading', { level: 2, name: question })).toBeVisible();
    await page.getByRole('radio', { name: option }).check();
    const isLast = place === said.length - 1;
    await page.getByRole('button', { name: isLast ? 'Complete' : 'Next' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeVisible();
}

/** Approves a round on a device of its own. */
async function approve(admin: Page, hotelId: number, roundId: number) {
  await admin.goto(`/app/hotels/${hotelId}/rounds/${roundId}`);
  await admin.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText('1 interview and its evidence will be locked.');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(admin.getByRole('button', { name: 'Reopen' })).toBeVisible();
}

const open = async (browser: Browser, size?: { width: number; height: number }) =>
  (await browser.newContext(size && { viewport: size })).newPage();

test('a plan is signed offline, worked by the hotel by link, and closed by the re-assessment @desktop', async ({
  page,
  context,
  browser,
  request,
}) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey([repaired, neglected], null);
  const hotel = await office.addHotel({ stage: 'Onsite Assessment' });
  const moveTo = async (change: object) => {
    const answer = await request.patch(`/api/hotels/${hotel.id}`, { data: change });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const owner = own('Lia Lift');
  const plans: string[] = [];
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/exit-plans')) plans.push(one.url());
  });

  // The exit meeting, in the basement.
  await signIn(page, 'assessor');
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('heading', { level: 1, name: hotel.hotelName })).toBeVisible();
  await beginAt(page, hotel.id, owner, survey.title);
  await settle(page);
  await context.setOffline(true);
  await answerEach(page, [
    [repaired, 'No'],
    [neglected, 'No'],
  ]);
  await page.getByRole('link', { name: 'Exit meeting' }).click();
  await card(page, repaired).getByLabel('What will be done').fill('Repair the doors');
  await card(page, repaired).getByLabel('By when').fill('2 Mar 2031');
  await card(page, repaired).getByLabel('By when').press('Tab');
  await choose(page, repaired, new RegExp(owner));
  await sign(page, 'Sign for the brand');
  await sign(page, 'Sign for the hotel', 'Maria Manager');
  await page.getByRole('button', { name: 'Agree plan' }).click();
  await expect(page.getByText('It waits for a connection.')).toBeVisible();
  const said = page.getByRole('status').filter({ hasText: 'The server has the plan' });
  await expect(said).toHaveCount(0);
  await expect(
    page.getByText('The hotel’s link can be made once there is a connection.'),
  ).toBeVisible();
  expect(plans).toEqual([]);

  // The connection is back: the plan is sent once, and the link is shown as a code.
  await context.setOffline(false);
  await expect(page.getByText('Arrived on the server')).toBeVisible();
  await expect(said).toBeAttached();
  await page.getByRole('button', { name: 'Link for the hotel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link for the hotel' });
  await expect(dialog.getByLabel('Who gets it')).toHaveValue(new RegExp(owner));
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const link = await dialog.getByLabel(/^Copy this link now/).inputValue();
  await page.keyboard.press('Escape');
  expect(plans).toHaveLength(1);
  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number; isCurrent: boolean }[] }[];
  };
  const roundId = cycles.flatMap(({ rounds }) => rounds).find(({ isCurrent }) => isCurrent)!.id;

  // Somebody else approves, and the actions are there as they were planned.
  const admin = await open(browser);
  await signIn(admin, 'admin');
  await approve(admin, hotel.id, roundId);
  await admin.goto(`/app/actions?hotel=${hotel.id}`);
  const row = admin
    .getByRole('table', { name: 'Actions' })
    .getByRole('row')
    .filter({ hasText: repaired });
  await expect(row).toContainText(owner);
  await expect(row).toContainText(/2 Mar 2031|Mar 2, 2031/);
  await admin.getByRole('link', { name: `Open “${repaired}” at ${hotel.hotelName}` }).click();
  await expect(admin.getByRole('dialog').getByText('Repair the doors').first()).toBeVisible();

  // The hotel comments with a photo and reports it done.
  const phone = await open(browser, { width: 390, height: 844 });
  await phone.goto(new URL(link).pathname);
  await phone.getByRole('button', { name: 'Open the assessment' }).click();
  const action = phone.getByRole('listitem', { name: `Action: ${repaired}` });
  await expect(action).toContainText('Yours');
  await expect(action).toContainText('What will be done: Repair the doors');
  await action.getByRole('button', { name: `Work on: ${repaired}` }).click();
  await action.getByLabel('Add a photo').setInputFiles({
    ...{ name: 'lift.jpg', mimeType: 'image/jpeg' },
    buffer: await aJpeg(page),
  });
  await expect(action.getByRole('img', { name: 'photo.jpg' })).toBeVisible();
  await action.getByLabel('Comment, or what was done').fill('The doors close again.');
  await action.getByRole('button', { name: 'Report done' }).click();
  await expect(action).toContainText('Reported done, not verified yet');

  // What failed is asked again: one answer passes, the other one does not.
  const clientId = `again_${hotel.id}_of_plan`;
  const made = await request.post(`/api/rounds/${roundId}/reassessment`, { data: { clientId } });
  expect(made.status(), await made.text()).toBe(201);
  await moveTo({ stage: 'Virtual Session' });
  await moveTo({ virtualSessionCompletionDate: '2026-03-02' });
  await moveTo({ stage: 'Virtual Re-Assessment' });
  await beginAt(page, hotel.id, own('Rhea of the plan'), survey.title);
  await answerEach(page, [
    [repaired, 'Yes'],
    [neglected, 'No'],
  ]);
  const { id: againId } = (await made.json()) as { id: number };
  await expect
    .poll(async () => (await (await request.get(`/api/rounds/${againId}`)).json()).responses)
    .toBe(1);
  await approve(admin, hotel.id, againId);

  // The answer has closed the action, and both the hotel and the round say so.
  await phone.reload();
  await expect(action).toContainText('Verified by a re-assessment');
  await expect(action.getByRole('button', { name: 'Report done' })).toHaveCount(0);
  await expect(phone.getByRole('listitem', { name: `Action: ${neglected}` })).toContainText('Open');
  await admin.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  await expect(admin.getByRole('link', { name: '2 (1 open)' })).toBeVisible();
  await admin.goto(`/app/hotels/${hotel.id}?tab=evaluation`);
  await expect(admin.getByRole('link', { name: /^1 action open/ })).toBeVisible();
  await phone.context().close();
  await admin.context().close();
});
