import { hotelPath, paths } from '#web/paths.ts';
import { expectFocusInSight } from './support/expect-focus-in-sight.ts';
import { aFailedRound } from './support/failed-round.ts';
import { anOffice } from './support/office.ts';
import { expect, signIn, signInByForm, test } from './support/test.ts';

test('nothing lies over what has the focus, as it is and magnified twofold and fourfold @desktop', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin');
  for (const [width, height] of [
    [1440, 900],
    [720, 450],
    [360, 256],
  ] as const)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto('/app/dashboard');
      await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
      await expectFocusInSight(page, 40);
      await page.goto('/app/hotel-management');
      await page.getByRole('button', { name: 'Add Hotel' }).click();
      await expect(page.getByRole('dialog').getByLabel('Hotel ID')).toBeFocused();
      await expectFocusInSight(page, 20);
    });
});

test.describe('the focus comes back', () => {
  test.use({ expectedOnConsole: [/status of 401/] });

  test('to a button whose act failed, and from a dialog to its menu @desktop', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Email').fill('nobody@bellwether.example');
    await page.getByLabel('Password', { exact: true }).fill('some words of no account');
    const send = page.getByRole('button', { name: 'Sign In' });
    await send.press('Enter');
    await expect(page.getByText('Login Failed')).toBeVisible();
    await expect(send).toBeFocused();

    await page.getByLabel('Email').fill('');
    await send.press('Enter');
    await expect(page.getByLabel('Email')).toBeFocused();

    await signInByForm(page, 'assessor');
    await expect(page.getByRole('main')).toBeFocused();
    const own = page.getByRole('button', { name: '(Assessor)' });
    await own.press('Enter');
    await page.getByRole('menuitem', { name: 'Change password' }).press('Enter');
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(own).toBeFocused();

    // The first press happens while it loads.
    const start = page.getByRole('button', { name: 'Start interview' });
    await start.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Start interview' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(start).toBeFocused();
  });
});

test('typed text is not lost by Escape or Back without a question, and the focus comes back @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto(paths.hotels);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const add = page.getByRole('button', { name: 'Add User' });
  await add.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  const name = dialog.getByLabel('Full Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Ada');
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(paths.users);
  await expect(name).toHaveValue('Ada');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
});

test('a dialog with fields begins at the first one, and opens no list over the others @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const hotel = await office.addHotel();
  await signIn(page, 'admin');
  await page.goto(`${hotelPath(hotel.id)}?tab=evaluation`);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'Plan a round' }).press('Enter');
  await expect(dialog.getByLabel('Kind')).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await leave();

  await page.goto(hotelPath(hotel.id));
  for (const name of ['Hanna Hotelier', 'Igor Inkeeper']) {
    await page.getByRole('button', { name: 'Add a person at the hotel' }).first().press('Enter');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Links of Hanna Hotelier' }).press('Enter');
  await expect(dialog.getByLabel('Assessment')).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await leave();

  const read = await request.get(`/api/hotels/${hotel.id}/rounds`);
  const { cycles } = (await read.json()) as {
    cycles: { rounds: { id: number; kind: string }[] }[];
  };
  const self = cycles.flatMap(({ rounds }) => rounds).find(({ kind }) => kind === 'self');
  await page.goto(`${hotelPath(hotel.id)}/rounds/${self?.id}`);
  await page.getByRole('button', { name: 'Ask the hotel to assess itself' }).press('Enter');
  await expect(dialog.getByLabel('Who gets it')).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await leave();
});

test('Escape asks before it drops a remark, and the focus stays at its question @desktop', async ({
  page,
  request,
}) => {
  const { path } = await aFailedRound(request);
  await signIn(page, 'admin');
  await page.goto(path);
  const answer = page.getByRole('listitem').filter({
    has: page.getByRole('button', { name: 'Remark on question 2 of Rosa Respondent' }),
  });
  await answer.getByRole('button', { name: /^Remark on/ }).press('Enter');
  const remark = page.getByRole('textbox', { name: /^Remark on question 2/ });
  await expect(remark).toBeFocused();
  await page.keyboard.type('Ask again');
  // The question takes the focus a moment after it has opened.
  const keep = page.getByRole('button', { name: 'Keep editing' });
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await keep.press('Enter');
  await expect(keep).toBeHidden();
  await expect(remark).toBeFocused();
  await expect(remark).toHaveValue('Ask again');
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(remark).toBeHidden();
  await expect(answer).toBeFocused();
});

test.describe('a deletion that fails', () => {
  test.use({ expectedOnConsole: [/status of 500/] });

  test('gives the focus back to its button @desktop', async ({ page, request }) => {
    const office = await anOffice(request);
    const { surveyId, title } = await office.addSurvey(['Were they greeted?']);
    await signIn(page, 'admin');
    await page.goto(`${paths.surveyBuilder}?survey=${surveyId}`);
    await page.route(`**/api/surveys/${surveyId}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    const remove = page.getByRole('button', { name: `Delete ${title}` });
    await remove.press('Enter');
    await page.getByRole('button', { name: 'Delete survey' }).press('Enter');
    await expect(page.getByText('Failed to delete/archive survey')).toBeVisible();
    await expect(remove).toBeFocused();
  });
});
