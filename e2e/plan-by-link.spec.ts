import type { APIRequestContext } from '@playwright/test';

import { inDatabase } from './support/database.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { holdBack } from './support/hold-back.ts';
import { addLink, anApprovedPlan, openLink } from './support/links.ts';
import { aJpeg } from './support/pictures.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests how people at a hotel work on the action plan of their round by a link, on a phone. */

/** Makes a hotel with an approved round of one finding, and a link to it. */
async function aLinkToAPlan(request: APIRequestContext, question: string) {
  const { hotel, roundId } = await anApprovedPlan(request, question);
  const link = await addLink(request, { hotelId: hotel.id, roundId, name: 'Ana Plan' });
  return { hotel, link };
}

// Messages of the page without a connection.
test.use({ expectedOnConsole: [/ERR_INTERNET_DISCONNECTED|Failed to load resource|Load failed/] });

test('a date by link stays on one line, however narrow the phone is @phone', async ({
  page,
  request,
}) => {
  const { link } = await aLinkToAPlan(request, own('Is the date of the plan whole?'));
  await openLink(page, link);
  for (let width = 320; width <= 430; width += 10) {
    await page.setViewportSize({ width, height: 844 });
    const lines = await page
      .getByText(/^\d{1,2} \w+ \d{4}\.?$/)
      .evaluateAll((dates) => dates.map((date) => date.getClientRects().length));
    // Approved, due, appeals until, completed, and the end of the link.
    expect(lines, `at ${width} pixels`).toEqual([1, 1, 1, 1, 1]);
  }
});

test('the hotel reads that the owner of an action has no access any more @desktop', async ({
  page,
  request,
}) => {
  const question = own('Is the owner still here?');
  const { hotel, link } = await aLinkToAPlan(request, question);
  // The account was removed. The name stays.
  await inDatabase(`update actions set owner_name = 'Nora Gone' where hotel_id = $1`, [hotel.id]);
  await openLink(page, link);
  const action = page.getByRole('listitem', { name: `Action: ${question}` });
  await expect(action).toContainText('Nora Gone (no access)');
});

test('a hotel comments, adds a photo and reports an action done by link, and the office verifies it @desktop', async ({
  page,
  browser,
  request,
}) => {
  const question = own('Is the way out of the plan clear?');
  const { hotel, link } = await aLinkToAPlan(request, question);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Open the assessment' }).click();
  const plan = phone.getByRole('region', { name: 'Action plan' });
  const action = plan.getByRole('listitem', { name: `Action: ${question}` });
  await expect(action).toContainText('Open');
  // The next section begins at twice the distance between two cards, at least.
  const { y, height } = (await plan.boundingBox())!;
  const findings = (await phone.getByRole('region', { name: '1 finding' }).boundingBox())!;
  expect(findings.y - (y + height)).toBeGreaterThanOrEqual(24);
  await action.getByRole('button', { name: `Work on: ${question}` }).click();
  const words = action.getByLabel('Comment, or what was done');
  await expect(words).toBeFocused();
  const form = action.getByRole('group', { name: `Work on ${question}` });
  await action.getByRole('button', { name: 'Close' }).click();
  await expect(action.getByRole('button', { name: `Work on: ${question}` })).toBeFocused();
  await action.getByRole('button', { name: `Work on: ${question}` }).click();

  // Typed text survives a reload and a lost connection.
  await words.fill('The painter comes on Monday.');
  await phone.reload();
  await expect(words).toHaveValue('The painter comes on Monday.');
  await context.setOffline(true);
  await action.getByRole('button', { name: 'Send comment' }).click();
  await expect(action.getByRole('alert')).toContainText('There is no connection');
  await context.setOffline(false);
  await action.getByRole('button', { name: 'Send comment' }).dblclick();
  await expect(action.getByText('The painter comes on Monday.', { exact: true })).toHaveCount(1);
  await expect(words).toHaveValue('');
  await expect(form).toBeFocused();
  await expect(form.getByRole('status')).toHaveText('Sent.');

  await action.getByRole('button', { name: 'Report done' }).click();
  await expect(action.getByRole('alert')).toHaveText('Say what was done, or add a photo');
  await expect(form.getByRole('status')).toBeEmpty();
  // The next photo waits until this one has been made smaller and sent.
  const release = await holdBack(phone, /prepare-photo/);
  const chooser = action.getByLabel('Add a photo');
  await chooser.setInputFiles({
    ...{ name: 'door.jpg', mimeType: 'image/jpeg' },
    buffer: await aJpeg(page),
  });
  await expect(chooser).toBeDisabled();
  release();
  const photo = action.getByRole('img', { name: 'photo.jpg' });
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(240);
  await expect(chooser).toBeEnabled();
  // A photo that was not sent waits in the form. The form cannot be closed meanwhile.
  const close = action.getByRole('button', { name: 'Close' });
  await context.setOffline(true);
  await chooser.setInputFiles({
    ...{ name: 'lamp.jpg', mimeType: 'image/jpeg' },
    buffer: await aJpeg(page),
  });
  await expect(action.getByRole('alert')).toContainText('The photo was not sent.');
  await expect(close).toBeDisabled();
  await action.getByRole('button', { name: 'Discard the photo' }).click();
  await expect(close).toBeEnabled();
  await context.setOffline(false);
  const opening = context.waitForEvent('page');
  await action.getByRole('link', { name: 'Open photo.jpg in a new tab' }).click();
  const opened = await opening;
  await expect(opened).toHaveURL(/\/photos\/[^/]+$/);
  await expect(opened.getByRole('img')).toBeVisible();
  await opened.close();
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await action.getByRole('button', { name: 'Report done' }).click();
  await expect(action).toContainText('Reported done, not verified yet');
  await expect(form).toBeFocused();
  await context.close();

  await signIn(page, 'assessor');
  await page.goto(`/app/actions?hotel=${hotel.id}`);
  await page
    .getByRole('link', { name: `Open “${question}”` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Action' });
  await expect(dialog).toContainText('Ana Plan, by link, marked it as done.');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByText('verified it.')).toBeVisible();
});
