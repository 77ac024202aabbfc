import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { takeUpContact } from '#web/offline/connection/contact.ts';
import { OfflineDatabase, receiptDays } from '#web/offline/store/database.ts';
import { abandonDraft, beginDraft } from '#web/offline/drafts/drafts.ts';
import { durably, keepBallast } from '#web/offline/store/durably.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import type { FileBytes, StoredFile } from '#web/offline/store/records.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';

import { bytesOf, changeCaption, filesOf, keepFile } from './kept-files.ts';
import { deleteOldFileBytes } from './stored-file-bytes.ts';
import { tellsNetwork, setWifiOnly, waitsForWifi } from './wifi-only.ts';

/** Tests how files are kept on the device. `outbox/evidence.test.ts` tests how they are sent. */

let users = 70_000;
let db: OfflineDatabase;
beforeEach(() => {
  db = new OfflineDatabase((users += 1));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  await db.delete();
});

const now = Date.UTC(2026, 4, 4, 9);
const day = 24 * 60 * 60_000;
function keep(interviewId: string, more: Partial<Parameters<typeof keepFile>[1]> = {}) {
  return keepFile(db, {
    ...{ interviewId, questionId: 1, kind: 'photo', name: 'photo.jpg', mediaType: 'image/jpeg' },
    ...{ width: 4, height: 3, caption: '', takenAt: now, thumbnail: null },
    ...{ bytes: new ArrayBuffer(100), ...more },
  });
}
const asStored = ({ clientId }: StoredFile, storedAt: number) =>
  db.files.update(clientId, { state: 'stored', tried: true, storedAt, epoch: 'one' });
const withBytes = () => db.fileBytes.toCollection().primaryKeys();

const question = (id: number, more: object = {}) => ({
  ...{ id, text: `Question ${id}`, type: 'text' as const, required: false, order: id },
  ...{ weight: 1, kpeCategory: null, answers: [], ...more },
});
function begin() {
  const beginning = {
    hotelId: 1,
    hotel: { hotelName: 'H', hotelBrand: 'B', hotelAddress: 'A', hotelCity: 'C' },
    edition: {
      ...{ surveyId: 1, number: 1, title: 'S', createdAt: '2026-05-04T08:00:00Z' },
      questions: [question(1), question(2, { showIf: [{ questionId: 1, is: [9] }] })],
    },
    respondentName: 'R',
    respondentJobTitle: 'J',
  };
  return beginDraft(db, beginning, { now: () => now, randomId: () => `x${users}` });
}
const finish = async (clientId: string) => {
  const { body } = await finishDraft(db, clientId, {}, { completedAt: now, isOnline: true });
  return { body, sent: JSON.parse(body) as { files?: unknown } };
};

test('a finished interview names its files, but not those of questions that were not asked', async () => {
  const { clientId } = await begin();
  const file = await keep(clientId);
  await keep(clientId, { questionId: 2 });
  await keep('offline_1_another');
  expect((await finish(clientId)).sent.files).toEqual([
    { fileId: file.clientId, questionId: 1, kind: 'photo', digest: file.digest, size: 100 },
  ]);
  expect(await db.files.count()).toBe(3);
});

test('the response of an interview without files has no files field', async () => {
  const { clientId } = await begin();
  expect((await finish(clientId)).body).not.toContain('files');
});

test('an interview can be finished while two hundred photos wait', async () => {
  const { clientId } = await begin();
  for (let count = 0; count < 200; count += 1) await keep(clientId, { takenAt: now + count });
  expect((await finish(clientId)).sent.files).toHaveLength(200);
});

test('abandoning an interview deletes its files', async () => {
  const { clientId, hotelId } = await begin();
  await keep(clientId);
  const sent = await keep(clientId);
  await asStored(sent, now);
  await abandonDraft(db, { clientId, hotelId, sessionId: null }, now);
  expect(await db.files.toArray()).toMatchObject([{ clientId: sent.clientId, state: 'removed' }]);
  expect(await withBytes()).toEqual([]);
});

test('an abandoned interview that another device completed keeps its files', async () => {
  const { clientId, hotelId } = await begin();
  const elsewhere = { responseId: 1, completedAt: null, completedBy: null };
  await db.drafts.update(clientId, { elsewhere });
  await keep(clientId);
  await abandonDraft(db, { clientId, hotelId, sessionId: null }, now);
  expect(await filesOf(db, clientId)).toHaveLength(1);
});

test('a file that is empty or too large is refused', async () => {
  await expect(keep('i', { bytes: new ArrayBuffer(0) })).rejects.toThrow(RangeError);
  const large = new ArrayBuffer(10 * 1024 * 1024 + 1);
  await expect(keep('i', { bytes: large })).rejects.toThrow(RangeError);
  expect(await db.files.count()).toBe(0);
});

/** Returns a function that makes the device refuse whatever is put into a table from then on. */
function aDeviceThatFills() {
  let full = '';
  db.use({
    stack: 'dbcore',
    name: 'full',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const refuse = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
        return {
          ...table,
          mutate: (request) =>
            name === full && request.type === 'put' ? refuse() : table.mutate(request),
        };
      },
    }),
  });
  return (table: string) => void (full = table);
}
const reserved = async () => (await db.ballast.get('ballast'))?.bytes.byteLength;

test('a photo that does not fit leaves the room reserved for answers', async () => {
  const fill = aDeviceThatFills();
  await keepBallast(db);
  fill('fileBytes');
  await expect(keep('offline_1_one')).rejects.toThrow('No room.');
  expect([await db.files.count(), await reserved()]).toEqual([0, 512 * 1024 + 5 * 100]);
});

test('a photo is refused unless there is room for five of its size, reserved for answers', async () => {
  const fill = aDeviceThatFills();
  await keep('offline_1_one', { bytes: new ArrayBuffer(3_000) });
  await keep('offline_1_one');
  expect(await reserved()).toBe(512 * 1024 + 5 * 3_000);
  fill('ballast');
  await expect(keep('offline_1_one', { bytes: new ArrayBuffer(3_001) })).rejects.toThrow(
    'No room.',
  );
  expect([await db.files.count(), await reserved()]).toEqual([2, 512 * 1024 + 5 * 3_000]);
});

test('an answer may delete photos that the server has, and no others', async () => {
  const [stored, waiting] = [await keep('offline_1_one'), await keep('offline_1_one')];
  await asStored(stored, now);
  let tries = 0;
  await durably(db, async () => {
    tries += 1;
    if (tries <= 2) throw new DOMException('No room.', 'QuotaExceededError');
  });
  expect(await withBytes()).toEqual([waiting.clientId]);
});

/** Returns a function. Once it is called, the device has no room for more bytes of files than it holds then. */
function aDeviceThatRunsFull() {
  const sizes = new Map<string, number>();
  const total = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let most = Infinity;
  db.use({
    stack: 'dbcore',
    name: 'room',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        if (name !== 'fileBytes') return table;
        return {
          ...table,
          mutate: (request) => {
            const values = request.type === 'put' ? (request.values as FileBytes[]) : [];
            const more = values.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
            if (more > 0 && total() + more > most)
              return Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
            for (const { clientId, bytes } of values) sizes.set(clientId, bytes.byteLength);
            if (request.type === 'delete')
              for (const key of request.keys) sizes.delete(String(key));
            return table.mutate(request);
          },
        };
      },
    }),
  });
  return () => void (most = total());
}
const idsOf = (...files: readonly StoredFile[]) => new Set(files.map(({ clientId }) => clientId));

test('a photo deletes the oldest photos that the server has, and no more than it needs', async () => {
  const runFull = aDeviceThatRunsFull();
  const large = { bytes: new ArrayBuffer(4 * 1024 * 1024) };
  const [young, old, oldest] = [
    await keep('a', large),
    await keep('a', large),
    await keep('a', large),
  ];
  const waiting = await keep('a', large);
  for (const [age, file] of [young, old, oldest].entries()) await asStored(file, now - age * day);
  runFull();
  const fresh = await keep('a');
  expect(new Set(await withBytes())).toEqual(idsOf(young, waiting, fresh));
  expect(await db.files.get(old.clientId)).toMatchObject({ isLetGo: true });
});

test('a photo that cannot fit deletes none of the photos that the server has', async () => {
  const runFull = aDeviceThatRunsFull();
  const [one, other] = [await keep('a'), await keep('a')];
  for (const file of [one, other]) await asStored(file, now);
  runFull();
  await expect(keep('a', { bytes: new ArrayBuffer(1_000) })).rejects.toThrow('No room.');
  expect(new Set(await withBytes())).toEqual(idsOf(one, other));
  expect(await db.files.filter(({ isLetGo }) => isLetGo === true).count()).toBe(0);
  // A restored server gets the files again.
  await takeUpContact(db, { epoch: 'two', clock: null });
  expect(await db.files.filter(({ state }) => state === 'waiting').count()).toBe(2);
});

test('bytes that the server has are deleted after a month, or when room is scarce', async () => {
  const [old, older, fresh] = [await keep('a'), await keep('a'), await keep('a')];
  const waiting = await keep('a');
  await asStored(old, now - 2 * day);
  await asStored(older, now - (receiptDays + 1) * day);
  await asStored(fresh, now);
  await deleteOldFileBytes(db, now, null);
  expect(new Set(await withBytes())).toEqual(
    new Set([old, fresh, waiting].map(({ clientId }) => clientId)),
  );
  // A fifth of 1,000 must be free. 150 are, and the older of the two has 100.
  await deleteOldFileBytes(db, now, { used: 850, left: 150 });
  expect(new Set(await withBytes())).toEqual(
    new Set([fresh, waiting].map(({ clientId }) => clientId)),
  );
  await deleteOldFileBytes(db, now, { used: 1_000, left: 0 });
  expect(await withBytes()).toEqual([waiting.clientId]);
  expect(await db.files.count()).toBe(1);
});

test('only the bytes of a file are deleted while its interview is under way', async () => {
  const { clientId } = await begin();
  const file = await keep(clientId);
  await asStored(file, now - 40 * day);
  await deleteOldFileBytes(db, now, null);
  expect(await bytesOf(db, file.clientId)).toBeUndefined();
  await changeCaption(db, file.clientId, 'The lobby');
  expect(await filesOf(db, clientId)).toMatchObject([{ state: 'waiting', caption: 'The lobby' }]);
  expect((await finish(clientId)).sent.files).toHaveLength(1);
});

test('after the store was emptied, the number of lost files is reported, if the page knows it', async () => {
  await checkStore(db);
  const [sent] = [await keep('a'), await keep('a'), await keep('a')];
  db.unsentFiles.delete(sent.clientId);
  const other = new OfflineDatabase(users);
  await Promise.all(other.tables.map((table) => table.clear()));
  other.close();
  expect(await checkStore(db)).toMatchObject({ isEmptied: true, lostFiles: 2 });
  expect(await checkStore(db)).toMatchObject({ lostFiles: 2 });
});

test('files wait for Wi-Fi when the switch is on and the browser reports the connection', () => {
  expect(tellsNetwork()).toBe(false);
  setWifiOnly(true);
  expect(waitsForWifi()).toBe(false);
  const connection = { type: 'cellular' };
  vi.stubGlobal('navigator', { connection });
  expect([tellsNetwork(), waitsForWifi()]).toEqual([true, true]);
  connection.type = 'wifi';
  expect(waitsForWifi()).toBe(false);
  connection.type = 'cellular';
  setWifiOnly(false);
  expect(waitsForWifi()).toBe(false);
});
