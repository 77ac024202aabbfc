import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectFocusInSight, expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectTouchable } from './support/expect-touchable.ts';
import { approveRound, failAll } from './support/failed-round.ts';
import { anOffice } from './support/office.ts';
import { settle } from './support/offline-interview.ts';
import { boxOf, greysOf, inkIn } from './support/painted.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests what is done with many rows of a list at once: hotels get a consultant, actions an owner (rules 253, 254, 273 and 274). */

/** The browser logs a refused request, even when the page handles it well. */
const refused = /the server responded with a status of 409/;

/** Makes hotels of a brand of their own without a consultant, and somebody who can be one. */
async function aBrand(request: APIRequestContext, count: number) {
  const office = await anOffice(request);
  const brand = own(`Chosen ${Math.random().toString(36).slice(2, 8)}`);
  const hotels = [];
  for (let n = 1; n <= count; n += 1)
    hotels.push(
      await office.addHotel({
        hotelId: `${brand} ${n}`,
        hotelName: `${brand} House ${String(n).padStart(2, '0')}`,
        hotelBrand: brand,
      }),
    );
  const person = await office.addPerson(own(`Clara ${brand}`), 'Service Consultant');
  const consultantOf = async ({ id }: { id: number }) =>
    ((await (await request.get(`/api/hotels/${id}`)).json()) as { serviceConsultantId: number })
      .serviceConsultantId;
  return { brand, hotels, person, consultantOf };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen hotels' });

/** Chooses in a searchable list by keys. */
async function chooseByKeys(page: Page, field: string, name: string) {
  const list = page.getByRole('region', { name: /^Chosen/ }).getByRole('combobox', { name: field });
  await list.fill(name);
  await expect(page.getByRole('option')).toHaveText([name]);
  await list.press('ArrowDown');
  await list.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
}

test('hotels without a consultant are chosen, all or several, and get one @desktop', async ({
  page,
  request,
}) => {
  const { brand, hotels, person, consultantOf } = await aBrand(request, 30);
  await signIn(page, 'admin');
  await page.goto(`/app/hotel-management?consultant=none&brand=${encodeURIComponent(brand)}`);
  const count = page.getByRole('status').filter({ hasText: /^30 of [\d,]+ hotels$/ });
  await expect(count).toBeVisible();
  // Rows that are not in view are chosen, too.
  await page.getByRole('checkbox', { name: 'Choose all 30 hotels' }).check();
  await expect(bar(page)).toContainText('30 hotels chosen');
  await bar(page).getByRole('button', { name: 'Choose none' }).press('Enter');
  await expect(bar(page)).toBeHidden();
  await expect(count).toBeFocused();

  for (const { hotelName } of hotels.slice(0, 2))
    await page.getByRole('checkbox', { name: `Choose ${hotelName}` }).press('Space');
  await expect(bar(page)).toContainText('2 hotels chosen');
  await expect(bar(page).getByRole('button', { name: 'Assign' })).toBeDisabled();
  await chooseByKeys(page, 'Service Consultant', person.name);
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Assign' }).press('Enter');
  await expect(page.getByText(`2 hotels: ${person.name}`)).toBeVisible();
  const left = page.getByRole('status').filter({ hasText: /^28 of [\d,]+ hotels$/ });
  await expect(left).toBeFocused();
  await expect(bar(page)).toBeHidden();

  await page.getByRole('checkbox', { name: 'Choose all 28 hotels' }).check();
  await chooseByKeys(page, 'Service Consultant', person.name);
  await bar(page).getByRole('button', { name: 'Assign' }).dblclick();
  await expect(page.getByRole('heading', { name: 'No hotels match your search' })).toBeVisible();
  for (const hotel of hotels) expect(await consultantOf(hotel)).toBe(person.id);
  await page.goto(`/app/hotel-management?brand=${encodeURIComponent(brand)}`);
  await page.getByRole('checkbox', { name: 'Choose all 30 hotels' }).check();
  await expect(bar(page)).toContainText('30 hotels chosen, 30 of them have a consultant');
  await page.getByLabel('Search').fill('House');
  await expect(bar(page)).toBeHidden();
});

test('what is done with the chosen rows lies over no row that has the focus @desktop', async ({
  page,
  request,
}) => {
  test.slow();
  const { brand, hotels } = await aBrand(request, 20);
  await signIn(page, 'admin');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
    [320, 256],
  ] as const)
    await test.step(`${width} × ${height} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto(`/app/hotel-management?brand=${encodeURIComponent(brand)}`);
      const box = page.getByRole('checkbox', { name: `Choose ${hotels[1]!.hotelName}` });
      await box.press('Space');
      await expect(bar(page)).toContainText('1 hotel chosen');
      await expectFocusInSight(page, 45);
      await bar(page).getByRole('button', { name: 'Choose none' }).focus();
      await expect(bar(page).getByText('1 hotel chosen')).toBeInViewport();
    });
});

test('a row stays in sight when the first choice brings up what can be done with it @desktop', async ({
  page,
  request,
}) => {
  const { brand, hotels } = await aBrand(request, 20);
  await signIn(page, 'admin');
  await page.goto(`/app/hotel-management?brand=${encodeURIComponent(brand)}`);
  const box = page.getByRole('checkbox', { name: `Choose ${hotels[9]!.hotelName}` });
  await box.focus();
  // The row is the last one in the window.
  const { y, height } = await boxOf(box);
  await page.setViewportSize({ width: 1440, height: Math.ceil(y + height + 12) });
  await box.press('Space');
  await expect(bar(page)).toContainText('1 hotel chosen');
  await expect(async () => {
    expect((await box.boundingBox())!.y + height).toBeLessThan((await bar(page).boundingBox())!.y);
  }).toPass();
});

test('a chosen row differs from the others in the dark and in forced colours @desktop', async ({
  page,
  request,
}) => {
  const { brand, hotels } = await aBrand(request, 3);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  await page.goto(`/app/hotel-management?brand=${encodeURIComponent(brand)}`);
  await page.getByRole('checkbox', { name: `Choose ${hotels[0]!.hotelName}` }).press('Space');
  const rowOf = (at: number) => page.getByRole('row').filter({ hasText: hotels[at]!.hotelName });
  const sides = async () => {
    const painted = [];
    for (const at of [0, 2]) {
      const { x, y, height } = await boxOf(rowOf(at));
      painted.push(await greysOf(page, { x: x + 6, y: y + height / 2, width: 1, height: 1 }));
    }
    return painted.map(([grey = 0]) => grey);
  };
  const [chosen = 0, other = 0] = await sides();
  expect(chosen - other, 'in the dark').toBeGreaterThan(10);

  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  const edgeOf = async (at: number) => {
    const { x, y, height } = await boxOf(rowOf(at));
    return inkIn(page, { x: Math.ceil(x), y: Math.round(y + height / 2), width: 8, height: 1 });
  };
  await expect.poll(() => edgeOf(0), 'edge of the chosen row').toBeGreaterThan(0.1);
  expect(await edgeOf(2), 'edge of another row').toBe(0);
});

test.describe('somebody else was faster', () => {
  test.use({ expectedOnConsole: [refused] });

  test('none is assigned, the list says how it is now, and the rest can be sent again @desktop', async ({
    page,
    request,
  }) => {
    const { brand, hotels, person, consultantOf } = await aBrand(request, 2);
    const other = await (await anOffice(request)).addPerson(own('Olga'), 'Service Consultant');
    await signIn(page, 'admin');
    await page.goto(`/app/hotel-management?consultant=none&brand=${encodeURIComponent(brand)}`);
    await page.getByRole('checkbox', { name: 'Choose all 2 hotels' }).check();
    await chooseByKeys(page, 'Service Consultant', person.name);
    const [first, second] = hotels;
    await request.patch(`/api/hotels/${first!.id}`, { data: { serviceConsultantId: other.id } });
    await bar(page).getByRole('button', { name: 'Assign' }).click();
    await expect(bar(page).getByRole('alert')).toHaveText(
      'Someone else changed the consultant of 1 hotel meanwhile. No hotel was assigned; look at them again.',
    );
    expect(await consultantOf(second!)).toBeNull();
    await expect(bar(page)).toContainText('1 hotel chosen');
    await bar(page).getByRole('button', { name: 'Assign' }).click();
    await expect(page.getByText(`1 hotel: ${person.name}`)).toBeVisible();
    expect(await consultantOf(first!)).toBe(other.id);
    expect(await consultantOf(second!)).toBe(person.id);
  });
});

test('an assessor and a consultant choose no hotels @desktop', async ({ page, browser }) => {
  await signIn(page, 'assessor');
  await page.goto('/app/hotel-management');
  await expect(page.getByRole('table', { name: 'Hotels' }).getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, 'consultant');
  await theirs.goto('/app/hotel-management');
  await expect(theirs.getByRole('table', { name: 'Hotels' }).getByRole('row')).not.toHaveCount(0);
  await expect(theirs.getByRole('checkbox')).toHaveCount(0);
  await theirs.context().close();
});

test.describe('on a phone', () => {
  test.use({ expectedOnConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('a finger chooses hotels, and assigning needs a connection @phone', async ({
    page,
    context,
    request,
  }) => {
    const { brand, hotels } = await aBrand(request, 3);
    await signIn(page, 'admin');
    await page.goto(`/app/hotel-management?brand=${encodeURIComponent(brand)}`);
    await page.getByRole('checkbox', { name: `Choose ${hotels[0]!.hotelName}` }).check();
    await expect(bar(page)).toContainText('1 hotel chosen');
    await expectTouchable(page, 'chosen hotels');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Choose all 3 hotels' }).check();
    await expect(bar(page)).toContainText('3 hotels chosen');
    await settle(page);
    await context.setOffline(true);
    await expect(bar(page)).toContainText('Changing several hotels needs a connection.');
    await expect(bar(page).getByRole('button', { name: 'Assign' })).toBeDisabled();
    await context.setOffline(false);
    await expect(bar(page).getByText('needs a connection')).toBeHidden();
  });
});

test('all actions that a filter finds are chosen, and get one owner @desktop', async ({
  page,
  request,
}) => {
  test.slow();
  const office = await anOffice(request);
  const asked = Array.from({ length: 55 }, (_, n) => `Is room ${n + 1} clean?`);
  const edition = await office.addSurvey(asked, null);
  const hotel = await office.addHotel({ hotelName: own(`Many House ${Date.now()}`) });
  await approveRound((await failAll(request, edition, hotel)).roundId);
  const person = await office.addPerson(own('Otto Owner'), 'Assessor');
  await signIn(page, 'admin');
  await page.goto(`/app/actions?hotel=${hotel.id}&unowned=1`);
  const rows = page.getByRole('table', { name: 'Actions' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  const chosen = page.getByRole('region', { name: 'Chosen actions' });
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check();
  await expect(chosen).toContainText('50 actions chosen');
  await chosen.getByRole('button', { name: 'Choose all 55' }).click();
  await expect(chosen).toContainText('55 actions chosen');
  await expect(chosen.getByRole('button', { name: /^Choose all/ })).toBeHidden();
  await chooseByKeys(page, 'Owner', person.name);
  await expectAccessible(page);
  await chosen.getByRole('button', { name: 'Set owner' }).press('Enter');
  await expect(page.getByText(`55 actions: ${person.name}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No actions match your search' })).toBeVisible();
  await page.goto(`/app/actions?hotel=${hotel.id}`);
  await expect(rows.nth(1)).toContainText(person.name);
});
