import type { Page } from '@playwright/test';

import { answerAll, card, sign } from './support/exit-meeting.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { anOffice } from './support/office.ts';
import { beginAt, disconnected, settle } from './support/offline-interview.ts';
import { expect, own, signIn, signInByForm, test } from './support/test.ts';

/** Tests two plans of one round that are joined, and a plan whose author's account has ended. */

test.use({
  expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch|status of 40[134]`)],
});
test.setTimeout(180_000);

const asked = ['Is the lobby clean?', 'Is the lift in order?'];

type Meeting = { hotel: { id: number }; title: string; respondent: string };

/** Holds an interview in which everything failed, without a connection, and opens the exit meeting. */
async function meet(page: Page, { hotel, title, respondent }: Meeting) {
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await beginAt(page, hotel.id, respondent, title);
  await settle(page);
  await page.context().setOffline(true);
  await answerAll(page, asked);
  await page.getByRole('link', { name: 'Exit meeting' }).click();
  await expect(page.getByRole('heading', { name: '2 findings' })).toBeVisible();
}

async function plan(page: Page, question: string, what: string) {
  await card(page, question).getByLabel('What will be done').fill(what);
  await expect(page.getByText('Saved on this device')).toBeVisible();
}

async function agree(page: Page) {
  await sign(page, 'Sign for the brand');
  await sign(page, 'Sign for the hotel', 'Maria Manager');
  await page.getByRole('button', { name: 'Agree plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plan agreed' })).toBeVisible();
}

test('two assessors sign plans of one round offline, are told, and somebody decides @phone', async ({
  page,
  browser,
  request,
}) => {
  const office = await anOffice(request);
  const { title } = await office.addSurvey(asked, null);
  const hotel = await office.addHotel();
  const first = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await signIn(first, 'admin');
  await meet(first, { hotel, title, respondent: own('Olga One') });
  await plan(first, asked[0]!, 'Clean it twice a day');
  await agree(first);
  await signIn(page, 'assessor');
  await meet(page, { hotel, title, respondent: own('Otto Two') });
  await plan(page, asked[0]!, 'Clean it every hour');
  await plan(page, asked[1]!, 'Repair the doors');
  await agree(page);

  // Each device gets its connection back.
  await first.context().setOffline(false);
  await expect(first.getByText('Arrived on the server')).toBeVisible({ timeout: 40_000 });
  await first.context().close();
  await page.context().setOffline(false);
  await expect(page.getByText('Arrived on the server')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Another signed plan differs in 1 finding')).toBeVisible();
  await expect(page.getByText('The one that was held first holds until')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Compare and decide' }).click();
  await expect(page.getByText(/2 findings, 1 to decide$/)).toHaveCount(2);
  await expect(page.getByText(/said otherwise: “Clean it twice a day”/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const name = new RegExp(`^Use the plan of .+ for: ${asked[0]!.replace('?', '\\?')}$`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'every hour' })
    .getByRole('button', { name })
    .first()
    .click();
  await expect(page.getByText('1 to decide')).toHaveCount(0);

  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number; isCurrent: boolean }[] }[];
  };
  const round = cycles.flatMap(({ rounds }) => rounds).find(({ isCurrent }) => isCurrent)!;
  expect((await request.post(`/api/rounds/${round.id}/approve`)).status()).toBe(200);
  const { actions } = (await (
    await request.get('/api/actions', { params: { hotelId: hotel.id } })
  ).json()) as { actions: { id: number }[] };
  const planned = await Promise.all(
    actions.map(async ({ id }) => (await (await request.get(`/api/actions/${id}`)).json()).what),
  );
  expect(new Set(planned)).toEqual(new Set(['Clean it every hour', 'Repair the doors']));
});

test('a plan that nobody agreed is taken over from an ended account, and stored once in its author’s name @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const { title } = await office.addSurvey(asked, null);
  const hotel = await office.addHotel();
  const person = await office.addPerson(own('Anna Rossi'));
  await signIn(page, person);
  await meet(page, { hotel, title, respondent: own('Olga One') });
  await plan(page, asked[0]!, 'Clean it twice a day');
  await office.setActive(person.id, false);
  await page.context().setOffline(false);
  await expect(
    page.getByText(/^1 interview and 1 unagreed exit plan of A\. R\..* wait on this device\./),
  ).toBeVisible({ timeout: 40_000 });

  await signInByForm(page, 'admin');
  await page.goto('/app/sync');
  await page.getByRole('button', { name: /^Import the interviews of A\. R\./ }).click();
  await expect(page.getByText('1 stored.')).toBeVisible();
  const left = page.getByRole('region', { name: 'Interviews of other people on this device' });
  await expect(left).toContainText('1 unagreed exit plan');
  await page
    .getByRole('button', { name: /^Take over the unfinished interviews of A\. R\./ })
    .click();
  await expect(left).toBeHidden();
  await expect(page.getByText('1 unagreed exit plan: yours from now on.')).toBeVisible();

  await page.goto(`/interview/${hotel.id}/exit`);
  await expect(page.getByText(`${person.name} began it.`)).toBeVisible();
  await expect(
    page.getByText('Made from 1 interview of this round that the server has shown'),
  ).toBeVisible();
  await expect(card(page, asked[0]!).getByLabel('What will be done')).toHaveValue(
    'Clean it twice a day',
  );
  await expectAccessible(page);
  await agree(page);
  await expect(page.getByText(`held by ${person.name}`)).toBeVisible();
  await expect(page.getByText('Arrived on the server')).toBeVisible();
  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number; isCurrent: boolean }[] }[];
  };
  const round = cycles.flatMap(({ rounds }) => rounds).find(({ isCurrent }) => isCurrent)!;
  const { exitPlans } = (await (await request.get(`/api/rounds/${round.id}`)).json()) as {
    exitPlans: { by: string; sentBy: string | null }[];
  };
  expect(exitPlans).toHaveLength(1);
  expect(exitPlans[0]).toMatchObject({ by: person.name, sentBy: expect.any(String) });
});
