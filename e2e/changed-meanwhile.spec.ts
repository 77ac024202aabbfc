import type { Page } from '@playwright/test';

import { expect, own, signIn, test } from './support/test.ts';

const builder = '/app/survey-builder';

/** Calls the API as another person, who changes the same record meanwhile. */
async function put(page: Page, path: string, data: object) {
  const answer = await page.request.put(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: number };
}

async function newSurvey(page: Page, title: string) {
  const { id } = await post(page, '/api/surveys', { title, category: 'other' });
  const question = await post(page, '/api/questions', {
    ...{ surveyId: id, text: 'Is it clean?', type: 'radio', required: true },
    answers: [
      { text: 'Spotless', score: 10 },
      { text: 'Dusty', score: 0 },
    ],
  });
  return { id, questionId: question.id };
}

const readSurvey = async (page: Page, id: number) =>
  (await page.request.get(`/api/surveys/${id}/with-questions`)).json();

const toastOf = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

test('saving a phone number keeps the role and the status that another Admin set @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const name = own('Nora Beck');
  const roles = await (await page.request.get('/api/user-roles')).json();
  const roleIdOf = (role: string) => roles.find((one: { name: string }) => one.name === role).id;
  const { id } = await post(page, '/api/system-users', {
    ...{ name, email: `${own('nora').replace(' ', '.')}@hotel.example` },
    ...{ mobileNumber: '+44 7700 900001', password: 'a lighthouse keeper' },
    roleId: roleIdOf('Admin'),
  });
  await page.goto('/app/user-management');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Full Name')).toHaveValue(name);
  await put(page, `/api/system-users/${id}`, { roleId: roleIdOf('Assessor'), isActive: false });

  await dialog.getByLabel('Mobile Number').fill('+44 7700 900002');
  await dialog.getByRole('button', { name: 'Update User' }).click();
  await expect(toastOf(page, 'Success')).toContainText(`${name} is updated.`);
  await expect(dialog).toBeHidden();
  const card = page.getByRole('listitem', { name, exact: true });
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
  const users = await (await page.request.get('/api/system-users')).json();
  expect(users.find((user: { id: number }) => user.id === id)).toMatchObject({
    mobileNumber: '+44 7700 900002',
    role: { name: 'Assessor' },
    isActive: false,
  });

  // Saving without a change shows the same message and closes the dialog.
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByRole('button', { name: 'Update User' }).click();
  await expect(dialog).toBeHidden();
});

test('a survey form keeps what somebody else changed, and shows it @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  const title = own('Arrival by night');
  const { id } = await newSurvey(page, own('Arrival'));
  await page.goto(`${builder}?survey=${id}`);
  await expect(page.getByLabel('Survey title')).toHaveValue(own('Arrival'));
  await put(page, `/api/surveys/${id}`, { title, status: 'active', rules: { passLine: 90 } });

  await page.getByLabel('Description').fill('What guests see first');
  await page.getByRole('button', { name: 'Update Survey' }).click();
  await expect(toastOf(page, 'Survey updated')).toContainText(`“${title}” is saved.`);
  const description = 'What guests see first';
  const asStored = { title, description, status: 'active', rules: { passLine: 90 } };
  expect(await readSurvey(page, id)).toMatchObject(asStored);
  await expect(page.getByLabel('Survey title')).toHaveValue(title);
  await expect(page.getByLabel('Description')).toHaveValue(description);
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Active');
  await page.getByRole('button', { name: 'Pass rules' }).click();
  await expect(page.getByLabel('Pass line')).toHaveValue('90%');

  // Saving again without a change changes nothing. Leaving the form asks nothing.
  const answered = page.waitForResponse(`**/api/surveys/${id}`);
  await page.getByRole('button', { name: 'Update Survey' }).click();
  const answer = await answered;
  expect([answer.status(), answer.request().postDataJSON()]).toEqual([200, {}]);
  expect(await readSurvey(page, id)).toMatchObject(asStored);
  await page.getByRole('button', { name: 'New Survey' }).click();
  await expect(page.getByLabel('Survey title')).toHaveValue('');
});

test('the question wizard keeps what somebody else changed @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  const { id, questionId } = await newSurvey(page, own('Housekeeping'));
  await page.goto(`${builder}?survey=${id}&panel=questions`);
  await page.getByRole('button', { name: 'Edit question 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Question 1' });
  await expect(dialog.getByLabel('Question text')).toHaveValue('Is it clean?');
  const theirs = { text: 'Is the room clean?', weight: 4, critical: true };
  await put(page, `/api/questions/${questionId}`, theirs);

  const next = dialog.getByRole('button', { name: 'Next' });
  await next.click();
  await dialog.getByLabel('Points of option 2').fill('3');
  await next.click();
  await dialog.getByRole('button', { name: 'Save Question' }).click();
  await expect(toastOf(page, 'Question updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: theirs.text })).toBeVisible();
  const { questions } = await readSurvey(page, id);
  expect(questions[0]).toMatchObject({ ...theirs, answers: [{ score: 10 }, { score: 3 }] });
});

test.describe('what was deleted meanwhile', () => {
  test.use({ expectedOnConsole: [/404 \(Not Found\)/] });

  test('is a survey: it is no longer shown once it cannot be saved @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    const title = own('Short-lived');
    const { id } = await post(page, '/api/surveys', { title, category: 'other' });
    await page.goto(`${builder}?survey=${id}`);
    await expect(page.getByRole('button', { name: 'Add First Question' })).toBeVisible();
    expect((await page.request.delete(`/api/surveys/${id}`)).status()).toBe(200);

    await page.getByLabel('Description').fill('What guests see first');
    await page.getByRole('button', { name: 'Update Survey' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Failed to update survey' });
    await expect(toast).toContainText('The survey was not found.');
    await expect(page.getByRole('heading', { name: 'Survey not found' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add First Question' })).toBeHidden();
    await expect(page.getByRole('button', { name: title, exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Create Survey' })).toBeVisible();
  });

  test('is a user: the card goes once it cannot be saved @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    const name = own('Otto Brand');
    const [role] = await (await page.request.get('/api/user-roles')).json();
    const { id } = await post(page, '/api/system-users', {
      ...{ name, email: `${own('otto').replace(' ', '.')}@hotel.example`, roleId: role.id },
      ...{ mobileNumber: '+44 7700 900003', password: 'a lighthouse keeper' },
    });
    await page.goto('/app/user-management');
    const edit = page.getByRole('button', { name: `Edit ${name}` });
    await edit.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Full Name')).toHaveValue(name);
    expect((await page.request.delete(`/api/system-users/${id}`)).ok()).toBe(true);

    await dialog.getByLabel('Mobile Number').fill('+44 7700 900004');
    await dialog.getByRole('button', { name: 'Update User' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Failed to update user' });
    await expect(toast).toContainText('The user was not found.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(edit).toBeHidden();
  });

  test('is an address: it says so, and offers no Retry @desktop', async ({ page }) => {
    await signIn(page, 'admin');
    for (const [address, title] of [
      ['/app/hotel-management?hotel=2147483647', 'We couldn’t find this hotel'],
      ['/app/results?response=2147483647', 'We couldn’t find this response'],
    ] as const) {
      await page.goto(address);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Retry' })).toBeHidden();
    }
    await page.goto('/app/archive?survey=2147483647');
    await expect(page.getByRole('heading', { name: 'Survey not found' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Questions' })).toHaveCount(0);
  });
});
