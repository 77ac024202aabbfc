import type { Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expect, signIn, test } from './support/test.ts';

const survey = 'Guest Journey Standards';

/** What tests bring about here on purpose. */
const disconnected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** One visit, to one page: the app's own files and what an interview needs come by themselves. */
async function visit(page: Page) {
  await signIn(page, 'assessor');
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState('networkidle');
}

async function begin(page: Page, respondent: string) {
  await page.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: survey }).click();
  await page.getByLabel('Respondent full name').fill(respondent);
  await page.getByLabel('Respondent job title').fill('Night Manager');
  await page.getByRole('button', { name: 'Start Interview' }).click();
}

/** Answers question after question, whatever its type, to the last. */
async function answerAll(page: Page) {
  const question = page.getByRole('heading', { level: 2 });
  for (;;) {
    await expect(question).toBeVisible();
    const words = (await question.textContent()) ?? '';
    const options = page.getByRole('radio').or(page.getByRole('checkbox'));
    const text = page.getByRole('region', { name: words }).getByRole('textbox');
    if ((await options.count()) > 0) {
      await page.keyboard.press('2');
      await expect(options.nth(1)).toBeChecked();
    } else await text.fill('In their own words');
    if (await page.getByRole('button', { name: 'Complete' }).isVisible()) return;
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(question).not.toHaveText(words);
  }
}

async function complete(page: Page) {
  await answerAll(page);
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(
    page.getByText('Response saved offline and will sync when online').first(),
  ).toBeVisible();
}

/** The sync states of what the server holds of this respondent. */
async function stored(page: Page, respondent: string): Promise<string[]> {
  const answered = await page.request.get('/api/responses');
  const all = (await answered.json()) as { respondentName: string; syncStatus: string }[];
  return all
    .filter(({ respondentName }) => respondentName === respondent)
    .map(({ syncStatus }) => syncStatus);
}

test.use({ expectedOnConsole: [disconnected] });

// A whole interview has many questions.
test.setTimeout(120_000);

test('opens cold with no connection, on every screen', async ({ page, context }) => {
  await visit(page);
  await page.goto('/app/results');
  await expect(page.getByRole('table').getByText('Pass', { exact: true }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.goto('/app/results');
  await expect(page.getByRole('table').getByText('Pass', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('From this device, as of')).toBeVisible();
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent responses' })).toBeVisible();
  await expect(
    page.getByText('Working offline - data will sync when connection restored'),
  ).toBeVisible();
  for (const [path, heading] of [
    ['/app/results', 'Results and Analytics'],
    ['/app/workflow-management', 'Workflow Management'],
    ['/app/hotel-management', 'Hotel Management'],
    ['/app/sync', 'Sync Centre'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

test('an interview held offline from a cold start arrives exactly once', async ({
  page,
  context,
}) => {
  const respondent = `Cora ${test.info().project.name}`;
  const hotel = `/interview/${test.info().project.name === 'phone' ? 31 : 30}`;
  await visit(page);
  await context.setOffline(true);
  await page.goto(hotel);
  await begin(page, respondent);
  await page.keyboard.press('1');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Question 1 of')).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await complete(page);

  await page.goto('/app/sync');
  await expect(page.getByText(respondent, { exact: false })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Offline').first()).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('All data synced')).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => stored(page, respondent)).toEqual(['synced']);
  await page.goto('/app/results');
  await expect(page.getByText(respondent)).toBeVisible();
});

test('a network that answers in the place of the server keeps everything', async ({
  page,
  context,
}) => {
  const respondent = `Porta ${test.info().project.name}`;
  await visit(page);
  await page.goto(`/interview/${test.info().project.name === 'phone' ? 33 : 32}`);
  await begin(page, respondent);
  const portal = { status: 200, contentType: 'text/html', body: '<title>Welcome, guest</title>' };
  await context.route('**/api/**', (route) => route.fulfill(portal));
  await complete(page);
  await page.goto('/app/dashboard');
  await expect(page.getByText('1 response waits on this device')).toBeVisible();
  await expect(page.getByText('Working offline')).toBeVisible();
  await context.unroute('**/api/**');
  await expect(page.getByText('All data synced')).toBeVisible({ timeout: 20_000 });
  expect(await stored(page, respondent)).toEqual(['synced']);
});
