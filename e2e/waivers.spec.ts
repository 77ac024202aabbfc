import { expectAccessible } from './support/expect-accessible.ts';
import { anOffice } from './support/office.ts';
import { begin, disconnected, settle, stored, visit } from './support/offline-interview.ts';
import { expect, own, test } from './support/test.ts';

/** Tests a waiver from its granting to a response that was held offline. */

// A waiver without its last day is refused by the server.
test.use({
  expectedOnConsole: [new RegExp(`${disconnected.source}|status of 400 \\(Bad Request\\)`)],
});

test('a waived question is shown as waived offline, and stored as waived @phone', async ({
  page,
  context,
  request,
}) => {
  const office = await anOffice(request);
  const questions = ['Does the lift work here?', 'Is the lobby clean here?'];
  const survey = await office.addSurvey(questions, null);
  const hotel = await office.addHotel();

  await visit(page, 'admin');
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('heading', { name: 'Waivers' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More for this hotel' }).click();
  await page.getByRole('menuitem', { name: 'Grant a waiver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant a waiver' });
  await expect(dialog.getByRole('combobox', { name: 'Survey' })).toBeFocused();
  await dialog.getByRole('combobox', { name: 'Survey' }).fill(survey.title);
  await page.getByRole('option', { name: survey.title }).click();
  await dialog.getByRole('combobox', { name: 'Question' }).click();
  await page.getByRole('option', { name: questions[0] }).click();
  await dialog.getByLabel('Reason').fill('The lift is rebuilt');
  await dialog.getByRole('button', { name: 'Grant waiver' }).click();
  await expect(dialog.getByText('Choose a day')).toBeVisible();
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000);
  const to = dialog.getByRole('textbox', { name: 'To', exact: true });
  await to.fill(wordsOf(inTwoWeeks));
  // Closes the calendar, which covers the buttons.
  await to.press('Tab');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Grant waiver' }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('region', { name: 'Waivers' });
  await expect(panel).toContainText(questions[0]!);
  await expect(panel).toContainText('The lift is rebuilt');
  await expect(page.getByText(/^A waiver of this hotel ends on /)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/interview/${hotel.id}`);
  await settle(page);
  await context.setOffline(true);
  await page.goto(`/interview/${hotel.id}`);
  const respondent = own('Wanda');
  await begin(page, respondent, survey.title);
  await expect(page.getByRole('heading', { name: questions[0] })).toBeVisible();
  await expect(page.getByText(/Waived until .+: The lift is rebuilt/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: questions[1] })).toBeVisible();
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => stored(page, respondent), { timeout: 20_000 }).toEqual(['synced']);

  const results = await request.get(`/api/results/responses?hotelId=${hotel.id}`);
  const { rows } = (await results.json()) as { rows: { id: number; percent: number }[] };
  expect(rows.map(({ percent }) => percent)).toEqual([100]);
  await page.goto(`/app/results?response=${rows[0]?.id}`);
  await expect(page.getByRole('listitem').filter({ hasText: questions[0]! })).toContainText(
    'Waived',
  );

  await page.goto(`/app/hotels/${hotel.id}`);
  await page.getByRole('button', { name: /^Revoke the waiver of / }).press('Enter');
  await expect(page.getByRole('button', { name: 'Keep waiver' })).toBeFocused();
  await page.getByRole('button', { name: 'Revoke waiver' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Waivers' })).toHaveCount(0);
  // Its section went with the last waiver, so the one that follows has the focus.
  await expect(page.getByRole('region', { name: 'Assessments' })).toBeFocused();
});

/** Returns a day as people type it: "12 Mar 2026". */
function wordsOf(day: Date): string {
  return day.toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
}
