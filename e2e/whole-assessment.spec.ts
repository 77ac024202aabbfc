import type { APIRequestContext, Browser, Page } from '@playwright/test';

import type { Edition } from '#domain/surveys/edition.ts';
import { anOffice } from './support/office.ts';
import { begin, disconnected, settle, stored, visit } from './support/offline-interview.ts';
import { expect, own, test } from './support/test.ts';

/**
 * Tests one assessment from Initiated to Disposition, by three people on their own devices: the
 * hotel's consultant, an assessor who reviews, and an Admin who closes it. The onsite interviews,
 * the session and the evaluation happen without a connection.
 */

test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });
test.setTimeout(300_000);

type Place = { hotel: { id: number }; survey: Edition };

const pathOf = ({ hotel }: Place) => `/app/hotels/${hotel.id}`;
const atAGlance = (page: Page) => page.getByRole('region', { name: 'At a glance' });

/** Opens the product on a new device. */
async function onAnotherDevice(browser: Browser, who: 'assessor' | 'admin'): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await visit(page, who);
  return page;
}

async function withoutConnection(page: Page, act: () => Promise<void>) {
  await page.context().setOffline(true);
  await act();
  await page.context().setOffline(false);
}

/** Reads what an interview at the hotel needs, so that it can begin without a connection. */
async function prepare(page: Page, { hotel }: Place) {
  await page.goto(`/interview/${hotel.id}`);
  await settle(page);
}

/** Holds an interview without a connection, with these answers. */
async function hold(
  page: Page,
  { hotel, survey }: Place,
  { respondent, answers }: { respondent: string; answers: readonly ('No' | 'Yes')[] },
) {
  await page.goto(`/interview/${hotel.id}`);
  await begin(page, respondent, survey.title);
  for (const [place, answer] of answers.entries()) {
    await expect(page.getByText(`Question ${place + 1} of ${answers.length}`)).toBeVisible();
    const option = answer === 'No' ? 0 : 1;
    await page.keyboard.press(String(option + 1));
    await expect(page.getByRole('radio').nth(option)).toBeChecked();
    const isLast = place === answers.length - 1;
    await page.getByRole('button', { name: isLast ? 'Complete' : 'Next' }).click();
  }
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
}

/** Stores an interview with these answers by a call. */
async function store(
  page: Page,
  { hotel, survey }: Place,
  { respondent, answers }: { respondent: string; answers: readonly ('No' | 'Yes')[] },
) {
  const stored = await page.request.post('/api/responses', {
    data: {
      ...{ surveyId: survey.surveyId, edition: survey.number, hotelId: hotel.id },
      ...{ respondentName: respondent, respondentJobTitle: 'Night Manager' },
      responseAnswers: survey.questions.map(({ id, answers: [no, yes] }, place) => ({
        questionId: id,
        answerId: (answers[place] === 'No' ? no : yes)?.id,
      })),
    },
  });
  expect(stored.status(), await stored.text()).toBe(201);
}

async function moveTo(page: Page, place: Place, stage: string) {
  await page.goto(`${pathOf(place)}?tab=evaluation`);
  const field = page.getByRole('combobox', { name: 'Stage', exact: true });
  await field.click();
  await page.getByRole('option', { name: stage, exact: true }).click();
  await expect(field).toHaveValue(stage);
}

async function arrived(page: Page, respondent: string) {
  await expect.poll(() => stored(page, respondent), { timeout: 30_000 }).toEqual(['synced']);
}

/** Waits until the server has the hotel in this stage. */
async function isIn(request: APIRequestContext, { hotel }: Place, stage: string) {
  const read = async () =>
    ((await (await request.get(`/api/hotels/${hotel.id}`)).json()) as { stage: string }).stage;
  await expect.poll(read, { timeout: 30_000 }).toBe(stage);
}

/** Opens the page of a round from the hotel's page. */
async function openRound(page: Page, place: Place, assessment: string) {
  await page.goto(pathOf(place));
  const assessments = page.getByRole('region', { name: 'Assessments' });
  await assessments.getByRole('link', { name: assessment, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeEnabled();
}

async function approve(page: Page) {
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Round approved')).toBeVisible();
  await expect(page.getByText('Provisional')).toHaveCount(0);
}

/** Corrects the response that was returned without a connection: the answer to its first question is Yes. */
async function correctReturned(page: Page, { hotel }: Place, respondent: string) {
  await page.goto(`/interview/${hotel.id}`);
  await page.getByRole('button', { name: `Correct the response of ${respondent}` }).click();
  await expect(page.getByText('The camera shows somebody at the door.')).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
}

/** Appeals a question of the approved round: its answer should be Yes. */
async function appeal(page: Page, place: Place, { question }: { question: string }) {
  await page.goto(pathOf(place));
  const assessments = page.getByRole('region', { name: 'Assessments' });
  await assessments.getByRole('link', { name: 'Onsite Assessment', exact: true }).click();
  await page.getByRole('button', { name: `Appeal ${question}` }).click();
  const form = page.getByRole('form', { name: `Appeal ${question}` });
  await form.getByRole('combobox', { name: 'What should the answer be?' }).click();
  await page.getByRole('option', { name: 'Yes (10 points)' }).click();
  await form.getByLabel('Why is the answer wrong?').fill('The room was ready at three.');
  await form.getByRole('button', { name: 'File appeal' }).click();
  await expect(page.getByText('Appeal open')).toHaveCount(1);
}

async function uphold(page: Page) {
  await page.reload();
  await expect(page.getByText('1 appeal open')).toBeVisible();
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByLabel('Reason').fill('The key log shows it.');
  await page.getByRole('button', { name: 'Uphold' }).click();
  await expect(page.getByText('1 appeal open')).toHaveCount(0);
}

test('an assessment goes from Initiated to Disposition, by three people, half of it offline @desktop', async ({
  page: consultant,
  browser,
  request,
}) => {
  const office = await anOffice(request);
  const person = await office.addPerson('Clara Cane', 'Service Consultant');
  const questions = ['Were they greeted?', 'Were they shown the way?', 'Was the room ready?'];
  const place: Place = {
    survey: await office.addSurvey(questions, null),
    hotel: await office.addHotel({ serviceConsultantId: person.id }),
  };
  const held = { self: own('Selma'), onsite: own('Olga'), again: own('Rhea') };
  await visit(consultant, person);

  await test.step('the consultant has made the self-assessment, and moves the hotel on', async () => {
    await store(consultant, place, { respondent: held.self, answers: ['No', 'No', 'Yes'] });
    await consultant.goto(pathOf(place));
    await expect(atAGlance(consultant)).toContainText('33.3%');
    await expect(consultant.getByRole('region', { name: 'Assessments' })).toContainText(
      'Initiated 1 interview',
    );
    await moveTo(consultant, place, 'Onsite Assessment');
    await isIn(request, place, 'Onsite Assessment');
  });

  await test.step('the consultant holds the onsite interview offline', async () => {
    await prepare(consultant, place);
    await withoutConnection(consultant, () =>
      hold(consultant, place, { respondent: held.onsite, answers: ['No', 'No', 'No'] }),
    );
    await arrived(consultant, held.onsite);
  });

  const assessor = await onAnotherDevice(browser, 'assessor');
  await test.step('an assessor returns it with a remark', async () => {
    await openRound(assessor, place, 'Onsite Assessment');
    await expect(assessor.getByText('Provisional')).toBeVisible();
    await expect(assessor.getByText('Finding', { exact: true })).toHaveCount(3);
    await assessor.getByRole('button', { name: /^Remark on question 1 of / }).click();
    await assessor.keyboard.type('The camera shows somebody at the door.');
    await assessor.keyboard.press('Enter');
    await assessor.getByRole('button', { name: 'Return to Clara Cane' }).click();
    await expect(assessor.getByText(/^Clara Cane has it to correct, since/)).toBeVisible();
  });

  await test.step('the consultant corrects it offline, and the assessor sees what changed', async () => {
    await prepare(consultant, place);
    await expect(consultant.getByRole('region', { name: 'Returned to you' })).toBeVisible();
    await withoutConnection(consultant, () => correctReturned(consultant, place, held.onsite));
    await expect
      .poll(async () => (await office.responsesOf(held.onsite))[0]?.corrected, { timeout: 30_000 })
      .toBe(true);
    await assessor.reload();
    const changed = assessor.getByRole('region', { name: /^Changed by Clara Cane/ });
    await expect(changed).toContainText(/greeted\?BeforeNo \(0\)AfterYes \(10\)$/);
    await expect(assessor.getByText('33.3%').first()).toBeVisible();
    await expect(assessor.getByText(/has it to correct/)).toHaveCount(0);
    await expect(assessor.getByText('Finding', { exact: true })).toHaveCount(2);
  });

  await test.step('the assessor approves, the consultant appeals, and the appeal is upheld', async () => {
    await approve(assessor);
    await appeal(consultant, place, { question: `question 3 of ${held.onsite}` });
    await uphold(assessor);
    await expect(assessor.getByText('(33.3% before appeal)')).toBeVisible();
  });

  await test.step('the assessor makes the re-assessment of what failed', async () => {
    await assessor.getByRole('button', { name: 'Make re-assessment' }).click();
    await expect(assessor.getByText('It asks 1 question again.')).toBeVisible();
    await expect(assessor.getByRole('button', { name: 'Make re-assessment' })).toHaveCount(0);
    await expect(assessor.getByRole('link', { name: 'Re-assessment', exact: true })).toBeFocused();
    await assessor.goto(pathOf(place));
    const stages = assessor.getByRole('list', { name: 'Stages' });
    await expect(
      stages.getByRole('link', { name: /^Onsite 66\.7%.*1 interview.*Approved/ }),
    ).toBeVisible();
  });

  await test.step('the assessor holds the session, and moves the hotel on, offline', async () => {
    await moveTo(assessor, place, 'Virtual Session');
    await isIn(request, place, 'Virtual Session');
    await withoutConnection(assessor, async () => {
      const date = assessor.getByLabel('Virtual session completed');
      await date.fill('12 Mar 2026');
      await date.press('Tab');
      await assessor.getByRole('button', { name: 'Save Date' }).click();
      await expect(assessor.getByRole('button', { name: 'Update Date' })).toBeVisible();
      await moveTo(assessor, place, 'Virtual Re-Assessment');
    });
    await isIn(request, place, 'Virtual Re-Assessment');
  });

  await test.step('what failed is asked again offline, with the last answer', async () => {
    await prepare(assessor, place);
    await withoutConnection(assessor, () =>
      hold(assessor, place, { respondent: held.again, answers: ['Yes'] }),
    );
    await arrived(assessor, held.again);
    await assessor.goto(pathOf(place));
    await assessor.getByRole('button', { name: 'Compare' }).click();
    const comparison = assessor.getByRole('region', { name: 'Comparison' });
    await expect(comparison).toContainText(
      'Then, Onsite Assessment66.7%Again1 of 1 passedCarried100.0%',
    );
    await expect(comparison.getByRole('row').nth(1)).toContainText(/way\?.*No.*Yes.*\+10$/);
  });

  const admin = await onAnotherDevice(browser, 'admin');
  await test.step('an Admin approves the re-assessment, which the assessor held', async () => {
    await openRound(admin, place, 'Virtual Re-Assessment');
    await approve(admin);
  });

  await test.step('the Admin writes the evaluation and ends the cycle, offline', async () => {
    await moveTo(admin, place, 'Evaluation');
    await isIn(request, place, 'Evaluation');
    await withoutConnection(admin, async () => {
      await admin.getByRole('textbox', { name: 'Evaluation Notes' }).fill('Greets everybody now');
      await admin.getByRole('button', { name: 'Save Notes' }).click();
      await expect(admin.getByText('Waiting to sync: ')).toContainText('Evaluation notes');
      await moveTo(admin, place, 'Disposition');
    });
    await isIn(request, place, 'Disposition');
    await admin.goto(`${pathOf(place)}?tab=evaluation`);
    await admin.getByRole('button', { name: 'Note the outcome of cycle 1' }).click();
    await admin.getByLabel('Outcome of cycle 1').fill('Keeps the brand');
    await admin.getByRole('button', { name: 'Save outcome' }).click();
    await expect(admin.getByText('Keeps the brand')).toBeVisible();
  });

  await test.step('the hotel’s page and Results show what came of it', async () => {
    await consultant.goto(pathOf(place));
    const figures = atAGlance(consultant);
    await expect(figures).toContainText('100.0%Pass+33.3 points since Onsite Assessment');
    const assessments = consultant.getByRole('region', { name: 'Assessments' });
    await expect(assessments.getByRole('listitem')).toHaveText([
      /^Virtual Re-Assessment 1 interview.*100\.0%/,
      /^Onsite Assessment 1 interview.*66\.7%/,
      /^Initiated 1 interview.*33\.3%/,
    ]);
    await consultant.goto(`/app/results?hotel=${place.hotel.id}`);
    const rows = consultant.getByRole('button', { name: /^Details of the response of / });
    await expect(rows).toHaveCount(3);
    await consultant.getByRole('button', { name: 'Approved only' }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: held.self })).toHaveCount(0);
  });
  await assessor.context().close();
  await admin.context().close();
});
