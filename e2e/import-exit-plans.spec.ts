import type { APIRequestContext, Page } from '@playwright/test';

import { answerAll, card, sign } from './support/exit-meeting.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { exportOf, importFile, importPanel } from './support/exported-file.ts';
import { anOffice } from './support/office.ts';
import { beginAt, disconnected, settle } from './support/offline-interview.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests how exit plans that a device cannot send reach the server through an Admin. */

test.use({
  expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch|status of 40[134]`)],
});
test.setTimeout(180_000);

const asked = ['Is the lobby clean?', 'Is the lift in order?'];

type Plan = { by: string; sentBy: string | null; items: { what: string }[] };
/** Returns the plans of the hotel's current round. */
async function plansOf(request: APIRequestContext, hotelId: number): Promise<Plan[]> {
  const { cycles } = (await (await request.get(`/api/hotels/${hotelId}/rounds`)).json()) as {
    cycles: { rounds: { id: number; isCurrent: boolean }[] }[];
  };
  const round = cycles.flatMap(({ rounds }) => rounds).find(({ isCurrent }) => isCurrent)!;
  const detail = (await (await request.get(`/api/rounds/${round.id}`)).json()) as {
    exitPlans?: Plan[];
  };
  return detail.exitPlans ?? [];
}

/** Holds an interview with a connection, and then an exit meeting without one. */
async function aMeeting(page: Page, request: APIRequestContext) {
  const office = await anOffice(request);
  const { title } = await office.addSurvey(asked, null);
  const hotel = await office.addHotel();
  const person = await office.addPerson(own('Paula'));
  await signIn(page, person);
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await beginAt(page, hotel.id, own('Olga'), title);
  await settle(page);
  await answerAll(page, asked);
  await expect.poll(async () => (await office.responsesOf(own('Olga'))).length).toBeGreaterThan(0);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Exit meeting' }).click();
  const lobby = card(page, asked[0]!).getByLabel('What will be done');
  await lobby.fill('Clean it twice a day');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  return { hotel, person };
}

test('an agreed plan that a device cannot send is imported, and stored exactly once @desktop', async ({
  page,
  request,
  browser,
}) => {
  const { hotel, person } = await aMeeting(page, request);
  await sign(page, 'Sign for the brand');
  await sign(page, 'Sign for the hotel', 'Maria Manager');
  await page.getByRole('button', { name: 'Agree plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plan agreed' })).toBeVisible();
  await page.goto('/app/sync');
  const path = await exportOf(page, /^Export the exit plan of /);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  expect(await importFile(admin, path, '1 exit plan and 2 files')).toMatch(
    /: 1 exit plan is on the server\. 2 files are on the server\.$/,
  );
  await expectAccessible(admin);
  const stored = await plansOf(request, hotel.id);
  expect(stored).toMatchObject([{ by: person.name, sentBy: expect.any(String) }]);
  expect(stored[0]?.items.map(({ what }) => what)).toEqual(['Clean it twice a day', '']);
  await importFile(admin, path, '1 exit plan and 2 files');
  await expect(importPanel(admin).getByText('Already there', { exact: true })).toBeVisible();
  await admin.context().close();

  // The device has its connection again, and sends its own copy.
  await page.context().setOffline(false);
  await expect(page.getByText('Nothing to send')).toBeVisible({ timeout: 40_000 });
  await page.goto(`/interview/${hotel.id}/exit`);
  await expect(page.getByText('Arrived on the server')).toBeVisible();
  expect(await plansOf(request, hotel.id)).toEqual(stored);
});

test('a plan that nobody agreed goes on from its file on an Admin’s device, with its signature @desktop', async ({
  page,
  request,
  browser,
}) => {
  const { hotel, person } = await aMeeting(page, request);
  await sign(page, 'Sign for the hotel', 'Maria Manager');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.goto('/app/sync');
  await expectAccessible(page);
  await page.goto('/app/sync');
  const path = await exportOf(page, /^Export the exit plan of /);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  const content = '1 exit plan and 1 file';
  expect(await importFile(admin, path, content)).toMatch(
    /: 1 exit plan not agreed yet: yours from now on\.$/,
  );
  expect(await importFile(admin, path, content)).toMatch(/: 1 exit plan was already there\.$/);
  await expectAccessible(admin);
  expect(await plansOf(request, hotel.id)).toEqual([]);
  await admin.goto(`/interview/${hotel.id}/exit`);
  await expect(admin.getByText(`${person.name} began it.`)).toBeVisible();
  await expect(card(admin, asked[0]!)).toContainText('Clean it twice a day');
  await expect(admin.getByText('Maria Manager')).toBeVisible();
  await admin.getByRole('button', { name: 'Agree plan' }).click();
  // The assessor's own signature is not in the file.
  await admin.getByRole('dialog').getByRole('button', { name: 'Agree plan' }).click();
  await expect(admin.getByText('Arrived on the server')).toBeVisible();
  expect(await plansOf(request, hotel.id)).toMatchObject([{ by: person.name }]);
  expect(await importFile(admin, path, content)).toMatch(/already there\.$/);
  await admin.context().close();
});
