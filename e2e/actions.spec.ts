import type { APIRequestContext, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectTouchable } from './support/expect-touchable.ts';
import { approveRound, failAll } from './support/failed-round.ts';
import { anOffice } from './support/office.ts';
import { disconnected, settle } from './support/offline-interview.ts';
import { openFilters } from './support/open-filters.ts';
import { expect, own, signIn, test } from './support/test.ts';

/** Tests what hotels do about findings: the list of actions, one action, and where both show. */

const questions = ['Is the lobby clean?', 'Is the lift in order?', 'Is the key card explained?'];

/** Makes an approved round in which everything failed, at a hotel of the consultant. */
async function anApprovedRound(request: APIRequestContext) {
  const office = await anOffice(request);
  const edition = await office.addSurvey(questions, null);
  const people = (await (await request.get('/api/system-users')).json()) as {
    id: number;
    name: string;
    email: string;
  }[];
  const consultant = people.find(({ email }) => email === 'consultant@bellwether.example')!;
  const hotel = await office.addHotel({
    serviceConsultantId: consultant.id,
    hotelName: own(`Quay House ${Math.random().toString(36).slice(2, 8)}`),
  });
  const { roundId } = await failAll(request, edition, hotel);
  await approveRound(roundId);
  return { hotel, roundId, consultant };
}

const rows = (page: Page) => page.getByRole('table', { name: 'Actions' }).getByRole('row');
const rowOf = (page: Page, question: string) => rows(page).filter({ hasText: question });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Action' });

/** Expects that an action takes two lines on a tablet, so that a dozen of them fit. */
async function expectLowRows(page: Page) {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const question of questions)
    expect((await rowOf(page, question).boundingBox())!.height, question).toBeLessThan(84);
  await page.setViewportSize(size);
}

test('an action is done, returned, done again and verified by somebody else @desktop', async ({
  page,
  browser,
  request,
}) => {
  const { hotel, roundId } = await anApprovedRound(request);
  await signIn(page, 'consultant');
  await page.goto(`/app/hotels/${hotel.id}/rounds/${roundId}`);
  await page.getByRole('link', { name: '3 (3 open)' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/actions\\?hotel=${hotel.id}&round=${roundId}`));
  await expect(rows(page)).toHaveCount(4);
  await expectAccessible(page);

  await page.getByRole('link', { name: `Open “${questions[0]}” at ${hotel.hotelName}` }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('Made from a finding.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Response \d+$/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expect(
    dialog.getByText('Write what was done, or add a photo or document of it.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Comment')).toBeFocused();
  await dialog.getByLabel('Comment').fill('The lobby is cleaned twice a day.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expect(dialog.getByText('marked it as done.')).toBeVisible();
  await expect(dialog.getByLabel('Comment')).toHaveValue('');

  const assessor = await (await browser.newContext()).newPage();
  await signIn(assessor, 'assessor');
  await assessor.goto(`/app/hotels/${hotel.id}`);
  await assessor.getByRole('navigation', { name: 'Hotel' }).getByText('Actions').click();
  await expect(rowOf(assessor, questions[0]!)).toContainText('Done');
  await assessor
    .getByRole('link', { name: `Open “${questions[0]}” at ${hotel.hotelName}` })
    .click();
  const theirs = dialogOf(assessor);
  await theirs.getByLabel('Comment').fill('Please show it on a photo.');
  await theirs.getByRole('button', { name: 'Return' }).click();
  await expect(theirs.getByText('returned it.')).toBeVisible();
  await expect(theirs.getByText('Please show it on a photo.')).toBeVisible();

  await page.reload();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Add photo or document' }).click();
  await (
    await chooser
  ).setFiles({
    ...{ name: 'lobby.png', mimeType: 'image/png' },
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }),
  });
  await expect(dialog.getByText('added 1 file.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Open photo/i })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expect(dialog.getByText('marked it as done.')).toHaveCount(2);

  await assessor.reload();
  await theirs.getByRole('button', { name: 'Verify' }).click();
  await expect(theirs.getByText('verified it.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Verify' })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(assessor, questions[1]!)).toHaveCount(1);
  await expect(rowOf(assessor, questions[0]!)).toHaveCount(0);
  await assessor.getByRole('link', { name: 'View in Actions' }).click();
  await expect(rowOf(assessor, questions[0]!)).toContainText('Verified');
  await assessor.context().close();
});

test('actions are filtered by the address, and all or several are chosen and get one due date @desktop', async ({
  page,
  request,
}) => {
  const { hotel } = await anApprovedRound(request);
  await signIn(page, 'admin');
  await page.goto(`/app/actions?hotel=${hotel.id}`);
  await expect(rows(page)).toHaveCount(4);
  await expectLowRows(page);
  const bar = page.getByRole('region', { name: 'Chosen actions' });
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check();
  await expect(bar).toContainText('3 actions chosen');
  const list = page.getByRole('table', { name: 'Actions' });
  await bar.getByRole('button', { name: 'Choose none' }).press('Enter');
  await expect(bar).toBeHidden();
  await expect(list).toBeFocused();
  for (const question of questions.slice(0, 2))
    await page
      .getByRole('checkbox', { name: `Choose “${question}” at ${hotel.hotelName}` })
      .check();
  await expect(bar).toContainText('2 actions chosen');
  await bar.getByRole('textbox', { name: 'Due date' }).fill('2 Mar 2026');
  await bar.getByRole('textbox', { name: 'Due date' }).press('Tab');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Set due date' }).press('Enter');
  await expect(bar).toBeHidden();
  await expect(list).toBeFocused();
  for (const question of questions.slice(0, 2))
    await expect(rowOf(page, question)).toContainText(/2026 Overdue$|2026 Overdue/);
  await expect(rowOf(page, questions[2]!)).not.toContainText('Overdue');

  await page.getByRole('button', { name: 'Overdue' }).click();
  await expect(page).toHaveURL(/overdue=1/);
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Severity' }).click();
  await page.getByRole('option', { name: 'Critical' }).click();
  await expect(page.getByRole('heading', { name: 'No actions match your search' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/\/app\/actions$/);
  await page.goto(`/app/actions?hotel=${hotel.id}&mine=1`);
  await expect(page.getByRole('heading', { name: 'No actions match your search' })).toBeVisible();
});

test('what is done, by whom and until when is changed, and the owner cannot verify @desktop', async ({
  page,
  request,
}) => {
  const { hotel, consultant } = await anApprovedRound(request);
  const contact = { clientId: own('contact').replaceAll(/\W/g, '_'), name: 'Jana Janitor' };
  const added = await request.post(`/api/hotels/${hotel.id}/contacts`, {
    data: { ...contact, jobTitle: 'Maintenance' },
  });
  expect(added.status(), await added.text()).toBe(201);
  await signIn(page, 'consultant');
  await page.goto(`/app/actions?hotel=${hotel.id}`);
  await page.getByRole('link', { name: `Open “${questions[1]}” at ${hotel.hotelName}` }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Change the plan' }).click();
  const form = dialog.getByRole('form', { name: 'Change the plan' });
  await form.getByLabel('What will be done').fill('A new lock, fitted by the janitor.');
  const owner = form.getByRole('combobox', { name: 'Owner' });
  await owner.click();
  await expect(page.getByRole('option', { name: 'Jana Janitor, Maintenance' })).toBeVisible();
  // By keys: before a click Playwright may scroll the page behind the dialog, which moves the list.
  await owner.fill('(you)');
  await expect(page.getByRole('option')).toHaveText([`${consultant.name} (you)`]);
  await owner.press('ArrowDown');
  await owner.press('Enter');
  await form.getByRole('textbox', { name: 'Due' }).fill('2 Mar 2031');
  await form.getByRole('textbox', { name: 'Due' }).press('Tab');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(`made ${consultant.name} the owner.`)).toBeVisible();
  await expect(dialog.getByText('A new lock, fitted by the janitor.').first()).toBeVisible();
  await expect(dialog.getByText(/set the due date to .*2031\./)).toBeVisible();
  await dialog.getByLabel('Comment').fill('Repaired.');
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expect(dialog.getByText('marked it as done.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Verify' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, questions[1]!)).toContainText('You');
  await page.goto(`/app/actions?hotel=${hotel.id}&mine=1`);
  await expect(rows(page)).toHaveCount(2);
});

test('the stage selector says what is open, and the menu and the to-do lead to it @desktop', async ({
  page,
  request,
}) => {
  const { hotel } = await anApprovedRound(request);
  const { actions } = (await (
    await request.get('/api/actions', { params: { hotelId: hotel.id } })
  ).json()) as { actions: { id: number; version: number }[] };
  const due = await request.post('/api/actions/due', {
    data: {
      ...{ clientId: own(`due-${hotel.id}`).replace(/\W/g, '-'), dueOn: '2026-01-05' },
      actions: actions.map(({ id, version }) => ({ id, version })),
    },
  });
  expect(due.status(), await due.text()).toBe(200);
  await signIn(page, 'consultant');
  await page.goto(`/app/hotels/${hotel.id}?tab=evaluation`);
  await expect(page.getByRole('link', { name: '3 actions open, 3 overdue' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Virtual Session' }).click();
  await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveValue('Virtual Session');
  await page.getByRole('link', { name: '3 actions open, 3 overdue' }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('button', { name: /\(Service Consultant\)$/ }).click();
  await page.getByRole('menuitem', { name: 'Actions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Actions' })).toBeVisible();
  await page.goto('/app/dashboard');
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /^[\d,]+ actions are overdue$/ })
    .click();
  await expect(page).toHaveURL(/\/app\/actions\?overdue=1$/);
  await page.goto('/app/dashboard');
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /^[\d,]+ actions have no owner$/ })
    .click();
  await expect(page).toHaveURL(/\/app\/actions\?unowned=1$/);
  await expect(page.getByRole('button', { name: 'No owner' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goto(`/app/hotels/${hotel.id}/report`);
  await expect(page.getByRole('region', { name: 'Open actions' }).getByRole('row')).toHaveCount(4);
});

test('a person whose hotels have no actions sees nothing of them @desktop', async ({
  page,
  request,
}) => {
  const office = await anOffice(request);
  const person = await office.addPerson(own('Nora Noactions'), 'Service Consultant');
  const hotel = await office.addHotel({ serviceConsultantId: person.id });
  await signIn(page, person);
  await page.goto('/app/actions');
  await expect(page.getByRole('heading', { name: 'No actions' })).toBeVisible();
  await expect(
    page.getByText('They are made from findings when a round is approved.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Filters' })).toHaveCount(0);
  await expectAccessible(page);
  const menu = page.getByRole('button', { name: /\(Service Consultant\)$/ });
  const counts = page.waitForResponse(/\/api\/actions\/counts/);
  await menu.click();
  await (await counts).finished();
  await menu.click();
  await expect(page.getByRole('menu')).toBeHidden();
  // The second opening shows at once what the first one has read.
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeVisible();
  const choices = await page.getByRole('menuitem').allTextContents();
  expect(choices).toContain('Change password');
  expect(choices).not.toContain('Actions');
  await page.goto(`/app/hotels/${hotel.id}`);
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Hotel' }).getByText('Actions')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ expectedOnConsole: [new RegExp(`${disconnected.source}|Failed to fetch`)] });

  test('a finger finds everything, and what was last seen stays readable offline @phone', async ({
    page,
    context,
    request,
  }) => {
    const { hotel } = await anApprovedRound(request);
    await signIn(page, 'consultant');
    await page.goto(`/app/actions?hotel=${hotel.id}`);
    await expect(rowOf(page, questions[0]!)).toContainText('Major');
    await expectNoSidewaysScroll(page);
    await page.getByRole('checkbox', { name: /^Choose “Is the lobby clean/ }).check();
    await expect(page.getByRole('region', { name: 'Chosen actions' })).toBeVisible();
    await expectTouchable(page, 'actions');
    const name = rowOf(page, questions[0]!).getByRole('link', {
      name: hotel.hotelName,
      exact: true,
    });
    expect((await name.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await page.getByRole('button', { name: 'Choose none' }).click();
    await page.getByRole('link', { name: `Open “${questions[0]}” at ${hotel.hotelName}` }).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByText('Made from a finding.')).toBeVisible();
    await expectTouchable(page, 'an action');
    await expectNoSidewaysScroll(page);
    await settle(page);
    await context.setOffline(true);
    await page.reload();
    await expect(dialog.getByText('Made from a finding.')).toBeVisible();
    await expect(
      dialog.getByText('Comments, evidence and changes need a connection.'),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Mark as done' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(rows(page)).toHaveCount(4);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^From this device, as of /)).toBeVisible();
    await page.getByRole('checkbox', { name: /^Choose “Is the lobby clean/ }).check();
    await expect(page.getByText('Changing several actions needs a connection.')).toBeVisible();
    await page.goto('/app/actions?severity=critical');
    await expect(
      page.getByRole('heading', { name: 'These actions need a connection' }),
    ).toBeVisible();
  });
});
