import { readFile } from 'node:fs/promises';

import type { APIRequestContext, Page, Route } from '@playwright/test';

import type { ActionPage } from '#domain/actions/action.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import type { HotelRounds } from '#domain/rounds/round.ts';
import { hotelFields } from '#test/build.ts';
import { aHotelWithAnswers } from './support/a-hotel-with-answers.ts';
import { approveRound, failAll } from './support/failed-round.ts';
import { loseReply } from './support/lose-reply.ts';
import { anOffice } from './support/office.ts';
import { aJpeg } from './support/pictures.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests what people are told when a reply gets lost after the server did what they asked, or a record is gone. */

test.use({ expectedOnConsole: [/ERR_CONNECTION_RESET|status of (400|404|409)/] });

const alertOf = (page: Page) => page.getByRole('alert');
const mayBeDone = 'No reply from Bellwether, so it may have been done all the same.';

/** Makes a round in which everything failed, at a hotel of this test. */
async function aFailedRound(request: APIRequestContext) {
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Is the lobby clean?'], null);
  const hotel = await office.addHotel();
  const { roundId } = await failAll(request, edition, hotel);
  return { hotel, roundId };
}

test('an approval whose reply got lost is not said to have changed nothing @desktop', async ({
  page,
  request,
}) => {
  const { hotel, roundId } = await aFailedRound(request);
  await signIn(page, 'assessor');
  await page.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  await loseReply(page, 'POST', /\/approve$/);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(alertOf(page).filter({ hasText: 'Not confirmed' })).toContainText(mayBeDone);
  await expect(page.getByText('Nothing was changed')).toBeHidden();
  await expect(page.getByRole('definition').filter({ hasText: /^Approved/ })).toBeVisible();
});

test('evidence that is chosen again after a lost reply is stored once @desktop', async ({
  page,
  request,
}) => {
  const { hotel, roundId } = await aFailedRound(request);
  await approveRound(roundId);
  const found = await request.get('/api/actions', { params: { hotelId: hotel.id } });
  const { actions } = (await found.json()) as ActionPage;
  await signIn(page, 'admin');
  await page.goto(`/app/actions?hotel=${hotel.id}`);
  await page.getByRole('link', { name: /^Open “Is the lobby clean/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Action' });
  const file = { name: 'lobby.jpg', mimeType: 'image/jpeg', buffer: await aJpeg(page) };
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Add photo or document' }).click();
    await (await chooser).setFiles([file]);
  };
  await loseReply(page, 'POST', /\/api\/actions\/\d+\/events$/);
  await choose();
  await expect(dialog.getByRole('alert')).toContainText(mayBeDone);
  const stored = page.waitForResponse(/\/api\/actions\/\d+\/events$/);
  await choose();
  expect((await stored).ok()).toBe(true);
  await expect(dialog.getByRole('alert')).toBeHidden();
  const detail = await (await request.get(`/api/actions/${actions[0]?.id}`)).json();
  expect(detail.events.filter(({ kind }: { kind: string }) => kind === 'evidence')).toHaveLength(1);
  const read = await request.get('/api/evidence', { params: { interview: detail.clientId } });
  expect((await read.json()).held).toHaveLength(1);
});

/** Opens the page on which rounds are planned, and returns how to fill in the dialog. */
async function planning(page: Page, name: string) {
  await signIn(page, 'assessor');
  const hotel = await aHotelWithAnswers(page, name);
  await page.goto(`${hotel.path}?tab=evaluation`);
  const dialog = page.getByRole('dialog');
  const write = async (label: string, day: string) => {
    const field = dialog.getByRole('textbox', { name: label, exact: true });
    await field.fill(day);
    // Closes the calendar, which covers the buttons.
    await field.press('Tab');
  };
  const planned = async () => {
    const answer = await page.request.get(`/api/hotels/${hotel.id}/rounds`);
    const { cycles } = (await answer.json()) as HotelRounds;
    return cycles[0]!.rounds.filter(({ status }) => status === 'planned');
  };
  return { dialog, write, planned };
}

test('a plan that was changed after a lost reply is stored once, as it was changed @desktop', async ({
  page,
}) => {
  const { dialog, write, planned } = await planning(page, 'Lost Plan House');
  await page.getByRole('button', { name: 'Plan a round' }).click();
  await write('From', '12 Mar 2027');
  await write('To', '14 Mar 2027');
  await loseReply(page, 'POST', /\/rounds$/);
  await dialog.getByRole('button', { name: 'Plan round' }).click();
  await expect(alertOf(page).filter({ hasText: 'Failed to save the round' })).toContainText(
    mayBeDone,
  );
  await write('To', '20 Mar 2027');
  await dialog.getByRole('button', { name: 'Plan round' }).click();
  await expect(dialog).toBeHidden();
  expect(await planned()).toMatchObject([{ plannedFrom: '2027-03-12', plannedTo: '2027-03-20' }]);
});

test('a plan that somebody else changed meanwhile can be saved by a second press @desktop', async ({
  page,
}) => {
  const { dialog, write, planned } = await planning(page, 'Changed Plan House');
  await page.getByRole('button', { name: 'Plan a round' }).click();
  await write('To', '14 Mar 2027');
  await dialog.getByRole('button', { name: 'Plan round' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await write('To', '20 Mar 2027');
  const [{ id } = { id: 0 }] = await planned();
  const other = await page.request.patch(`/api/rounds/${id}`, { data: { blind: true } });
  expect(other.status()).toBe(200);
  const readAgain = page.waitForResponse(/\/api\/hotels\/\d+\/rounds$/);
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(alertOf(page).filter({ hasText: 'Someone else changed' })).toBeVisible();
  await readAgain;
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(dialog).toBeHidden();
  expect(await planned()).toMatchObject([{ plannedTo: '2027-03-20', blind: true }]);
});

test('a hotel whose creation got no reply shows in the list @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/hotel-management');
  await page.getByRole('button', { name: 'Add Hotel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Hotel' });
  const hotelName = own(`Unheard House ${Date.now().toString(36)}`);
  for (const [label, value] of [
    ['Hotel ID', hotelName.replaceAll(' ', '-')],
    ['Hotel Name', hotelName],
    ['Hotel Chain', hotelFields.hotelChain],
    ['Hotel Brand', hotelFields.hotelBrand],
    ['Address', hotelFields.hotelAddress],
    ['Postal Code', hotelFields.hotelPostalCode],
    ['City', hotelFields.hotelCity],
    ['State', hotelFields.hotelState],
    ['Country', hotelFields.hotelCountry],
    ['FPG Region', hotelFields.fpgRegion],
  ] as const)
    await dialog.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value);
  await loseReply(page, 'POST', /\/api\/hotels$/);
  await dialog.getByRole('button', { name: 'Create Hotel' }).click();
  await expect(alertOf(page).filter({ hasText: 'Failed to create hotel' })).toContainText(
    mayBeDone,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Search').fill(hotelName);
  await expect(page.getByRole('row').filter({ hasText: hotelName })).toBeVisible();
  const hotels = (await (await page.request.get('/api/hotels')).json()) as Hotel[];
  expect(hotels.filter((one) => one.hotelName === hotelName)).toHaveLength(1);
});

test('hotels whose import got no reply show in the list, and are imported once @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto('/app/hotel-management');
  await page.getByRole('button', { name: 'Import Hotels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Hotels' });
  const name = own(`Unheard Import ${Date.now().toString(36)}`);
  const sample = await readFile('test/samples/hotels-utf8.csv', 'utf8');
  const [headings = '', line = ''] = sample.split(/\r?\n/);
  const row = line.replace('00001', name.replaceAll(' ', '-')).replace(/"[^"]*"/, name);
  await dialog.getByLabel('Choose a file').setInputFiles({
    ...{ name: 'hotels.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`${headings}\n${row}\n`),
  });
  // While the import is on its way, the browser asks before it leaves the page.
  const asked = page.waitForEvent('dialog');
  const askedBefore = async (route: Route) => {
    await page.evaluate(() => void setTimeout(() => window.location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await route.fallback();
  };
  await loseReply(page, 'POST', /\/api\/hotels\/import$/);
  await page.route(/\/api\/hotels\/import$/, askedBefore, { times: 1 });
  const press = dialog.getByRole('button', { name: /^Import / });
  await press.click();
  await expect(alertOf(page).filter({ hasText: 'Import failed' })).toContainText(mayBeDone);
  await press.click();
  await expect(dialog).toBeHidden();
  const hotels = (await (await page.request.get('/api/hotels')).json()) as Hotel[];
  expect(hotels.filter((one) => one.hotelName === name)).toHaveLength(1);
});

test('a question and a survey that somebody else deleted leave the lists @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as { id: number; title: string };
  };
  const survey = await post('/api/surveys', { title: own('Left behind'), category: 'other' });
  const other = await post('/api/surveys', { title: own('Left too'), category: 'other' });
  const text = 'Is it clean?';
  const question = await post('/api/questions', { surveyId: survey.id, text, type: 'text' });
  await page.goto(`/app/survey-builder?survey=${survey.id}`);
  await page.getByRole('button', { name: 'Edit question 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Question 1' });
  await dialog.getByLabel('Question text').fill('Is it very clean?');
  expect((await page.request.delete(`/api/questions/${question.id}`)).status()).toBe(204);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Save Question' }).click();
  await expect(alertOf(page).filter({ hasText: 'Failed to update question' })).toBeVisible();
  await expect(page.getByText(text, { exact: true })).toHaveCount(0);
  await expect(dialog.getByText('Is it very clean?')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  // A refused name takes the focus to the field in the dialog, not to the form behind it.
  await page.getByRole('button', { name: `Clone ${survey.title}` }).click();
  const naming = page.getByRole('dialog', { name: 'Clone Survey' });
  await naming.getByRole('textbox').fill(own('Copied'));
  const errors = [{ path: 'title', message: 'This name is refused' }];
  const refusal = {
    type: '/problems/invalid',
    title: 'Invalid',
    status: 400,
    detail: 'No',
    errors,
  };
  await page.route(/\/clone$/, (route) => route.fulfill({ status: 400, json: refusal }));
  await naming.getByRole('button', { name: 'Clone Survey' }).click();
  await expect(naming.getByText('This name is refused')).toBeVisible();
  await expect(naming.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  expect((await page.request.delete(`/api/surveys/${other.id}`)).status()).toBe(200);
  await page.getByRole('button', { name: `Delete ${other.title}` }).click();
  await expect(alertOf(page).filter({ hasText: 'The survey was not found' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Delete ${other.title}` })).toHaveCount(0);
});
