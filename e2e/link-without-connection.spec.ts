import type { APIRequestContext, Page } from '@playwright/test';

import { inDatabase } from './support/database.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { anOffice } from './support/office.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests the page of a link without a connection: what it shows, and what it must no longer show. */

test.use({
  expectedOnConsole: [
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (load|fetch)|Load failed|status of (401|409)/,
  ],
});

/** Makes a hotel with a link to its self-assessment, of four questions of which three are about a spa. */
async function aLink(request: APIRequestContext, name: string) {
  const office = await anOffice(request);
  const asked = [
    'Is the entrance lit?',
    'Is the spa clean?',
    'Is the spa safe?',
    'Is the spa open?',
  ];
  const edition = await office.addSurvey(asked, null);
  for (const [place, question] of edition.questions.entries()) {
    const spa = { section: 'Spa', allowNa: place < 3, critical: place === 2 };
    const data = place === 0 ? { section: 'Arrival' } : spa;
    expect((await request.put(`/api/questions/${question.id}`, { data })).status()).toBe(200);
  }
  const hotel = await office.addHotel();
  const { cycles } = (await (await request.get(`/api/hotels/${hotel.id}/rounds`)).json()) as {
    cycles: { rounds: { id: number }[] }[];
  };
  const roundId = cycles[0]?.rounds[0]?.id;
  const data = { surveyIds: [edition.surveyId] };
  expect((await request.patch(`/api/rounds/${roundId}`, { data })).status()).toBe(200);
  const contacts = `/api/hotels/${hotel.id}/contacts`;
  const clientId = `contact_${Math.random().toString(36).slice(2)}`;
  const contact = await request.post(contacts, { data: { clientId, name: own(name) } });
  const { id } = (await contact.json()) as { id: number };
  const links = `${contacts}/${id}/links`;
  const made = await request.post(links, { data: { clientId, roundId } });
  const { id: linkId, token } = (await made.json()) as { id: number; token: string };
  const revoke = async () => expect((await request.delete(`${links}/${linkId}`)).ok()).toBe(true);
  const round = `/app/hotels/${hotel.id}/rounds/${roundId}`;
  return { asked, title: edition.title, hotel, name: own(name), token, round, roundId, revoke };
}

const openPage = (page: Page) => page.getByRole('button', { name: 'Open the assessment' }).click();
const where = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible();

test('a hotel opens its link without a connection, answers, and marks a section at once @phone', async ({
  page,
  browser,
  request,
}) => {
  const { asked, title, hotel, name, token, round } = await aLink(request, 'Ana Away');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(`/h/${token}`);
  // The browser stores nothing for a person who only looks at the link.
  expect(await phone.evaluate(async () => (await caches.keys()).length)).toBe(0);
  await openPage(phone);
  await phone.getByRole('button', { name: `Start: ${title}` }).click();
  await phone.getByRole('radio', { name: 'Yes' }).check();
  await where(phone, /^Saved\. You can stop/);
  await phone.evaluate(async () => navigator.serviceWorker.ready);

  // Staff see the progress, and not the answers.
  await signIn(page, 'admin');
  await page.goto(round);
  const underWay = page.getByRole('region', { name: 'Under way by link' });
  await expect(underWay).toContainText(`${name}, ${title}`);
  await expect(underWay).toContainText('1 of 4 answered');
  await expectAccessible(page);

  await context.setOffline(true);
  await phone.goto(`/h/${token}`);
  await openPage(phone);
  await where(phone, /You see the assessment as it was on/);
  await where(phone, hotel.hotelName);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: `Continue: ${title}` }).click();
  await expect(phone.getByRole('heading', { name: asked[1] })).toBeVisible();

  await phone.getByRole('radio', { name: 'Yes' }).check();
  await phone.getByRole('button', { name: 'Mark this section not applicable' }).click();
  await expect(phone.getByRole('heading', { name: '“Spa” is not applicable' })).toBeFocused();
  await where(phone, '2 questions become not applicable. 1 answer is removed.');
  await where(phone, '1 question stays, to be answered:');
  await phone.getByRole('button', { name: 'Mark not applicable' }).click();
  await where(phone, 'Reason is required');
  await expectAccessible(phone);
  await phone.getByLabel(/^Why is it not applicable/).fill('The spa is closed for good.');
  await phone.getByRole('button', { name: 'Mark not applicable' }).click();
  await expect(phone.getByRole('heading', { name: asked[3] })).toBeFocused();
  await where(phone, '3 of 4 answered');
  await expect(phone.getByRole('button', { name: 'This section applies after all' })).toBeVisible();

  // Opens the page again without a connection. The unsent answers are there.
  await phone.goto('about:blank');
  await phone.goto('/h');
  await where(phone, 'Some answers in this browser are not sent yet.');
  await phone.getByRole('button', { name: `Continue: ${title}` }).click();
  await where(phone, '3 of 4 answered');
  await phone.getByRole('button', { name: 'Previous' }).click();
  await expect(phone.getByRole('heading', { name: asked[2] })).toBeVisible();
  await expect(phone.getByLabel(/^Why is it not applicable/)).toHaveValue(
    'The spa is closed for good.',
  );
  const kept = await phone.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/link.html');
  expect(kept.filter((path) => path.includes(token) || path.startsWith('/api/'))).toEqual([]);
  expect(kept.filter((path) => path.startsWith('/assets/'))).toEqual([]);

  await context.setOffline(false);
  await where(phone, /^Saved\. You can stop/);
  await page.reload();
  await expect(underWay).toContainText('3 of 4 answered');
  await context.close();
});

test('a completion is sent from the list, once the connection is back @phone', async ({
  page,
  context,
  request,
}) => {
  const { asked, title, token } = await aLink(request, 'Ana List');
  await page.goto(`/h/${token}`);
  await openPage(page);
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  for (const question of asked) {
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await where(page, /^Saved\. You can stop/);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await where(page, /^The answers are kept in this browser\./);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await where(page, 'Some answers in this browser are not sent yet.');
  await where(page, /You see the assessment as it was on/);
  await context.setOffline(false);
  await where(page, /^Completed on /);
  await expect(page.getByText('not sent yet')).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Continue: ${title}` })).toHaveCount(0);
});

test('nothing of a hotel is shown by another link, or once its own was revoked @desktop', async ({
  browser,
  request,
}) => {
  const first = await aLink(request, 'Ana First');
  const second = await aLink(request, 'Bea Second');
  const context = await browser.newContext();
  const page = await context.newPage();
  const nothing = 'There is no connection, and this browser keeps no assessment to show.';
  await page.goto(`/h/${first.token}`);
  await openPage(page);
  await where(page, first.hotel.hotelName);
  await page.evaluate(async () => navigator.serviceWorker.ready);

  // Without a connection the other link cannot be opened. Then the page shows neither round.
  await context.setOffline(true);
  await page.goto(`/h/${second.token}`);
  await openPage(page);
  await where(page, 'There is no connection. Check the network and try again.');
  await page.goto('/h');
  await where(page, nothing);
  await expectAccessible(page);
  await expect(page.getByText(first.hotel.hotelName)).toHaveCount(0);

  // With a connection the page finds out which link this browser has.
  await context.setOffline(false);
  await page.goto('/h');
  await where(page, first.hotel.hotelName);
  await page.goto(`/h/${second.token}`);
  await openPage(page);
  await where(page, second.hotel.hotelName);
  await context.setOffline(true);
  await page.goto('/h');
  await where(page, second.hotel.hotelName);
  await expect(page.getByText(first.hotel.hotelName)).toHaveCount(0);
  await page.goto(`/h/${first.token}`);
  await openPage(page);
  await where(page, 'There is no connection. Check the network and try again.');
  await expect(page.getByText(second.hotel.hotelName)).toHaveCount(0);

  // The link is revoked while the device is offline.
  await context.setOffline(false);
  await page.goto('/h');
  await where(page, second.hotel.hotelName);
  await page.getByRole('button', { name: `Start: ${second.title}` }).click();
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await second.revoke();
  await page.goto('/h');
  await where(page, /You see the assessment as it was on/);
  await context.setOffline(false);
  await where(page, 'This link was withdrawn.');
  await expect(page.getByText(second.hotel.hotelName)).toHaveCount(0);
  await context.setOffline(true);
  await page.goto('/h');
  await where(page, nothing);
  await expect(page.getByText(second.hotel.hotelName)).toHaveCount(0);

  // No link can send the answer now. Closing the page asks first, and then works.
  await context.setOffline(false);
  await page.goto(`/h/${first.token}`);
  await openPage(page);
  await where(page, first.hotel.hotelName);
  const close = page.getByRole('button', { name: 'Close on this device' });
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('self:')).length);
  await close.click();
  await where(page, 'Answers that were given by another link are not sent yet.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep them' }).click();
  expect(await kept()).toBe(1);
  await close.click();
  await page.getByRole('button', { name: 'Delete them and close' }).click();
  await expect(page.getByText(first.hotel.hotelName)).toHaveCount(0);
  expect(await kept()).toBe(0);
  await context.close();
});

test('answers that wait when the round is approved are named, and closing is possible @phone', async ({
  page,
  context,
  request,
}) => {
  const { title, token, roundId } = await aLink(request, 'Ana Late');
  await page.goto(`/h/${token}`);
  await openPage(page);
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await where(page, /^Saved\. You can stop/);
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'No' }).check();
  await where(page, '1 answer is kept in this browser');
  await page.goto('about:blank');
  await inDatabase(`update rounds set status = 'approved', approved_at = now() where id = $1`, [
    roundId,
  ]);
  await context.setOffline(false);
  await page.goto('/h');
  await expect(page.getByRole('region', { name: 'Answers that did not arrive' })).toContainText(
    `${title}The brand did not take some answers. They are in this browser alone. This self-assessment is approved, so it takes no more answers.`,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close on this device' }).click();
  await page.getByRole('button', { name: 'Delete them and close' }).click();
  await expect(page.getByText(title)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a link that ended says that the answers are in this browser alone @phone', async ({
  page,
  request,
}) => {
  const { title, token, revoke } = await aLink(request, 'Ana Ended');
  await page.goto(`/h/${token}`);
  await openPage(page);
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await where(page, /^Saved\. You can stop/);
  await revoke();
  await page.getByRole('radio', { name: 'No' }).check();
  await where(page, /was withdrawn.*1 answer is in this browser alone until a new link is opened/);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await where(page, /was withdrawn.*A new link for the same person sends them/);
});

test('Back returns from the questions to the list, and a reload to the questions @phone', async ({
  page,
  request,
}) => {
  const { asked, title, token, hotel } = await aLink(request, 'Ana Back');
  await page.goto(`/h/${token}`);
  await openPage(page);
  await page.getByRole('button', { name: `Start: ${title}` }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await where(page, /^Saved\. You can stop/);
  await page.reload();
  await expect(page.getByRole('heading', { name: asked[1] })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: hotel.hotelName })).toBeFocused();
  await page.getByRole('button', { name: `Continue: ${title}` }).click();
  await expect(page.getByRole('heading', { name: asked[1] })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('button', { name: `Continue: ${title}` })).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
});

test('a browser that stores no cookies is named as the reason @phone', async ({
  page,
  request,
}) => {
  const { token } = await aLink(request, 'Ana Cookie');
  await page.route('**/api/link/open', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    // Before the page has the reply, because it reads the round at once.
    await page.context().clearCookies();
    await route.fulfill({ status: response.status(), headers });
  });
  await page.goto(`/h/${token}`);
  await openPage(page);
  await where(page, /This browser did not keep the link, because it stores no cookies/);
});
