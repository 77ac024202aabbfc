import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { anAssessor, approveRound } from './support/failed-round.ts';
import { anOffice } from './support/office.ts';
import { expect, signIn, test } from './support/test.ts';

/** A demonstration hotel that was assessed on site and again later. */
const reportPath = '/app/hotels/27/report';
const sheetOf = (page: Page) => page.getByRole('article', { name: /^Report of / });

/** Returns the number of pages of the PDF, and their width in points. */
async function printed(page: Page, format: 'A4' | 'Letter') {
  const pdf = (await page.pdf({ format })).toString('latin1');
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf) ?? [];
  return { pages: pdf.match(/\/Type \/Page\b/g)?.length, width: Math.round(Number(width)) };
}

test('the report holds still, is accessible, and tells what there is', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(reportPath);
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('heading', { name: 'Interviews' })).toBeVisible();
  await expectNoLayoutShift(page);
  for (const heading of [
    'Hotel and dates',
    'Categories',
    'Assessments',
    'Scores by month',
    'Weakest questions',
    'Evaluation notes',
  ])
    await expect(sheet.getByRole('heading', { name: heading })).toBeVisible();
  await expect(sheet.getByText('The line marks the pass line at 80%.')).toBeVisible();
  await expect(sheet.getByText('Latest assessment')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Interviews from').fill('2000-01-01');
  await expect(page).toHaveURL(/from=2000-01-01/);
  await expect(sheet.getByText(/Interviews since 1 Jan 2000/)).toBeVisible();
});

/** A word as long as a web address. */
const longWord = 'verylong'.repeat(60);

/**
 * Makes a hotel with such a word in a question, its answers and a note, and with a score that an
 * appeal changed. Returns the path of its report.
 */
async function aReportOfLongWords(request: APIRequestContext): Promise<string> {
  const office = await anOffice(request);
  const { surveyId, questions } = await office.addSurvey([
    longWord,
    'Was it clean?',
    'Was it quiet?',
  ]);
  const { id: hotelId } = await office.addHotel();
  const stored = await request.post('/api/responses', {
    data: {
      ...{ surveyId, hotelId, respondentName: longWord.slice(0, 90) },
      ...{ respondentJobTitle: longWord.slice(0, 90), notes: longWord },
      responseAnswers: questions.map(({ id, answers }) =>
        answers[0]
          ? { questionId: id, answerId: answers[0].id, note: longWord }
          : { questionId: id, answerId: null, textValue: longWord },
      ),
    },
  });
  expect(stored.status(), await stored.text()).toBe(201);
  const { roundId, id: responseId } = (await stored.json()) as { roundId: number; id: number };
  await request.patch(`/api/hotels/${hotelId}`, { data: { evaluationNotes: longWord } });
  await approveRound(roundId);
  const [, second] = questions;
  const filed = await request.post('/api/appeals', {
    data: {
      ...{ clientId: `appeal_${crypto.randomUUID()}`, responseId, questionId: second?.id },
      ...{ wanted: second?.answers[1]?.id, claim: 'The video shows it.' },
    },
  });
  expect(filed.status(), await filed.text()).toBe(201);
  const { id: appealId } = (await filed.json()) as { id: number };
  const assessor = await anAssessor();
  const decided = await assessor.put(`/api/appeals/${appealId}/decision`, {
    data: { decision: 'upheld', reason: 'We saw it.' },
  });
  expect(decided.status(), await decided.text()).toBe(200);
  await assessor.dispose();
  return `/app/hotels/${hotelId}/report`;
}

test('of a hotel without interviews it does not claim that no points were lost @phone', async ({
  page,
  request,
}) => {
  const hotel = await (await anOffice(request)).addHotel();
  await signIn(page, 'assessor');
  await page.goto(`/app/hotels/${hotel.id}/report`);
  await expect(sheetOf(page).getByText('No interview was scored.')).toBeVisible();
  await expect(sheetOf(page).getByText('No assessment yet')).toBeVisible();
});

test('a long word widens neither the screen nor the paper', async ({ page, request }) => {
  const path = await aReportOfLongWords(request);
  await signIn(page, 'admin');
  await page.goto(path);
  const sheet = sheetOf(page);
  await expect(sheet.getByText('(0.0% before appeal)')).toBeVisible();
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    await expectNoSidewaysScroll(page);
    const room = await sheet.evaluate((element) => element.clientWidth);
    for (const table of await sheet.getByRole('table').all())
      expect((await table.boundingBox())?.width, media).toBeLessThanOrEqual(room);
  }
});

test('on paper there is the sheet alone, black on white, on two pages @desktop', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  await page.goto(reportPath);
  await expect(sheetOf(page).getByRole('heading', { name: 'Interviews' })).toBeVisible();
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      document.title = document.documentElement.dataset['mantineColorScheme'] ?? '';
    }),
  );
  expect(await printed(page, 'A4')).toEqual({ pages: 2, width: 596 });
  expect(await page.title()).toBe('light');
  expect(await printed(page, 'Letter')).toEqual({ pages: 2, width: 612 });

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const sheet = sheetOf(page);
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(sheet.getByRole('heading', { name: 'Evaluation notes' })).toBeVisible();
  await expect(sheet.getByText(/\d+ in all\./)).toBeVisible();
});

test('a range that ends before it begins says so at its field, and asks for nothing @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  await page.goto('/app/hotels/27/report?from=2026-02-01&to=2026-01-01');
  await expect(page.getByLabel('Interviews from')).toHaveAccessibleDescription('From is after To');
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeDisabled();
});

test('the button prints @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await signIn(page, 'consultant');
  await page.goto('/app/hotel-management');
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/\d+\/report$/);
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(page).toHaveTitle('printed');
});

test('Results and the board lead to it @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  await page.goto('/app/results?range=365&hotel=27');
  await page.getByRole('link', { name: 'Hotel report' }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/27\/report\?from=/);
  await page.goto('/app/workflow-management?hotel=27');
  await page.getByRole('dialog').getByRole('link', { name: 'Report' }).click();
  await expect(page).toHaveURL(/\/app\/hotels\/27\/report$/);
});

test.describe('of a hotel that is not one’s own', () => {
  test.use({ expectedOnConsole: [/404/] });

  test('there is none, and it says so @desktop', async ({ page }) => {
    await signIn(page, 'consultant');
    await page.goto('/app/hotels/2000000000/report');
    await expect(
      page.getByRole('heading', { name: 'This hotel is not assigned to you' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'All hotels' }).click();
    await expect(page).toHaveURL(/hotel-management$/);
  });
});
