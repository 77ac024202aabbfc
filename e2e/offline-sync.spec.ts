import { holdBack } from './support/hold-back.ts';
import {
  anInterview,
  begin,
  beginAt,
  completeHere,
  disconnected,
  stored,
  untilAskable,
  visit,
} from './support/offline-interview.ts';
import { expect, signInByForm, test } from './support/test.ts';
import { heldOffline, keepOnDevice } from './support/waiting-responses.ts';

/** Tests completed interviews that could not be sent at once. */

// Messages caused by a session that has ended, and by a response that is refused.
const refused = /status of 4\d\d/;
test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|${refused.source}`)] });

test('a session that ended meanwhile keeps everything, and sends it after signing in @desktop', async ({
  page,
  context,
  request,
}) => {
  const { office, survey, hotel, respondent } = await anInterview(request, 'Sesha');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  // The server ends the session. The device does not know yet.
  await page.request.post('/api/auth/logout');
  await completeHere(page);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible({ timeout: 20_000 });
  expect(await office.responsesOf(respondent)).toEqual([]);

  // Somebody else on this device neither sees nor sends it.
  await signInByForm(page, 'consultant');
  await page.goto('/app/sync');
  await expect(page.getByText('Nothing to send')).toBeVisible();
  await expect(page.getByText(respondent)).toBeHidden();
  expect(await office.responsesOf(respondent)).toEqual([]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');

  await signInByForm(page, 'assessor');
  await page.goto('/app/sync');
  await expect.poll(() => stored(page, respondent), { timeout: 30_000 }).toEqual(['synced']);
  await expect(page.getByText('Nothing to send')).toBeVisible();
});

test('one that the server refuses holds up none of the others @desktop', async ({
  page,
  request,
}) => {
  const { office, survey: edition, hotel, respondent } = await anInterview(request, 'Twain');
  await visit(page);
  const held = heldOffline(19, { edition, hotel, respondent });
  const [poison] = heldOffline(1, {
    edition: { ...edition, surveyId: 2_000_000_000 },
    hotel,
    respondent: `${respondent} poisoned`,
  });
  if (!poison) throw new Error('None was made.');
  // The refused response is in the middle of the queue.
  await keepOnDevice(page, [...held, { ...poison, completedAt: (held[7] ?? poison).completedAt }]);
  await page.goto('/app/sync');
  await expect(page.getByText(`${respondent} 19,`)).toBeVisible();
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expect(page.getByText(`${respondent} 19,`)).toBeHidden({ timeout: 30_000 });
  const attention = page.getByRole('region', { name: 'Responses that need attention' });
  await expect(attention.getByText(`${respondent} poisoned 1,`)).toBeVisible();
  await expect(page.getByText('1 pending', { exact: true })).toBeVisible();
  // That would contradict the list of what the server does not have.
  await expect(page.getByText('Nothing to send')).toBeHidden();
  const arrived = await office.responsesOf(respondent);
  expect(arrived).toHaveLength(19);
  expect(new Set(arrived.map(({ respondentName }) => respondentName)).size).toBe(19);
  expect(new Set(arrived.map(({ syncStatus }) => syncStatus))).toEqual(new Set(['synced']));
});

test('a hotel’s page that is open shows what arrives meanwhile @desktop', async ({
  page,
  context,
  request,
}) => {
  const { survey, hotel, respondent } = await anInterview(request, 'Mena');
  await visit(page);
  await context.setOffline(true);
  await beginAt(page, hotel.id, respondent, survey.title);
  await completeHere(page);
  const release = await holdBack(page, '**/api/responses');
  await context.setOffline(false);
  await page.goto(`/app/hotels/${hotel.id}`);
  const figures = page.getByRole('region', { name: 'At a glance' });
  await expect(figures.getByText('Not scored')).toBeVisible();
  release();
  await expect(figures.getByText('provisional')).toBeVisible();
});

test('what waited is taken, though the survey is archived and the hotel another’s @desktop', async ({
  page,
  context,
  request,
}) => {
  await visit(page, 'consultant');
  const me = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number }).id,
  );
  const ofMine = { serviceConsultantId: me };
  const { office, survey, hotel, respondent } = await anInterview(request, 'Arkady', ofMine);
  await page.goto(`/interview/${hotel.id}`);
  await expect(page.getByRole('combobox', { name: 'Survey' })).toBeVisible();
  await untilAskable(page, survey.surveyId);
  await context.setOffline(true);
  await begin(page, respondent, survey.title);
  await completeHere(page);
  await request.put(`/api/surveys/${survey.surveyId}`, { data: { status: 'archived' } });
  await request.patch(`/api/hotels/${hotel.id}`, { data: { serviceConsultantId: null } });
  await context.setOffline(false);
  await page.goto('/app/sync');
  await expect
    .poll(() => office.responsesOf(respondent), { timeout: 30_000 })
    .toMatchObject([{ syncStatus: 'synced' }]);
  const [response] = await office.responsesOf(respondent);
  expect(response?.reviewReasons.toSorted()).toEqual(['hotel-not-assigned', 'survey-archived']);
  await expect(page.getByText('Nothing to send')).toBeVisible();
});

test('what a proxy refuses for ever shows its reason after the third try @desktop', async ({
  page,
  request,
}) => {
  const { office, survey: edition, hotel, respondent } = await anInterview(request, 'Prosper');
  await visit(page);
  await page.route('**/api/responses', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 413, contentType: 'text/html', body: 'Too large' })
      : route.continue(),
  );
  await keepOnDevice(page, heldOffline(1, { edition, hotel, respondent }));
  const release = await holdBack(page, '**/api/surveys');
  await page.goto('/app/sync');
  const told = page.getByText(/The server could not store this after \d tries: .*\(error 413\)/);
  const failed = page.getByRole('alert').filter({ hasText: 'Sync Failed' });
  // Sync Now is pressed during a sync that began by itself and that skips records whose back-off
  // has not ended.
  const whileSyncing = page.getByRole('banner').getByRole('button', { name: 'Syncing...' });
  await expect(whileSyncing).toBeEnabled();
  await whileSyncing.click();
  release();
  await expect(failed).toContainText('1 response still waits on this device.');
  for (let tries = 1; tries < 3; tries += 1) {
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await expect(failed).toContainText('1 response still waits on this device.');
  }
  await expect(told).toContainText('It is safe here, and is tried again at');
  await expect(told).toContainText('ask an Admin');
  await page.unroute('**/api/responses');
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expect(page.getByText('Nothing to send')).toBeVisible();
  expect(await office.responsesOf(respondent)).toHaveLength(1);
});
