import type { Page } from '@playwright/test';

import type { Board } from '#domain/workflow/board.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { holdBack } from './support/hold-back.ts';
import { makeHotel } from './support/make-hotel.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

const board = '/app/workflow-management';
const readBoard = async (page: Page) =>
  (await (await page.request.get('/api/workflow/board')).json()) as Board;

/**
 * Simulates a large board: the server is asked for the first card of each stage, or for as many as
 * `first` says. Its reply with the whole board arrives once the returned function is called.
 */
async function holdTheRest(page: Page, first = 1): Promise<() => void> {
  const isReleased = Promise.withResolvers<void>();
  await page.route('**/api/workflow/board?first=50', (route) =>
    route.continue({ url: route.request().url().replace('first=50', `first=${first}`) }),
  );
  await page.route('**/api/workflow/board', async (route) => {
    const response = await route.fetch();
    await isReleased.promise;
    // The page may have given up this request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return isReleased.resolve;
}

test('the first cards show with the counts of all, and nothing moves when the rest arrives', async ({
  page,
  request,
}, { project }) => {
  // Other tests add hotels meanwhile, but none of this consultant's.
  const office = await anOffice(request);
  const consultant = await office.addPerson(own('Bo Board'), 'Service Consultant');
  for (const [n, stage] of ['Evaluation', 'Initiated', 'Evaluation', 'Evaluation'].entries())
    await office.addHotel({
      ...{ stage, serviceConsultantId: consultant.id },
      ...{ hotelId: own(`BOARD-${n}`), hotelName: own(`Board House ${n}`) },
    });
  await signIn(page, consultant);
  const { hotels, stages } = await readBoard(page);
  const fullest = stages.reduce((best, one) => (one.count > best.count ? one : best));
  const isPhone = project.name === 'phone';
  const placeOf = (stage: string) =>
    page.getByRole(isPhone ? 'tabpanel' : 'region', { name: stage });
  const releaseNames = await holdBack(page, '**/api/service-consultants');
  const release = await holdTheRest(page);
  await page.goto(board);
  await expect(page.getByText(`${hotels.length} hotels. Loading the rest...`)).toBeVisible();
  const cards = placeOf(fullest.stage).getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  // The consultants' names may arrive after the cards, and must not move anything.
  await expect(cards.first().getByTitle('–', { exact: true })).toBeVisible();
  releaseNames();
  await expect(cards.first().getByTitle(consultant.name)).toBeVisible();
  for (const { stage, count } of stages)
    await expect(
      isPhone
        ? page.getByRole('tab', { name: `${stage} ${count} hotel` })
        : placeOf(stage).getByText(`${count} hotel`),
    ).toBeAttached();
  await expectAccessible(page);
  const card = cards.first().getByRole('button');
  await card.focus();
  await expect(card).toBeFocused();
  const place = await card.boundingBox();
  const text = (await card.textContent()) ?? '';

  release();
  await expect(page.getByText(`${hotels.length} hotels`, { exact: true })).toBeVisible();
  await expect(cards.nth(1)).toBeVisible();
  await expect(card).toBeFocused();
  expect(await card.textContent()).toBe(text);
  expect(await card.boundingBox()).toEqual(place);
  await expectNoLayoutShift(page);
});

test('a stage that is scrolled beyond its first cards stays there when they arrive @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const release = await holdTheRest(page);
  await page.goto(board);
  const column = page.getByRole('region', { name: 'Initiated' });
  await column.getByRole('listitem').first().hover();
  await page.mouse.wheel(0, 400);
  const first = column.getByRole('listitem').first();
  await expect(first).not.toBeInViewport();
  release();
  await expect(column.getByRole('listitem').nth(5)).toBeVisible();
  await expect(first).not.toBeInViewport();
});

test('a card that is dropped before the rest has arrived stays where it was dropped @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  // Uses a hotel of its own, because other tests move their hotels and add new ones at the top of a
  // stage.
  const hotel = await makeHotel(page, { stage: 'Evaluation' });
  const cardIn = (stage: string) =>
    page.getByRole('region', { name: stage }).getByRole('button', { name: hotel.name });
  const release = await holdTheRest(page, 5);
  await page.goto(board);
  await cardIn('Evaluation').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Over Disposition.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('Hotel stage updated successfully')).toBeVisible();
  await expect(cardIn('Disposition')).toBeFocused();
  await expect(page.getByText('Loading the rest...')).toBeVisible();
  release();
  await expect(page.getByText('Loading the rest...')).toBeHidden();
  await expect(cardIn('Disposition')).toBeVisible();
  await expect(cardIn('Evaluation')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cardIn('Evaluation')).toBeFocused();
});

test('a search waits for all hotels @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  const { hotels } = await readBoard(page);
  const last = hotels.at(-1)?.hotelName ?? '';
  const release = await holdTheRest(page);
  await page.goto(board);
  await expect(page.getByText('Loading the rest...')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(last);
  await expect(page.getByText('Loading workflow data...')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  release();
  await expect(page.getByText(/^1 of \d+ hotels/)).toBeVisible();
  await expect(page.getByRole('button', { name: last })).toBeVisible();
});

test('a board of few hotels is one call @phone', async ({ page }) => {
  await signIn(page, 'consultant');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/workflow/board')) calls.push(new URL(request.url()).search);
  });
  await page.goto(board);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual(['?first=50']);
});

test('a phone loads nothing to drag cards with, and a program tells the browser to compile it beside the page @phone', async ({
  page,
}) => {
  const programs: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!/\/assets\/.+\.js$/.test(response.url())) return;
    const program = response.text();
    // Nobody reads a request that is still under way when the test ends.
    program.catch(() => undefined);
    programs.push(program);
  });
  await signIn(page, 'consultant');
  await page.goto(board);
  const cards = page.getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  const onPhone = await Promise.all(programs);
  expect(onPhone.length).toBeGreaterThan(10);
  const hint = '//# allFunctionsCalledOnLoad\n';
  expect(new Set(onPhone.map((program) => program.slice(0, hint.length)))).toEqual(new Set([hint]));
  const ofDrags = (all: string[]) => all.filter((program) => program.includes('data-rfd-')).length;
  expect(ofDrags(onPhone)).toBe(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('region', { name: 'Initiated' })).toBeVisible();
  await expect(cards.first()).toBeVisible();
  expect(ofDrags(await Promise.all(programs))).toBe(1);
});

test.describe('where the rest cannot be loaded', () => {
  test.use({ expectedOnConsole: [/status of 500/] });

  test('the board says so, and loads at the next try @phone', async ({ page }) => {
    await signIn(page, 'assessor');
    await holdTheRest(page);
    await page.route('**/api/workflow/board', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(board);
    await expect(page.getByText('The board could not be loaded')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('listitem').first()).toBeVisible();
  });
});
