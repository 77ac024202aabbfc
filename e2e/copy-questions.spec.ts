import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

test('questions are copied from another survey, and what clashes is told @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const { surveyId: from, title } = await office.addSurvey(['Is there a pool?', 'Is it clean?']);
  await signIn(page, 'admin');
  const created = await page.request.post('/api/surveys', {
    data: { title: own('The copy'), category: 'other' },
  });
  const { id } = (await created.json()) as { id: number };
  const library = await page.request.get(`/api/surveys/${from}/with-questions`);
  const { questions } = (await library.json()) as { questions: { id: number }[] };
  await page.request.put(`/api/questions/${questions[0]?.id}`, { data: { code: 'PO-001' } });

  await page.goto(`/app/survey-builder?survey=${id}&panel=questions`);
  const more = page.getByRole('button', { name: 'More for questions' });
  const open = async () => {
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy from another survey' }).press('Enter');
    await dialog.getByRole('combobox', { name: 'Copy questions of' }).fill(title);
    await page.getByRole('option', { name: title }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Copy from another survey' });
  await open();
  const list = dialog.getByRole('list', { name: 'Questions to copy' });
  await expect(list.getByRole('checkbox')).toHaveCount(3);
  await dialog.getByRole('searchbox', { name: 'Search questions' }).fill('is');
  await dialog.getByRole('checkbox', { name: 'Choose all 2' }).check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Copy 2 questions' }).click();
  await expect(dialog).toBeHidden();
  const copied = page.getByRole('list', { name: 'Questions' }).getByRole('heading', { level: 3 });
  await expect(copied).toHaveText(['Is there a pool?', 'Is it clean?']);

  await open();
  await dialog.getByRole('checkbox', { name: 'Choose all 3' }).check();
  await dialog.getByRole('button', { name: 'Copy 3 questions' }).click();
  await expect(dialog.getByText('2 questions copied, 1 not.')).toBeFocused();
  const told = dialog.getByRole('region', { name: 'Questions to look at' }).getByRole('row');
  await expect(told.nth(1)).toContainText('Another question of this survey has this code');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(copied).toHaveCount(4);
});
