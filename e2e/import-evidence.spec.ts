import type { APIRequestContext, Page } from '@playwright/test';

import { digestOf } from './support/a-response-with-evidence.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import {
  answer,
  beginAt,
  completeHere,
  disconnected,
  next,
  settle,
  visit,
} from './support/offline-interview.ts';
import { exportOf, importFile, importPanel } from './support/exported-file.ts';
import { anOffice } from './support/office.ts';
import { aJpeg, asFile, choose, keptFiles } from './support/pictures.ts';
import { expect, own, signIn, signInByForm, test } from './support/test.ts';

/** Tests how evidence that a device could not send reaches the server through an Admin. */

const expected = new RegExp(
  `${disconnected.source}|status of 40[134]|NavigationEntryMarkedSkippable`,
);
test.use({ expectedOnConsole: [expected] });

/** Makes what an interview with evidence needs, and a person of their own who conducts it. */
async function aFieldTrip(request: APIRequestContext, name: string) {
  const office = await anOffice(request);
  const person = await office.addPerson(own(name));
  const survey = await office.addSurvey(['Is the lobby clean?', 'Is the pool closed?'], null);
  await office.wantEvidence(survey);
  return { office, person, survey, hotel: await office.addHotel() };
}

const interviewOf = (page: Page) => new URL(page.url()).searchParams.get('resume') ?? '';
const thumbnail = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` });

/** Takes two more photos, a document and a signature at the question on the screen. */
async function takeAllKinds(page: Page) {
  const photos = [await aJpeg(page, 300, 200), await aJpeg(page, 200, 300)];
  await choose(
    page,
    'From gallery',
    photos.map((photo, at) => asFile(`gallery-${at}.jpg`, photo)),
  );
  await choose(page, 'Document', asFile('plan.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf'));
  await page.getByRole('button', { name: 'Signature', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Signature' });
  await dialog.getByLabel('Sign by typing the name').check();
  await dialog.getByLabel('Printed name').fill('Ann Darrow');
  await dialog.getByRole('button', { name: 'Keep signature' }).click();
  await expect(dialog).toBeHidden();
}

test('an exported ZIP brings every file once, whatever was imported or sent before @desktop', async ({
  page,
  request,
  browser,
}) => {
  const { office, person, survey, hotel } = await aFieldTrip(request, 'Ines');
  const respondent = own('Irma');
  await visit(page, person);
  await beginAt(page, hotel.id, respondent, survey.title);
  await answer(page);
  await page.getByRole('button', { name: 'Add a photo' }).click();
  await choose(page, 'Take a photo', asFile('sent.jpg', await aJpeg(page)));
  const interview = interviewOf(page);
  // The first photo is sent while the interview is under way.
  await expect.poll(async () => (await office.evidenceOf(interview)).held).toHaveLength(1);
  await settle(page);
  await page.context().setOffline(true);
  await takeAllKinds(page);
  await expect(thumbnail(page, 'Signature 1: Ann Darrow')).toBeVisible();
  const taken = await keptFiles(page);
  expect(taken).toHaveLength(5);
  await next(page);
  await completeHere(page);
  await page.goto('/app/sync');
  const path = await exportOf(page, `Export the response of ${respondent}`);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  expect(await importFile(admin, path, '1 response and 5 files')).toMatch(
    /: 1 stored\. 5 files are on the server\.$/,
  );
  await expectAccessible(admin);
  const { held, missing } = await office.evidenceOf(interview);
  expect(missing).toEqual([]);
  expect(held.map(({ takenBy }) => takenBy)).toEqual(held.map(() => person.name));
  const digests = taken.map(({ digest }) => digest).toSorted();
  expect(held.map(({ bytes }) => digestOf(bytes)).toSorted()).toEqual(digests);

  expect(await importFile(admin, path, '1 response and 5 files')).toMatch(
    /: 0 stored, 1 already there\. 5 files are on the server\.$/,
  );
  // The device has its connection again, and sends everything that it still has.
  await page.context().setOffline(false);
  await expect(page.getByText('Nothing to send')).toBeVisible({ timeout: 30_000 });
  expect((await office.evidenceOf(interview)).held).toEqual(held);
  const responses = await office.responsesOf(respondent);
  expect(responses).toMatchObject([{ reviewReasons: [] }]);
  await admin.context().close();
});

test('a photo whose response never came is imported under the name of its owner @desktop', async ({
  page,
  request,
  browser,
}) => {
  const { person, survey, hotel } = await aFieldTrip(request, 'Olaf');
  await visit(page, person);
  await page.goto(`/interview/${hotel.id}`);
  await settle(page);
  await page.context().setOffline(true);
  await beginAt(page, hotel.id, own('Otto'), survey.title);
  await answer(page);
  await page.getByRole('button', { name: 'Add a photo' }).click();
  await choose(page, 'Take a photo', asFile('alone.jpg', await aJpeg(page)));
  await expect(thumbnail(page, 'Photo 1')).toBeVisible();
  const interview = interviewOf(page);
  await page.goto('/app/sync');
  const path = await exportOf(page, 'Export the file of alone.jpg');

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  expect(await importFile(admin, path, '1 file')).toMatch(/: 1 file is on the server\.$/);
  await expect(importPanel(admin).getByRole('button', { name: 'Copy table' })).toHaveCount(0);
  const unplaced = await (await admin.request.get('/api/evidence/unplaced')).json();
  const { evidence } = unplaced as { evidence: { interview: string }[] };
  const its = evidence.filter((file) => file.interview === interview);
  expect(its).toMatchObject([{ takenBy: person.name, kind: 'photo' }]);
  await admin.context().close();
});

test('files of an ended account are imported, and those of its unfinished interview taken over @desktop', async ({
  request,
  page,
  context,
}) => {
  const { office, person, survey, hotel } = await aFieldTrip(request, 'Anna Rossi');
  const respondent = own('Isaura');
  await visit(page, person);
  await page.goto(`/interview/${hotel.id}`);
  await settle(page);
  await context.setOffline(true);
  const interviews: string[] = [];
  for (const name of [respondent, `${respondent} the second`]) {
    await beginAt(page, hotel.id, name, survey.title);
    await answer(page);
    await page.getByRole('button', { name: 'Add a photo' }).click();
    await choose(page, 'Take a photo', asFile(`${name}.jpg`, await aJpeg(page)));
    await expect(thumbnail(page, 'Photo 1')).toBeVisible();
    interviews.push(interviewOf(page));
    await next(page);
    if (name === respondent) await completeHere(page);
  }
  await answer(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  const [finished, unfinished] = interviews as [string, string];
  await office.setActive(person.id, false);
  await context.setOffline(false);
  await expect(page.getByText(/An administrator can fetch them\.$/)).toBeVisible({
    timeout: 30_000,
  });

  await signInByForm(page, 'admin');
  await page.goto('/app/sync');
  await page.getByRole('button', { name: /^Import the interviews of A\. R\./ }).click();
  await expect(page.getByText('1 stored. 1 file is on the server.')).toBeVisible();
  expect(await office.evidenceOf(finished)).toMatchObject({
    held: [{ takenBy: person.name }],
    missing: [],
  });
  await page
    .getByRole('button', { name: /^Take over the unfinished interviews of A\. R\./ })
    .click();
  await page
    .getByRole('link', { name: `Resume the interview with ${respondent} the second` })
    .click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Interview Complete' })).toBeVisible();
  await expect
    .poll(async () => (await office.evidenceOf(unfinished)).held, { timeout: 30_000 })
    .toHaveLength(1);
  await expect
    .poll(() => office.responsesOf(`${respondent} the second`))
    .toMatchObject([{ reviewReasons: [] }]);
});
