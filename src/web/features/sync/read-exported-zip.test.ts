import 'fake-indexeddb/auto';

import { unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { ExitPlan, PlanCommand } from '#web/offline/store/exit-plan-records.ts';
import { keepFile } from '#web/offline/files/kept-files.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { exitPlan } from '#web/offline/outbox/exit-plan.ts';
import { draftOf, exportedFile } from '#web/offline/outbox/export-file.ts';
import { zipOf } from '#web/offline/outbox/export-zip.ts';
import { readExportedFile } from './read-exported-file.ts';

const owner = { id: 7, name: 'Connie Consultant', email: 'connie@hotel.example' };
const body = JSON.stringify({
  ...{ clientId: 'offline_1_rosa', surveyId: 1, hotelName: 'Harbour House' },
  ...{ respondentName: 'Rosa', respondentJobTitle: 'Chef' },
});
const envelope = { clientId: 'offline_1_rosa', body, digest: digestOf(body) };

let users = 80_000;
let db: OfflineDatabase;
beforeEach(() => {
  db = new OfflineDatabase((users += 1));
});
afterEach(() => db.delete());

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const textOf = (buffer: ArrayBuffer | null | undefined) =>
  buffer && new TextDecoder().decode(buffer);
const keep = (text: string) =>
  keepFile(db, {
    ...{ interviewId: 'offline_1_rosa', questionId: 1, kind: 'photo', name: 'photo.jpg' },
    ...{ mediaType: 'image/jpeg', width: 4, height: 3, caption: 'The lobby', takenAt: 1_000 },
    ...{ bytes: bytes(text), thumbnail: bytes(`small ${text}`) },
  });
async function exported(responses: string | null) {
  const zip = await zipOf(db, { responses, files: await db.files.toArray() }, owner);
  return new Uint8Array(await zip.arrayBuffer());
}
const aFile = (content: Uint8Array<ArrayBuffer>) => new File([content], 'exported.zip');
async function read(content: Uint8Array<ArrayBuffer>) {
  const found = await readExportedFile(aFile(content));
  if (typeof found === 'string') throw new Error(found);
  return found;
}

test('what a device exports with its photos is read as it was captured', async () => {
  const [one, two] = [await keep('one'), await keep('two')];
  const responses = JSON.stringify(exportedFile([envelope], owner, 0));
  const { file, responses: listed, evidence = [] } = await read(await exported(responses));
  expect(file?.responses).toEqual([envelope]);
  expect(listed).toMatchObject([{ respondentName: 'Rosa', isDamaged: false }]);
  expect(new Set(evidence.map(({ about }) => about.fileId))).toEqual(
    new Set([one.clientId, two.clientId]),
  );
  const [first] = evidence.filter(({ about }) => about.fileId === one.clientId);
  expect(first?.about).toMatchObject({
    ...{ interview: 'offline_1_rosa', questionId: 1, kind: 'photo', caption: 'The lobby', owner },
    ...{ digest: one.digest, takenAt: '1970-01-01T00:00:01.000Z' },
  });
  expect([textOf(first?.read()?.bytes), textOf(first?.read()?.thumbnail)]).toEqual([
    ...['one', 'small one'],
  ]);
});

test('photos alone, packed again by somebody, are read too', async () => {
  await keep('one');
  const again = zipSync(unzipSync(await exported(null)), { level: 9 });
  const { file, responses, evidence = [] } = await read(new Uint8Array(again));
  expect([file, responses.length]).toEqual([null, 0]);
  expect(textOf(evidence[0]?.read()?.bytes)).toBe('one');
});

const plan: ExitPlan = {
  ...{
    clientId: 'plan_0001_x',
    hotelId: 7,
    hotelName: 'Harbour House',
    kind: 'onsite',
    roundId: 3,
  },
  items: { 'id:5': { what: 'Paint it', owner: null, at: { what: 1_700 } }, 'code:FO-1': {} },
  people: [{ clientId: 'person_0001', name: 'Maria', jobTitle: 'Manager' }],
  startedAt: 1_000,
  replaces: ['plan_0000_x'],
};

test('exit plans are read with their signatures, agreed or not', async () => {
  const { clientId: fileId } = await keep('one');
  const command = {
    ...{ clientId: 'plan_0002_x', body, digest: digestOf(body), kind: 'exit-plan', subject: 7 },
    ...{ about: { hotelName: 'Harbour House', actions: 2 }, heldBy: 8 },
  } as PlanCommand;
  const { plans: agreed = [], files } = exitPlan.exported(command) ?? {};
  expect(await files?.(db)).toEqual([]);
  const content = { responses: null, plans: [draftOf(plan), ...agreed] };
  const zip = await zipOf(db, { ...content, files: await db.files.toArray() }, owner);
  const { plans, evidence = [] } = await read(new Uint8Array(await zip.arrayBuffer()));
  const { clientId: planId, hotelId, hotelName, ...draft } = plan;
  expect(plans).toMatchObject([
    { planId, hotelId, hotelName, draft, owner },
    {
      planId: 'plan_0002_x',
      ...{ hotelId: 7, hotelName, owner },
      agreed: { body, digest: digestOf(body), heldBy: 8 },
    },
  ]);
  expect(evidence.map(({ about }) => about.fileId)).toEqual([fileId]);
});

test('a plan under a name that is not its own is left out', async () => {
  const zip = await zipOf(db, { responses: null, plans: [draftOf(plan)], files: [] }, owner);
  const content = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const renamed = { 'plans/plan_0009_x.json': content['plans/plan_0001_x.json']! };
  expect(await readExportedFile(aFile(new Uint8Array(zipSync(renamed))))).toMatch(
    /not exported from Bellwether/,
  );
});

test('a photo that was changed is not sent', async () => {
  const { clientId } = await keep('one');
  const content = unzipSync(await exported(null));
  content[`files/${clientId}`] = new TextEncoder().encode('another');
  const { evidence = [] } = await read(new Uint8Array(zipSync(content)));
  expect(evidence[0]?.read()).toBeNull();
});

test.each([
  ['another ZIP', zipSync({ 'a.txt': new Uint8Array(3) }), /not exported from Bellwether/],
  [
    'a ZIP with a photo of which nothing is known',
    zipSync({ 'files/offline_1_photo.json': new TextEncoder().encode('{}') }),
    /not exported from Bellwether/,
  ],
  ['half a ZIP', zipSync({ 'a.txt': new Uint8Array(300) }).subarray(0, 80), /damaged/],
])('%s is refused in words', async (_, content, words) => {
  expect(await readExportedFile(aFile(new Uint8Array(content)))).toMatch(words);
});
