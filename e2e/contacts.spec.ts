import type { APIRequestContext } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { anAssessor, approveRound } from './support/failed-round.ts';
import { addLink, openLink } from './support/links.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests how people at a hotel see an assessment by a link, and appeal a finding. */

type Person = { id: number; email: string };

/** Makes a hotel of the consultant's, with one interview in which everything failed. */
async function anAssessedHotel(request: APIRequestContext) {
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Was the bell answered?', 'Was the lobby tidy?'], null);
  const people = (await (await request.get('/api/system-users')).json()) as Person[];
  const consultant = people.find(({ email }) => email === 'consultant@bellwether.example');
  const hotel = await office.addHotel({ serviceConsultantId: consultant?.id });
  const answer = await request.post('/api/responses', {
    data: {
      ...{ surveyId: edition.surveyId, hotelId: hotel.id, respondentName: 'Rosa Respondent' },
      respondentJobTitle: 'Front desk',
      responseAnswers: edition.questions.map(({ id, answers }) => ({
        ...{ questionId: id, answerId: answers[0]?.id, note: 'Nobody came for ten minutes.' },
      })),
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { roundId } = (await answer.json()) as { roundId: number };
  const approve = () => approveRound(roundId);
  const uphold = async () => {
    const assessor = await anAssessor();
    const list = await assessor.get('/api/appeals', { params: { roundId } });
    const [appeal] = (await list.json()) as { id: number }[];
    const data = { decision: 'upheld', reason: 'We saw the video.' };
    const decided = await assessor.put(`/api/appeals/${appeal?.id}/decision`, { data });
    expect(decided.status()).toBe(200);
    await assessor.dispose();
  };
  return { hotel, roundId, approve, uphold };
}

// The server refuses a person without a name, and a revoked link.
test.use({ expectedOnConsole: [/status of (400|401|410)/] });

test('a consultant makes a link, and the hotel sees its findings and appeals one, without an account @desktop', async ({
  page,
  browser,
  request,
}) => {
  const { hotel, approve, uphold } = await anAssessedHotel(request);
  await signIn(page, 'consultant');
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('region', { name: 'Hotel', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'People at the hotel' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a person at the hotel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a person at the hotel' });
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  const name = own('Ana Link');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Job title').fill('Front office manager');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog).toBeHidden();

  const people = page.getByRole('region', { name: 'People at the hotel' });
  await expect(people).toContainText('Front office manager');
  await people.getByRole('button', { name: `Links of ${name}` }).click();
  const links = page.getByRole('dialog', { name: `Links of ${name}` });
  await links.getByRole('button', { name: 'Make a link' }).click();
  const made = links.getByRole('group', { name: 'The new link' });
  await expect(made.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(made.getByLabel(/^Copy this link now/)).toBeFocused();
  const link = await made.getByLabel(/^Copy this link now/).inputValue();
  expect(link).toMatch(/\/h\/[\w-]{43}$/);
  await expect(links.getByText('Not used yet.')).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(link);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Open the assessment' }).click();
  await expect(phone.getByRole('heading', { name: 'Assess your own hotel' })).toBeVisible();
  await expect(phone.getByRole('heading', { level: 1, name: hotel.hotelName })).toBeFocused();
  expect(new URL(phone.url()).pathname).toBe('/h');
  await expect(phone.getByText('Was the bell answered?')).toHaveCount(0);

  await approve();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: '2 findings' })).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Score' })).toHaveText('0.0% Needs Review');
  await expect(phone.getByText('Nobody came for ten minutes.')).toHaveCount(2);
  await expect(phone.getByText('Rosa')).toHaveCount(0);
  await phone.getByRole('button', { name: /^Appeal question 1: Was the bell answered/ }).click();
  const form = phone.getByRole('form', { name: 'Appeal' });
  await expect(form.getByLabel('What should the answer be?')).toBeFocused();
  await form.getByRole('button', { name: 'Cancel' }).click();
  const appeal = phone.getByRole('button', { name: /^Appeal question 1: Was the bell answered/ });
  await expect(appeal).toBeFocused();
  await appeal.click();
  await form.getByLabel('What should the answer be?').selectOption('Yes');
  const claim = form.getByLabel('Why is the answer wrong?');
  await claim.fill('The video of the lobby shows it.');
  await phone.reload();
  await phone.getByRole('button', { name: /^Appeal question 1: Was the bell answered/ }).click();
  await expect(claim).toHaveValue('The video of the lobby shows it.');
  await form.getByLabel('What should the answer be?').selectOption('Yes');
  await expectAccessible(phone);
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  // Two presses at once. The second one of a mouse may come later, and then falls on a text, which takes the focus.
  await form.getByRole('button', { name: 'File appeal' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(phone.getByText('Appeal open')).toHaveCount(1);
  const findings = phone.getByRole('region', { name: '2 findings' });
  await expect(findings.getByText('Was the bell answered?', { exact: true })).toBeFocused();
  await expect(phone.getByText('Your appeal was sent.')).toHaveRole('status');
  await expect(phone.getByRole('button', { name: /^Appeal question/ })).toHaveCount(1);

  await uphold();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: '1 finding' })).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Other appeals' })).toContainText(
    'Decision: We saw the video.',
  );

  // The cookie gives no access to the app.
  await phone.goto('/app/results');
  await expect(phone.getByRole('button', { name: 'Sign In' })).toBeVisible();

  await links.getByRole('button', { name: /^Revoke the link to / }).click();
  const question = page.getByRole('dialog', { name: /^Revoke the link to .+\?$/ });
  await expect(question).toContainText('not sent yet may be lost');
  await question.getByRole('button', { name: 'Keep link' }).click();
  await expect(question).toBeHidden();
  await expect(made).toBeVisible();
  await links.getByRole('button', { name: /^Revoke the link to / }).click();
  await question.getByRole('button', { name: 'Revoke link' }).click();
  await expect(made).toBeHidden();
  await phone.goto('/h');
  await expect(phone.getByRole('alert')).toContainText('This link was withdrawn.');
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Open the assessment' }).click();
  await expect(phone.getByRole('alert')).toContainText('This link was withdrawn.');
  await context.close();
});

test('after an appeal the focus is on its question, also where its form is pressed once more @desktop', async ({
  page,
  request,
}) => {
  await signIn(page, 'consultant');
  const { hotel, roundId, approve } = await anAssessedHotel(request);
  await approve();
  await openLink(page, await addLink(request, { hotelId: hotel.id, roundId, name: own('Ana') }));
  await page.getByRole('button', { name: /^Appeal question 1: / }).click();
  const form = page.getByRole('form', { name: 'Appeal' });
  await form.getByLabel('What should the answer be?').selectOption('Yes');
  await form.getByLabel('Why is the answer wrong?').fill('The video of the lobby shows it.');
  // Holds back what the page reads after the appeal was sent. Until then the form is there.
  const { promise: isPressed, resolve: letRead } = Promise.withResolvers<void>();
  await page.route('**/api/link/round', async (route) => {
    await isPressed;
    await route.continue();
  });
  await form.getByRole('button', { name: 'File appeal' }).click();
  const findings = page.getByRole('region', { name: '2 findings' });
  const question = findings.getByText('Was the bell answered?', { exact: true });
  await expect(question).toBeFocused();
  await form.getByRole('button', { name: 'File appeal' }).click({ force: true });
  letRead();
  await expect(form).toBeHidden();
  await expect(question).toBeFocused();
});
