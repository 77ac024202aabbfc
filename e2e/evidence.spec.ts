import { createHash } from 'node:crypto';

import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-focus-in-sight.ts';
import { expectTouchable } from './support/expect-touchable.ts';
import { expect, test } from './support/killable-device.ts';
import { anOffice } from './support/office.ts';
import { begin, disconnected, next, settle, visit } from './support/offline-interview.ts';
import {
  aJpeg,
  aLargeJpeg,
  asFile,
  canary,
  choose,
  keptFiles,
  withExif,
} from './support/pictures.ts';
import { own } from './support/test.ts';

/** Tests how evidence is taken in an interview, in a real browser and without a connection. */

test.use({ expectedOnConsole: [disconnected] });

/** Begins an interview whose questions want evidence, and then loses the connection. */
async function beginOffline(page: Page, request: APIRequestContext) {
  const office = await anOffice(request);
  const title = own(`Photos ${Math.random().toString(36).slice(2, 8)}`);
  const made = async (path: string, data: object) => {
    const answer = await request.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as { id: number };
  };
  const survey = { title, category: 'hospitality', status: 'active' };
  const { id: surveyId } = await made('/api/surveys', survey);
  const answers = [
    { text: 'Yes', score: 10 },
    { text: 'No', score: 0 },
  ];
  for (const [text, evidence] of [
    ['Is the lobby clean?', 'on-finding'],
    ['Is the pool closed?', 'always'],
    ['Is the lift lit?', 'none'],
    ['Is the bar open?', 'optional'],
  ])
    await made('/api/questions', {
      surveyId,
      text,
      type: 'radio',
      required: true,
      answers,
      evidence,
    });
  const hotel = await office.addHotel();
  await visit(page);
  await page.goto(`/interview/${hotel.id}`);
  const respondent = own('Fay');
  await begin(page, respondent, title);
  await settle(page);
  await page.context().setOffline(true);
  return { office, hotel, respondent };
}

const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const addPhoto = (page: Page) => page.getByRole('button', { name: 'Add a photo' }).click();
const thumbnail = (page: Page, name: string) =>
  page.getByRole('button', { name: `Open ${name}`, exact: true });

test('what is taken offline outlives SIGKILL @desktop', async ({ request, startDevice }) => {
  const before = await startDevice();
  const { page } = before;
  const { hotel, respondent } = await beginOffline(page, request);
  await choice(page, 'No').check();
  await addPhoto(page);
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeFocused();
  await choose(page, 'Take a photo', asFile('IMG_1.jpg', await aJpeg(page, 2000, 1000)));
  await expect(thumbnail(page, 'Photo 1')).toBeVisible();
  await before.kill();

  const after = await startDevice();
  await after.context.setOffline(true);
  await after.page.goto(`/interview/${hotel.id}`);
  await after.page.getByRole('button', { name: `Resume Interview with ${respondent}` }).click();
  await expect(thumbnail(after.page, 'Photo 1')).toBeVisible();
  expect(await keptFiles(after.page)).toMatchObject([
    { kind: 'photo', name: 'IMG_1.jpg', mediaType: 'image/jpeg', width: 1600, height: 800 },
  ]);
  await after.page.getByRole('button', { name: 'Next' }).click();
  await expect(after.page.getByText('Evidence is wanted.')).toBeVisible();
});

test('when the device is full, the photo is refused and the answer is kept @desktop', async ({
  request,
  startDevice,
  baseURL,
}) => {
  const { context, page } = await startDevice();
  const devtools = await context.newCDPSession(page);
  const origin = baseURL ?? '';
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 18_000_000 });
  await beginOffline(page, request);
  await addPhoto(page);
  const large = await aLargeJpeg(page);
  const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg', '7.jpg', '8.jpg'];
  await choose(
    page,
    'From gallery',
    names.map((name) => asFile(name, large)),
  );
  await expect(page.getByText('There is no room on this device for the photo.')).toBeVisible();
  await expect(page.getByText(/^Adding/)).toHaveCount(0);
  await choice(page, 'No').check();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(choice(page, 'No')).toBeChecked();
  const kept = await keptFiles(page);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(8);
  for (const { size } of kept) expect(size).toBeGreaterThan(1_000_000);
});

test('while a photo waits, nothing says that the server has everything @desktop', async ({
  page,
  request,
}) => {
  await beginOffline(page, request);
  await choice(page, 'No').check();
  await addPhoto(page);
  await choose(page, 'From gallery', asFile('1.jpg', await aJpeg(page, 200, 100)));
  await expect(thumbnail(page, 'Photo 1')).toBeVisible();
  await page.route('**/api/evidence/**', (route) => route.abort());
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save Progress' }).click();
  await expect(page.getByText(/^It is safe on this device/)).toBeVisible();
  await expect(page.getByText('Saved on this device')).toBeVisible();
});

test('pictures are upright, smaller, on white, and tell no place; a swipe leads to the next @phone', async ({
  page,
  request,
}) => {
  await beginOffline(page, request);
  const jpeg = await aJpeg(page);
  // Large pictures are decoded in another way.
  const large = await aJpeg(page, 4000, 2000);
  const isLarge = (orientation: number) => orientation % 2 === 1;
  const held = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
    asFile(`${orientation}.jpg`, withExif(isLarge(orientation) ? large : jpeg, orientation)),
  );
  expect(held[0]?.buffer.includes(canary)).toBe(true);
  await addPhoto(page);
  await choose(page, 'From gallery', held);
  await expect(thumbnail(page, 'Photo 8')).toBeVisible();
  const kept = await keptFiles(page, { withBytes: true });
  expect(kept.map(({ name, quarters }) => [name, quarters])).toEqual([
    ...[
      ['1.jpg', 'rgbw'],
      ['2.jpg', 'grwb'],
      ['3.jpg', 'wbgr'],
      ['4.jpg', 'bwrg'],
    ],
    ...[
      ['5.jpg', 'rbgw'],
      ['6.jpg', 'brwg'],
      ['7.jpg', 'wgbr'],
      ['8.jpg', 'gwrb'],
    ],
  ]);
  for (const { bytes, width, height, name, thumbnailSide } of kept) {
    expect(bytes.startsWith('\u00ff\u00d8'), name).toBe(true);
    expect([bytes.includes(canary), bytes.includes('Exif')], name).toEqual([false, false]);
    const orientation = Number.parseInt(name, 10);
    const sides = isLarge(orientation) ? [1600, 800] : [400, 200];
    expect([width, height], name).toEqual(orientation > 4 ? sides.toReversed() : sides);
    expect(thumbnailSide, name).toBe(240);
  }

  // A question has room for eight. A message refuses the ninth.
  await choose(page, 'Take a photo', asFile('9.jpg', jpeg));
  await expect(page.getByText('No photo was added: a question can have 8 photos.')).toBeVisible();
  await expectAccessible(page);
  await expectTouchable(page, 'a question with photos');
  await expectNoSidewaysScroll(page);

  await thumbnail(page, 'Photo 2').click();
  const box = page.getByRole('dialog');
  await expect(box.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await expectAccessible(page);
  await expectTouchable(page, 'the light box');
  await page.mouse.move(300, 400);
  await page.mouse.down();
  await page.mouse.move(120, 405);
  await page.mouse.up();
  await expect(box.getByRole('img', { name: 'Photo 3' })).toBeVisible();
});

test('a photo shows before it is on the disk @phone', async ({ page, request }) => {
  await beginOffline(page, request);
  await addPhoto(page);
  await page.evaluate(holdFiles);
  await choose(page, 'From gallery', asFile('IMG_1.jpg', await aJpeg(page, 4000, 2000)));
  const evidence = page.getByRole('region', { name: 'Evidence of this answer' });
  const adding = evidence.getByRole('listitem').filter({ hasText: 'Adding 1' });
  await expect(adding).toBeVisible();
  const preview = adding.getByRole('presentation');
  await expect
    .poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  const fewest = await fewestItems(evidence);
  const said = await wordsSaid(page.getByRole('status').filter({ hasText: 'Adding 1 file…' }));
  await page.evaluate(() => (document.title = 'let go'));
  await expect(thumbnail(page, 'Photo 1')).toBeVisible();
  await expect(adding).toHaveCount(0);
  expect(await fewest(), 'between the preview and the photo').toBe(1);
  await expect.poll(said).toContain('This answer has 1 file.');
  expect(await said()).not.toContain('This answer has 0 files.');
  expect(await keptFiles(page)).toHaveLength(1);

  // The next file does not look like the photo before it.
  await page.evaluate(() => (document.title = 'hold'));
  await page.evaluate(holdFiles);
  await choose(page, 'Document', asFile('plan.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf'));
  await expect(adding).toBeVisible();
  await expect(preview).toHaveCount(0);
  await page.evaluate(() => (document.title = 'let go'));
  await expect(adding).toHaveCount(0);
  await expect(page.getByText('plan.pdf')).toBeVisible();
});

/** Returns a function that returns the smallest number of items that the list has had since. */
async function fewestItems(within: Locator): Promise<() => Promise<number>> {
  const counts = await within.evaluateHandle((element) => {
    const seen: number[] = [];
    const count = () => seen.push(element.getElementsByTagName('li').length);
    new MutationObserver(count).observe(element, { childList: true, subtree: true });
    count();
    return seen;
  });
  return () => counts.evaluate((seen) => Math.min(...seen));
}

/** Returns a function that returns what screen readers have read out since, from the first region. */
async function wordsSaid(region: Locator): Promise<() => Promise<(string | null)[]>> {
  const words = await region.evaluateHandle((element) => {
    const seen: (string | null)[] = [];
    const note = () => seen.push(...[...element.children].map(({ textContent }) => textContent));
    new MutationObserver(note).observe(element, { childList: true });
    return seen;
  });
  return () => words.evaluate((seen) => seen);
}

/** Runs in the page: keeps others from writing files' bytes, until the page's title is "let go". */
async function holdFiles(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const store = names.find((name) => /^user_\d+_bellwether/.test(name)) ?? '';
  const opening = indexedDB.open(store);
  await new Promise((done) => opening.addEventListener('success', done));
  const bytes = opening.result.transaction('fileBytes', 'readwrite').objectStore('fileBytes');
  const goOn = () => {
    if (document.title !== 'let go') bytes.count().addEventListener('success', goOn);
    else opening.result.close();
  };
  goOn();
}

test('what cannot be read, or is too much, is refused in words @phone', async ({
  page: first,
  request,
}) => {
  await beginOffline(first, request);
  await addPhoto(first);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
  await choose(first, 'Take a photo', asFile('IMG_2.heic', heic, 'image/heic'));
  const unread =
    'This browser cannot read this picture. Take it with the camera, or save it as JPEG.';
  await expect(first.getByText(unread)).toBeVisible();
  const whole = await aJpeg(first, 300, 200);
  await choose(first, 'From gallery', [
    ...Array.from({ length: 11 }, (_, at) => asFile(`${at}.jpg`, whole)),
    asFile('late.jpg', whole),
  ]);
  await expect(
    first.getByText('8 of the 12 photos were added: a question can have 8 photos.'),
  ).toBeVisible();
  await choose(first, 'Document', asFile('page.html', Buffer.from('<p>'), 'text/html'));
  await expect(first.getByText('Please choose a pdf, doc')).toBeVisible();
  await choose(first, 'Document', asFile('large.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')));
  await expect(first.getByText('A file can have up to 10 MB.')).toBeVisible();
  await choose(first, 'Document', asFile('plan.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf'));
  await expect(first.getByText('plan.pdf')).toBeVisible();
  expect(await keptFiles(first)).toHaveLength(9);
  await choice(first, 'Yes').check();
  await next(first);
  await addPhoto(first);
  const page = await test.step('the phone closes the page behind the camera', () =>
    closeBehindCamera(first));

  const lost = page.getByText('The photo did not arrive: the phone closed this page while');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Is the pool closed?');
  await expect(lost).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'From gallery', asFile('clear.png', await aClearPng(page), 'image/png'));
  await expect(thumbnail(page, 'Photo 1')).toBeVisible();
  await expect(lost).toBeHidden();
  // Transparent parts have become white.
  expect((await keptFiles(page)).at(-1)).toMatchObject({ quarters: 'wwww', width: 40 });
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(thumbnail(page, 'Photo 1')).toBeVisible();
  await expect(lost).toBeHidden();
});

/**
 * Closes the page while the camera is open, as a phone does that runs out of memory. Returns the
 * next page.
 */
async function closeBehindCamera(page: Page): Promise<Page> {
  const opening = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await opening;
  await expect(page.getByText('Saved on this device')).toBeVisible();
  const address = page.url();
  await page.close();
  const again = await page.context().newPage();
  await again.goto(address);
  return again;
}

/** Returns a picture without any colour. */
async function aClearPng(page: Page): Promise<Buffer> {
  const clear = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 40);
    canvas.getContext('2d');
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  });
  return Buffer.from(clear);
}

test('pictures open, get captions and are removed by keyboard alone; 200 that wait delay no Complete @desktop', async ({
  page,
  request,
}) => {
  await beginOffline(page, request);
  await addPhoto(page);
  const jpeg = await aJpeg(page);
  await choose(page, 'From gallery', [asFile('a.jpg', jpeg), asFile('b.jpg', withExif(jpeg, 6))]);
  await expect(thumbnail(page, 'Photo 2')).toBeVisible();
  await thumbnail(page, 'Photo 1').focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog');
  await expect(box.getByText('Picture 1 of 2')).toBeVisible();
  await expect(box.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(box.getByText('Picture 2 of 2')).toBeVisible();
  await box.getByLabel('Caption').fill('The door to the pool');
  // In a field the arrow keys move the cursor.
  await page.keyboard.press('ArrowLeft');
  await expect(box.getByText('Picture 2 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(thumbnail(page, 'Photo 1')).toBeFocused();
  await expect(thumbnail(page, 'Photo 2: The door to the pool')).toBeVisible();
  expect((await keptFiles(page)).map(({ caption }) => caption)).toEqual([
    '',
    'The door to the pool',
  ]);

  await page.keyboard.press('Enter');
  await box.getByRole('button', { name: 'Next picture' }).click();
  await box.getByRole('button', { name: 'Next picture' }).click();
  await expect(box.getByText('Picture 1 of 2')).toBeVisible();
  await box.getByRole('button', { name: 'Remove photo' }).click();
  const sure = page.getByRole('dialog', { name: 'Remove photo' });
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await sure.getByRole('button', { name: 'Remove photo' }).click();
  await expect(thumbnail(page, 'Photo 1: The door to the pool')).toBeVisible();
  expect(await keptFiles(page)).toHaveLength(1);

  await addWaitingPhotos(page);
  for (let at = 0; at < 3; at += 1) {
    await choice(page, 'Yes').check();
    await next(page);
  }
  await choice(page, 'Yes').check();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByLabel('Why is evidence missing?').fill('The pool is elsewhere');
  await page.getByRole('button', { name: 'Complete without' }).click();
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeVisible();
  expect(await keptFiles(page)).toHaveLength(201);
});

/** Puts 200 photos that wait into the interview on this page. */
async function addWaitingPhotos(page: Page) {
  const interviewId = new URL(page.url()).searchParams.get('resume');
  await page.evaluate(async (id) => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const opening = indexedDB.open(names.find((name) => /^user_\d+_bellwether/.test(name)) ?? '');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const writing = db.transaction(['files', 'fileBytes'], 'readwrite');
    for (let at = 0; at < 200; at += 1) {
      const clientId = `waiting-photo-${at}`;
      const about = { clientId, interviewId: id, questionId: 0, kind: 'photo', takenAt: at };
      const size = { size: 250_000, state: 'waiting', attempts: 0, nextAttemptAt: 0 };
      writing.objectStore('files').put({ ...about, ...size, digest: '0'.repeat(64), caption: '' });
      const bytes = new ArrayBuffer(250_000);
      writing.objectStore('fileBytes').put({ clientId, bytes, thumbnail: null });
    }
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    db.close();
  }, interviewId);
}

/** Draws a signature and types another one, each with its printed name. A third one is refused. */
async function signTwice(page: Page) {
  await addPhoto(page);
  await page.getByRole('button', { name: 'Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signature' });
  await dialog.getByRole('button', { name: 'Keep signature' }).click();
  await expect(dialog.getByText('There is no signature yet.')).toBeVisible();
  await expect(dialog.getByText('Printed name is required')).toBeVisible();
  await expectAccessible(page);
  await expectTouchable(page, 'signing');
  const area = dialog.getByRole('img', { name: 'Sign here' });
  const draw = async () => {
    const at = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(at.x + at.width * 0.2, at.y + at.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width * 0.5, at.y + at.height * 0.7, { steps: 8 });
    await page.mouse.move(at.x + at.width * 0.8, at.y + at.height * 0.3, { steps: 8 });
    await page.mouse.up();
  };
  const inked = () =>
    area.evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const { width, height } = canvas;
      const copy = Object.assign(document.createElement('canvas'), { width, height });
      const context = copy.getContext('2d', { willReadFrequently: true });
      context?.drawImage(canvas, 0, 0);
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
      return data.filter((value, at) => at % 4 === 0 && value < 128).length / (width * height);
    });
  await draw();
  await expect(dialog.getByText('There is no signature yet.')).toBeHidden();
  const before = await inked();
  expect(before).toBeGreaterThan(0.001);
  // Turns the device.
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: Math.round(Math.min(width * 0.7, 400)), height });
  await expect.poll(inked).toBeGreaterThan(before * 0.6);
  // A drawing alone is not dropped without asking.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(inked).toBeGreaterThan(before * 0.6);
  await dialog.getByLabel('Printed name').fill('Fay Wray');
  await expect(dialog.getByText('Printed name is required')).toBeHidden();
  await dialog.getByRole('button', { name: 'Keep signature' }).click();
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width, height });

  await page.getByRole('button', { name: 'Signature', exact: true }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Sign by typing the name').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Printed name').fill('Ann Darrow');
  await page.keyboard.press('Enter');
  await expect(thumbnail(page, 'Signature 2: Ann Darrow')).toBeVisible();
  const kept = (await keptFiles(page, { withBytes: true })).filter(
    ({ kind }) => kind === 'signature',
  );
  expect(kept).toMatchObject([
    { kind: 'signature', caption: 'Fay Wray', mediaType: 'image/png', width: 1200, height: 400 },
    { kind: 'signature', caption: 'Ann Darrow', mediaType: 'image/png', thumbnailSide: 240 },
  ]);
  for (const { bytes } of kept) expect(bytes.slice(1, 4)).toBe('PNG');
  await page.getByRole('button', { name: 'Signature', exact: true }).click();
  await dialog.getByLabel('Sign by typing the name').check();
  await dialog.getByLabel('Printed name').fill('Carl Denham');
  await dialog.getByRole('button', { name: 'Keep signature' }).click();
  await expect(dialog.getByText('an interview can have 2 signatures')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
}

test('a signature is drawn or typed; Complete says what lacks, leads there, and takes a reason @phone', async ({
  page,
  request,
}) => {
  const { office, respondent } = await beginOffline(page, request);
  await expect(page.getByText('Evidence is wanted on a finding.')).toBeVisible();
  await choice(page, 'No').check();
  await expect(page.getByText('Evidence is wanted: this answer is a finding.')).toBeVisible();
  await next(page);
  await choice(page, 'Yes').check();
  await addPhoto(page);
  await choose(page, 'From gallery', asFile('pool.jpg', await aJpeg(page)));
  await next(page);
  // This question wants no evidence.
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeHidden();
  await choice(page, 'Yes').check();
  await next(page);
  await choice(page, 'Yes').check();
  await test.step('a signature, drawn or typed', () => signTwice(page));
  const complete = page.getByRole('button', { name: 'Complete', exact: true });
  await complete.click();
  const dialog = page.getByRole('dialog', { name: '1 finding has no photo' });
  await expect(dialog.getByRole('link', { name: 'Is the lobby clean?' })).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Go there' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('heading', { level: 2 });
  await expect(question).toHaveText('Is the lobby clean?');
  await expect(question).toBeFocused();
  for (let at = 0; at < 3; at += 1) await next(page);
  await complete.click();
  await dialog.getByRole('button', { name: 'Complete without' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Why is evidence missing?').fill('The lobby was dark');
  await dialog.getByRole('button', { name: 'Complete without' }).click();
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(`The response of ${respondent} is stored`)).toBeVisible({
    timeout: 20_000,
  });
  expect(await office.responsesOf(respondent)).toHaveLength(1);
});

type Session = { clientId: string; progress: Record<string, unknown> };

test('photos of another device are counted when an interview is resumed @desktop', async ({
  page,
  request,
}) => {
  const { hotel } = await beginOffline(page, request);
  await page.context().setOffline(false);
  await choice(page, 'No').check();
  await expect(page.getByText('Saved on the server')).toBeVisible({ timeout: 30_000 });
  const interview = new URL(page.url()).searchParams.get('resume') ?? '';
  let question: string | undefined;
  await expect(async () => {
    const sessions = await page.request.get(`/api/interview-sessions/hotel/${hotel.id}`);
    const list = (await sessions.json()) as Session[];
    [question] = Object.keys(list.find((one) => one.clientId === interview)?.progress ?? {});
    expect(question).toBeDefined();
  }).toPass({ timeout: 15_000 });
  const jpeg = await aJpeg(page);
  const sent = await page.request.put(
    `/api/evidence/elsewhere-photo-1?interview=${interview}&question=${question}&kind=photo`,
    {
      headers: { 'x-envelope-digest': createHash('sha256').update(jpeg).digest('hex') },
      multipart: { file: asFile('a.jpg', jpeg) },
    },
  );
  expect(sent.status(), await sent.text()).toBe(201);
  await expect(page.getByText('Evidence is wanted: this answer is a finding.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 photo was taken on another device.')).toBeVisible();
  await expect(page.getByText('Evidence is wanted: this answer')).toBeHidden();
  for (let at = 0; at < 3; at += 1) {
    await next(page);
    await choice(page, 'Yes').check();
  }
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  // Another device has the finding's photo. The other question has none.
  const dialog = page.getByRole('dialog', { name: '1 answer has no evidence' });
  await expect(dialog.getByRole('link', { name: 'Is the pool closed?' })).toBeVisible();
  await dialog.getByLabel('Why is evidence missing?').fill('It is winter');
  await dialog.getByRole('button', { name: 'Complete without' }).click();
  await expect(page.getByText('is stored on the server')).toBeVisible({ timeout: 20_000 });
});
