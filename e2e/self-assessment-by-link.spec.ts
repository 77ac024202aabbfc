import { expectAccessible } from './support/expect-accessible.ts';
import { holdBack } from './support/hold-back.ts';
import { expect, test } from './support/killable-device.ts';
import { anOffice } from './support/office.ts';
import { own, signIn } from './support/test.ts';

/** Tests how a hotel assesses itself by a link: on a phone, with a connection that comes and goes. */

// Messages of the page without a connection, and of calls that the server refuses once the
// questionnaire is completed.
test.use({
  expectedOnConsole: [
    /ERR_INTERNET_DISCONNECTED|Failed to load resource|Load failed|status of (401|409)/,
  ],
});

test('a hotel assesses itself by link, loses the connection, goes on elsewhere and completes once @desktop', async ({
  page,
  browser,
  request,
}) => {
  const office = await anOffice(request);
  const questions = ['Is the entrance lit at night?', 'Is the lobby tidy?', 'Is the lift safe?'];
  const edition = await office.addSurvey(questions);
  const [first, , lift] = edition.questions;
  // The third question is asked only where the entrance is not lit.
  const change = {
    ...{ showIf: [{ questionId: first?.id, is: [first?.answers[0]?.id] }] },
    ...{ allowNa: true, section: 'Technical', guidance: 'Ask for the last inspection.' },
  };
  expect((await request.put(`/api/questions/${lift?.id}`, { data: change })).status()).toBe(200);
  const hotel = await office.addHotel();

  // Staff send the link from the page of the round.
  await signIn(page, 'admin');
  const rounds = await request.get(`/api/hotels/${hotel.id}/rounds`);
  const { cycles } = (await rounds.json()) as { cycles: { rounds: { id: number }[] }[] };
  const roundId = cycles[0]?.rounds[0]?.id;
  const surveyIds = [edition.surveyId];
  const limited = await request.patch(`/api/rounds/${roundId}`, { data: { surveyIds } });
  expect(limited.status(), await limited.text()).toBe(200);
  await page.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  await page.getByRole('button', { name: 'Ask the hotel to assess itself' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a person at the hotel' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const name = own('Ana Self');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Job title').fill('General manager');
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog.getByText('by this link it answers the questions')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog.getByLabel(/^Copy this link now/).inputValue();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  const loaded: string[] = [];
  phone.on('request', (one) => loaded.push(one.url()));
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Open the assessment' }).click();
  const survey = phone.getByRole('listitem', { name: edition.title });
  await expect(survey).toContainText('4 questions');
  // It looks like the product, with the two fonts that its texts need.
  await expect(phone.getByRole('heading', { level: 1 })).toHaveCSS(
    'font-family',
    /^"Source Serif 4"/,
  );
  expect(loaded.filter((url) => url.endsWith('.woff2'))).toHaveLength(2);
  // The interview's code is loaded only when somebody opens it.
  expect(loaded.filter((url) => /\/interview-/.test(url) && url.endsWith('.js'))).toEqual([]);
  await expectAccessible(phone);
  await survey.getByRole('button', { name: /^Start/ }).click();

  const where = (words: string | RegExp) => expect(phone.getByText(words)).toBeVisible();
  await expect(phone.getByRole('heading', { name: questions[0] })).toBeFocused();
  await where('Question 1 of 3');
  const release = await holdBack(phone, /\/api\/link\/interviews/);
  const top = async (words: string | RegExp) => (await phone.getByText(words).boundingBox())!.y;
  const ofSaved = await top(/^Saved\. You can stop/);
  await phone.getByRole('radio', { name: 'Yes' }).check();
  await where('Saving…');
  expect(await top('Saving…')).toBe(ofSaved);
  release();
  await where(/^Saved\. You can stop/);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Next' }).click();

  // The connection drops: the answer stays in this browser, which says so.
  await context.setOffline(true);
  await phone.getByRole('radio', { name: 'No' }).check();
  await phone.getByText('Add a note').click();
  await phone.getByLabel('Note on this answer').fill('Being painted.');
  await where(/There is no connection.*1 answer is kept in this browser/);
  await expectAccessible(phone);

  // Another phone with the same link answers meanwhile, and does not see what has not arrived.
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Open the assessment' }).click();
  await expect(other.getByRole('listitem', { name: edition.title })).toContainText('33% answered');
  await other.getByRole('button', { name: /^Continue/ }).click();
  await expect(other.getByRole('heading', { name: questions[1] })).toBeVisible();
  await other.getByRole('button', { name: 'Next' }).click();
  await other.getByRole('textbox', { name: 'Anything else?' }).fill('Nothing, thank you.');
  await expect(other.getByText(/^Saved\. You can stop/)).toBeVisible();

  // The page is closed while answers wait. When the link is opened again, they are sent
  // automatically.
  await phone.goto('about:blank');
  await context.setOffline(false);
  const sending = phone.waitForRequest((one) => one.method() === 'PUT');
  await phone.goto('/h');
  await sending;
  await expect(survey).toContainText('100% answered');
  await survey.getByRole('button', { name: /^Continue/ }).click();
  await expect(phone.getByRole('heading', { name: 'Your answers' })).toBeVisible();
  await where('Nothing, thank you.');
  await where('Note: Being painted.');

  // Another answer shows another question, which must be answered before completing.
  await phone
    .getByRole('button', { name: new RegExp(`^${questions[0]?.replace('?', '')}`) })
    .click();
  await phone.getByRole('radio', { name: 'No' }).check();
  await phone.getByRole('button', { name: 'All answers' }).click();
  await expect(phone.getByRole('button', { name: 'Complete', exact: true })).toBeDisabled();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Go to the first one' }).click();
  await expect(phone.getByRole('heading', { name: questions[2] })).toBeFocused();
  await where('Technical');
  await phone.getByRole('checkbox', { name: 'Not applicable at our hotel' }).check();
  await phone.getByRole('button', { name: 'All answers' }).click();
  await phone.getByLabel(/^Anything to add/).fill('See you in spring.');

  // Without a connection, Complete says so. It completes by itself when the connection is back.
  await context.setOffline(true);
  await phone.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'Completed, not sent yet' })).toBeVisible();
  await where(/They are sent as soon as there is a connection/);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.setOffline(false);
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 40_000 });
  await phone.getByRole('button', { name: 'Back to the list' }).click();
  await expect(survey).toContainText('Completed on');
  await expect(survey.getByRole('button')).toHaveCount(0);

  // The other phone sees that the questionnaire is completed, and cannot change it.
  await other.getByRole('textbox', { name: 'Anything else?' }).fill('Too late.');
  await expect(other.getByRole('alert')).toContainText('was completed before');
  await other.context().close();

  // Staff see one response in the round, by the contact.
  await page.reload();
  await expect(page.getByText(`${name}, by link`).first()).toBeVisible();
  const responses = await request.get('/api/responses', {
    params: { surveyId: edition.surveyId },
  });
  expect(await responses.json()).toMatchObject([
    {
      ...{ respondentName: name, respondentJobTitle: 'General manager', roundId },
      ...{ totalScore: 0, maxScore: 20, counts: true, notes: 'See you in spring.' },
      reviewReasons: [],
    },
  ]);
  await context.close();
});

test('an answer survives a phone that dies right after it @desktop', async ({
  request,
  startDevice,
}) => {
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Is the entrance lit at night?', 'Is the lobby tidy?']);
  const hotel = await office.addHotel();
  const rounds = await request.get(`/api/hotels/${hotel.id}/rounds`);
  const { cycles } = (await rounds.json()) as { cycles: { rounds: { id: number }[] }[] };
  const roundId = cycles[0]?.rounds[0]?.id;
  const surveyIds = [edition.surveyId];
  expect((await request.patch(`/api/rounds/${roundId}`, { data: { surveyIds } })).ok()).toBe(true);
  const contacts = `/api/hotels/${hotel.id}/contacts`;
  const clientId = `contact_${Math.random().toString(36).slice(2)}`;
  const contact = await request.post(contacts, { data: { clientId, name: own('Ana Dies') } });
  const { id } = (await contact.json()) as { id: number };
  const made = await request.post(`${contacts}/${id}/links`, { data: { clientId, roundId } });
  const { token } = (await made.json()) as { token: string };

  const before = await startDevice();
  await before.page.goto(`/h/${token}`);
  await before.page.getByRole('button', { name: 'Open the assessment' }).click();
  await before.page.getByRole('button', { name: /^Start/ }).click();
  await expect(before.page.getByText('Question 1 of')).toBeVisible();
  await before.context.setOffline(true);
  await before.page.getByRole('radio', { name: 'Yes' }).check();
  await expect(before.page.getByText(/1 answer is kept in this browser/)).toBeVisible();
  await before.page.getByRole('button', { name: 'Next' }).click();
  await before.page.getByRole('radio', { name: 'No' }).check();
  await expect(before.page.getByText(/2 answers are kept in this browser/)).toBeVisible();
  await before.kill();

  const after = await startDevice();
  await after.page.goto(`/h/${token}`);
  await after.page.getByRole('button', { name: 'Open the assessment' }).click();
  await expect(after.page.getByText('67% answered')).toBeVisible();
});
