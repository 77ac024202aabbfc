import { expectAccessible } from './support/expect-accessible.ts';
import { anInterview } from './support/offline-interview.ts';
import { expect, signIn, test } from './support/test.ts';

test('names why a response needs review, and leads from a standard to it by keyboard @desktop', async ({
  page,
  request,
}) => {
  test.slow();
  const { survey, hotel, respondent } = await anInterview(request, 'Stina');
  const [greeted, shown] = survey.questions;
  const code = `FO-${respondent.slice(-6)}`;
  const change = async (path: string, data: object) => {
    const answer = await request.put(path, { data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await change(`/api/questions/${greeted!.id}`, { code, section: 'Front desk', critical: true });
  const showIf = [{ questionId: greeted!.id, is: [greeted!.answers[1]!.id] }];
  await change(`/api/questions/${shown!.id}`, { allowNa: true, critical: true });
  await change(`/api/questions/${survey.questions[2]!.id}`, { showIf });
  await change(`/api/surveys/${survey.surveyId}`, { rules: { passLine: 50 } });
  const complete = async (of: { surveyId: number; hotelId: number }, responseAnswers: object[]) => {
    const data = { ...of, respondentName: respondent, respondentJobTitle: 'Night Manager' };
    const sent = await request.post('/api/responses', { data: { ...data, responseAnswers } });
    expect(sent.status()).toBe(201);
  };
  const plain = await anInterview(request, 'Paula');
  await complete(
    { surveyId: plain.survey.surveyId, hotelId: plain.hotel.id },
    plain.survey.questions.flatMap(({ id, answers: [first] }) =>
      first ? [{ questionId: id, answerId: first.id }] : [],
    ),
  );
  await signIn(page, 'admin');
  await page.goto(`/app/results?range=7&survey=${plain.survey.surveyId}&tab=standards`);
  await expect(
    page.getByRole('heading', { name: 'No standard was asked in this range' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show 365 days' }).click();
  await expect(page.getByRole('radio', { name: '365 days' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Show 365 days' })).toBeHidden();
  await complete({ surveyId: survey.surveyId, hotelId: hotel.id }, [
    { questionId: greeted!.id, answerId: greeted!.answers[0]!.id },
    { questionId: shown!.id, answerId: shown!.answers[1]!.id, note: 'Shown by the porter' },
  ]);
  await page.goto(`/app/results?hotel=${hotel.id}&tab=standards`);

  const standards = page.getByRole('region').filter({ hasText: 'Standards, each with' });
  // The range goes by the reader's zone.
  await expect(standards.getByRole('columnheader', { name: 'By year (UTC)' })).toBeVisible();
  const row = standards.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('1 of 1');
  await expect(row).toContainText('critical');
  await expectAccessible(page);
  // On paper, Chromium repeats the headings on each page only without boxes of buttons, and no response is cut in two.
  await page.emulateMedia({ media: 'print' });
  await expect(standards.getByRole('button', { name: 'Findings' })).toHaveCSS(
    'display',
    'contents',
  );
  const responses = page.getByRole('region', { name: 'Recent Responses' });
  await expect(responses.getByRole('row').last()).toHaveCSS('break-inside', 'avoid');
  await page.emulateMedia({ media: 'screen' });
  await standards.getByLabel('Code or question').fill('No such standard');
  await expect(standards.getByRole('heading', { name: 'No standard matches' })).toBeVisible();
  await standards.getByLabel('Code or question').fill(code);

  const opened = standards.getByRole('link', { name: `${code}: hotels with this finding` });
  await opened.focus();
  await page.keyboard.press('Enter');
  const hotels = page.getByRole('dialog', { name: `Hotels with a finding at ${code}` });
  await expect(hotels.getByRole('link')).toHaveCount(1);
  await expectAccessible(page);
  await hotels.getByRole('link').focus();
  await page.keyboard.press('Enter');

  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(
    details.getByText(`Needs Review: 50.0%, but ${code} (critical) failed`),
  ).toBeVisible();
  const answers = details.getByRole('region', { name: 'Answers' });
  await expect(answers.getByRole('listitem').first()).toContainText(code);
  await expect(answers.getByText('Critical finding')).toBeVisible();
  await expect(answers.getByText('Front desk · The Right Fit')).toBeVisible();
  await expect(answers.getByText('Shown by the porter')).toBeVisible();
  await expect(answers.getByText('1 question not asked, because of other answers.')).toBeVisible();
  await expectAccessible(page);

  // A hidden question cannot be answered. It appears when the answer before it shows it.
  await details.getByRole('button', { name: 'Correct answers' }).click();
  const form = details.getByRole('form', { name: 'Correct answers' });
  await expect(form.getByLabel('3. Anything else?')).toHaveCount(0);
  await form.getByRole('combobox', { name: '1. Were they greeted?' }).click();
  await page.getByRole('option', { name: 'Yes', exact: true }).click();
  await expect(form.getByLabel('3. Anything else?')).toBeVisible();
  await form.getByRole('checkbox', { name: /^Not applicable: 2\./ }).press('Space');
  // A critical question needs a reason. The existing note is offered as one.
  const why = form.getByRole('textbox', { name: /^Why is it not applicable\? 2\./ });
  const save = form.getByRole('button', { name: 'Save corrections' });
  await expect(why).toHaveValue('Shown by the porter');
  await why.fill('  ');
  await expect(save).toBeDisabled();
  await why.fill('Shown by the porter, who is away');
  await expectAccessible(page);
  await save.click();
  await expect(details.getByText('10 of 10 points')).toBeVisible();
  await expect(answers.getByText('Not applicable', { exact: true })).toBeVisible();
  await expect(answers.getByText('Shown by the porter, who is away')).toBeVisible();
  await expect(details.getByText(/failed$/)).toHaveCount(0);
  await expectAccessible(page);
});

test('a survey without codes and rules shows nothing of it @desktop', async ({ page, request }) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Stine');
  const [greeted] = survey.questions;
  await request.post('/api/responses', {
    data: {
      ...{ surveyId: survey.surveyId, hotelId: hotel.id },
      ...{ respondentName: respondent, respondentJobTitle: 'Night Manager' },
      responseAnswers: [{ questionId: greeted!.id, answerId: greeted!.answers[0]!.id }],
    },
  });
  await signIn(page, 'admin');
  await page.goto(`/app/results?hotel=${hotel.id}`);
  await page.getByRole('button', { name: `Details of the response of ${respondent}` }).click();
  const details = page.getByRole('dialog', { name: 'Response details' });
  await expect(details.getByText('Not answered').first()).toBeVisible();
  await expect(details.getByText(/Finding|Not applicable|not asked|Needs Review:/)).toHaveCount(0);
  await details.getByRole('button', { name: 'Correct answers' }).click();
  const form = details.getByRole('form', { name: 'Correct answers' });
  await expect(form.getByRole('combobox').first()).toBeVisible();
  await expect(form.getByRole('checkbox')).toHaveCount(0);
});
