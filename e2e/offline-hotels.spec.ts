import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { disconnected, settle, visit } from './support/offline-interview.ts';
import { anOffice } from './support/office.ts';
import { refuseWrites } from './support/refuse-writes.ts';
import { expect, own, test } from './support/test.ts';

/** Tests hotels that a consultant edits without a connection. */

const refused = new RegExp(`${disconnected.source}|status of 40[49]`);
test.use({ expectedOnConsole: [refused] });

const board = '/app/workflow-management';
const lastMoment = 9_999_999_999_999;

/** Creates a hotel of the signed-in consultant. The office may change it meanwhile. */
async function aHotelOf(page: Page, request: APIRequestContext, fields: object) {
  const me = (await (await page.request.get('/api/auth/me')).json()) as { id: number };
  const office = await anOffice(request);
  const name = own(`Aaron Offline ${lastMoment - Date.now()}`);
  const hotel = await office.addHotel({ hotelName: name, serviceConsultantId: me.id, ...fields });
  const path = `/api/hotels/${hotel.id}`;
  return {
    ...{ id: hotel.id, name },
    read: async () => (await (await request.get(path)).json()) as Record<string, unknown>,
    change: async (data: object) => expect((await request.patch(path, { data })).ok()).toBe(true),
    remove: async () => expect((await request.delete(path)).status()).toBe(204),
  };
}

async function openDialog(page: Page, id: number) {
  await page.goto(`${board}?hotel=${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Assessment Data' })).toBeVisible();
  return dialog;
}

async function chooseStage(page: Page, stage: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: stage, exact: true }).click();
}

async function writeNotes(page: Page, words: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Evaluation Notes' }).fill(words);
  await dialog.getByRole('button', { name: 'Save Notes' }).click();
  await expect(dialog.getByText('Waiting to sync')).toContainText('Evaluation notes');
}

test('stage, date and notes of a hotel are kept without a connection, and sent once there is one @desktop', async ({
  page,
  context,
  request,
}) => {
  await visit(page, 'consultant');
  const hotel = await aHotelOf(page, request, { stage: 'Onsite Assessment' });
  const list = `/app/hotel-management?search=${encodeURIComponent(hotel.name)}`;
  const row = page.getByRole('row', { name: hotel.name });
  const report = page.getByRole('article', { name: `Report of ${hotel.name}` });
  await page.goto(`/app/hotels/${hotel.id}/report`);
  await expect(report).toContainText('None written.');
  await settle(page);
  await page.goto(list);
  await expect(row).toContainText('Onsite Assessment');
  await settle(page);
  const dialog = await openDialog(page, hotel.id);
  await context.setOffline(true);
  await expect(dialog.getByText('are kept on this device and sent later')).toBeVisible();
  await chooseStage(page, 'Virtual Session');
  await expect(dialog.getByText('Waiting to sync: ')).toContainText('Stage');
  await dialog.getByLabel('Virtual session completed').fill('12 Mar 2026');
  await dialog.getByRole('button', { name: 'Save Date' }).click();
  await expect(dialog.getByRole('button', { name: 'Update Date' })).toBeVisible();
  await chooseStage(page, 'Evaluation');
  await writeNotes(page, 'Seen in the cellar');

  // The change is still there after leaving the page and returning, still without a connection.
  await page.goto(`${board}?stage=Evaluation`);
  const card = page.getByRole('button', { name: hotel.name });
  await expect(card).toContainText('Waiting to sync');
  await page.goto(list);
  await expect(row).toContainText('Evaluation');
  await page.goto(`/app/hotels/${hotel.id}/report`);
  await expect(report).toContainText('Seen in the cellar');
  // The line above the sheet is not printed, so the sheet itself says how old its figures are.
  await expect(report).toContainText(/made .+ from figures of \d/);
  await page.goto('/app/sync');
  const waiting = page.getByRole('region', { name: 'Hotel changes to send' });
  await expect(waiting.getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  expect(await hotel.read()).toMatchObject({
    ...{ stage: 'Evaluation', evaluationNotes: 'Seen in the cellar' },
    virtualSessionCompletionDate: '2026-03-12',
  });
  await page.goto(`${board}?stage=Evaluation`);
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('Waiting to sync');
});

for (const [choice, size] of [
  ['Keep mine', '@phone'],
  ['Keep the server’s', '@desktop'],
] as const)
  test(`notes that the office changed meanwhile are shown beside one's own: ${choice} ${size}`, async ({
    page,
    context,
    request,
  }) => {
    await visit(page, 'consultant');
    const hotel = await aHotelOf(page, request, { stage: 'Evaluation' });
    await openDialog(page, hotel.id);
    await context.setOffline(true);
    await writeNotes(page, 'From the cellar');
    await hotel.change({ evaluationNotes: 'From the office' });
    await page.goto('/app/sync');
    await context.setOffline(false);

    const conflict = page.getByRole('region', { name: `${hotel.name} was changed meanwhile` });
    await expect(conflict.getByText('From the cellar')).toBeVisible({ timeout: 30_000 });
    await expect(conflict.getByText('From the office')).toBeVisible();
    await expect(conflict.getByText(/^On the server, by /)).toBeVisible();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: choice }).click();
    await expect(conflict).toBeHidden();
    const isMine = choice === 'Keep mine';
    const kept = isMine ? 'From the cellar' : 'From the office';
    await expect.poll(async () => (await hotel.read())['evaluationNotes']).toBe(kept);
    if (!isMine) await expect(page.getByText('Your change was dropped')).toBeVisible();
    const dialog = await openDialog(page, hotel.id);
    await expect(dialog.getByRole('textbox', { name: 'Evaluation Notes' })).toHaveValue(kept);
  });

test('a change of a hotel that was deleted meanwhile stays until it is discarded @desktop', async ({
  page,
  context,
  request,
}) => {
  await visit(page, 'consultant');
  const hotel = await aHotelOf(page, request, { stage: 'Evaluation' });
  await openDialog(page, hotel.id);
  await context.setOffline(true);
  await writeNotes(page, 'From the cellar');
  await hotel.remove();
  await page.goto('/app/sync');
  await context.setOffline(false);
  const list = page.getByRole('region', { name: 'Hotel changes that need attention' });
  await expect(list.getByText('The hotel was not found.')).toBeVisible({ timeout: 30_000 });
  await list.getByRole('button', { name: `Discard the hotel change of ${hotel.name}` }).click();
  const question = page.getByRole('dialog', { name: 'Discard hotel change' });
  await expect(question).toContainText('Discarding it deletes it for good.');
  // The device has no room at first. The person is told, and the change stays.
  const grantWrites = await refuseWrites(page);
  await question.getByRole('button', { name: 'Discard hotel change' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not discarded' })).toContainText(
    'There is no room on this device.',
  );
  await grantWrites();
  await list.getByRole('button', { name: `Discard the hotel change of ${hotel.name}` }).click();
  await question.getByRole('button', { name: 'Discard hotel change' }).click();
  await expect(list).toBeHidden();
});
