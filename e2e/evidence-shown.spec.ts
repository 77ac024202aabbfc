import type { Page } from '@playwright/test';

import {
  aResponse,
  digestOf,
  fileOf,
  send,
  type Sent,
} from './support/a-response-with-evidence.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { holdBack } from './support/hold-back.ts';
import { disconnected, settle } from './support/offline-interview.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Puts a file into this person's store on the device, as the interview screen would have. */
function keepHere(page: Page, userId: number, interviewId: string, file: Sent) {
  const { fileId: clientId, questionId, kind, caption, bytes } = file;
  const record = {
    ...{ clientId, interviewId, questionId, kind, caption, name: 'picture.png' },
    ...{ mediaType: 'image/png', size: bytes.byteLength, width: 32, height: 24 },
    ...{ digest: digestOf(bytes), takenAt: 1, state: 'waiting', reason: null },
    ...{ attempts: 0, nextAttemptAt: 0, tried: false },
  };
  return page.evaluate(
    async ({ name, record, content }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error!));
        });
      const db = await done(indexedDB.open(name));
      const stores = db.transaction(['files', 'fileBytes'], 'readwrite');
      const bytes = new Uint8Array(content).buffer;
      await done(stores.objectStore('files').put(record));
      const { clientId } = record;
      await done(stores.objectStore('fileBytes').put({ clientId, bytes, thumbnail: null }));
      db.close();
    },
    { name: `user_${userId}_bellwether_offline_data`, record, content: [...bytes] },
  );
}

const detailsOf = (page: Page) => page.getByRole('dialog', { name: 'Response details' });
const lightBox = (page: Page) => page.getByRole('dialog', { name: /^Picture/ });
const openDetails = (page: Page, { id }: { id: number }) =>
  page.goto(`/app/results?range=365&response=${id}`);

/** Opens a response, holds back the server's list of its files, and expects that nothing moves then. */
async function openHeldBack(page: Page, response: { id: number }) {
  const release = await holdBack(page, '**/api/evidence?*');
  await openDetails(page, response);
  const last = detailsOf(page).getByRole('button', { name: 'Close', exact: true }).last();
  await expect(detailsOf(page).getByText('3 photos, 1 document, 1 signature')).toBeVisible();
  const before = await last.boundingBox();
  release();
  await expect(detailsOf(page).getByText('4 of 5 files held, 1 not arrived yet')).toBeVisible();
  await expect(detailsOf(page).getByRole('link', { name: 'Minutes.txt' })).toBeVisible();
  expect(await last.boundingBox()).toEqual(before);
}

test('photos, documents and signatures stand at their question, and nothing moves when their list arrives @phone', async ({
  page,
  request,
}) => {
  const response = await aResponse(request, 'Rosa');
  await signIn(page, 'admin');
  await openHeldBack(page, response);
  const details = detailsOf(page);
  const first = details.getByRole('group', { name: 'Evidence of question 1' });
  await expect(first.getByRole('button', { name: /^Open Photo/ })).toHaveCount(2);
  await expect(first.getByText('This picture has not arrived yet')).toBeVisible();
  const second = details.getByRole('group', { name: 'Evidence of question 2' });
  await expect(second.getByRole('link', { name: 'Minutes.txt' })).toBeVisible();
  await expect(second.getByText('29 Bytes')).toBeVisible();
  await expect(second.getByText('Rosa Marin')).toBeVisible();
  const sizes = await first
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().height));
  expect(new Set(sizes).size).toBe(1);
  expect(sizes[0]).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
});

test('nothing moves when the list of files arrives; the keyboard opens the light box, and comes back @desktop', async ({
  page,
  request,
}) => {
  const response = await aResponse(request, 'Noor');
  await signIn(page, 'assessor');
  await openHeldBack(page, response);
  const door = detailsOf(page).getByRole('button', { name: 'Open Photo 1: The door of room 12' });
  await door.focus();
  await page.keyboard.press('Enter');
  await expect(lightBox(page).getByRole('img', { name: /The door of room 12/ })).toBeVisible();
  await expect(lightBox(page).getByText('Picture 1 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightBox(page).getByText('Picture 2 of 3')).toBeVisible();
  // An Assessor who did not take it may not delete it.
  await expect(lightBox(page).getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(lightBox(page)).toBeHidden();
  await expect(detailsOf(page)).toBeVisible();
  await expect(door).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detailsOf(page)).toBeHidden();
});

test('an Admin deletes somebody else’s photo with a reason @desktop', async ({
  page,
  request,
  browser,
}) => {
  const office = await anOffice(request);
  const person = await office.addPerson(own('Ana'));
  const field = await (await browser.newContext()).newPage();
  await field.request.post('/api/auth/login', { data: person });
  const response = await aResponse(request, 'Lena');
  const another = fileOf(
    'another',
    { kind: 'photo', caption: 'Taken by Ana' },
    response.survey.questions[0]!.id,
  );
  await send(field.request, response.clientId, another);
  await field.context().close();
  await signIn(page, 'admin');
  await openDetails(page, response);
  await detailsOf(page)
    .getByRole('button', { name: /Taken by Ana/ })
    .click();
  await lightBox(page).getByRole('button', { name: 'Delete this photo' }).click();
  const reason = lightBox(page).getByRole('textbox', { name: /Why is this photo deleted/ });
  await expect(reason).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lightBox(page).getByText('Reason is required')).toBeVisible();
  await reason.fill('Shows a guest');
  await page.keyboard.press('Enter');
  await expect(lightBox(page)).toBeHidden();
  await expect(detailsOf(page).getByRole('button', { name: /Taken by Ana/ })).toHaveCount(0);
  const gone = await request.get(`/api/evidence/${another.fileId}`);
  expect(gone.status()).toBe(404);
});

test('the hotel’s page has a tab for it, and none where there is nothing @desktop', async ({
  page,
  request,
}) => {
  const response = await aResponse(request, 'Nora');
  const bare = await (await anOffice(request)).addHotel({ hotelName: own('Bare House') });
  await signIn(page, 'assessor');
  const tabs = page.getByRole('navigation', { name: 'Hotel' });
  await page.goto(`/app/hotels/${bare.id}`);
  await expect(page.getByRole('heading', { name: 'Weakest questions' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Evidence' })).toHaveCount(0);
  await page.goto(`/app/hotels/${response.hotel.id}`);
  await tabs.getByRole('link', { name: 'Evidence' }).click();
  const panel = page.getByRole('region', { name: 'Evidence' });
  await expect(panel.getByText('4 files, latest first')).toBeVisible();
  await expect(panel.getByText('Were they greeted?')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Minutes.txt' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: /The door of room 12/ }).click();
  await expect(lightBox(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await panel
    .getByRole('link', { name: /20\d\d/ })
    .first()
    .click();
  await expect(detailsOf(page).getByText(response.respondent)).toBeVisible();
  // On a phone the tabs do not fit, and the open one must not be out of sight.
  await page.goto(`/app/hotels/${response.hotel.id}?tab=evidence`);
  await expect(tabs.getByRole('link', { name: 'Evidence' })).toBeInViewport({ ratio: 1 });
});

test('the report shows signatures, and prints once its pictures are there @desktop', async ({
  page,
  request,
}) => {
  const response = await aResponse(request, 'Sonja');
  await page.addInitScript(() => {
    window.print = () => {
      const isLoaded = [...document.images].every((one) => one.complete && one.naturalWidth > 0);
      document.title = `printed ${document.images.length} ${isLoaded}`;
    };
  });
  await signIn(page, 'admin');
  await page.route('**/api/evidence/**', async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  await page.goto(`/app/hotels/${response.hotel.id}/report`);
  const sheet = page.getByRole('article', { name: /^Report of / });
  await expect(sheet.getByRole('heading', { name: 'Signatures' })).toBeVisible();
  await expect(sheet.getByText(/^Rosa Marin, /)).toBeVisible();
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(page).toHaveTitle('printed 1 true');
});

test.describe('offline', () => {
  test.use({ expectedOnConsole: [disconnected] });

  test('says that the pictures are on the server, and shows what this device took @desktop', async ({
    page,
    request,
    context,
  }) => {
    const response = await aResponse(request, 'Olga');
    await signIn(page, 'assessor');
    await openDetails(page, response);
    await expect(detailsOf(page).getByText(/files held/)).toBeVisible();
    await settle(page);
    const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: number };
    await context.setOffline(true);
    await page.reload();
    await expect(detailsOf(page).getByText('This picture is on the server')).toHaveCount(2);
    await expect(detailsOf(page).getByText('This signature is on the server')).toBeVisible();
    await expect(detailsOf(page).getByText('4 of 5 files held, 1 not arrived yet')).toBeVisible();

    await keepHere(page, id, response.clientId, response.files.at(-1)!);
    await page.reload();
    await expect(detailsOf(page).getByText('4 of 5 files held, 1 on this device')).toBeVisible();
    await expect(detailsOf(page).getByText('Not sent yet')).toBeVisible();
    await detailsOf(page).getByRole('button', { name: 'Open Photo 3' }).click();
    const picture = lightBox(page).getByRole('img', { name: 'Photo 3' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(32);
    await expect(lightBox(page).getByRole('button', { name: 'Delete this photo' })).toBeEnabled();
  });
});

test('a response without evidence asks for none @desktop', async ({ page, request }) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const hotel = await office.addHotel();
  const answer = await request.post('/api/responses', {
    data: {
      ...{ surveyId: survey.surveyId, hotelId: hotel.id },
      ...{ respondentName: own('Plain'), respondentJobTitle: 'Night Manager' },
      responseAnswers: [
        { questionId: survey.questions[0]!.id, answerId: survey.questions[0]!.answers[0]!.id },
      ],
    },
  });
  const asked: string[] = [];
  page.on('request', (one) => void asked.push(new URL(one.url()).pathname));
  await signIn(page, 'assessor');
  await openDetails(page, (await answer.json()) as { id: number });
  await expect(detailsOf(page).getByRole('heading', { name: 'Answers' })).toBeVisible();
  await settle(page);
  expect(asked.filter((path) => path.includes('evidence'))).toEqual([]);
  expect(asked.filter((path) => path.includes('light-box'))).toEqual([]);
});

test('an Admin finds files without an interview, and deletes one @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const survey = await office.addSurvey();
  const lost = fileOf(
    'lost',
    { kind: 'photo', caption: own('Lost photo') },
    survey.questions[0]!.id,
  );
  await send(request, `unknown-${lost.fileId}`, lost);
  await signIn(page, 'admin');
  await page.goto('/app/sync');
  const row = page
    .getByRole('region', { name: 'Evidence without an interview' })
    .getByRole('listitem')
    .filter({ hasText: lost.caption });
  await expect(row).toContainText('Taken by');
  await row.getByRole('button', { name: 'Delete this photo' }).click();
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toHaveCount(0);
});
