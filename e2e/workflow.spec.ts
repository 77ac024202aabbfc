import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoLayoutShift } from './support/expect-no-layout-shift.ts';
import { makeHotel } from './support/make-hotel.ts';
import { openFilters } from './support/open-filters.ts';
import { expect, own, signIn, test } from './support/test.ts';

const board = '/app/workflow-management';
const guard = 'Cannot set stage to Virtual Re-Assessment without completing Virtual Session first.';
const moved = 'Hotel stage updated successfully - Refreshing page...';

declare global {
  interface Window {
    /** Ends what {@link holdFrames} began. */
    releaseFrames?: () => void;
  }
}

const column = (page: Page, stage: string) =>
  page.getByRole('region', { name: stage, exact: true });
const cardIn = (page: Page, stage: string, name: string) =>
  column(page, stage).getByRole('button', { name });

async function openDialog(page: Page, hotelId: number): Promise<Locator> {
  await page.goto(`${board}?hotel=${hotelId}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Assessment Data' })).toBeVisible();
  return dialog;
}

async function chooseStage(page: Page, stage: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: stage, exact: true }).click();
}

async function dragTo(page: Page, card: Locator, target: Locator) {
  await card.hover();
  await page.mouse.down();
  const to = await target.boundingBox();
  if (!to) throw new Error('The column is not on the screen');
  const [x, y] = [to.x + to.width / 2, to.y + 150];
  await page.mouse.move(x - 60, y, { steps: 8 });
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

test('shows every stage with its hotels, and nothing moves @desktop', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(board);
  for (const stage of [
    'Initiated',
    'Onsite Assessment',
    'Virtual Session',
    'Virtual Re-Assessment',
    'Evaluation',
    'Disposition',
  ])
    await expect(column(page, stage).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('survey(s) completed').first()).toBeVisible();
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  // Something opens above the board. The board becomes shorter, and the page still needs no
  // scrolling.
  expect(await page.evaluate(pushDown)).toEqual({ errors: [], scrolls: false });
});

/** Runs in the page: moves its content down by 40 pixels. Returns the errors, and whether the page scrolls. */
async function pushDown(): Promise<{ errors: string[]; scrolls: boolean }> {
  const errors: string[] = [];
  window.addEventListener('error', ({ message }) => errors.push(message));
  const notice = document.createElement('div');
  notice.style.height = '40px';
  document.body.getElementsByTagName('main')[0]?.prepend(notice);
  await new Promise((done) => setTimeout(done, 500));
  return { errors, scrolls: document.documentElement.scrollHeight > window.innerHeight };
}

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('cards are low, however long their words, and keep all of them @desktop', async ({
    page,
  }) => {
    await signIn(page, 'assessor');
    const long = 'of the Old Harbour Master and his Twelve Daughters by the Sea';
    const hotel = await makeHotel(page, {
      hotelBrand: `Aaron Collection ${long}`,
      hotelCity: `Llanfairpwllgwyngyll ${long}`,
      hotelManagementCo: `Company ${long}`,
    });
    await hotel.change({ hotelName: `${hotel.name} ${long}` });
    await page.goto(board);
    const card = cardIn(page, 'Initiated', hotel.name);
    await expect(card).toContainText('0 survey(s) completed');
    await expect(card).toContainText('No score yet');
    await expect(card).toContainText('0 days in this stage');
    for (const words of [long, 'MA', 'Pending', `Company ${long}`])
      await expect(card).toContainText(words);
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(130);
    const inView = await column(page, 'Onsite Assessment')
      .getByRole('listitem')
      .evaluateAll(
        (cards) => cards.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
      );
    expect(inView).toBeGreaterThanOrEqual(5);
  });

  test('a column is one stop of Tab, and search, brand and what needs action narrow the board @desktop', async ({
    page,
  }) => {
    await signIn(page, 'assessor');
    const hotel = await makeHotel(page, { hotelBrand: own('Aaron Lantern') });
    await page.goto(board);
    const cards = (stage: string) => column(page, stage).getByRole('button');
    await cards('Initiated').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(cards('Initiated').nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cards('Onsite Assessment').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(cards('Onsite Assessment').last()).toBeFocused();
    const last = (await cards('Onsite Assessment').last().textContent()) ?? '';
    await page.keyboard.press('Shift+Tab');
    await expect(cards('Initiated').nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cards('Onsite Assessment').filter({ hasText: last })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(cards('Onsite Assessment').first()).toBeFocused();

    await page.getByRole('searchbox', { name: 'Search' }).fill(hotel.name.toUpperCase());
    await expect(page.getByText(/^1 of \d+ hotels/)).toBeVisible();
    await expect(cardIn(page, 'Initiated', hotel.name)).toBeVisible();
    await page.getByRole('button', { name: 'Needs action' }).click();
    await expect(page).toHaveURL(/duty=any/);
    await expect(cardIn(page, 'Initiated', hotel.name)).toBeVisible();
    await hotel.change({ status: 'Complete' });
    await page.reload();
    await expect(page.getByText(/^0 of \d+ hotels/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(board);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });
});

test('a card is dragged to the next stage, the drop undone, and one that is refused returns @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const waiting = await makeHotel(page, { stage: 'Virtual Session' });
  const hotel = await makeHotel(page);
  await page.goto(board);
  const kept = cardIn(page, 'Virtual Session', waiting.name);
  await dragTo(page, kept, column(page, 'Virtual Re-Assessment'));
  await expect(page.getByText('Validation Error')).toBeVisible();
  await expect(page.getByRole('alert').getByText(guard)).toBeVisible();
  await expect(kept).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await waiting.read()).toMatchObject({ stage: 'Virtual Session' });

  const card = cardIn(page, 'Initiated', hotel.name);
  await dragTo(page, card, column(page, 'Onsite Assessment'));
  await expect(cardIn(page, 'Onsite Assessment', hotel.name)).toBeVisible();
  await expect(page.getByText(moved)).toBeVisible();
  expect(await hotel.read()).toMatchObject({ stage: 'Onsite Assessment', status: 'Active' });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(async () => {
    expect(await hotel.read()).toMatchObject({ stage: 'Initiated', status: 'Pending' });
  }).toPass();
});

test('a card is moved by keyboard alone @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page, { stage: 'Virtual Session' });
  await page.goto(board);
  const card = cardIn(page, 'Virtual Session', hotel.name);
  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Over Onsite Assessment.')).toBeAttached();
  await page.keyboard.press('Space');
  const arrived = cardIn(page, 'Onsite Assessment', hotel.name);
  await expect(arrived).toBeFocused();
  await expect(page.getByText(moved)).toBeVisible();
  expect(await hotel.read()).toMatchObject({ stage: 'Onsite Assessment' });

  await page.keyboard.press('Control+z');
  await expect(card).toBeFocused();
  await expect(page.getByText(`Undone. ${hotel.name} is back in Virtual Session.`)).toBeAttached();

  // Tab reaches the Undo button after the columns.
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Over Evaluation.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(cardIn(page, 'Evaluation', hotel.name)).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  // Tab may have to be pressed again, because the card takes the focus once more two frames after
  // it arrived.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(undo).toBeFocused({ timeout: 250 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
  await expect(card).toBeFocused();
  await card.press('Enter');
  await expect(page.getByRole('dialog').getByText(hotel.name)).toBeVisible();
  await chooseStage(page, 'Evaluation');
  await expect(page.getByText(moved)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardIn(page, 'Evaluation', hotel.name)).toBeFocused();
});

test('a board that arrives while a card is lifted shows after the drop, and no key is lost @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const lifted = await makeHotel(page, { stage: 'Virtual Session' });
  const other = await makeHotel(page, { stage: 'Initiated' });
  await page.goto(board);
  await expect(cardIn(page, 'Virtual Session', lifted.name)).toBeVisible();
  // The board is read again after a card has moved. The reply arrives while another card is lifted.
  const isLifted = Promise.withResolvers<void>();
  await page.route('**/api/workflow/board', async (route) => {
    await isLifted.promise;
    await route.continue();
  });
  const reading = page.waitForRequest('**/api/workflow/board');
  await dragTo(page, cardIn(page, 'Initiated', other.name), column(page, 'Onsite Assessment'));
  await reading;
  await cardIn(page, 'Virtual Session', lifted.name).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${lifted.name}`)).toBeAttached();

  // On a slow machine a frame takes as long as several key presses. Here it lasts until they were
  // pressed.
  await page.evaluate(holdFrames);
  const added = await makeHotel(page, { stage: 'Virtual Session' });
  const arrived = page.waitForResponse('**/api/workflow/board');
  isLifted.resolve();
  const { hotels } = (await (await arrived).json()) as { hotels: unknown[] };
  const count = page.getByRole('status').filter({ hasText: `${hotels.length} hotels` });
  await expect(count).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.evaluate(() => window.releaseFrames?.());
  await expect(page.getByText('Over Evaluation.')).toBeAttached();
  await expect(cardIn(page, 'Virtual Session', added.name)).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(cardIn(page, 'Evaluation', lifted.name)).toBeFocused();
  await expect(cardIn(page, 'Virtual Session', added.name)).toBeVisible();
});

/** Runs in the page: draws no frame until `releaseFrames` is called. */
function holdFrames(): void {
  const draw = window.requestAnimationFrame.bind(window);
  const held: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (act) => held.push(act);
  window.releaseFrames = () => {
    window.requestAnimationFrame = draw;
    for (const act of held) draw(act);
  };
}

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test('a finger drags a card, and columns come in from the side @desktop', async ({ page }) => {
    await signIn(page, 'assessor');
    const hotel = await makeHotel(page);
    await page.goto(board);
    const from = await cardIn(page, 'Initiated', hotel.name).boundingBox();
    const to = await column(page, 'Onsite Assessment').boundingBox();
    if (!from || !to) throw new Error('The columns are not on the screen');
    const browser = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const [x, y] = [from.x + from.width / 2, from.y + 60];
    await touch('touchStart', { x, y });
    await expect(page.getByText(`Picked up ${hotel.name}`)).toBeAttached();
    const away = to.x + to.width / 2 - x;
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', { x: x + away * share, y: y + 40 * share });
    await expect(page.getByText('Over Onsite Assessment.')).toBeAttached();
    await touch('touchEnd');
    await expect(cardIn(page, 'Onsite Assessment', hotel.name)).toBeVisible();
    await expect(page.getByText(moved)).toBeVisible();

    await page.goto(`${board}?stage=Evaluation`);
    await expect(column(page, 'Evaluation').getByRole('listitem').first()).toBeInViewport();
    await expectNoLayoutShift(page);
    await expectAccessible(page);
  });
});

test.describe('what someone else changed meanwhile', () => {
  test.use({ expectedOnConsole: [/status of 409/] });

  test('a drop does not overwrite it, and the card says what is so @desktop', async ({ page }) => {
    await signIn(page, 'assessor');
    const hotel = await makeHotel(page);
    await page.goto(board);
    const card = cardIn(page, 'Initiated', hotel.name);
    await expect(card).toBeVisible();
    await hotel.change({ stage: 'Evaluation' });
    await dragTo(page, card, column(page, 'Onsite Assessment'));
    await expect(page.getByRole('alert').getByText('Someone else changed')).toBeVisible();
    await expect(cardIn(page, 'Evaluation', hotel.name)).toBeVisible();
    expect(await hotel.read()).toMatchObject({ stage: 'Evaluation' });
  });

  test('evaluation notes show both, and the writer chooses @desktop', async ({ page }) => {
    await signIn(page, 'assessor');
    const hotel = await makeHotel(page, { stage: 'Evaluation' });
    const dialog = await openDialog(page, hotel.id);
    const notes = dialog.getByLabel('Evaluation Notes');
    const save = dialog.getByRole('button', { name: 'Save Notes' });
    await expect(save).toBeDisabled();
    await notes.fill('Rooms are spotless.');
    await expect(dialog.getByText('Not saved')).toBeVisible();
    await save.click();
    await expect(page.getByText('Notes saved')).toBeVisible();
    await expect(dialog.getByText('Not saved')).toBeHidden();
    await expect(save).toBeFocused();

    await hotel.change({ fpgRegion: 'West' });
    await notes.fill('Rooms are spotless. Lobby too.');
    await save.click();
    await expect(dialog.getByText('Not saved')).toBeHidden();

    await hotel.change({ evaluationNotes: 'Breakfast is late.' });
    await notes.fill('Rooms, lobby and bar are spotless.');
    await save.click();
    await expect(dialog.getByText('Someone else saved these notes meanwhile')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Put both together' }).click();
    await save.click();
    await expect(dialog.getByText('Not saved')).toBeHidden();
    expect((await hotel.read())['evaluationNotes']).toBe(
      'Breakfast is late.\n\nRooms, lobby and bar are spotless.',
    );
  });
});

test('the stage selector keeps the guard until the date is saved @desktop', async ({ page }) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page, { stage: 'Virtual Session' });
  const dialog = await openDialog(page, hotel.id);
  await chooseStage(page, 'Virtual Re-Assessment');
  await expect(page.getByRole('alert').getByText(guard)).toBeVisible();
  const stage = dialog.getByRole('combobox', { name: 'Stage' });
  await expect(stage).toHaveAccessibleDescription(guard);

  await expect(dialog.getByRole('button', { name: 'Save Date' })).toBeDisabled();
  await dialog.getByLabel('Virtual session completed').fill('2026-03-31');
  await dialog.getByRole('button', { name: 'Save Date' }).click();
  await expect(page.getByText('Virtual session date saved')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Update Date' })).toBeVisible();
  await expect(stage).not.toHaveAccessibleDescription(guard);

  await chooseStage(page, 'Virtual Re-Assessment');
  await expect(page.getByText(moved)).toBeVisible();
  await expect(dialog.getByText('31 Mar 2026')).toBeVisible();
  await dialog.getByLabel('Virtual re-assessment completed').fill('2026-04-30');
  await dialog.getByRole('button', { name: 'Save Date' }).click();
  await expect(page.getByText('Virtual re-assessment date saved')).toBeVisible();
  await expectAccessible(page);
  expect(await hotel.read()).toMatchObject({
    stage: 'Virtual Re-Assessment',
    virtualSessionCompletionDate: '2026-03-31',
    virtualReAssessmentCompletionDate: '2026-04-30',
  });
});

test('a dropped document comes back byte for byte, others are refused, and closing asks before notes are lost @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page, { stage: 'Evaluation' });
  const dialog = await openDialog(page, hotel.id);
  const bytes = Array.from({ length: 40_000 }, (_, index) => 32 + ((index * 7) % 90));
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], 'Evaluation (1).txt'));
    transfer.items.add(new File(['second'], 'second.txt'));
    return transfer;
  }, bytes);
  const area = dialog.getByRole('button', { name: 'Choose a file or drop it here' });
  await area.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Document uploaded')).toBeVisible();
  await expect(dialog.getByText('39.06 KB')).toBeVisible();
  await expect(dialog.getByText('second.txt')).toBeHidden();
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download Evaluation (1).txt' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Evaluation (1).txt');
  expect(Array.from(await readFile(await download.path()))).toEqual(bytes);

  await dialog.getByRole('button', { name: 'Delete Evaluation (1).txt' }).click();
  await expect(
    page.getByText(
      'Are you sure you want to delete "Evaluation (1).txt"? This action cannot be undone.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Delete document' }).click();
  await expect(dialog.getByText('No documents uploaded yet')).toBeVisible();

  // A file type that evaluations do not accept is refused before it is sent.
  const choosing = page.waitForEvent('filechooser');
  await area.click();
  await (
    await choosing
  ).setFiles({ name: 'tool.exe', mimeType: 'text/plain', buffer: Buffer.from('MZ') });
  await expect(page.getByText('Upload failed')).toBeVisible();
  await expect(dialog.getByText('No documents uploaded yet')).toBeVisible();

  const notes = dialog.getByLabel('Evaluation Notes');
  await notes.fill('Words that nobody saves');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(notes).toHaveValue('Words that nobody saves');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
});

test.describe('a document that somebody else deleted', () => {
  test.use({ expectedOnConsole: [/status of 404/] });

  test('goes, and it is told why @desktop', async ({ page }) => {
    await signIn(page, 'assessor');
    const hotel = await makeHotel(page, { stage: 'Evaluation' });
    const stored = await page.request.post(`/api/hotels/${hotel.id}/evaluation-documents`, {
      multipart: {
        uploadedBy: 'Asa',
        file: { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
      },
    });
    const { id } = (await stored.json()) as { id: number };
    const dialog = await openDialog(page, hotel.id);
    const remove = dialog.getByRole('button', { name: 'Delete notes.txt' });
    await expect(remove).toBeVisible();
    await page.request.delete(`/api/evaluation-documents/${id}`);
    await remove.click();
    await page.getByRole('button', { name: 'Delete document' }).click();
    await expect(page.getByText(/^Failed to delete document\. .{10}/)).toBeVisible();
    await expect(dialog.getByText('No documents uploaded yet')).toBeVisible();
  });
});

test('a response that another program sent counts as a completed interview @desktop', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page, { stage: 'Virtual Session' });
  const surveys = (await (await page.request.get('/api/surveys')).json()) as {
    id: number;
    status: string;
  }[];
  const survey = surveys.find(({ status }) => status === 'active');
  const sent = await page.request.post('/api/responses', {
    data: {
      ...{ hotelId: hotel.id, surveyId: survey?.id, responseAnswers: [] },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Host' },
    },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const dialog = await openDialog(page, hotel.id);
  await expect(dialog.getByText('1 response', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Completed Interviews (1)' }).click();
  const completed = dialog.getByRole('region', { name: 'Completed Interviews (1)' });
  await expect(completed.getByText(/^Rosa Respondent · /)).toBeVisible();
  await expect(completed.getByText('Complete', { exact: true })).toBeVisible();
});

test('an interview begins from a hotel in Onsite Assessment @phone', async ({ page }) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page, { stage: 'Initiated' });
  const dialog = await openDialog(page, hotel.id);
  await expect(dialog.getByText('No interview sessions found for this hotel')).toBeVisible();
  await expect(dialog.getByText('No surveys completed for this hotel yet')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Begin Interview' })).toBeHidden();
  await chooseStage(page, 'Onsite Assessment');
  await expect(dialog.getByText('No interviews in progress')).toBeVisible();
  await dialog.getByRole('link', { name: 'Begin Interview' }).click();
  await expect(page).toHaveURL(`/interview/${hotel.id}`);
  await expect(page.getByRole('heading', { name: 'Interview Setup' })).toBeVisible();
  await expect(page.getByText(hotel.name)).toBeVisible();
});

test('a phone shows one stage at a time, which is one stop of Tab, with arrow keys within @phone', async ({
  page,
}) => {
  await signIn(page, 'assessor');
  const hotel = await makeHotel(page, { stage: 'Disposition' });
  await page.goto(board);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectNoLayoutShift(page);
  await page.getByRole('tab', { name: /^Disposition/ }).click();
  await expect(page).toHaveURL(/stage=Disposition/);
  await expectAccessible(page);
  await page.getByRole('button', { name: hotel.name }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: hotel.name })).toHaveAttribute(
    'href',
    `/app/hotel-management?hotel=${hotel.id}`,
  );
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.goto(`${board}?stage=Initiated`);
  const cards = page.getByRole('tabpanel', { name: /^Initiated/ }).getByRole('button');
  await cards.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(cards.nth(1)).toBeFocused();
  const second = cards.filter({ hasText: (await cards.nth(1).textContent()) ?? '' });
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(second).toBeFocused();
  await page.keyboard.press('End');
  await expect(cards.last()).toBeFocused();
  await expect(cards.last()).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(cards.first()).toBeFocused();
});

test("an Admin sees one consultant's hotels and exports them @desktop", async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(board);
  const filter = page.getByRole('combobox', { name: 'Filter by Service Consultant' });
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await openFilters(page);
  await filter.click();
  const consultant = page.getByRole('option').nth(1);
  const name = (await consultant.textContent()) ?? '';
  await consultant.click();
  await expect(page).toHaveURL(/consultant=\d+/);
  await page.reload();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await openFilters(page);
  await expect(filter).toHaveValue(name);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Workflow_Management_\d{4}-\d\d-\d\d\.xlsx$/);
  await expect(page.getByText('Export Complete')).toBeVisible();
});

test('a consultant sees the assigned hotels alone, and no filter @desktop', async ({ page }) => {
  await signIn(page, 'consultant');
  const { hotels } = (await (await page.request.get('/api/workflow/board')).json()) as {
    hotels: unknown[];
  };
  await page.goto(board);
  await expect(page.getByText(`${hotels.length} hotels`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Filter by Service Consultant' })).toBeHidden();
});

test.describe('with no connection', () => {
  test.use({ expectedOnConsole: [/ERR_INTERNET_DISCONNECTED/] });

  test('the board last seen shows with its time, and what needs the network says so @phone', async ({
    page,
    context,
  }) => {
    await signIn(page, 'assessor');
    const hotel = await makeHotel(page, { stage: 'Evaluation' });
    await page.goto('/app/dashboard');
    await page.getByRole('link', { name: /^Evaluation/ }).click();
    await page.getByRole('button', { name: hotel.name }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('No documents uploaded yet')).toBeVisible();
    await context.setOffline(true);
    await expect(dialog.getByText('are kept on this device and sent later')).toBeVisible();
    await expect(
      dialog.getByText('Uploading, downloading and deleting documents need a connection.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: /^Workflow/ }).click();
    await expect(page.getByRole('heading', { name: 'Workflow Management' })).toBeVisible();
    await expect(page.getByText('From this device, as of')).toBeVisible();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await context.setOffline(false);
  });
});
