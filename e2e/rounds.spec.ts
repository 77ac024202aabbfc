import type { Page } from '@playwright/test';

import type { HotelRounds } from '#domain/rounds/round.ts';
import { aHotelWithAnswers } from './support/a-hotel-with-answers.ts';
import { inDatabase } from './support/database.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { disconnected } from './support/offline-interview.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expect, signIn, test } from './support/test.ts';

/** Messages of a refused plan, and of a page without a connection. */
test.use({ expectedOnConsole: [new RegExp(`status of 400|${disconnected.source}`)] });

async function chooseStage(page: Page, stage: string) {
  await page.getByRole('combobox', { name: 'Stage', exact: true }).click();
  await page.getByRole('option', { name: stage, exact: true }).click();
}

test('a hotel in its second cycle shows both apart, and one in its first shows neither @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const hotel = await aHotelWithAnswers(page, 'Twice Assessed House');
  await hotel.hold(0);
  await page.goto(hotel.path);
  const stages = page.getByRole('list', { name: 'Stages' });
  await expect(stages).toBeVisible();
  await expect(page.getByRole('link', { name: /interview.*Open/ })).toHaveCount(0);
  await expect(page.getByText('Cycle 1')).toHaveCount(0);

  await page.goto(`${hotel.path}?tab=evaluation`);
  await chooseStage(page, 'Initiated');
  const question = page.getByRole('dialog', { name: 'Begin cycle 2, or go on with cycle 1?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect((await hotel.read()).stage).toBe('Onsite Assessment');

  await chooseStage(page, 'Initiated');
  await question.getByRole('button', { name: 'Begin cycle 2' }).click();
  await expect(page.getByText(/^Hotel stage updated successfully/)).toBeVisible();
  await expect.poll(async () => (await hotel.read()).stage).toBe('Initiated');
  await hotel.moveTo('Onsite Assessment');
  await hotel.hold(-1);

  await page.goto(hotel.path);
  await expect(page.getByText('Cycle 2', { exact: true })).toBeVisible();
  await expect(stages.getByRole('link', { name: /^Onsite \d+\.\d%.*1 interview/ })).toBeVisible();
  const former = page.getByRole('group').filter({ hasText: /^Cycle 1, \d{4}/ });
  await expect(former.getByRole('link')).toBeHidden();
  await former.getByText(/^Cycle 1, \d{4}$/).click();
  await expect(former.getByRole('link', { name: /^Onsite \d+\.\d%.*1 interview/ })).toBeVisible();
  await expect(page.getByText(/^\+\d+\.\d points since Onsite Assessment, cycle 1$/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${hotel.path}/report`);
  const sheet = page.getByRole('article', { name: /^Report of / });
  for (const name of ['Onsite Assessment, cycle 2', 'Onsite Assessment, cycle 1'])
    await expect(sheet.getByRole('rowheader', { name, exact: true })).toBeVisible();
});

test('a round is planned, changed and cancelled on the hotel’s page @desktop', async ({
  page,
  context,
}) => {
  await signIn(page, 'assessor');
  const hotel = await aHotelWithAnswers(page, 'Planned House');
  await page.goto(`${hotel.path}?tab=evaluation`);
  await page.getByRole('button', { name: 'Plan a round' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan a round' });
  const write = async (name: string, day: string) => {
    const field = dialog.getByRole('textbox', { name, exact: true });
    await field.fill(day);
    // Closes the calendar, which covers the buttons.
    await field.press('Tab');
  };
  await write('From', '12 Mar 2027');
  await write('To', '10 Mar 2027');
  await dialog.getByRole('button', { name: 'Plan round' }).click();
  await expect(dialog.getByText('The last day is before the first')).toBeVisible();
  await write('To', '14 Mar 2027');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Plan round' }).click();
  await expect(dialog).toBeHidden();
  const planned = page.getByRole('list', { name: 'Planned rounds' });
  await expect(planned).toContainText('Onsite round: planned from 12 Mar 2027 to 14 Mar 2027');
  const stages = page.getByRole('list', { name: 'Stages' });
  await expect(
    stages.getByRole('link', { name: /^Onsite Planned from 12 Mar 2027/ }),
  ).toBeVisible();

  await context.setOffline(true);
  await expect(planned.getByRole('button', { name: 'Open' })).toBeDisabled();
  await page.getByRole('button', { name: 'Plan a round' }).click();
  await expect(dialog.getByText('This needs a connection')).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(false);

  await planned.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel round' }).click();
  await expect(planned).toBeHidden();
});

test('a round that is planned or opened says so, and that its days are not set @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const hotel = await aHotelWithAnswers(page, 'Undated House');
  await page.goto(`${hotel.path}?tab=evaluation`);
  await page.getByRole('button', { name: 'Plan a round' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan a round' });
  await dialog.getByRole('button', { name: 'Plan round' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Round planned' })).toContainText(
    'Onsite, its days are not set yet',
  );
  await page.getByRole('button', { name: 'Plan a round' }).click();
  await dialog.getByRole('button', { name: 'Open now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Round opened' })).toBeVisible();
});

test('a re-assessment can be opened in its own stage alone, and elsewhere says why @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const hotel = await aHotelWithAnswers(page, 'Asked Again House');
  await hotel.hold(0);
  const { cycles } = (await (
    await page.request.get(`/api/hotels/${hotel.id}/rounds`)
  ).json()) as HotelRounds;
  const { id } = cycles[0]!.rounds[0]!;
  await inDatabase(`update rounds set status = 'approved', approved_at = now() where id = $1`, [
    id,
  ]);
  const again = { clientId: `again_${hotel.id}_by_hand` };
  const made = await page.request.post(`/api/rounds/${id}/reassessment`, { data: again });
  expect(made.status(), await made.text()).toBe(201);

  await page.goto(`${hotel.path}?tab=evaluation`);
  const planned = page.getByRole('list', { name: 'Planned rounds' });
  await expect(planned).toContainText(
    'This round asks again what failed, so it opens in Virtual Re-Assessment. The hotel is in Onsite Assessment; move it first.',
  );
  await expect(planned.getByRole('button', { name: 'Open' })).toHaveCount(0);
  await expect(planned.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
