import type { Locator, Page } from '@playwright/test';

import { paths } from '#web/paths.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { anOffice } from './support/office.ts';
import { boxOf } from './support/painted.ts';
import { expect, signIn, test } from './support/test.ts';

const longName = 'Maximiliane Featherstonehaugh-Cholmondeley';
const tabs = ['Dashboard', 'Workflow', 'Hotels', 'Results', 'Surveys', 'Users', 'Archive', 'Audit'];

/** What the sync state says when no sync is under way; responses of the demonstration are pending. */
const settled = /^(All data synced|\d+\+? pending)$/;

const header = (page: Page) => page.getByRole('banner');

/** The parts of the header that the specification names, without the tabs. */
function named(page: Page): Record<string, Locator> {
  const within = header(page);
  return {
    brand: within.getByRole('link', { name: 'Bellwether Service Quality Support Management' }),
    online: within.getByText('Online', { exact: true }),
    sync: within.getByRole('link', { name: settled }),
    syncNow: within.getByRole('button', { name: 'Sync Now' }),
    person: within.getByRole('button', { name: `${longName} (Admin)` }),
    logout: within.getByRole('button', { name: 'Logout' }),
  };
}

/** Expects that every part is within the header, and that no two parts overlap. */
async function expectApart(page: Page, parts: Record<string, Locator>) {
  const whole = await boxOf(header(page));
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, ...(await boxOf(part)) })),
  );
  const overlaps: string[] = [];
  for (const [index, one] of boxes.entries()) {
    const isWithin = one.y >= whole.y && one.y + one.height <= whole.y + whole.height;
    if (!isWithin || one.x < 0) overlaps.push(`${one.name} is not within the header`);
    for (const other of boxes.slice(index + 1)) {
      const isBeside = one.x + one.width <= other.x + 0.5 || other.x + other.width <= one.x + 0.5;
      const isAbove = one.y + one.height <= other.y + 0.5 || other.y + other.height <= one.y + 0.5;
      if (!isBeside && !isAbove) overlaps.push(`${one.name} and ${other.name}`);
    }
  }
  expect(overlaps, 'one over another').toEqual([]);
}

async function signInWithLongName(page: Page, office: Awaited<ReturnType<typeof anOffice>>) {
  await signIn(page, await office.addPerson(longName, 'Admin'));
  await page.goto(paths.dashboard);
  await expect(header(page).getByRole('link', { name: settled })).toBeVisible();
}

test('all of it is in one row of 64 px, for an Admin with a long name @desktop', async ({
  page,
  request,
}) => {
  await signInWithLongName(page, await anOffice(request));
  const parts = named(page);
  parts['start'] = header(page).getByRole('button', { name: 'Start interview' });
  for (const tab of tabs) parts[tab] = header(page).getByRole('link', { name: tab, exact: true });
  for (const width of [1440, 1920, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await test.step(`${width} px`, async () => {
      const { height } = await boxOf(header(page));
      expect(height, 'of the header').toBeLessThanOrEqual(width >= 1280 ? 64 : 112);
      // The name is cut where room is scarce. It must stay readable, so the buttons' words go first.
      const { width: ofName } = await boxOf(header(page).getByText(longName, { exact: true }));
      expect(ofName, 'px of the name').toBeGreaterThanOrEqual(width >= 1280 ? 120 : 90);
      await expectApart(page, parts);
      await expectNoSidewaysScroll(page);
      const tagline = 'Service Quality Support Management';
      for (const words of ['Bellwether', tagline, '(Admin)'])
        await expectWhole(header(page).getByText(words, { exact: true }));
      // Two rows leave room for one line each. Two lines would touch the edge.
      const lines = await boxOf(header(page).getByText(tagline, { exact: true }));
      if (width < 1280) expect(lines.height, 'of the tagline').toBeLessThan(20);
    });
  }
});

test('a role with a long name is never cut on a tablet @desktop', async ({ page, request }) => {
  const office = await anOffice(request);
  await signIn(page, await office.addPerson(longName, 'Service Consultant'));
  await page.goto(paths.dashboard);
  await expect(header(page).getByRole('link', { name: settled })).toBeVisible();
  // With a scrollbar, a window is some pixels narrower than its media queries say.
  for (const width of [1024, 1056, 1152, 1180, 1279]) {
    await page.setViewportSize({ width, height: 800 });
    await test.step(`${width} px`, async () => {
      await expectWhole(header(page).getByText('(Service Consultant)', { exact: true }));
      const { width: ofName } = await boxOf(header(page).getByText(longName, { exact: true }));
      expect(ofName, 'px of the name').toBeGreaterThanOrEqual(90);
      await expectNoSidewaysScroll(page);
    });
  }
});

/** The words are in sight, and not cut. */
async function expectWhole(words: Locator) {
  await expect(words).toBeInViewport({ ratio: 1 });
  const isCut = await words.evaluate((element) => element.scrollWidth > element.clientWidth + 1);
  expect(isCut, 'cut').toBe(false);
}

test('a button names itself under the pointer where its word is hidden, and only there @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto(paths.dashboard);
  const tooltip = page.getByRole('tooltip', { includeHidden: true });
  const logout = header(page).getByRole('button', { name: 'Logout' });
  const sync = header(page).getByRole('button', { name: 'Sync Now' });
  await expect(header(page).getByRole('link', { name: settled })).toBeVisible();
  await expect(sync.getByText('Sync Now')).toBeVisible();
  await expect(logout.getByText('Logout')).toBeHidden();
  await logout.hover();
  await expect(tooltip).toHaveText('Logout');
  // The focus shows the name at once, so there is nothing to wait for.
  await page.keyboard.press('Escape');
  await logout.focus();
  await expect(tooltip).toHaveText('Logout');
  await sync.focus();
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 100)));
  await expect(tooltip).toHaveCount(0);
});

test('a phone has one row of 56 px, and the tabs at the bottom @phone', async ({
  page,
  request,
}) => {
  await signInWithLongName(page, await anOffice(request));
  expect((await boxOf(header(page))).height).toBeLessThanOrEqual(56);
  await expectApart(page, named(page));
  await expectWhole(header(page).getByText('(Admin)', { exact: true }));
  const bar = await boxOf(page.getByRole('navigation', { name: 'Screens' }));
  expect(bar.y + bar.height).toBe(844);
});

test.describe('without a connection', () => {
  test.use({ expectedOnConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('“Offline” is said once, and nothing moves', async ({ page, context }) => {
    await signIn(page, 'assessor');
    await page.goto(paths.dashboard);
    const within = header(page);
    await expect(within.getByRole('link', { name: settled })).toBeVisible();
    const places = () =>
      Promise.all(
        [
          within,
          within.getByRole('button', { name: 'Sync Now' }),
          within.getByRole('button', { name: '(Assessor)' }),
          within.getByRole('button', { name: 'Logout' }),
        ].map(boxOf),
      );
    const before = await places();
    await context.setOffline(true);
    await expect(within.getByText('Offline', { exact: true })).toHaveCount(1);
    await expect(within.getByText('Online', { exact: true })).toHaveCount(0);
    expect(await places()).toEqual(before);
    await context.setOffline(false);
    await expect(within.getByRole('link', { name: settled })).toBeVisible();
    await expect(within.getByText('Offline', { exact: true })).toHaveCount(0);
  });
});
