import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { hotelPath, hotelReportPath } from '#web/paths.ts';
import { addresses } from './support/addresses.ts';
import { expectNoSidewaysScroll, expectNothingCut } from './support/expect-focus-in-sight.ts';
import { expectSignOutInSight } from './support/expect-sign-out.ts';
import { anOffice } from './support/office.ts';
import { anInterview, answerAll, beginAt, next } from './support/offline-interview.ts';
import { boxOf, greysOf, inkIn } from './support/painted.ts';
import { expect, own, signIn, signInByForm, test } from './support/test.ts';

/** Creates a survey with a radio and a checkbox question, and a hotel. */
async function bothChoices(request: APIRequestContext) {
  const { addHotel } = await anOffice(request);
  const hotel = await addHotel();
  const title = `Two kinds of choice ${hotel.hotelName}`;
  const made = await request.post('/api/surveys', {
    data: { title, category: 'hospitality', status: 'active' },
  });
  const { id: surveyId } = (await made.json()) as { id: number };
  const answers = ['Ember', 'Willow', 'Quartz'].map((text, score) => ({ text, score }));
  for (const type of ['radio', 'checkbox'])
    await request.post('/api/questions', {
      data: { surveyId, text: `Choose by ${type}`, type, required: true, answers },
    });
  return { hotel, title };
}

/** Returns how much of an option's mark is filled. The mark is at the left of the option. */
async function markOf(page: Page, option: Locator): Promise<number> {
  const { x, y, height } = await boxOf(option);
  return inkIn(page, { x: x + 6, y: y + 6, width: 40, height: height - 12 });
}

test.describe('in forced colours', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`what is chosen, how far and where it ends is painted, ${colorScheme} @desktop`, async ({
      page,
      request,
    }) => {
      const { hotel, title } = await bothChoices(request);
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await signIn(page, 'admin');
      await beginAt(page, hotel.id, own('Iris'), title);
      const progress = page.getByRole('progressbar');
      for (const kind of ['radio', 'checkbox'] as const) {
        const [chosen, other] = [page.getByRole(kind).nth(0), page.getByRole(kind).nth(1)];
        const open = await markOf(page, chosen);
        await chosen.click();
        await expect(chosen).toBeChecked();
        expect(await markOf(page, other), `another ${kind}`).toBeCloseTo(open, 1);
        expect(await markOf(page, chosen), `chosen ${kind}`).toBeGreaterThan(2 * open);
        if (kind === 'checkbox') continue;
        // The bar is half full, so its end differs from the empty part after it.
        const { x, y, width, height } = await boxOf(progress);
        const end = { x: x + width - 8, y: y + height / 2, width: 16, height: 1 };
        expect(await inkIn(page, end), 'progress').toBeGreaterThan(0.2);
        await next(page);
      }
      await expect(page.getByText('one answer')).toBeVisible();

      await page.goto('/app/user-management');
      await page.getByRole('button', { name: 'Add User' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add User' });
      const { x, y, height } = await boxOf(dialog);
      const edge = { x: x - 3, y: y + height / 2, width: 6, height: 2 };
      expect(await inkIn(page, edge), 'edge of the dialog').toBeGreaterThan(0);
      const isActive = dialog.getByRole('switch', { name: 'Active User' });
      const on = await greysOf(page, await boxOf(isActive));
      await isActive.click();
      await page.mouse.move(0, 0);
      await page.getByLabel('Full Name').focus();
      const off = await greysOf(page, await boxOf(isActive));
      expect(off, 'switch').not.toEqual(on);
      expect(await inkIn(page, await boxOf(isActive)), 'switch that is off').toBeGreaterThan(0.05);

      await page.goto(hotelPath(hotel.id));
      const lineOf = async (tab: string) => {
        const { x, y, width, height } = await boxOf(page.getByRole('link', { name: tab }));
        return inkIn(page, { x: x + width / 2, y: y + height - 6, width: 2, height: 6 });
      };
      await expect.poll(() => lineOf('Overview'), 'line of the open tab').toBeGreaterThan(0.3);
      expect(await lineOf('History'), 'line of another tab').toBe(0);
    });
});

test('a button inside a field is large enough for an unsteady hand @desktop', async ({
  page,
  request,
}) => {
  const hotel = await (await anOffice(request)).addHotel();
  await signIn(page, 'admin');
  await page.goto(hotelReportPath(hotel.id));
  await page.getByLabel('Interviews from').fill('1 Jan 2026');
  await page.getByLabel('Interviews from').press('Enter');
  const { width, height } = await boxOf(page.getByRole('button', { name: 'Clear the date' }));
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
});

test('a heat map tells pass from fail without colours @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/results?range=365&tab=hotels&survey=1');
  const heat = page
    .getByRole('region')
    .filter({ hasText: 'Category scores by hotel, the lowest first' });
  const cells = heat.getByRole('cell');
  await heat.getByRole('button', { name: /^Show all/ }).click();
  await expect(cells.filter({ hasText: /^9\d\.\d%$/ }).first()).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
  // Compares the foot of a cell with the cell's background.
  const footOf = async (cell: Locator) => {
    const { x, y, width, height } = await boxOf(cell);
    const at = (top: number) => greysOf(page, { x: x + width / 2, y: top, width: 1, height: 1 });
    const [[foot = 0], [ground = 0]] = [await at(y + height - 2), await at(y + 5)];
    return Math.abs(foot - ground);
  };
  const fails = cells.filter({ hasText: /^([0-7]?\d)\.\d%$/ }).first();
  const passes = cells.filter({ hasText: /^(8\d|9\d|100)\.\d%$/ }).first();
  expect(await footOf(fails), 'below the line').toBeGreaterThan(40);
  expect(await footOf(passes), 'from the line on').toBeLessThan(5);
});

test('text at twice its size fits a phone @phone', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await signInByForm(page, 'admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect((await boxOf(page.getByRole('banner'))).height, 'header').toBeLessThan(500);
  const tabs = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const shown = [...(await tabs.filter({ visible: true }).all()), moreTabs(page)];
  let reached = 0;
  for (const tab of shown) {
    const { x, width } = await boxOf(tab);
    expect(x, 'a tab begins where the last one ended').toBeGreaterThanOrEqual(reached);
    expect(await tab.evaluate((element) => element.scrollWidth), 'its words').toBeLessThanOrEqual(
      Math.ceil(width),
    );
    reached = x + width;
  }
  expect(reached).toBeLessThanOrEqual(390);
  for (const words of ['Margaret', 'Ashdown'])
    await expect(page.getByRole('button', { name: '(Admin)' })).toContainText(words);
  expect((await boxOf(page.getByText('Margaret Ashdown'))).width, 'name').toBeGreaterThan(150);

  await beginAt(page, 24, own('Gro'));
  await expectNoSidewaysScroll(page);
  for (const name of ['Previous', 'Save Progress', 'Next'])
    expect((await boxOf(page.getByRole('button', { name }))).width, name).toBeGreaterThan(60);
});

test('a completed interview with text at twice its size fits a phone @phone', async ({
  page,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Nora');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await signIn(page, 'assessor');
  await beginAt(page, hotel.id, respondent, survey.title);
  // The lowest score on the screen that follows.
  await page.getByRole('radio').first().click();
  await next(page);
  await (await answerAll(page)).complete.click();
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeVisible();
  await expect(page.getByText('Lost 10 of 10')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNothingCut(page);
});

test('with wider letter spacing, the tabs and the buttons of the narrowest phone show all their words @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'admin');
  const tabs = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  // The open tab's word is bold, so it is the widest.
  for (const [path, shown] of [
    ['/app/dashboard', tabs.filter({ visible: true })],
    ['/app/sync', page.getByRole('button', { name: 'Remove my data from this device' })],
  ] as const) {
    await page.goto(path);
    await expect(shown.first()).toBeVisible();
    await widenLetters(page);
    for (const one of await shown.all())
      expect.soft(await one.evaluate(widthBeside), (await one.textContent()) ?? path).toBe(0);
    await expectNoSidewaysScroll(page);
  }
});

/** Sets the spacing of WCAG 1.4.12. */
async function widenLetters(page: Page) {
  await page.addStyleTag({
    content:
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
  });
}

test('with wider letter spacing, a field on the narrowest phone shows its whole day @phone', async ({
  page,
  request,
}) => {
  const hotel = await (await anOffice(request)).addHotel();
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'admin');
  await page.goto(`${hotelPath(hotel.id)}?tab=evaluation`);
  await widenLetters(page);
  const plan = page.getByRole('button', { name: 'Plan a round' });
  const more = page.getByRole('button', { name: 'More for this hotel' });
  const waive = page.getByRole('menuitem', { name: 'Grant a waiver' });
  for (const [act, ...presses] of [
    ['Plan a round', plan],
    ['Grant a waiver', more, waive],
  ] as const) {
    for (const button of presses) await button.click();
    const dialog = page.getByRole('dialog', { name: act });
    for (const name of ['From', 'To']) {
      const field = dialog.getByRole('textbox', { name, exact: true });
      await field.fill('28 Nov 2026');
      await field.press('Tab');
      expect.soft(await field.evaluate(widthOver), `${act}, ${name}`).toBe(0);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
  }
});

/** Runs in the page. Returns by how many pixels the text of a field is wider than the field. */
function widthOver(field: HTMLElement): number {
  return field.scrollWidth - field.clientWidth;
}

/** Runs in the page. Returns by how many pixels the words are wider than their button or tab. */
function widthBeside(element: HTMLElement): number {
  const words = document.createRange();
  words.selectNodeContents(element);
  const over = words.getBoundingClientRect().width - element.getBoundingClientRect().width;
  return Math.max(0, Math.ceil(over));
}

const moreTabs = (page: Page) => page.getByRole('button', { name: 'More' });

test('a toast lies over no title, progress or Close, and a dialog has no banner', async ({
  page,
}) => {
  await signInByForm(page, 'admin');
  await expectApart(page, 'Login Successful', page.getByRole('heading', { level: 1 }));
  await page.goto('/app/user-management');
  await page.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(1);
  await beginAt(page, 24, own('Toni'));
  await page.getByRole('button', { name: 'Save Progress' }).click();
  for (const name of ['Previous', 'Next'])
    await expectApart(page, 'Progress saved', page.getByRole('button', { name }));
  await expectApart(page, 'Progress saved', page.getByRole('progressbar'));
});

test('every title begins where the header does, and signing out is in sight @desktop', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'admin');
  const edges: Record<string, number> = {};
  const inApp = addresses.filter((address) => address.startsWith('/app'));
  for (const address of inApp) {
    await page.goto(address);
    const title = page.getByRole('heading', { level: 1 }).first();
    await expect(title).toBeVisible();
    edges[address] = Math.round((await boxOf(title)).x);
    await expectSignOutInSight(page, address);
  }
  const logo = page.getByRole('banner').getByRole('link').first();
  const { x } = await boxOf(logo);
  expect(edges).toEqual(Object.fromEntries(inApp.map((address) => [address, Math.round(x)])));
});

/** The toasts with these two texts must not touch. */
async function expectApart(page: Page, words: string, other: Locator) {
  const toast = await boxOf(page.getByRole('status').filter({ hasText: words }));
  const { x, y, width, height } = await boxOf(other);
  const isBeside = x >= toast.x + toast.width || toast.x >= x + width;
  expect(isBeside || y >= toast.y + toast.height || toast.y >= y + height, words).toBe(true);
}
