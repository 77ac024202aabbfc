import type { APIRequestContext, Page } from '@playwright/test';

import { inDatabase } from './support/database.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { addLink, anApprovedPlan, openLink } from './support/links.ts';
import { anOffice } from './support/office.ts';
import { aJpeg } from './support/pictures.ts';
import { expect, own, test } from './support/test.ts';

/** Tests two tabs of one browser that show different links. A browser has one cookie for both. */

// Messages of the page without a connection, and of calls that the server refuses.
test.use({
  expectedOnConsole: [
    /ERR_INTERNET_DISCONNECTED|Failed to load resource|Load failed|status of (401|403|404|409)/,
  ],
});

const ana = 'Ana Tab';
const otherLink = /This browser has opened another link since/;

/** Makes a hotel with links to its self-assessment for two people. */
async function twoLinks(request: APIRequestContext) {
  const office = await anOffice(request);
  const edition = await office.addSurvey(['Is the entrance lit?'], null);
  const hotel = await office.addHotel();
  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number }[] }[];
  };
  const roundId = cycles[0]?.rounds[0]?.id ?? 0;
  const data = { surveyIds: [edition.surveyId] };
  expect((await request.patch(`/api/rounds/${roundId}`, { data })).status()).toBe(200);
  const link = (name: string) => addLink(request, { hotelId: hotel.id, roundId, name });
  return { title: edition.title, roundId, ana: await link(ana), bob: await link('Bob Tab') };
}

/** Makes links for two people to a plan with one action. */
async function twoLinksToAPlan(request: APIRequestContext, question: string) {
  const { hotel, roundId } = await anApprovedPlan(request, question);
  const link = (name: string) => addLink(request, { hotelId: hotel.id, roundId, name });
  return { ana: await link(ana), bob: await link('Bob Tab') };
}

/** Returns how many interviews have answers in this browser. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('self:')).length);
const closeButton = (page: Page) => page.getByRole('button', { name: 'Close on this device' });

/** Opens a link, begins its questionnaire and answers the question. */
async function answerByLink(page: Page, link: string, title: string) {
  await openLink(page, link);
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await expect(page.getByText(/^Saved\. You can stop/)).toBeVisible();
}

test('answers wait for their own link when another one was opened, and closing asks first @desktop', async ({
  page,
  context,
  request,
}) => {
  const { title, ...links } = await twoLinks(request);
  await answerByLink(page, links.ana, title);

  const other = await context.newPage();
  await openLink(other, links.bob);
  await page.getByRole('radio', { name: 'No' }).check();
  await expect(page.getByText(otherLink)).toContainText('1 answer is kept in this browser');
  await expectAccessible(page);

  await closeButton(other).click();
  const question = other.getByText('Answers that were given by another link are not sent yet.');
  await expect(question).toBeVisible();
  await other.getByRole('button', { name: 'Keep them' }).click();
  await expect(question).toHaveCount(0);
  await expect(closeButton(other)).toBeFocused();
  expect(await kept(other)).toBe(1);

  // Opening the answers' own link sends them.
  await openLink(other, links.ana);
  await expect.poll(() => kept(other)).toBe(0);
  await other.getByRole('button', { name: `Continue: ${title}` }).click();
  await expect(other.getByRole('button', { name: /^Is the entrance lit\?.*No/ })).toBeVisible();
});

test('a completion that was refused is not said to be on its way @desktop', async ({
  page,
  context,
  request,
}) => {
  const { title, roundId, ...links } = await twoLinks(request);
  await answerByLink(page, links.ana, title);
  await page.getByRole('button', { name: 'All answers' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Completed, not sent yet' })).toBeFocused();
  await inDatabase(`update rounds set status = 'approved', approved_at = now() where id = $1`, [
    roundId,
  ]);
  await context.setOffline(false);
  await expect(page.getByText(/^Not saved: /)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('heading', { name: 'Not sent', exact: true })).toBeVisible();
  await expect(
    page.getByText('The brand did not take these answers. They are kept in this browser.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();

  // Closing deletes the answers, so it asks first.
  await closeButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'The brand did not take some answers. They are in this browser alone.',
  );
  expect(await kept(page)).toBe(1);
  await page.getByRole('button', { name: 'Delete them and close' }).click();
  await expect(closeButton(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeFocused();
  expect(await kept(page)).toBe(0);
});

test('a completion in a second tab says that the first one arrived @desktop', async ({
  page,
  context,
  request,
}) => {
  const { title, ...links } = await twoLinks(request);
  await answerByLink(page, links.ana, title);
  const second = await context.newPage();
  await second.goto('/h');
  await second.getByRole('button', { name: `Continue: ${title}` }).click();
  await expect(second.getByRole('heading', { name: 'Your answers' })).toBeFocused();
  await page.getByRole('button', { name: 'All answers' }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await second.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(second.getByText(/^Not saved: .*completed before/)).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Not sent', exact: true })).toBeVisible();
  await expect(
    second.getByText(/was completed before, and the brand has those answers/),
  ).toBeVisible();
});

test('an answer that another tab has sent stays on the screen @desktop', async ({
  page,
  context,
  request,
}) => {
  const { title, ...links } = await twoLinks(request);
  await openLink(page, links.ana);
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeVisible();
  await page.route(/\/api\/link\/interviews\//, (route) => route.abort());
  await page.getByRole('radio', { name: 'Yes' }).check();
  await expect(page.getByText('1 answer is kept in this browser')).toBeVisible();

  const second = await context.newPage();
  const sent = second.waitForResponse(/\/api\/link\/interviews\//);
  await second.goto('/h');
  expect((await sent).status()).toBe(200);
  await expect.poll(() => kept(second)).toBe(0);
  await page.unroute(/\/api\/link\/interviews\//);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(/^Saved\. You can stop/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(page.getByText('1 of 1 answered')).toBeVisible();

  // Without a connection, the other tab shows it too.
  await second.route('**/api/link/interviews', (route) => route.abort());
  await second.getByRole('button', { name: `Continue: ${title}` }).click();
  await expect(second.getByRole('heading', { name: 'Your answers' })).toBeVisible();
  await expect(second.getByText('1 of 1 answered')).toBeVisible();
});

test('nothing is stored in the name of a link that another tab opened @desktop', async ({
  page,
  context,
  request,
}) => {
  const question = own('Is the way out clear?');
  const links = await twoLinksToAPlan(request, question);
  await openLink(page, links.ana);
  const workOn = { name: `Work on: ${question}` };
  await page.getByRole('button', workOn).click();
  const action = page.getByRole('listitem', { name: `Action: ${question}` });
  const words = action.getByLabel('Comment, or what was done');
  await words.fill('By Ana.');
  await expect(action).toContainText(`It is sent in the name of ${ana}.`);
  await page.getByRole('button', { name: /^Appeal question 1/ }).click();
  const form = page.getByRole('form', { name: 'Appeal' });
  await form.getByLabel('What should the answer be?').selectOption('Yes');
  await form.getByLabel('Why is the answer wrong?').fill('Ana has a photo.');

  const other = await context.newPage();
  await openLink(other, links.bob);
  for (const name of ['Send comment', 'Report done', 'Start']) {
    await action.getByRole('button', { name, exact: true }).click();
    await expect(action.getByText('Sending…')).toHaveCount(0);
    await expect(action.getByRole('alert')).toContainText(otherLink);
  }
  await action.getByLabel('Add a photo').setInputFiles({
    ...{ name: 'door.jpg', mimeType: 'image/jpeg' },
    buffer: await aJpeg(page),
  });
  await expect(action.getByRole('alert')).toContainText('The photo was not sent.');
  await expect(action.getByRole('alert')).toContainText(otherLink);
  await form.getByRole('button', { name: 'File appeal' }).click();
  await expect(form.getByRole('alert')).toContainText(otherLink);
  await expect(words).toHaveValue('By Ana.');
  await expect(form.getByLabel('Why is the answer wrong?')).toHaveValue('Ana has a photo.');

  await other.reload();
  await expect(other.getByRole('button', workOn)).toBeVisible();
  await expect(other.getByText(/By Ana\.|Reported done|In progress|Appeal open/)).toHaveCount(0);
  await expect(other.getByRole('img', { name: 'photo.jpg' })).toHaveCount(0);

  // Opening the text's own link sends it.
  await openLink(page, links.ana);
  await expect(words).toHaveValue('By Ana.');
  await action.getByRole('button', { name: 'Send comment' }).click();
  await expect(action).toContainText(new RegExp(`By Ana\\.${ana}`));
});

test('an appeal is kept for its own link, and filed once when the reply was lost before a reload @desktop', async ({
  page,
  context,
  request,
}) => {
  const links = await twoLinksToAPlan(request, own('Is the roof tight?'));
  const appeal = (tab: Page) => tab.getByRole('button', { name: /^Appeal question 1/ });
  const fields = (tab: Page) => {
    const form = tab.getByRole('form', { name: 'Appeal' });
    const wanted = form.getByLabel('What should the answer be?');
    return { form, wanted, claim: form.getByLabel('Why is the answer wrong?') };
  };
  const { form, wanted, claim } = fields(page);
  await openLink(page, links.ana);
  await appeal(page).click();
  await wanted.selectOption('Yes');
  const chosen = await wanted.inputValue();
  await claim.fill('Ana saw the roofer.');

  const other = await context.newPage();
  await openLink(other, links.bob);
  await appeal(other).click();
  await expect(fields(other).claim).toHaveValue('');
  await expect(fields(other).wanted).toHaveValue('');
  await other.close();

  await openLink(page, links.ana);
  await page.route('**/api/link/appeals', async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  });
  await appeal(page).click();
  await form.getByRole('button', { name: 'File appeal' }).click();
  await expect(form.getByRole('alert')).toContainText('There is no connection.');

  // The page is loaded again while the server cannot be reached, so it does not show the appeal.
  await page.unroute('**/api/link/appeals');
  await page.route('**/api/link/round', (route) => route.abort());
  await page.reload();
  await appeal(page).click();
  await expect(wanted).toHaveValue(chosen);
  await expect(claim).toHaveValue('Ana saw the roofer.');
  await page.unroute('**/api/link/round');
  const filed = page.waitForResponse('**/api/link/appeals');
  await form.getByRole('button', { name: 'File appeal' }).click();
  expect((await filed).status()).toBe(200);
  await expect(page.getByText('Appeal open')).toHaveCount(1);
});

test('a page that stays open shows an approval, and never the round of another link @desktop', async ({
  page,
  context,
  request,
}) => {
  const { title, roundId, ...links } = await twoLinks(request);
  const look = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await openLink(page, links.ana);
  await expect(page.getByRole('button', { name: `Start: ${title}` })).toBeVisible();

  const other = await context.newPage();
  await openLink(other, links.bob);
  await look();
  await expect(page.getByRole('alert')).toContainText(otherLink);
  await expect(page.getByText(`This link was made for ${ana}`)).toBeVisible();

  await openLink(page, links.ana);
  await inDatabase(`update rounds set status = 'approved', approved_at = now() where id = $1`, [
    roundId,
  ]);
  await look();
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Start: ${title}` })).toHaveCount(0);
});
