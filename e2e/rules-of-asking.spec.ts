import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { begin, disconnected, next, settle, visit } from './support/offline-interview.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

test.use({ expectedOnConsole: [disconnected] });

const yesAndNo = [
  { text: 'Yes', score: 10 },
  { text: 'No', score: 8, finding: true },
];

/** Creates a survey that uses everything that an interview can: its title and its questions' ids. */
async function aSurveyWithRules(request: APIRequestContext) {
  const title = own(`Spa and safety ${Math.random().toString(36).slice(2, 8)}`);
  const made = async (path: string, data: object) => {
    const answer = await request.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as { id: number; answers: { id: number }[] };
  };
  const survey = { title, category: 'hospitality', status: 'active' };
  const { id: surveyId } = await made('/api/surveys', survey);
  const ask = (text: string, more: object = {}) =>
    made('/api/questions', {
      ...{ surveyId, text, type: 'radio', required: true, answers: yesAndNo },
      ...more,
    });
  const spa = await ask('Is there a spa?', { section: 'Arrival' });
  const inSpa = {
    section: 'Spa',
    showIf: [{ questionId: spa.id, is: [spa.answers[0]!.id] }],
  };
  const robes = await ask('Are the robes fresh?', { ...inSpa, allowNa: true });
  const critical = { critical: true, allowNa: true };
  const sauna = await ask('Is the sauna inspected?', { ...inSpa, ...critical, code: 'SP-002' });
  await ask('Is the pool clean?', inSpa);
  const safety = { section: 'Safety' };
  const door = await ask('Are the fire doors closed?', {
    ...{ ...safety, ...critical, code: 'FO-012' },
    guidance: 'Try each of them.',
  });
  const lift = await ask('Is the lift lit?', { ...safety, allowNa: true });
  return { title, ids: { robes: robes.id, sauna: sauna.id, door: door.id, lift: lift.id } };
}

const place = (page: Page) => page.getByText(/^Question \d+ of \d+$/);
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

test('asks by the rules offline, survives a kill, and arrives once with all that was said @phone', async ({
  page: first,
  context,
  request,
}) => {
  const office = await anOffice(request);
  const { title, ids } = await aSurveyWithRules(request);
  const hotel = await office.addHotel();
  const respondent = own('Rula');
  await visit(first);
  await first.goto(`/interview/${hotel.id}`);
  await begin(first, respondent, title);
  await settle(first);
  await context.setOffline(true);

  // Conditions: the answers decide what is asked, and screen readers announce how the number
  // changes.
  await expect(place(first)).toHaveText('Question 1 of 3');
  await first.keyboard.press('1');
  await expect(place(first)).toHaveText('Question 1 of 6');
  await expect(said(first, '3 more questions')).toBeAttached();
  await first.keyboard.press('2');
  await expect(said(first, '3 fewer questions')).toBeAttached();
  await first.keyboard.press('1');
  await next(first);
  await expect(first.getByRole('radio')).toHaveCount(2);

  // One act with one reason marks a section not applicable. What must be answered stays.
  await first.keyboard.press('2');
  const section = first.getByRole('button', { name: 'Section: Spa' });
  await section.click();
  await expect(first.getByRole('menuitem', { name: 'Spa 1 of 3' })).toBeVisible();
  await expectAccessible(first);
  await first.getByRole('menuitem', { name: 'Mark this section not applicable' }).click();
  const dialog = first.getByRole('dialog', { name: '“Spa” is not applicable' });
  await expect(dialog.getByText('2 questions become not applicable. 1 answer is')).toBeVisible();
  await expect(dialog.getByText('Is the pool clean?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark not applicable' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await expectAccessible(first);
  await dialog.getByLabel('Why is it not applicable?').fill('The spa is being rebuilt');
  await dialog.getByRole('button', { name: 'Mark not applicable' }).click();
  await expect(dialog).toBeHidden();
  const question = first.getByRole('heading', { level: 2 });
  await expect(question).toHaveText('Is the pool clean?');
  await expect(question).toBeFocused();
  await expect(place(first)).toHaveText('Question 4 of 6');
  await first.keyboard.press('1');
  await next(first);

  // A critical question needs a reason to be not applicable.
  await first.getByText('Guidance', { exact: true }).focus();
  await first.keyboard.press('Enter');
  await expect(first.getByText('Try each of them.')).toBeVisible();
  const na = first.getByRole('button', { name: 'Not applicable' });
  await na.focus();
  await first.keyboard.press('Space');
  await expect(na).toHaveAttribute('aria-pressed', 'true');
  await expect(first.getByLabel('Why is it not applicable?')).toBeFocused();
  await expect(first.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectAccessible(first);
  await na.click();
  await expect(first.getByRole('button', { name: 'Add a note' })).toBeVisible();
  await question.focus();
  await first.keyboard.press('2');
  await first.getByRole('button', { name: 'Add a note' }).click();
  await first.keyboard.type('Door 3 is wedged open');
  await expect(first.getByText('Saved on this device')).toBeVisible();
  await expectNoSidewaysScroll(first);

  const address = first.url();
  await first.close();
  const page = await context.newPage();
  await page.goto(address);
  await expect(place(page)).toHaveText('Question 5 of 6');
  await expect(page.getByLabel('Note on this answer')).toHaveValue('Door 3 is wedged open');
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
  await next(page);
  await page.getByRole('button', { name: 'Not applicable' }).click();
  await expect(page.getByText('100%')).toBeVisible();
  await page.getByRole('button', { name: 'Complete' }).click();
  const why = 'Needs Review: 93.3%, but FO-012 (critical) failed';
  await expect(page.getByText(why)).toBeVisible();
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText(why)).toBeVisible();
  const stored = await office.responsesOf(respondent);
  expect(stored).toHaveLength(1);
  const detail = await request.get(`/api/responses/${stored[0]!.id}`);
  expect(await detail.json()).toMatchObject({
    ...{ verdict: 'Needs Review', percent: 93.3, causes: ['critical'] },
    responseAnswers: [
      {},
      { questionId: ids.robes, answerId: null, notApplicable: true },
      { questionId: ids.sauna, notApplicable: true, note: 'The spa is being rebuilt' },
      {},
      { questionId: ids.door, note: 'Door 3 is wedged open' },
      { questionId: ids.lift, answerId: null, notApplicable: true },
    ],
  });
});

test('a survey without rules shows nothing of them @desktop', async ({ page, request }) => {
  const office = await anOffice(request);
  const { title } = await office.addSurvey();
  const hotel = await office.addHotel();
  await signIn(page, 'assessor');
  await page.goto(`/interview/${hotel.id}`);
  await begin(page, own('Plain'), title);
  await expect(place(page)).toHaveText('Question 1 of 3');
  const content = page.getByRole('region', { name: 'Were they greeted?' });
  await expect(content.getByRole('button')).toHaveCount(0);
  await expect(content.getByText('Required', { exact: true })).toBeVisible();
});
