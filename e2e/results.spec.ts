import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';
import { parseCsvObjects } from 'hucre/csv';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { aFailedRound, approveRound } from './support/failed-round.ts';
import { openFilters } from './support/open-filters.ts';
import { boxOf } from './support/painted.ts';
import { expect, signIn, test } from './support/test.ts';

const scoreOverTime = 'Average score and interviews by month';
const byScore = 'Responses by score, in bands of ten percent';
const byHotel = 'Category scores by hotel, the lowest first';
const compared = 'Hotels compared';
const lostPoints = 'Questions that lose the most points';

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** Days in which no other test adds responses. */
const settledDays = `?range=custom&from=${daysAgo(360)}&to=${daysAgo(110)}`;

/** Opens the screen and waits for the charts of its tab, which appear last. */
async function open(page: Page, query = '') {
  await page.goto(`/app/results${query}`);
  const { tab = 'overview' } = /tab=(?<tab>\w+)/.exec(query)?.groups ?? {};
  const last: Record<string, string> = { hotels: compared, questions: lostPoints };
  await expect(picture(page, last[tab] ?? byScore)).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Analytics' });
/** Finds the names of the hotels in a chart. */
const namesIn = (region: Locator) => region.getByRole('rowheader').getByRole('link');

async function totalResponses(page: Page): Promise<number> {
  const tile = page.getByRole('article').filter({ hasText: 'Total responses' });
  // The change of the figure is below it.
  const figure = tile.getByRole('paragraph').first();
  await expect(figure).toContainText(/\d/);
  return Number((await figure.textContent())?.replaceAll(/\D/g, ''));
}

/** Finds a chart by its subject, because its title depends on the data. */
function picture(page: Page, subject: string) {
  return page.getByRole('region').filter({ hasText: subject });
}

test('shows figures and pictures that hold still and are accessible, each with its table, and the responses below', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  await open(page, '?range=365');
  await expectNoLayoutShift(page);
  await expectResponsesInReach(page, 'overview');
  await expect(page.getByText('Full access - all properties')).toBeVisible();
  await expect(page.getByText(/responses pass, /)).toBeVisible();
  await expect(page.getByText(/ the 365 days before, \d+ /)).toBeVisible();

  const trend = picture(page, scoreOverTime);
  await trend.getByRole('button', { name: 'Table' }).click();
  await expect(trend.getByRole('columnheader', { name: 'Interviews' })).toBeVisible();
  await trend.getByRole('button', { name: 'Chart' }).click();

  await tabsOf(page).getByRole('link', { name: 'Hotels' }).click();
  const heat = picture(page, byHotel);
  await expect(heat.getByRole('row')).toHaveCount(11);
  await heat.getByRole('button', { name: /^Show all/ }).click();
  await expect(heat.getByRole('button', { name: 'Show fewer' })).toBeVisible();
  await expect(heat.getByRole('row')).toHaveCount(51);

  // All hotels can be reached, page by page or by name.
  const first = (await namesIn(heat).first().getAttribute('title')) ?? '';
  await heat.getByRole('button', { name: 'next page' }).click();
  await expect(heat.getByText(/^51–\d+ of \d+ hotels/)).toBeVisible();
  await expect(heat.getByTitle(first, { exact: true })).toHaveCount(0);
  await heat.getByLabel('Name, ID or city').fill(first);
  await expect(heat.getByRole('row')).toHaveCount(2);
  await expect(heat.getByTitle(first, { exact: true })).toBeVisible();
  await heat.getByLabel('Name, ID or city').fill('No hotel is called so');
  await expect(heat.getByRole('heading', { name: 'No hotel matches' })).toBeVisible();
  await heat.getByRole('button', { name: 'Show fewer' }).click();
  await expect(heat.getByRole('row')).toHaveCount(11);

  for (const tab of ['hotels', 'questions'] as const) {
    await open(page, `?range=365&tab=${tab}`);
    await expectResponsesInReach(page, tab);
    await expectAccessible(page);
  }
  // The list of what the view is narrowed to is above the charts.
  await open(page, '?range=365&hotel=27&least=0');
  await expect(
    page.getByRole('button', { name: 'Remove filter: Score 0% and more' }),
  ).toBeVisible();
  await expectAccessible(page);
});

/** Expects that the list of responses begins directly below the charts of this tab. */
async function expectResponsesInReach(page: Page, tab: 'overview' | 'hotels' | 'questions') {
  const isPhone = test.info().project.name === 'phone';
  const most = {
    overview: isPhone ? 2_200 : 1_150,
    // On a phone, long names of other tests' hotels take two or three lines here.
    hotels: isPhone ? 3_800 : 1_500,
    questions: isPhone ? 2_400 : 1_500,
  };
  const heading = page.getByRole('heading', { name: 'Recent Responses' });
  const { y = Infinity } = (await heading.boundingBox()) ?? {};
  expect(y, tab).toBeLessThan(most[tab]);
}

test('the pictures are in tabs that the address names, by keyboard, and all filters in one row above @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await open(page, '?range=365');
  const questions = tabsOf(page).getByRole('link', { name: 'Questions' });
  await questions.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/range=365&tab=questions$/);
  await expect(questions).toHaveAttribute('aria-current', 'page');
  await expect(picture(page, lostPoints)).toBeVisible();
  await expect(picture(page, byScore)).toHaveCount(0);
  await page.goBack();
  await expect(picture(page, byScore)).toBeVisible();
  await expect(questions).not.toHaveAttribute('aria-current');

  const filters = page.getByRole('region', { name: 'Filters' });
  const approved = filters.getByRole('button', { name: 'Approved only' });
  const flagged = await boxOf(flaggedOf(filters));
  expect((await boxOf(approved)).y).toBe(flagged.y);
  // The chosen filters have a row of their own, so no filter field moves.
  await approved.click();
  const clear = filters.getByRole('button', { name: 'Clear filters' });
  await expect(clear).toBeVisible();
  expect((await boxOf(approved)).y).toBe(flagged.y);

  // The fields for the days begin a second row, which has space for it. There is no third row.
  await page.goto('/app/results?range=custom');
  for (const width of [1440, 1180]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(approved).toBeVisible();
    expect((await boxOf(clear)).y, `${width} px`).toBe((await boxOf(approved)).y);
  }

  // The queue of flagged responses offers no such filter, but shows one that narrows it.
  await page.goto('/app/results?review=needed');
  await expect(flaggedOf(filters)).toHaveAttribute('aria-pressed', 'true');
  await expect(approved).toBeHidden();
  await page.goto('/app/results?review=needed&approved=1');
  await expect(approved).toHaveAttribute('aria-pressed', 'true');
});

const flaggedOf = (filters: Locator) => filters.getByRole('button', { name: /^Flagged/ });

test('a short range is shown by day, which is so far today; a quarter by week @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await open(page, '?range=30');
  await expectAccessible(page);
  const days = picture(page, 'Average score and interviews by day');
  await days.getByRole('button', { name: 'Table' }).click();
  await expect(days.getByRole('columnheader', { name: 'Day' })).toBeVisible();
  await expect(days.getByRole('row').last()).toContainText(/ so far/);
  const day = days
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first();
  const count = lastNumber(await day.textContent());
  await follow(page, day.getByRole('link'), /^Remove filter: \d+ \w+ \d{4}$/, count);

  await open(page, '?range=90');
  const weeks = picture(page, 'Average score and interviews by week');
  const week = weeks.getByRole('link', { name: /^Week of .* over \d+ interviews?$/ }).first();
  const held = lastNumber(await week.getAttribute('title'));
  await follow(page, week, /^Remove filter: Week of /, held);
});

test('the results of one hotel are headed by it, and compare it with no other @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await open(page, '?range=365&hotel=27');
  await openFilters(page);
  const name = await page.getByRole('combobox', { name: 'Hotel' }).inputValue();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open hotel page' })).toHaveAttribute(
    'href',
    '/app/hotels/27',
  );
  await expect(tabsOf(page).getByRole('link')).toHaveText(['Overview', 'Questions', 'Standards']);
  const [response] = await page.getByRole('link', { name, exact: true }).all();
  await expect(response!).toHaveAttribute('href', '/app/hotels/27');
  // An old address may name a tab that has nothing to show for one hotel.
  await page.goto('/app/results?range=365&hotel=27&tab=hotels');
  await expect(picture(page, byScore)).toBeVisible();
  await expect(tabsOf(page).getByRole('link', { name: 'Overview' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a filter lives in the address, and Back leaves it @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await open(page, '?tab=hotels');
  await page.getByText('365 days').click();
  await expect(page).toHaveURL(/range=365/);
  // Until the figures of the year arrive, those of the month stay.
  await page.reload();
  await expect(page.getByRole('radio', { name: '365 days' })).toBeChecked();
  await expect(picture(page, byHotel).getByRole('row')).toHaveCount(11);
  const all = await totalResponses(page);

  // A hotel's name links to its page, and its score to the hotel's responses.
  const hotel = picture(page, byHotel).getByRole('row').nth(1);
  const named = hotel.getByRole('rowheader').getByRole('link');
  await expect(named).toHaveAttribute('href', /^\/app\/hotels\/\d+$/);
  const name = (await named.getAttribute('title')) ?? '';
  await hotel.getByRole('link', { name: /, all categories: / }).click();
  await expect(page).toHaveURL(/hotel=\d+/);
  await expect(page.getByRole('combobox', { name: 'Hotel' })).toHaveValue(name);
  await expect.poll(() => totalResponses(page)).toBeLessThan(all);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Hotel' })).toHaveValue(name);
  await expect(
    page.getByRole('button', { name: new RegExp(`^Details of .* at ${name}$`) }).first(),
  ).toBeVisible();
  await page.goBack();
  // Other tests may have added responses meanwhile.
  await expect.poll(() => totalResponses(page)).toBeGreaterThanOrEqual(all);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/range=/);
});

/**
 * Follows a link of a chart by keyboard. Expects as many responses as it names, and a chip with
 * this text.
 */
async function follow(page: Page, mark: Locator, chip: string | RegExp, count: number) {
  await mark.focus();
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: chip });
  await expect(remove).toBeVisible();
  await expect.poll(() => totalResponses(page)).toBe(count);
  const foot = page.getByText(new RegExp(`^1–\\d+ of ${count}$`));
  await expect(foot).toBeVisible();
  return remove;
}

const lastNumber = (text: string | null) =>
  Number(/(\d[\d,]*)\D*$/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

test('every mark of a picture, its table and a cell of the heat map lead to the responses behind them @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  await open(page, settledDays);
  const all = await totalResponses(page);

  const band = picture(page, byScore).getByRole('link', { name: /^70% to under 80%/ });
  const count = lastNumber(await band.getAttribute('title'));
  expect(count).toBeLessThan(all);
  const chip = await follow(page, band, 'Remove filter: Score 70% to under 80%', count);
  await expect(page).toHaveURL(/least=70&under=80/);
  await page.reload();
  await expect.poll(() => totalResponses(page)).toBe(count);
  await chip.click();
  await expect(page).not.toHaveURL(/least|under/);
  await expect.poll(() => totalResponses(page)).toBe(all);

  // The oldest month, which a phone must scroll to.
  const month = picture(page, scoreOverTime)
    .getByRole('link', { name: /over \d+ interviews?$/ })
    .first();
  const held = lastNumber(await month.getAttribute('title'));
  await (await follow(page, month, /^Remove filter: \w+ \d{4}$/, held)).click();
  await expect.poll(() => totalResponses(page)).toBe(all);

  // A tile links to its responses in the order that suits its figure.
  await page.getByRole('link', { name: 'the longest interview first' }).press('Enter');
  await expect(page).toHaveURL(/sort=duration&direction=desc/);
  const said = page.getByText(/^1 to \d+ of [\d,]+ responses?, by Duration, descending$/);
  await expect(said).toBeAttached();
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeInViewport();

  await tabsOf(page).getByRole('link', { name: 'Questions' }).press('Enter');
  const question = picture(page, lostPoints)
    .getByTitle(/lost points here$/)
    .first();
  const text = (await question.textContent()) ?? '';
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: `Remove filter: Points lost at: ${text}` }),
  ).toBeVisible();
  await expect.poll(() => totalResponses(page)).toBeLessThan(all);
  await openFilters(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/question=/);

  await test.step('a row of the table', () => followTable(page));
  await test.step('a cell of the heat map', () => followCell(page));
});

async function followTable(page: Page) {
  await open(page, settledDays);
  const bands = picture(page, byScore);
  await bands.getByRole('button', { name: 'Table' }).click();
  const row = bands.getByRole('row').filter({ hasText: '90% to 100%' });
  const count = lastNumber(await row.getByRole('cell').first().textContent());
  await follow(page, row.getByRole('link'), 'Remove filter: Score 90% and more', count);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.match(/^\d{4}-\d\d-\d\d,/gm)).toHaveLength(count);
}

async function followCell(page: Page) {
  await open(page, `${settledDays}&tab=hotels`);
  const cell = picture(page, byHotel)
    .getByRole('link', { name: /, The Right Action: \d/ })
    .first();
  const [name] = ((await cell.getAttribute('title')) ?? '').split(', The');
  await cell.click();
  await openFilters(page);
  await expect(page.getByRole('combobox', { name: 'Hotel' })).toHaveValue(name ?? '');
  await expect(
    page.getByRole('button', { name: 'Remove filter: Scored in The Right Action' }),
  ).toBeVisible();
  await expect(page.getByText(/^Action \d+\.\d%$/).first()).toBeVisible();
}

test('hotels are compared in the order asked for, and lead to each assessment @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await open(page, `${settledDays}&tab=hotels`);
  const hotels = picture(page, compared);
  const name = hotels.getByRole('columnheader', { name: 'Hotel' });
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect(async () => {
    const titles = await namesIn(hotels).allInnerTexts();
    expect(titles).toHaveLength(10);
    const ordered = titles.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    expect(titles).toEqual(ordered);
  }).toPass();

  // A hotel with a single cycle, because hotels with several name the cycle too.
  const assessment = hotels
    .getByRole('link', { name: /, [^,\d]+ \d+\.\d%( provisional)?$/ })
    .first();
  const title = (await assessment.getAttribute('title')) ?? '';
  const words = /^(.+), ([^,\d]+) \d+\.\d%/.exec(title) ?? [];
  const [, hotel = '', stage = ''] = words;
  await assessment.click();
  await expect(page.getByRole('combobox', { name: 'Hotel' })).toHaveValue(hotel);
  await expect(
    page.getByRole('button', { name: `Remove filter: Hotel in ${stage}` }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: hotel, level: 2 })).toBeVisible();
});

test('two rounds of one stage each lead to their own responses, and only questions that lose points are counted @desktop', async ({
  page,
  request,
}) => {
  const { edition, hotel, roundId } = await aFailedRound(request);
  await approveRound(roundId);
  // The hotel comes to the same stage again, and its first round is approved. So a second one opens.
  for (const stage of ['Onsite Assessment', 'Initiated'])
    await request.patch(`/api/hotels/${hotel.id}`, { data: { stage } });
  const responseAnswers = edition.questions.map(({ id, answers }, place) => ({
    questionId: id,
    answerId: answers.at(place === 0 ? 0 : -1)?.id,
  }));
  const again = await request.post('/api/responses', {
    data: {
      ...{ surveyId: edition.surveyId, hotelId: hotel.id, responseAnswers },
      ...{ respondentName: 'Ben Baker', respondentJobTitle: 'Front desk' },
    },
  });
  expect(again.status()).toBe(201);
  expect(await again.json()).not.toMatchObject({ roundId });
  await signIn(page, 'assessor');
  await open(page, `?survey=${edition.surveyId}&tab=hotels`);
  await picture(page, compared)
    .getByRole('link', { name: 'Initiated 50.0%' })
    .click({ timeout: 20_000 });
  await expect(
    page.getByRole('button', { name: /^Remove filter: Hotel in Initiated, one round$/ }),
  ).toBeVisible();
  await expect.poll(() => totalResponses(page)).toBe(1);

  await open(page, `?survey=${edition.surveyId}&least=50&tab=questions`);
  await expect(page.getByText('1 of 2 questions loses 100.0% of all points lost')).toBeVisible();
});

test('a response is looked at, deleted on second thought, and leaves the figures @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  // At a hotel where no other test holds interviews.
  await open(page, '?range=365&hotel=17');
  const before = await totalResponses(page);
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText(/of \d+ points/)).toBeVisible();
  expect(await details.getByRole('listitem').count()).toBeGreaterThan(5);
  await expect(page).toHaveURL(/response=\d+/);
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(details).toBeHidden();

  const more = page.getByRole('button', { name: /^More for the response/ }).first();
  const remove = page.getByRole('menuitem', { name: 'Delete' });
  await more.click();
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete response' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await totalResponses(page)).toBe(before);
  await more.click();
  await remove.click();
  await question.getByRole('button', { name: 'Delete response' }).click();
  await expect(page.getByText('Response deleted successfully')).toBeVisible();
  await expect.poll(() => totalResponses(page)).toBe(before - 1);
});

test.describe('the export', () => {
  test.use({ expectedOnConsole: [/status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('its message does not cover the button, which has the focus @phone', async ({ page }) => {
    await signIn(page, 'admin');
    await open(page, '?range=365&hotel=27');
    const button = page.getByRole('button', { name: 'Export' });
    const { y, height } = await boxOf(button);
    // The button is where messages appear, as it is when somebody has scrolled or zoomed.
    await page.setViewportSize({ width: 390, height: Math.round(y + height + 100) });
    await button.press('Enter');
    await expect(page.getByText('Export Complete')).toBeVisible();
    await expect(button).toBeFocused();
    const isSeen = await button.evaluate(async (own) => {
      // The message grows while it comes in. A spinner would never end.
      const growing = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
      await Promise.all(growing.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
      const { left, top, width, height } = own.getBoundingClientRect();
      return own.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    await expect(page.getByText('Export Complete')).toBeVisible();
    expect(isSeen).toBe(true);
  });

  test('is the filtered responses, tells when it fails, and says offline what it needs @desktop', async ({
    page,
    context,
  }) => {
    await signIn(page, 'admin');
    await open(page, '?range=365&hotel=27');
    const total = await totalResponses(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('survey-results.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toContain('Date,Survey,Respondent Name');
    expect(text.match(/^\d{4}-\d\d-\d\d,/gm)).toHaveLength(total);
    await expect(page.getByText('Export Complete')).toBeVisible();
    const workbook = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Choose a file format' }).click();
    await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
    expect((await workbook).suggestedFilename()).toBe('survey-results.xlsx');

    await page.route('/api/results/export**', (route) => route.abort());
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText('Export failed')).toBeVisible();
    await expect(page.getByText('No connection to Bellwether.')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByRole('button', { name: 'Export needs a connection' })).toBeDisabled();
  });
});

test('a page past the last one gives way to the last @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/dashboard');
  await page.goto(`/app/results${settledDays}&page=4000`);
  await expect(page).toHaveURL(/page=\d{1,3}$/);
  const last = Number(/page=(\d+)/.exec(page.url())?.[1]);
  await expect(page.getByRole('button', { name: String(last), exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeVisible();
  await expect(page.getByText(/^\d+–(\d+) of \1$/)).toBeVisible();
  // The turn to the last page replaced the address. Otherwise Back would only lead here again.
  await page.goBack();
  await expect(page).toHaveURL(/dashboard/);
});

test('figures are those of the export, to the decimal @desktop', async ({ browser }) => {
  // A file has the installation's days, a screen those of its browser. A response at a month's
  // edge would otherwise be in another month.
  const context = await browser.newContext({ timezoneId: 'UTC' });
  const page = await context.newPage();
  await signIn(page, 'admin');
  await open(page, settledDays);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const rows = parseCsvObjects(text, { header: true }).data.map((row) => ({
    month: String(row['Date']).slice(0, 7),
    hotel: String(row['Hotel Name']),
    ratio: Number(row['Total Score']) / Number(row['Max Score']),
  }));
  const mean = (ones: typeof rows) => ones.reduce((sum, { ratio }) => sum + ratio, 0) / ones.length;
  const percent = (ones: typeof rows) => `${(100 * mean(ones)).toFixed(1)}%`;

  expect(await totalResponses(page)).toBe(rows.length);
  const tile = page.getByRole('article').filter({ hasText: 'Average score' });
  await expect(tile).toContainText(`Average score${(5 * mean(rows)).toFixed(1)}/5`);
  const passed = rows.filter(({ ratio }) => ratio >= 0.8).length;
  await expect(page.getByText(`${passed} of ${rows.length} responses pass`)).toBeVisible();

  const trend = picture(page, scoreOverTime);
  await trend.getByRole('button', { name: 'Table' }).click();
  const months = [...Map.groupBy(rows, ({ month }) => month)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  for (const [place, [, ones]] of months.entries())
    await expect(trend.getByRole('row').nth(place + 1)).toContainText(
      `${percent(ones)}${ones.length}`,
    );
  await context.close();
});

test('a consultant sees their own hotels alone @desktop', async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  await open(admin, '?range=365');
  const everything = await totalResponses(admin);
  await admin.context().close();
  await signIn(page, 'consultant');
  await open(page, '?range=365');
  await expect(page.getByText('Limited to assigned properties')).toBeVisible();
  expect(await totalResponses(page)).toBeLessThan(everything);
  await expect(page.getByLabel('Service Consultant')).toHaveCount(0);

  const answered = await page.request.get('/api/hotels');
  const hotels = (await answered.json()) as { hotelName: string }[];
  const own = new Set(hotels.map(({ hotelName }) => hotelName));
  await tabsOf(page).getByRole('link', { name: 'Hotels' }).click();
  await expect(picture(page, byHotel).getByRole('row')).not.toHaveCount(0);
  const named = await namesIn(picture(page, byHotel)).evaluateAll((all) =>
    all.map((one) => one.getAttribute('title') ?? ''),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((title) => !own.has(title))).toEqual([]);
});

test('a range with nothing in it says so @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  await page.goto('/app/results?range=custom&from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('No responses found')).toBeInViewport();
  await expect(tabsOf(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the last 365 days' }).click();
  await expect(page).toHaveURL(/\?range=365$/);
  await expect(page.getByText('No responses found')).toBeHidden();
  await page.goto('/app/results?range=365&day=2020-01-01');
  const list = page.getByRole('region', { name: 'Recent Responses' });
  await list.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/app\/results$/);
  await page.goto('/app/results?range=custom&from=2020-01-31&to=2020-01-01');
  await expect(page.getByLabel('From', { exact: true })).toHaveAccessibleDescription(
    'From is after To',
  );
  await expect(page.getByText('From is after To. Change one of the two days.')).toBeVisible();
  await expectAccessible(page);
  // A range that no longer contains the chosen day asks the server nothing.
  await page.goto('/app/results?range=7&day=2020-01-01');
  await expect(page.getByText('No responses found')).toBeVisible();
});

test('days are those of the browser, and seven of them are seven @desktop', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati' });
  const page = await context.newPage();
  await signIn(page, 'assessor');
  const asked = page.waitForRequest(/results\/summary/);
  await page.goto('/app/results?range=7');
  const query = new URL((await asked).url()).searchParams;
  const dayAgo = (days: number) =>
    new Date(Date.now() + (14 - 24 * days) * 3_600_000).toISOString().slice(0, 10);
  expect(Object.fromEntries(query)).toEqual({
    from: dayAgo(6),
    to: dayAgo(0),
    timeZone: 'Pacific/Kiritimati',
  });
  await context.close();
});
