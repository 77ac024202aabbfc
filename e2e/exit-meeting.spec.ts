import type { Page } from '@playwright/test';

import { weekdaysAfter } from '#domain/actions/due.ts';
import { answerAll, card, choose, sign } from './support/exit-meeting.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectTouchable } from './support/expect-touchable.ts';
import { anOffice } from './support/office.ts';
import { beginAt, disconnected, settle } from './support/offline-interview.ts';
import { boxOf } from './support/painted.ts';
import { countTaps } from './support/taps.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests the exit meeting: a plan that is made, signed and printed without a connection. */

test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

const bottomOf = ({ y, height }: { y: number; height: number }) => y + height;

/** Signs in, opens the hotel so that this device knows it, and begins an interview there. */
async function anInterviewOf(
  page: Page,
  asked: string[],
  office: Awaited<ReturnType<typeof anOffice>>,
) {
  const survey = await office.addSurvey(asked, null);
  const hotel = await office.addHotel();
  await signIn(page, 'assessor');
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('heading', { level: 1, name: hotel.hotelName })).toBeVisible();
  await beginAt(page, hotel.id, own('Olga Owner'), survey.title);
  return { survey, hotel };
}

test('a plan survives a killed page, is agreed and signed offline, and waits to be sent @phone', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const asked = ['Is the lobby clean?', 'Is the lift in order?'];
  const office = await anOffice(request);
  const { hotel } = await anInterviewOf(page, asked, office);
  await settle(page);
  await context.setOffline(true);
  await answerAll(page, asked);
  await page.getByRole('link', { name: 'Exit meeting' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exit meeting' })).toBeVisible();
  await expect(page.getByText(/^Made from 1 interview that this device completed/)).toBeVisible();
  await expect(page.getByRole('heading', { name: '2 findings' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectTouchable(page, 'the exit meeting');

  await card(page, asked[0]!).getByLabel('What will be done').fill('Clean it twice a day');
  await choose(page, asked[0]!, /Olga Owner/);
  await choose(page, asked[1]!, /Someone else/);
  await card(page, asked[1]!).getByLabel('Name').fill('Tom Technician');
  await card(page, asked[1]!).getByLabel('Job title').fill('Engineer');
  await card(page, asked[1]!).getByRole('button', { name: 'Add' }).click();
  await card(page, asked[1]!).getByLabel('What will be done').fill('Repair the doors');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await sign(page, 'Sign for the brand');

  await page.reload();
  await expect(card(page, asked[0]!).getByLabel('What will be done')).toHaveValue(
    'Clean it twice a day',
  );
  await expect(card(page, asked[1]!).getByRole('combobox', { name: 'Who' })).toHaveValue(
    'Tom Technician, Engineer',
  );
  await expect(page.getByRole('img', { name: /^Signature of / })).toBeVisible();
  await expect(card(page, asked[0]!).getByLabel('What will be done')).toBeDisabled();
  await page.getByRole('button', { name: 'Sign for the hotel' }).press('Enter');
  const typed = page.getByRole('checkbox', { name: 'Sign by typing the name' });
  await expect(typed).toBeFocused();
  await typed.press('Space');
  await page.getByRole('button', { name: 'Keep signature' }).press('Enter');
  const name = page.getByLabel('Printed name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Printed name is required');
  await page.keyboard.type('Maria Manager');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'For the hotel' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove signatures' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Signatures' })).toBeFocused();
  await sign(page, 'Sign for the brand');
  await sign(page, 'Sign for the hotel', 'Maria Manager');
  const agree = page.getByRole('button', { name: 'Agree plan' });
  await page.keyboard.press('End');
  const { y: banner } = await boxOf(page.getByText(/^Working offline/));
  await expect.poll(async () => bottomOf(await boxOf(agree))).toBeLessThanOrEqual(banner);
  await agree.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plan agreed' })).toBeVisible();
  await expect(page.getByText('It waits for a connection.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  const row = page.getByRole('row', { name: new RegExp(asked[1]!.replace('?', '\\?')) });
  await expect(row).toContainText('Repair the doors');
  await expect(row).toContainText('Tom Technician');
  await expect(page.getByRole('img', { name: 'Signature of Maria Manager' })).toBeVisible();
  await page.goto('/app/sync');
  await expect(page.getByText(/^Exit plan of 2 actions, agreed /)).toBeVisible();
  await expect(page.getByText(hotel.hotelName, { exact: true }).first()).toBeVisible();

  await context.setOffline(false);
  await page.goto(`/interview/${hotel.id}/exit`);
  await expect(page.getByText('Arrived on the server')).toBeVisible();
  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number; isCurrent: boolean }[] }[];
  };
  const round = cycles.flatMap(({ rounds }) => rounds).find(({ isCurrent }) => isCurrent)!;
  const read = await (await request.get(`/api/rounds/${round.id}`)).json();
  const { exitPlans } = read as { exitPlans: { signatures: Record<string, string> }[] };
  expect(exitPlans).toHaveLength(1);
  expect(exitPlans[0]).toMatchObject({
    status: 'agreed',
    signatures: { hotelName: 'Maria Manager' },
  });
  for (const who of ['assessor', 'hotel'])
    await expect
      .poll(async () =>
        (await request.get(`/api/evidence/${exitPlans[0]?.signatures[who]}`)).status(),
      )
      .toBe(200);
  expect((await request.post(`/api/rounds/${round.id}/approve`)).status()).toBe(200);
  const { actions } = (await (
    await request.get('/api/actions', { params: { hotelId: hotel.id } })
  ).json()) as { actions: { id: number; questionText: string }[] };
  const planned = await Promise.all(
    actions.map(
      async ({ id }) => (await (await request.get(`/api/actions/${id}`)).json()) as object,
    ),
  );
  const dueOn = weekdaysAfter(new Date().toISOString().slice(0, 10), 14);
  expect(planned).toHaveLength(2);
  for (const one of [
    { questionText: asked[0], what: 'Clean it twice a day', owner: { name: own('Olga Owner') } },
    { questionText: asked[1], what: 'Repair the doors', owner: { name: 'Tom Technician' } },
  ])
    expect(planned).toContainEqual(
      expect.objectContaining({ ...one, dueOn, owner: expect.objectContaining(one.owner) }),
    );
  await page.goto(`/app/hotels/${hotel.id}/rounds/${round.id}`);
  await page.getByText(/^Plan of the exit meeting/).click();
  await expect(page.getByText('Repair the doors')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Signature of Maria Manager' })).toBeVisible();
  await expectAccessible(page);
});

test('nobody is led to an exit meeting without a finding @phone', async ({ page, request }) => {
  const asked = ['Is the lobby clean?'];
  const { hotel } = await anInterviewOf(page, asked, await anOffice(request));
  await answerAll(page, asked, 'Yes');
  await expect(page.getByRole('link', { name: 'Exit meeting' })).toHaveCount(0);
  await page.goto(`/interview/${hotel.id}/exit`);
  await expect(page.getByRole('heading', { name: 'No findings' })).toBeVisible();
  await expectAccessible(page);
});

/** Milliseconds that a person needs to type a character, and to look and press. */
const perCharacter = 200;
const perTap = 1_500;
const longest = 5 * 60_000;

test('twelve findings are planned in under five minutes @desktop', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const asked = Array.from({ length: 12 }, (_, index) => `Is point ${index + 1} as it should be?`);
  await anInterviewOf(page, asked, await anOffice(request));
  await settle(page);
  await context.setOffline(true);
  await answerAll(page, asked);
  await page.getByRole('link', { name: 'Exit meeting' }).click();
  await expect(page.getByRole('heading', { name: '12 findings' })).toBeVisible();
  const taps = await countTaps(page);
  let typed = 0;
  for (const question of asked) {
    const what = 'Repair it and show it to the staff';
    await card(page, question).getByLabel('What will be done').click();
    await page.keyboard.insertText(what);
    typed += what.length;
  }
  await choose(page, asked[0]!, /Olga Owner/);
  await page.getByRole('button', { name: 'Same person for all' }).click();
  await sign(page, 'Sign for the brand');
  await sign(page, 'Sign for the hotel', 'Maria Manager');
  typed += 'Maria Manager'.length;
  await page.getByRole('button', { name: 'Agree plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plan agreed' })).toBeInViewport();
  await expect(page.getByRole('row', { name: /Olga Owner/ })).toHaveCount(12);
  const count = await taps();
  expect(count).toBeLessThanOrEqual(24);
  expect(typed * perCharacter + count * perTap).toBeLessThan(longest);
});
