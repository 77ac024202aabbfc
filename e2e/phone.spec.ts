import type { Locator, Page } from '@playwright/test';

import { hotelPath, paths } from '#web/paths.ts';

import { addresses } from './support/addresses.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import {
  expectNoSidewaysScroll,
  expectNothingCut,
  expectPlaceholdersFit,
} from './support/expect-focus-in-sight.ts';
import { expectSignOutInSight } from './support/expect-sign-out.ts';
import { expectTouchable } from './support/expect-touchable.ts';
import { anOffice } from './support/office.ts';
import { answerAll, beginAt } from './support/offline-interview.ts';
import { openFilters } from './support/open-filters.ts';
import { expect, own, signIn, test } from './support/test.ts';

const usual = { size: { width: 390, height: 844 }, text: 16 };
/**
 * A tablet, and everything at twice its size: on a laptop the zoom halves the window, on a phone
 * the text is larger.
 */
const others = {
  tablet: { size: { width: 1024, height: 768 }, text: 16 },
  'laptop at 200 %': { size: { width: 720, height: 450 }, text: 16 },
  'phone at 200 %': { size: usual.size, text: 32 },
};

test('on every screen a finger finds everything that is pressed, signing out is in sight, and all fits a tablet and twice the size @phone', async ({
  page,
}) => {
  test.slow();
  const browser = await page.context().newCDPSession(page);
  const show = async ({ size, text }: typeof usual) => {
    await page.setViewportSize(size);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: text } });
    // A screen takes its new shape in the next frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  const expectRoom = async (where: string) => {
    await expectTouchable(page, where);
    for (const [device, shape] of Object.entries(others))
      await test.step(device, async () => {
        await show(shape);
        if (device === 'tablet') await expectTouchable(page, `${where} on a tablet`);
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
      });
    await show(usual);
  };
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  await expectRoom('Sign-in');
  await signIn(page, 'admin');
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.getByText('Loading…')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      // An interview uses the whole screen and has a button that leads back.
      if (address.startsWith('/app')) await expectSignOutInSight(page, address);
      // A dialog lies over the filters.
      if ((await page.getByRole('dialog').count()) === 0) await openFilters(page);
      await expectPlaceholdersFit(page, address);
      await expectRoom(address);
    });
  await page.goto(paths.users);
  await page.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible();
  await expectTouchable(page, 'Add User');
  await page.keyboard.press('Escape');
  await beginAt(page, 24, own('Tove'));
  await expectTouchable(page, 'a question');
});

test('a finger finds the links of lists, cards and tables above and below their words, too @phone', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  const links: [string, Locator][] = [
    [paths.dashboard, page.getByRole('link', { name: /^Average score, / })],
    [paths.dashboard, within(page, 'Recent responses', 'listitem')],
    [paths.archive, page.getByRole('listitem').getByRole('heading').getByRole('link')],
    [paths.actions, page.getByRole('row').getByRole('cell').getByRole('link')],
    [`${paths.results}?range=365`, page.getByRole('row').getByRole('cell').getByRole('link')],
    [`${paths.workflow}?hotel=24`, within(page, 'Assessment Data', 'listitem')],
    [hotelPath(24), within(page, 'Assessments', 'listitem')],
  ];
  for (const size of [usual.size, { width: 820, height: 1180 }, others.tablet.size])
    for (const [address, found] of links)
      await test.step(`${address} at ${size.width} px`, async () => {
        await page.setViewportSize(size);
        await page.goto(address);
        const link = found.first();
        await link.scrollIntoViewIfNeeded();
        const height = await link.evaluate(pressableHeight);
        // The rows of the dashboard are one below the other without a gap, so a finger slips to none.
        expect.soft(height).toBeGreaterThanOrEqual(address === paths.dashboard ? 36 : 42);
      });
});

/** Returns the links in this part of the page, within elements of this role. */
function within(page: Page, part: string, role: 'listitem'): Locator {
  return page.getByRole('region', { name: part }).getByRole(role).getByRole('link');
}

/** Runs in the page. Returns over how many pixels, from top to bottom, a press at the link's left finds it. */
function pressableHeight(link: Element): number {
  const { left, top } = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const finds = (y: number) => document.elementFromPoint(left + 4, y)?.closest('a') === link;
  const middle = top + 12;
  let [above, below] = [middle, middle];
  while (finds(above - 1)) above -= 1;
  while (finds(below + 1)) below += 1;
  return below - above;
}

test('a message does not cover the buttons of a dialog @phone', async ({ page, request }) => {
  const hotel = await (await anOffice(request)).addHotel({ stage: 'Onsite Assessment' });
  await signIn(page, 'admin');
  // In the higher window the buttons are above the bottom of the dialog, in the other one at the bottom.
  for (const height of [844, 560])
    await test.step(`${height} px`, async () => {
      await page.setViewportSize({ width: 390, height });
      await page.goto(`${paths.results}?range=365&hotel=27`);
      await page.getByRole('button', { name: 'Export' }).click();
      const message = page.getByText('Export Complete');
      await expect(message).toBeVisible();
      await page.getByRole('button', { name: 'Start interview' }).click();
      const dialog = page.getByRole('dialog', { name: 'Start interview' });
      await dialog.getByLabel('Hotel').fill(hotel.hotelName);
      await dialog.getByRole('button', { name: hotel.hotelName }).click();
      const start = dialog.getByRole('button', { name: 'Start', exact: true });
      await expect(start).toBeVisible();
      expect(await start.evaluate(isFree), 'the button is free').toBe(true);
      await expect(message).toBeVisible();
    });
});

/** Runs in the page. Returns whether nothing covers the button, up to its four sides. */
function isFree(button: Element): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [x, top + 2],
    [x, bottom - 2],
    [left + 2, y],
    [right - 2, y],
  ].every(([at = 0, below = 0]) => button.contains(document.elementFromPoint(at, below)));
}

test('on a phone held sideways nothing to press or to read is under the notch @desktop', async ({
  page,
}) => {
  const [notch, width] = [47, 844];
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: notch, right: notch, bottom: 21 },
  });
  await page.setViewportSize({ width, height: 390 });
  const expectClear = async (where: string) => {
    // Not every link: the older months of a chart are out of sight until it is scrolled.
    const seen = page.getByRole('button').or(page.getByRole('heading'));
    const tabs = page.getByRole('banner').getByRole('link');
    const boxes = await seen.or(tabs).evaluateAll(boxesOf);
    const under = boxes.filter(({ left, right }) => left < notch || right > width - notch);
    expect.soft(under, `under the notch on ${where}`).toEqual([]);
  };
  await signIn(page, 'assessor');
  await page.goto(paths.dashboard);
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await expectClear('the dashboard');
  await beginAt(page, 24, own('Nora'));
  await expectClear('a question');
});

/** Runs in the page. Returns where each of these is that can be seen. */
function boxesOf(elements: Element[]) {
  return elements
    .map((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return { name: element.textContent, left, right, width };
    })
    .filter(({ width }) => width > 1);
}

/** A screen with filters, and the address that sets one of them. */
const filtered = [
  { path: paths.results, label: 'Brand', query: '?hotel=24' },
  { path: paths.hotels, label: 'Stage', query: '?stage=Evaluation' },
  { path: paths.audit, label: 'About', query: '?group=Hotels' },
  { path: paths.users, label: 'Role', query: '?role=Admin' },
  { path: paths.workflow, label: 'Brand', query: '?duty=any' },
];

test('the filters of each screen are behind one button that counts them @phone', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  for (const { path, label, query } of filtered)
    await test.step(path, async () => {
      await page.goto(path);
      const filters = page.getByRole('button', { name: 'Filters', exact: true });
      const field = page.getByRole('combobox', { name: label, exact: true });
      await expect(filters).toHaveAttribute('aria-expanded', 'false');
      await expect(field).toBeHidden();
      await filters.press('Enter');
      await expect(filters).toHaveAttribute('aria-expanded', 'true');
      await expect(field).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('combobox').first()).toBeFocused();
      // A field with a search opens its list.
      await page.keyboard.press('Escape');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.goto(`${path}${query}`);
      await expect(page.getByRole('button', { name: 'Filters 1 set' })).toBeVisible();
    });
});

test('a name without a break is wrapped, and is not wider than the phone @phone', async ({
  page,
  request,
}) => {
  test.slow();
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Were they greeted?'], null);
  const name = own('Wolfeschlegelsteinhausenbergerdorff'.repeat(4));
  const hotel = await office.addHotel({ stage: 'Onsite Assessment' });
  const survey = { title: own('Ankunftsbewertungsfragebogen'.repeat(6)), status: 'active' };
  await request.put(`/api/surveys/${edition.surveyId}`, { data: survey });
  await signIn(page, 'assessor');

  await page.goto(`/interview/${hotel.id}`);
  await page.getByRole('combobox', { name: 'Survey' }).click();
  const option = page.getByRole('option', { name: survey.title });
  await expect(option).toBeVisible();
  expect(await rightOf(option), 'right side of the option').toBeLessThanOrEqual(usual.size.width);

  await beginAt(page, hotel.id, name, survey.title);
  await (await answerAll(page)).complete.click();
  await expect(page.getByText(`The response of ${name} is stored on the server.`)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto(`${paths.workflow}?hotel=${hotel.id}`);
  const response = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: /#\d+ · / });
  await expect(response).toContainText(name);
  expect(await rightOf(response), 'right side of the response').toBeLessThanOrEqual(
    usual.size.width,
  );
});

test('the dashboard is two screens of a phone @phone', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(paths.dashboard);
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(2 * 844);
});

test.describe('the board', () => {
  const tabs = (page: Page) => page.getByRole('tablist', { name: 'Stages' }).getByRole('tab');
  const current = (page: Page) => page.getByRole('tab', { selected: true });
  const panel = (page: Page, stage: string) =>
    page.getByRole('tabpanel', { name: new RegExp(`^${stage}`) });

  test('opens at the fullest stage, and is swiped to the next @phone', async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto(paths.workflow);
    await expect(tabs(page)).toHaveCount(6);
    const words = await tabs(page).allInnerTexts();
    const counts = words.map((text) => Number(/\d+/.exec(text)?.[0]));
    const fullest = counts.indexOf(Math.max(...counts));
    await expect(tabs(page).nth(fullest)).toHaveAttribute('aria-selected', 'true');
    await expect(current(page)).toBeInViewport({ ratio: 1 });
    // The demonstration's last stage is not its fullest, so there is a stage to the right.
    const next = tabs(page).nth(fullest + 1);
    const [, name = ''] = /^(\D+)/.exec(words[fullest + 1]?.trim() ?? '') ?? [];
    await swipeLeft(page);
    await expect(next).toHaveAttribute('aria-selected', 'true');
    await expect(next).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(/stage=/);
    await expect(panel(page, name.trim()).getByRole('listitem').first()).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('begins the next stage at its first card, jumps by the strip, and has one stop of Tab for its stages @phone', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.goto(`${paths.workflow}?stage=Initiated`);
    await expect(current(page)).toHaveText(/^Initiated/);
    // A stage with many hotels arrives in two parts. End leads to the last card that has arrived.
    await expect(page.getByRole('status').filter({ hasText: /^\d+ hotels\s*$/ })).toBeVisible();
    const cards = panel(page, 'Initiated').getByRole('button');
    await cards.first().focus();
    await page.keyboard.press('End');
    await expect(cards.last()).toBeInViewport();
    await expect(current(page)).toBeInViewport({ ratio: 1 });
    await tabs(page).filter({ hasText: 'Disposition' }).click();
    await expect(page).toHaveURL(/stage=Disposition/);
    await expect(panel(page, 'Disposition').getByRole('listitem').first()).toBeInViewport();

    await page.goto(`${paths.workflow}?stage=Initiated`);
    await current(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect(tabs(page).nth(1)).toBeFocused();
    await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await expect(tabs(page).last()).toBeFocused();
    // The panel follows the address, a moment later than the focus.
    await expect(tabs(page).last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(panel(page, 'Disposition').getByRole('button').first()).toBeFocused();
  });
});

/** Returns where the element ends, also below the edge of what scrolls around it. */
function rightOf(element: Locator): Promise<number> {
  return element.evaluate((node) => node.getBoundingClientRect().right);
}

/** Swipes with a finger from the right to the left of the window. */
async function swipeLeft(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: 600 }],
    });
  await touch('touchStart', 300);
  for (let x = 280; x >= 60; x -= 20) await touch('touchMove', x);
  await touch('touchEnd');
}
