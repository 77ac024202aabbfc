import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { hotelFields } from '#test/build.ts';
import { administrator, startServerProcess } from '#test/server-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { expect, signIn, test as base } from './support/test.ts';

/** Uses its own server, without demonstration data. */
const test = base.extend({
  baseURL: async ({ browserName }, provide) => {
    const dataDir = mkdtempSync(join(tmpdir(), `bellwether-first-day-${browserName}-`));
    const server = await startServerProcess(dataDir);
    await provide(server.address);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
});

async function openDashboard(page: Page) {
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Set up Bellwether' })).toBeVisible();
  await expectNoLayoutShift(page);
}

const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function expectDone(page: Page, title: string, words: string) {
  await expect(step(page, title).getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(step(page, title)).toContainText(words);
}

async function made(page: Page, path: string, data: object): Promise<{ id: number }> {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: number };
}

/** Returns what the main part of each screen offers to somebody who finds it empty. */
const ways = [
  { path: '/app/results', role: 'button', name: 'Start interview' },
  { path: '/app/hotel-management', role: 'button', name: 'Add Hotel' },
  { path: '/app/workflow-management', role: 'link', name: 'Add the first one' },
  { path: '/app/survey-builder', role: 'button', name: 'Start from a sample survey' },
  { path: '/app/archive', role: 'link', name: 'Open Survey Builder' },
] as const;

test('four steps lead from a fresh installation to the first score, and fit a phone @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, administrator);
  await openDashboard(page);
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await expectAccessible(page);
  await test.step('on a phone', () => expectPhoneFits(page));

  for (const { path, role, name } of ways) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole(role, { name }).first()).toBeVisible();
  }
  await page.goto('/app/user-management');
  await expect(page.getByText('E-mail', { exact: true })).toHaveCount(1);
  // The first administrator has no number, and no empty line for it.
  await expect(page.getByText('Mobile number', { exact: true })).toHaveCount(0);
  const answerChoices = await holdChoices(page);
  await page.goto('/app/results');
  // What to do next is in sight, and nothing empty stands above it.
  await expect(page.getByRole('heading', { name: 'No responses found' })).toBeInViewport();
  answerChoices();
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Start interview' }),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Analytics' })).toHaveCount(0);
  await expect(page.getByText(/Too few responses to compare/)).toHaveCount(0);
  await expectNoLayoutShift(page);
  await page.getByRole('main').getByRole('button', { name: 'Start interview' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open Survey Builder' }).click();
  await expect(page).toHaveURL(/survey-builder$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openDashboard(page);
  const start = step(page, 'Hold the first interview').getByRole('button');
  await expect(start).toBeDisabled();
  await step(page, 'Add your hotels').getByRole('link', { name: 'Add a hotel' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Hotel' })).toBeVisible();
  const named = { hotelId: 'FIRST', hotelName: 'First House', hotelBrand: 'First' };
  const { id: hotelId } = await made(page, '/api/hotels', { ...hotelFields, ...named });
  await openDashboard(page);
  await expectDone(page, 'Add your hotels', '1 hotel so far.');

  await page.getByRole('button', { name: 'Start from a sample survey' }).click();
  await expectDone(page, 'Create a survey', '1 survey can be asked.');

  const roles = (await (await page.request.get('/api/user-roles')).json()) as { id: number }[];
  const person = { name: 'Ana', email: 'ana@hotel.example', mobileNumber: '+1 202 555 0142' };
  await made(page, '/api/system-users', { ...person, roleId: roles.at(-1)?.id });
  await openDashboard(page);
  await expectDone(page, 'Add your people', '2 people can sign in.');
  await expect(page.getByText('3 of 4 done')).toBeVisible();
  await expectAccessible(page);

  await start.click();
  await expect(page.getByRole('dialog', { name: 'Start interview' })).toBeVisible();
  const surveys = (await (await page.request.get('/api/surveys')).json()) as { id: number }[];
  await made(page, '/api/responses', {
    ...{ hotelId, surveyId: surveys[0]?.id, responseAnswers: [] },
    ...{ respondentName: 'Rosa', respondentJobTitle: 'Host' },
  });
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Set up Bellwether' })).toHaveCount(0);
});

/**
 * Makes the choices of Results arrive last. They decide what is offered where there is no response. Returns a
 * function that lets them arrive.
 */
async function holdChoices(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/results/choices*', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The size of a phone, and then twice the text. A server of its own for this would take too long. */
async function expectPhoneFits(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await openDashboard(page);
  await expectNoSidewaysScroll(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.setViewportSize({ width: 1440, height: 900 });
}
