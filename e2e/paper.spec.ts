import type { Page } from '@playwright/test';

import { aFailedRound } from './support/failed-round.ts';
import { addLink, anApprovedPlan, openLink } from './support/links.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests what people print, besides the hotel's report and an exit plan. */

/** Returns the number of pages of the PDF. */
async function pagesOf(page: Page, format: 'A4' | 'Letter') {
  const pdf = (await page.pdf({ format })).toString('latin1');
  return pdf.match(/\/Type \/Page\b/g)?.length;
}

test('a response is printed alone and whole, without anything to press @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const asked = Array.from({ length: 24 }, (_, place) => own(`Is room ${place + 1} clean?`));
  const { surveyId, questions } = await office.addSurvey(asked, null);
  const hotel = await office.addHotel();
  const stored = await request.post('/api/responses', {
    data: {
      ...{ surveyId, hotelId: hotel.id, respondentName: 'Rosa Respondent' },
      ...{ respondentJobTitle: 'Front desk', notes: 'The lift was out of order.' },
      responseAnswers: questions.map(({ id, answers }) => ({
        questionId: id,
        answerId: answers[0]?.id,
      })),
    },
  });
  expect(stored.status(), await stored.text()).toBe(201);
  const { id } = (await stored.json()) as { id: number };
  await signIn(page, 'admin');
  await page.goto(`/app/results?hotel=${hotel.id}&response=${id}`);
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText(asked.at(-1)!)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(details).toBeVisible();
  await expect(page.getByText('Results and Analytics', { exact: true })).toBeHidden();
  await expect(details.getByRole('button')).toHaveCount(0);
  await expect(details.getByText('Lost most first')).toBeVisible();
  await expect(details.getByText('Survey order')).toBeHidden();
  // Nothing may cut what the paper shows: neither the dialog nor the page behind it.
  const isWhole = await details.evaluate(
    (dialog) =>
      dialog.scrollHeight <= dialog.clientHeight &&
      getComputedStyle(document.body).overflowY === 'visible',
  );
  expect(isWhole).toBe(true);
  for (const format of ['A4', 'Letter'] as const) expect(await pagesOf(page, format)).toBe(3);
});

test('Results on paper say which days and filters they are of, and have nothing to press @desktop', async ({
  page,
  request,
}) => {
  const { edition, hotel } = await aFailedRound(request);
  await signIn(page, 'admin');
  await page.goto(
    `/app/results?range=7&survey=${edition.surveyId}&hotel=${hotel.id}&verdict=Needs%20Review`,
  );
  await expect(page.getByRole('cell', { name: /^Details of .* Rosa/ })).toBeVisible();
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect(filters.getByRole('combobox', { name: 'Survey' })).toHaveValue(edition.title);
  // On A4, where the fields are folded.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(filters.getByRole('combobox', { name: 'Survey' })).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^\d{1,2} \w+ \d{4} to \d{1,2} \w+ \d{4}$/)).toBeVisible();
  await expect(filters.getByRole('combobox', { name: 'Survey' })).toBeVisible();
  await expect(filters.getByRole('combobox', { name: 'Hotel' })).toBeVisible();
  await expect(filters.getByText('Brand', { exact: true })).toBeHidden();
  await expect(filters.getByText('7 days')).toBeVisible();
  await expect(filters.getByText('30 days')).toBeHidden();
  await expect(filters.getByText('Result Needs Review')).toBeVisible();
  for (const name of [/^Export/, /^Filters/, /^Flagged/, 'Clear filters', /^More/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('the list of responses is a table on A4 too, with all that it says @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto('/app/results?range=365');
  const head = page.getByRole('columnheader', { name: 'Result', exact: true, includeHidden: true });
  const verdict = page.getByRole('cell', { name: /^(Pass|Needs Review)/ }).first();
  await expect(verdict).toBeVisible();
  await expect(head).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(head).toBeVisible();
  await expect(verdict).toHaveCSS('display', 'table-cell');
  const isCut = await verdict.evaluate((cell) => {
    const row = cell.parentElement!;
    const isPast = (one: Element) => one.getBoundingClientRect().right > innerWidth;
    return isPast(row) || [...row.children].some((one) => one.scrollWidth > one.clientWidth);
  });
  expect(isCut).toBe(false);
});

test('Hotel Management on paper has every hotel that was found @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/hotel-management');
  const table = page.getByRole('table', { name: 'Hotels' });
  await expect(table).toBeVisible();
  const all = Number(await table.getAttribute('aria-rowcount'));
  const rows = table.getByRole('row');
  expect(await rows.count()).toBeLessThan(all);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBe(all);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(all);
});

test('the page of a hotel on paper has no tabs to press @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/hotels/27?tab=interviews');
  const tabs = page.getByRole('navigation', { name: 'Hotel' });
  await expect(tabs).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(tabs).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
});

test('the board on paper says which duty it is narrowed to @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/workflow-management?duty=assess');
  const filter = page.getByRole('button', { name: /^Remove filter: / });
  await expect(filter).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(filter).toBeVisible();
  await expect(page.getByRole('button', { name: /^Export/ })).toBeHidden();
});

test('a round on paper has nothing to press, and no answer apart from its question @desktop', async ({
  page,
  request,
}) => {
  const { path } = await aFailedRound(request);
  await signIn(page, 'admin');
  await page.goto(path);
  const waive = page.getByRole('button', { name: /^Waive question 1/ });
  await expect(waive).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Were they greeted?')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  const finding = page.getByRole('listitem').filter({ hasText: 'Were they greeted?' });
  await expect(finding).toHaveCSS('break-inside', 'avoid');
});

test('what a hotel sees by link is printed dark on white, card by card @desktop', async ({
  page,
  request,
}) => {
  const question = own('Is the plan on paper?');
  const { hotel, roundId } = await anApprovedPlan(request, question);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openLink(page, await addLink(request, { hotelId: hotel.id, roundId, name: 'Ana Paper' }));
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('color', 'rgb(236, 234, 229)');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(31, 29, 25)');
  await expect(page.getByRole('button')).toHaveCount(0);
  const action = page.getByRole('listitem', { name: `Action: ${question}` });
  await expect(action).toHaveCSS('break-inside', 'avoid');
  await expect(action).toContainText('Open');
});

test('a self-assessment by link is printed whole, and shows what was chosen @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const { surveyId, title } = await office.addSurvey([own('Is the entrance lit?')]);
  const hotel = await office.addHotel();
  const rounds = await request.get(`/api/hotels/${hotel.id}/rounds`);
  const { cycles } = (await rounds.json()) as { cycles: { rounds: { id: number }[] }[] };
  const roundId = cycles[0]?.rounds[0]?.id ?? 0;
  await request.patch(`/api/rounds/${roundId}`, { data: { surveyIds: [surveyId] } });
  await openLink(page, await addLink(request, { hotelId: hotel.id, roundId, name: 'Ana Sheet' }));
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.emulateMedia({ media: 'print' });
  // The mark of the chosen option is a background, which browsers print only when told to.
  const isPrinted = await page
    .getByRole('radio', { name: 'Yes' })
    .evaluate((radio) => getComputedStyle(radio.nextElementSibling!).printColorAdjust);
  expect(isPrinted).toBe('exact');
  await expect(page.getByText('Add a note')).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'All answers' }).click();
  const words = page.getByRole('textbox', { name: /^Anything to add/ });
  await words.fill('The lift was renewed in spring. '.repeat(60));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Is the entrance lit?')).toBeVisible();
  const isWhole = () => words.evaluate((field) => field.scrollHeight <= field.clientHeight + 1);
  await expect.poll(isWhole).toBe(true);
  // What follows a grid is printed over a part of it that is moved to the next page.
  await expect(page.getByRole('region', { name: 'Your answers' })).toHaveCSS('display', 'block');
  await expect(page.getByRole('list')).toHaveCSS('display', 'block');
});
