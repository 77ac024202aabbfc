import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';

import { pick, press, tabTo } from './support/by-keyboard.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectFocusInSight, expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { holdBack } from './support/hold-back.ts';
import { makeHotel } from './support/make-hotel.ts';
import { expect, own, signIn, test } from './support/test.ts';

const builder = '/app/survey-builder';

async function expectSound(page: Page) {
  await expectNoLayoutShift(page);
  await expectAccessible(page);
}

/** One question for every way of answering, with the points of its options. */
const questions = [
  { text: 'Is the guest greeted at the door?', type: 'Radio', options: { Always: 10, Never: 0 } },
  { text: 'Was the welcome complete?', type: 'Checkbox', options: { Yes: 5, No: 0 } },
  { text: 'Who greeted the guest?', type: 'Text' },
  { text: 'What would you do better?', type: 'Textarea' },
  { text: 'How warm was the welcome?', type: 'Scale', options: { 1: 1, 2: 2, 3: 3 } },
] as const;
const moved = [0, 1, 2, 4, 3].map((place) => questions[place]?.text ?? '');

test('by keyboard alone: builds with every type, clones, imports, archives, and finds it @desktop', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const title = own('The front desk');
  const copy = `${title}, again`;
  await signIn(page, 'admin');

  await test.step('builds a survey of every type of question', async () => {
    await page.goto(builder);
    await expect(page.getByRole('heading', { name: 'No survey selected' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clone Guest Journey Standards' })).toBeVisible();
    await expectSound(page);

    await press(page, page.getByRole('button', { name: 'Create Survey' }));
    await expect(page.getByText('Survey title is required')).toBeVisible();
    await expect(page.getByText('Category is required')).toBeVisible();
    await tabTo(page, page.getByRole('textbox', { name: 'Survey title' }));
    await page.keyboard.type(title);
    await pick(page, page.getByRole('combobox', { name: 'Category' }), 'Hospitality');
    await press(page, page.getByRole('button', { name: 'Create Survey' }));
    await expectToast(page, 'Survey created');
    await expect(page).toHaveURL(/survey=\d+/);
    await expect(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible();

    await press(page, page.getByRole('button', { name: 'Add Question', exact: true }));
    for (const [index, question] of questions.entries())
      await addQuestion(page, question, index < questions.length - 1);
    await expectToast(page, 'Question created');
    await expectOrder(
      page,
      questions.map(({ text }) => text),
    );
    await expect(page.getByText('5 questions, maximum score 18')).toBeVisible();

    const last = page.getByRole('button', { name: 'Reorder question 5' });
    await tabTo(page, last);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Now at place 4 of 5.')).toBeAttached();
    const ordered = page.waitForResponse((answer) => answer.url().endsWith('/questions/order'));
    await page.keyboard.press('Space');
    await expectOrder(page, moved);
    expect((await ordered).status()).toBe(200);
    await page.reload();
    await expectOrder(page, moved);
    await expectSound(page);
  });

  await test.step('clones it', async () => {
    await pressInList(page, `Clone ${title}`);
    const naming = page.getByRole('dialog', { name: 'Clone Survey' });
    await expect(naming.getByPlaceholder(`Copy of ${title}`)).toBeFocused();
    await page.keyboard.type(copy);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Survey cloned');
    await expect(page.getByRole('textbox', { name: 'Survey title' })).toHaveValue(copy);
    await expectOrder(page, moved);
  });

  await test.step('imports the template', async () => {
    const download = page.waitForEvent('download');
    await press(page, page.getByRole('button', { name: 'Template' }));
    const template = await download;
    expect(template.suggestedFilename()).toMatch(/^Survey_\d+_Questions_Template\.xlsx$/);
    const choosing = page.waitForEvent('filechooser');
    await press(page, page.getByRole('button', { name: 'Import (Excel)' }));
    await (await choosing).setFiles(await template.path().then(asWorkbook));
    await expect(
      page.getByText('This will import questions from the Excel file. Continue?'),
    ).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Import questions' }));
    await expectToast(page, 'Import Successful', '5 questions imported.');
    const list = page.getByRole('list', { name: 'Questions' });
    await expect(list.getByRole('heading', { level: 3 })).toHaveCount(10);
    await expect(page.getByRole('button', { name: 'Import (Excel)' })).toBeFocused();
  });

  await test.step('archives it, and finds it in the Archive', async () => {
    await pick(page, page.getByRole('combobox', { name: 'Status' }), 'Archived');
    await press(page, page.getByRole('button', { name: 'Update Survey' }));
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(page, page.getByRole('button', { name: 'Archive survey' }));
    await expectToast(page, 'Survey Archived');
    await expect(page.getByRole('button', { name: `Clone ${copy}` })).toBeHidden();

    await press(page, page.getByRole('link', { name: 'Archive', exact: true }));
    const card = page.getByRole('listitem').filter({ hasText: copy });
    await expect(card.getByText('Archived', { exact: true })).toBeVisible();
    await expect(card.getByText(/^Archived: \d/)).toBeVisible();
    await page.reload();
    await expect(card).toBeVisible();
    await expectSound(page);
  });
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the list of surveys and the form are in sight, and the list is one stop of Tab @desktop', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await newSurvey(page, own('One of many'));
    await page.goto(builder);
    const rows = surveyList(page).getByRole('row');
    for (const place of [0, 1]) await expect(rows.nth(place)).toBeInViewport({ ratio: 1 });
    await expect(rows.first()).toContainText(/\d questions?/);
    await expect(page.getByRole('button', { name: 'Create Survey' })).toBeInViewport({ ratio: 1 });
    const buttons = (row: number) => rows.nth(row).getByRole('button');
    await buttons(0).first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(buttons(1).first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(buttons(1).nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Survey title' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(buttons(1).nth(1)).toBeFocused();
  });
});

test.describe('on an upright tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('the list of a dialog that reaches below a short page is whole @desktop', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const id = await newSurvey(page, own('A short page'));
    await page.goto(`${builder}?survey=${id}&panel=questions`);
    await page.getByRole('button', { name: 'Add Question', exact: true }).click();
    await page.getByRole('combobox', { name: 'Question type' }).click();
    await page.getByRole('option', { name: /^Scale/ }).click();
    await expect(page.getByRole('combobox', { name: 'Question type' })).toHaveValue(/^Scale/);
  });
});

test('a phone creates a survey with one question by touch @phone', async ({ page }) => {
  test.slow();
  await signIn(page, 'admin');
  await page.goto(builder);
  await page.getByLabel('Survey title').tap();
  await page.keyboard.type(own('The lobby'));
  await page.getByRole('combobox', { name: 'Category' }).tap();
  await page.getByRole('option', { name: 'Retail' }).tap();
  await expectSound(page);
  await page.getByRole('button', { name: 'Create Survey' }).tap();

  await page.getByRole('button', { name: 'Add First Question' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add Question' });
  await dialog.getByLabel('Question text').fill('Is the lobby tidy?');
  await dialog.getByRole('combobox', { name: 'Question type' }).tap();
  await page.getByRole('option', { name: /^Radio/ }).tap();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Next' }).tap();
  await dialog.getByLabel('Option 1', { exact: true }).fill('Yes');
  await dialog.getByLabel('Points of option 1').fill('4');
  await dialog.getByLabel('Option 2', { exact: true }).fill('No');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Next' }).tap();
  await expect(dialog.getByText('Step 3 of 3')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Question' }).tap();
  await expectToast(page, 'Question created');
  await expectOrder(page, ['Is the lobby tidy?']);
  await expect(page.getByText('4 points')).toBeVisible();
});

test('a half is refused in words where a whole number is wanted, and not read as ten times as much @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const id = await newSurvey(page, own('Halves'));
  await page.goto(`${builder}?survey=${id}&panel=questions`);
  await page.getByRole('button', { name: 'Edit question 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Question 1' });
  const type = async (field: string, keys: string) => {
    await dialog.getByLabel(field).clear();
    await dialog.getByLabel(field).pressSequentially(keys);
  };
  const next = dialog.getByRole('button', { name: 'Next' });
  await type('Weight', '1,5');
  await next.click();
  await expect(dialog.getByText('Weight must be a whole number')).toBeVisible();
  await type('Weight', '2');
  await next.click();
  // Nobody knows whether that is a thousand. It is not silently 1.
  await type('Points of option 1', '1,000');
  await type('Points of option 2', '1 000');
  await next.click();
  await expect(dialog.getByText('Points must be a whole number from 0 to 1000')).toBeVisible();
  await expect(dialog.getByLabel('Points of option 1')).toHaveValue('1.000');
  await expect(dialog.getByLabel('Points of option 2')).toHaveValue('1000');
  await type('Points of option 1', '7.5');
  await next.click();
  await expect(dialog.getByText('Points must be a whole number from 0 to 1000')).toBeVisible();
  await type('Points of option 1', '7');
  await next.click();
  await dialog.getByRole('button', { name: 'Save Question' }).click();
  await expectToast(page, 'Question updated');
  const { questions: stored } = await readSurvey(page, id);
  expect(stored[0]).toMatchObject({ weight: 2 });
  expect(stored[0].answers.map(({ score }: { score: number }) => score)).toEqual([7, 1_000, 0]);

  await page.goto(`${builder}?survey=${id}`);
  await page.getByRole('button', { name: 'Pass rules' }).click();
  await page.getByLabel('Pass line').pressSequentially('7.5');
  await page.getByRole('button', { name: 'Update Survey' }).click();
  await expect(page.getByText('Give a whole percentage from 1 to 100')).toBeVisible();
});

test('the wizard asks before it loses anything, and saves all or nothing @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const id = await newSurvey(page, own('Housekeeping'));
  await page.goto(`${builder}?survey=${id}&panel=questions`);

  await page.getByRole('button', { name: 'Edit question 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Question 1' });
  await dialog.getByLabel('Question text').fill('');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Please fill in question text and select type')).toBeVisible();
  await dialog.getByLabel('Question text').fill('Is the room clean?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Step 1 of 3')).toBeVisible();

  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Remove option 2' }).click();
  await page.getByRole('button', { name: 'Delete answer option' }).click();
  await expectToast(page, 'Answer option deleted');
  await dialog.getByRole('button', { name: 'Move option 2 up' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('radio', { name: 'Nobody looked' }).check();
  await dialog.getByRole('button', { name: 'Save Question' }).click();
  await expectToast(page, 'Question updated');
  await expect(dialog).toBeHidden();
  await expectOrder(page, ['Is the room clean?']);
  const { questions: stored } = await readSurvey(page, id);
  expect(stored[0].answers.map((option: { text: string }) => option.text)).toEqual([
    'Nobody looked',
    'Spotless',
  ]);
});

test('on an enlarged page nothing covers what has the focus @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  const id = await newSurvey(page, own('Enlarged'));
  // A laptop's window at 200 %. 400 % follows below.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(`${builder}?survey=${id}`);
  await expect(page.getByRole('textbox', { name: 'Survey title' })).toBeVisible();
  await expectFocusInSight(page, 35);
  await page.goto(`${builder}?survey=${id}&panel=questions`);
  await page.getByRole('button', { name: 'Edit question 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Question 1' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Step 2 of 3')).toBeVisible();
  await expectFocusInSight(page, 12);
  await page.setViewportSize({ width: 320, height: 256 });
  await expectFocusInSight(page, 12);
  await expectNoSidewaysScroll(page);
});

test('the preview asks as an interview does, and stores nothing @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  const id = await newSurvey(page, own('Minibar'));
  await page.goto(`${builder}?survey=${id}&panel=questions`);
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: /^Preview of/ });
  await expect(dialog.getByText('Question 1 of 1')).toBeVisible();
  await expect(dialog.getByText('Is it clean?')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Complete' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Spotless' }).focus();
  await page.keyboard.press('2');
  await expect(dialog.getByRole('radio', { name: 'Dusty' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'Spotless' })).toBeChecked();
  await page.keyboard.press('2');
  // As in an interview, the first Enter focuses Complete and the second one presses it.
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('40.0%')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Score of this trial' })).toBeFocused();
  await expect(dialog.getByText('Needs Review')).toBeVisible();
  await expect(dialog.getByText('100.0%')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close Preview' }).click();
  const responses = await page.request.get(`/api/responses?surveyId=${id}`);
  expect(await responses.json()).toEqual([]);
});

test('an import tells how far it is, and each row that it refuses @desktop', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin');
  const id = await newSurvey(page, own('Breakfast'));
  await page.goto(`${builder}?survey=${id}&panel=questions`);
  const release = await holdBack(page, '**/questions/import');
  await chooseWorkbook(page, [
    ['Question Text', 'Type', 'Weight', 'Answer 1 Text', 'Answer 2 Text', 'Remark'],
    ['Is the coffee hot?', 'scale', 2, 'No', 'Yes', 'new'],
    ['Is the tea hot?', 'scale', 12, 'No', 'Yes'],
    ['Is the juice cold?', 'radio', 1, 'No'],
  ]);
  await page.getByRole('button', { name: 'Import questions' }).click();
  await expect(page.getByRole('dialog').getByText('Uploading…')).toBeVisible();
  await expectAccessible(page);
  const told = await wordsTold(page);
  release();
  await expectToast(
    page,
    'Import Completed with Errors',
    '1 question imported. 2 errors occurred.',
  );
  expect(await told.evaluate((texts) => [...texts])).toContain('Reading…');
  const dialog = page.getByRole('dialog', { name: 'Rows That Were Not Imported' });
  await expect(dialog.getByRole('row')).toHaveText([
    'RowColumnError',
    '3WeightWeight must be from 1 to 10',
    '4Answer 2 TextAdd at least 2 answer options',
  ]);
  await expect(dialog.getByText('Columns that the import does not read: Remark')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy table' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '3\tWeight\tWeight must be from 1 to 10\n4\tAnswer 2 Text\t',
  );
  const refused = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download refused rows' }).click();
  expect((await refused).suggestedFilename()).toMatch(/ - refused rows\.xlsx$/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Import (Excel)' })).toBeFocused();
  await expectOrder(page, ['Is it clean?', 'Is the coffee hot?']);

  // Where all rows came in, what was not read is named all the same.
  await chooseWorkbook(page, [
    ['Question Text', 'Type', 'Remark'],
    ['What did you have?', 'text', 'new'],
  ]);
  await page.getByRole('button', { name: 'Import questions' }).click();
  await expectToast(page, 'Import Successful', '1 question imported.');
  const unread = page.getByRole('dialog', { name: 'Parts That Were Not Read' });
  await expect(unread.getByText('1 question imported.')).toBeFocused();
  await expect(unread.getByText('Columns that the import does not read: Remark')).toBeVisible();
  await unread.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Import (Excel)' })).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`Survey_${id}_Questions.xlsx`);
});

test.describe('a file that cannot be imported', () => {
  test.use({ expectedOnConsole: [/400 \(Bad Request\)|ERR_FAILED/] });

  test('says why, and imports once when it is sent again @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    const id = await newSurvey(page, own('Lunch'));
    await page.goto(`${builder}?survey=${id}&panel=questions`);
    await chooseWorkbook(page, [['Hotel ID', 'City']]);
    await page.getByRole('button', { name: 'Import questions' }).click();
    await expectToast(page, 'Import Failed', 'Failed to import questions from file');
    await expect(page.getByText(/no heading "Question Text"/)).toBeVisible();

    const workbook = await aWorkbook([
      ['Question Text', 'Type'],
      ['What did you have?', 'text'],
    ]);
    // The reply is lost on its way, so nobody here can know whether the questions were imported.
    await page.route('**/questions/import', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose(page, workbook);
    await page.getByRole('button', { name: 'Import questions' }).click();
    await expectToast(page, 'Import Failed', 'may have been done all the same');
    // The list shows what was imported.
    await expectOrder(page, ['Is it clean?', 'What did you have?']);
    await page.unroute('**/questions/import');
    await choose(page, workbook);
    await page.getByRole('button', { name: 'Import questions' }).click();
    await expectToast(page, 'Import Successful', '1 question imported.');
    await expectOrder(page, ['Is it clean?', 'What did you have?']);
  });

  test('that is cancelled after it arrived says so, and its questions show @desktop', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const id = await newSurvey(page, own('Dinner'));
    await page.goto(`${builder}?survey=${id}&panel=questions`);
    const arrived = Promise.withResolvers<void>();
    await page.route('**/questions/import', async (route) => {
      await route.fetch();
      arrived.resolve();
    });
    await chooseWorkbook(page, [
      ['Question Text', 'Type'],
      ['What did you have?', 'text'],
    ]);
    await page.getByRole('button', { name: 'Import questions' }).click();
    await arrived.promise;
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Import Cancelled' })).toContainText(
      'its questions are imported all the same',
    );
    await expectOrder(page, ['Is it clean?', 'What did you have?']);
  });
});

test('deleting deletes, or archives what has responses @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  const kept = own('Kept');
  const gone = own('Gone');
  await newSurvey(page, gone);
  await respondTo(page, await newSurvey(page, kept, 'active'));
  await page.goto(builder);

  await page.getByRole('button', { name: `Delete ${gone}` }).click();
  await expect(
    page.getByText(/It has no responses\. Its 1 question will be deleted\./),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete survey' }).click();
  await expectToast(page, 'Survey Deleted', `“${gone}” was deleted.`);
  await expect(page.getByRole('button', { name: `Delete ${gone}` })).toBeHidden();

  await page.getByRole('button', { name: `Delete ${kept}` }).click();
  await expect(page.getByText(/it will be archived instead of deleted/)).toBeVisible();
  await page.getByRole('button', { name: 'Archive survey' }).click();
  await expectToast(page, 'Survey Archived', `“${kept}” has responses`);
  await page.goto('/app/archive');
  await expect(page.getByRole('heading', { name: kept })).toBeVisible();
  await expect(page.getByRole('heading', { name: gone })).toBeHidden();
  await expect(
    page.getByText('Archived surveys cannot be edited or deleted. They are preserved'),
  ).toBeVisible();
});

test.describe('where the questions cannot be read', () => {
  test.use({ expectedOnConsole: [/404 \(Not Found\)|ERR_FAILED|status of 500/] });

  test('says that the survey is not there, or what is wrong, and tries again by itself or when asked @desktop', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.goto(`${builder}?survey=2147483647&panel=questions`);
    await expect(page.getByRole('heading', { name: 'Survey not found' })).toBeVisible();
    await expectSound(page);

    const id = await newSurvey(page, own('Unread'));
    const questions = '**/with-questions';
    // Errors of the server itself are repeated only when somebody presses Retry.
    await page.route(questions, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${builder}?survey=${id}&panel=questions`);
    const failed = page.getByRole('heading', { name: 'Error loading questions' });
    await expect(failed).toBeVisible();
    await expectSound(page);
    const refused = page.waitForResponse(questions);
    await page.getByRole('button', { name: 'Retry' }).click();
    await refused;
    await expect(failed).toBeVisible();
    await page.unroute(questions);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectOrder(page, ['Is it clean?']);
    await expect(failed).toBeHidden();

    // When nothing replied, the app reads them again by itself.
    const unreached = await newSurvey(page, own('Unreached'));
    await page.route(questions, (route) => route.abort());
    await page.goto(`${builder}?survey=${unreached}&panel=questions`);
    await expect(failed).toBeVisible();
    await page.unroute(questions);
    await expectOrder(page, ['Is it clean?']);

    await test.step('puts a question back that could not be deleted', async () => {
      await page.route('**/api/questions/*', (route) => route.abort());
      await page.getByRole('button', { name: 'Delete question 1' }).click();
      await expect(
        page.getByText(
          'Are you sure you want to delete this question? This action cannot be undone.',
        ),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Delete question', exact: true }).click();
      await expectToast(page, 'Failed to delete question', 'No reply from Bellwether');
      await expectOrder(page, ['Is it clean?']);
      await page.unroute('**/api/questions/*');
      await page.getByRole('button', { name: 'Delete question 1' }).click();
      await page.getByRole('button', { name: 'Delete question', exact: true }).click();
      await expectToast(page, 'Question deleted');
      await expect(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible();
    });
  });
});

test.describe('an answer option', () => {
  test.use({ expectedOnConsole: [/409 \(Conflict\)/] });

  test('is deleted when its question is saved, or says that it was not @desktop', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const id = await newSurvey(page, own('Options'), 'active');
    await page.goto(`${builder}?survey=${id}&panel=questions`);
    await page.getByRole('button', { name: 'Edit question 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Question 1' });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('button', { name: 'Remove option 2' }).click();
    await page.getByRole('button', { name: 'Delete answer option' }).click();
    await expectToast(page, 'Answer option deleted');
    await dialog.getByRole('button', { name: 'Next' }).click();
    // Somebody else archives the survey meanwhile.
    await page.request.put(`/api/surveys/${id}`, {
      data: { title: own('Options'), category: 'other', status: 'archived' },
    });
    await dialog.getByRole('button', { name: 'Save Question' }).click();
    await expectToast(page, 'Failed to delete answer option', 'Archived surveys cannot be edited');
  });
});

test('an unsaved survey form goes with its survey, and is not left without asking @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const title = own('Short-lived');
  const id = await newSurvey(page, title);
  await page.goto(`${builder}?survey=${id}`);
  await page.getByLabel('Survey title').fill('Never saved');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('button', { name: 'Delete survey' }).click();
  await expectToast(page, 'Survey Deleted', `“${title}” was deleted.`);
  await expect(page.getByLabel('Survey title')).toHaveValue('');
  await expect(page).not.toHaveURL(/survey=/);

  const other = page.getByRole('button', { name: 'Guest Journey Standards', exact: true });
  await page.getByLabel('Survey title').fill('Half a thought');
  await other.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Survey title')).toHaveValue('Half a thought');
  await other.click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/survey=\d+/);
});

const surveyList = (page: Page) => page.getByRole('grid', { name: 'Manage Surveys' });

/** By Shift+Tab to the list of surveys, which is one stop, and by arrow keys to a button in it. */
async function pressInList(page: Page, name: string) {
  const target = surveyList(page).getByRole('button', { name });
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    const isThere = await surveyList(page).evaluate((list) =>
      list.contains(document.activeElement),
    );
    if (isThere) break;
    // The list comes before the forms.
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 100; presses++) {
    const way = await target.evaluate((element) => {
      if (element === document.activeElement) return null;
      const isInRow = element.closest('[role="row"]')?.contains(document.activeElement);
      return isInRow ? 'ArrowRight' : 'ArrowDown';
    });
    if (way === null) break;
    await page.keyboard.press(way);
  }
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
}

async function addQuestion(page: Page, question: (typeof questions)[number], isMore: boolean) {
  const dialog = page.getByRole('dialog', { name: 'Add Question' });
  await expect(dialog.getByText('Step 1 of 3')).toBeVisible();
  await tabTo(page, dialog.getByRole('textbox', { name: 'Question text' }));
  await page.keyboard.insertText(question.text);
  await pick(page, dialog.getByRole('combobox', { name: 'Question type' }), `${question.type} –`);
  await press(page, dialog.getByRole('button', { name: 'Next' }));
  await expect(dialog.getByText('Step 2 of 3')).toBeVisible();
  if ('options' in question)
    for (const [place, [text, points]] of Object.entries(question.options).entries()) {
      const field = dialog.getByLabel(`Option ${place + 1}`, { exact: true });
      if (place > 1) await press(page, dialog.getByRole('button', { name: 'Add Option' }));
      await tabTo(page, field);
      await page.keyboard.type(text);
      await tabTo(page, dialog.getByLabel(`Points of option ${place + 1}`));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(String(points));
    }
  await press(page, dialog.getByRole('button', { name: 'Next' }));
  await expect(dialog.getByText('Step 3 of 3')).toBeVisible();
  const save = isMore ? 'Save and Add Another' : 'Save Question';
  await press(page, dialog.getByRole('button', { name: save }));
}

type Workbook = { name: string; mimeType: string; buffer: Buffer };

async function asWorkbook(path: string): Promise<Workbook> {
  return { name: 'Template.xlsx', mimeType: '', buffer: await readFile(path) };
}

async function aWorkbook(rows: (string | number)[][]): Promise<Workbook> {
  const bytes = await writeXlsx({ sheets: [{ name: 'Questions', rows }] });
  return { name: 'questions.xlsx', mimeType: '', buffer: Buffer.from(bytes) };
}

async function choose(page: Page, workbook: Workbook) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import (Excel)' }).click();
  await (await choosing).setFiles(workbook);
}

async function chooseWorkbook(page: Page, rows: (string | number)[][]) {
  await choose(page, await aWorkbook(rows));
}

async function expectToast(page: Page, title: string, message?: string) {
  const toast = page.getByRole(/Failed|Errors/.test(title) ? 'alert' : 'status').filter({
    hasText: title,
  });
  await expect(toast).toBeVisible();
  if (message) await expect(toast).toContainText(message);
}

async function expectOrder(page: Page, texts: readonly string[]) {
  const list = page.getByRole('list', { name: 'Questions' });
  await expect(list.getByRole('heading', { level: 3 })).toHaveText([...texts]);
}

/** Creates a survey with one question, by the calls that the screens make. */
async function newSurvey(page: Page, title: string, status = 'draft'): Promise<number> {
  const { id } = await post(page, '/api/surveys', { title, category: 'other', status });
  await post(page, '/api/questions', {
    surveyId: id,
    text: 'Is it clean?',
    type: 'radio',
    required: true,
    kpeCategory: 'The Right Environment',
    answers: [
      { text: 'Spotless', score: 10 },
      { text: 'Dusty', score: 4 },
      { text: 'Nobody looked', score: 0 },
    ],
  });
  return id;
}

/** Stores a response at a hotel of its own. Otherwise a hotel of another test would get a score. */
async function respondTo(page: Page, surveyId: number) {
  const { id: hotelId } = await makeHotel(page);
  await post(page, '/api/responses', {
    surveyId,
    hotelId,
    respondentName: 'Rosa Blum',
    respondentJobTitle: 'Host',
    responseAnswers: [],
  });
}

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data });
  expect(answer.status()).toBe(201);
  return answer.json();
}

async function readSurvey(page: Page, id: number) {
  return (await page.request.get(`/api/surveys/${id}/with-questions`)).json();
}

/** Collects every text that changes on the page from now on, however briefly it shows. */
function wordsTold(page: Page) {
  return page.evaluateHandle(() => {
    const texts = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) texts.add(target.textContent ?? '');
    }).observe(document.body, { subtree: true, characterData: true });
    return texts;
  });
}
