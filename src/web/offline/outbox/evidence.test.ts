import 'fake-indexeddb/auto';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { takeUpContact } from '#web/offline/connection/contact.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { changeCaption, filesOf, keepFile, removeFile } from '#web/offline/files/kept-files.ts';
import { dropStoredBytes } from '#web/offline/files/stored-file-bytes.ts';
import type { Draft, Envelope, StoredFile } from '#web/offline/store/records.ts';
import { syncStore } from '#web/offline/sync/sync.ts';
import { digestOf } from './envelope.ts';
import {
  countHere,
  countIn,
  countUnsent,
  discardAll,
  discardRecord,
  kinds,
  retryRecord,
} from './kinds.ts';

/** Tests files of evidence on the device, with made-up replies of the server, including wrong ones. */

const interview = 'offline_1_interview';
const now = Date.UTC(2026, 4, 4, 9);
let users = 60_000;
let db: OfflineDatabase;
beforeEach(() => {
  db = new OfflineDatabase((users += 1));
});
afterEach(() => db.delete());

function keep(text: string, more: Partial<Parameters<typeof keepFile>[1]> = {}) {
  const bytes = new TextEncoder().encode(text).buffer;
  return keepFile(db, {
    ...{ interviewId: interview, questionId: 1, kind: 'photo', name: 'photo.jpg' },
    ...{ mediaType: 'image/jpeg', width: 4, height: 3, caption: '', takenAt: now },
    ...{ bytes, thumbnail: null, ...more },
  });
}

type Sent = { method: string; path: string; headers: Headers; body: unknown };
type Answer = (sent: Sent, at: number) => Response | Promise<Response>;

const json = (status: number, value: object) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
const problem = (status: number, type: string) =>
  json(status, { type: `/problems/${type}`, title: 'No', status, detail: 'It is not so.' });
const receipt = ({ path, headers }: Sent, more: object = {}) =>
  json(201, {
    fileId: path.split(/[/?]/)[3],
    digest: headers.get('x-envelope-digest'),
    captionEdit: Number(new URLSearchParams(path.split('?')[1]).get('captionEdit')),
    ...more,
  });
const nothing = () => new Response(null, { status: 204 });
const deleted = ({ path }: Sent) => json(200, { fileId: path.split('/')[3], isDeleted: true });
const asServer: Answer = (sent) => (sent.method === 'DELETE' ? deleted(sent) : receipt(sent));

/** Runs a sync with a server that replies to files by `answer`. Returns what was sent. */
async function sync(answer: Answer = asServer, how: { epoch?: string; isHeld?: boolean } = {}) {
  const { epoch = 'one', isHeld = false } = how;
  const sent: Sent[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input);
    if (path === '/api/health')
      return json(200, { product: 'bellwether', status: 'ok', epoch, now });
    if (path.startsWith('/api/responses/pending')) return json(200, []);
    if (path === '/api/auth/me') return json(200, {});
    const { method = 'GET', headers, body } = init;
    const one = { method, path, headers: new Headers(headers), body };
    sent.push(one);
    return answer(one, sent.length);
  };
  const effects = { fetch, now: () => now, random: () => 0, refresh: async () => undefined };
  const run = await syncStore(db, { ...effects, holdsLarge: () => isHeld }, { force: true });
  return { run, sent };
}
const stateOf = async ({ clientId }: StoredFile) => (await db.files.get(clientId))?.state;
const hasBytes = async ({ clientId }: StoredFile) =>
  (await db.fileBytes.where({ clientId }).count()) === 1;

describe('a file that waits to be sent', () => {
  test('on a full device, storing its receipt deletes a file that the server has', async () => {
    let isFull = false;
    const hasReceipt = (values: readonly Partial<StoredFile>[]) =>
      values.some(({ state }) => state === 'stored');
    db.use({
      stack: 'dbcore',
      name: 'full',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: async (request) => {
              if (name === 'fileBytes' && request.type === 'delete') isFull = false;
              const isReceipt = request.type === 'put' && hasReceipt(request.values);
              if (isReceipt && isFull) throw new DOMException('No room.', 'QuotaExceededError');
              return table.mutate(request);
            },
          };
        },
      }),
    });
    const before = await keep('before');
    await sync();
    isFull = true;
    const file = await keep('now');
    await sync();
    expect([await stateOf(file), await hasBytes(file)]).toEqual(['stored', true]);
    expect(await hasBytes(before)).toBe(false);
  });

  test('is sent with its details, and stays on the device with its receipt', async () => {
    const file = await keep('lobby', { caption: 'The lobby', thumbnail: new ArrayBuffer(3) });
    const { sent } = await sync();
    const [{ path, method, headers, body }] = sent as [Sent];
    expect(method).toBe('PUT');
    const url = new URL(path, 'http://here');
    expect(url.pathname).toBe(`/api/evidence/${file.clientId}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ interview, question: '1', kind: 'photo', caption: 'The lobby' },
      ...{ takenAt: '2026-05-04T09:00:00.000Z', width: '4', height: '3' },
    });
    expect(headers.get('x-envelope-digest')).toBe(digestOf('lobby'));
    const form = body as FormData;
    expect(await (form.get('file') as File).text()).toBe('lobby');
    expect((form.get('thumbnail') as File).size).toBe(3);
    expect(await db.files.get(file.clientId)).toMatchObject({
      ...{ state: 'stored', epoch: 'one', storedAt: now, tried: true },
    });
    expect(await hasBytes(file)).toBe(true);
    expect(await countUnsent(db)).toEqual({ count: 0, words: '' });
    expect(await countHere(db)).toEqual({ count: 0, words: '' });
    expect((await sync()).sent).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['another digest', (sent) => receipt(sent, { digest: '0'.repeat(64) })],
    ['another file', (sent) => receipt(sent, { fileId: 'another-file' })],
    ['only a promise', async (sent) => json(202, await receipt(sent).json())],
    ['a portal’s page', () => new Response('<h1>Welcome</h1>')],
    ['a portal’s 204', nothing],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a full server', () => problem(507, 'no-space')],
  ])('stays when the reply is %s', async (_, answer) => {
    const file = await keep('lobby');
    await sync(answer);
    expect([await stateOf(file), await hasBytes(file)]).toEqual(['waiting', true]);
    expect(await countUnsent(db)).toEqual({ count: 1, words: '1 photo' });
    await sync();
    expect(await stateOf(file)).toBe('stored');
  });

  test.each([
    [409, 'conflict', /Export it, discard it here/],
    [410, 'gone', /Discard this copy/],
    [413, 'too-large', /make it smaller/],
    [400, 'bad-input', /take the photo again/],
    [403, 'not-allowed', /Ask an Admin/],
  ])('waits for a person when our server refuses it with %i', async (status, type, words) => {
    const file = await keep('lobby');
    await sync(() => problem(status, type));
    const refused = await db.files.get(file.clientId);
    expect([refused?.state, refused?.reason]).toEqual([
      'needs-attention',
      expect.stringMatching(words),
    ]);
    expect(await hasBytes(file)).toBe(true);
    expect(await countIn(db, 'attention')).toBe(1);
    expect(await countUnsent(db)).toMatchObject({ words: '1 photo' });
    expect((await sync()).sent).toEqual([]);
    await retryRecord(kinds.evidence as never, db, file.clientId);
    await sync();
    expect(await stateOf(file)).toBe('stored');
  });

  test('is deleted with its bytes when it is discarded', async () => {
    const [one, two] = [await keep('one'), await keep('two')];
    await discardRecord(kinds.evidence, db, one.clientId);
    expect([await stateOf(one), await hasBytes(one), await stateOf(two)]).toEqual([
      ...[undefined, false, 'waiting'],
    ]);
    await discardAll(db);
    expect([await db.files.count(), await db.fileBytes.count()]).toEqual([0, 0]);
  });
});

describe('the order of sending', () => {
  test('is responses, then the smallest file, and two at a time', async () => {
    for (const size of [30, 10, 20, 40]) await keep('x'.repeat(size));
    await db.envelopes.add(anEnvelope('offline_1_first'));
    let underWay = 0;
    let most = 0;
    const { sent } = await sync(async (one) => {
      if (one.path === '/api/responses') return responseReceipt(one);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((passed) => setTimeout(passed, 5));
      underWay -= 1;
      return receipt(one);
    });
    const [first, ...files] = sent;
    expect(first?.path).toBe('/api/responses');
    expect(files.map(({ body }) => ((body as FormData).get('file') as File).size)).toEqual([
      ...[10, 20, 30, 40],
    ]);
    expect(most).toBe(2);
  });

  test('reads the next two files while two are being sent', async () => {
    for (let size = 1; size <= 6; size += 1) await keep('x'.repeat(size));
    const request = vi.spyOn(kinds.evidence, 'request');
    const read: number[] = [];
    await sync(async (one) => {
      await new Promise((passed) => setTimeout(passed, 50));
      read.push(request.mock.calls.length);
      return receipt(one);
    });
    expect(read[0]).toBe(4);
  });

  test('a response that was finished meanwhile is sent before the next file', async () => {
    for (const size of [1, 2, 3, 4, 5, 6]) await keep('x'.repeat(size));
    const { sent } = await sync(async (one, at) => {
      if (one.path === '/api/responses') return responseReceipt(one);
      if (at === 2) await db.envelopes.add(anEnvelope('offline_1_late'));
      return receipt(one);
    });
    const place = sent.findIndex(({ path }) => path === '/api/responses');
    expect(place).toBeGreaterThan(1);
    expect(place).toBeLessThan(5);
    expect(await db.envelopes.count()).toBe(0);
  });

  test('one write marks a file and the next nine, so that sending does not wait for the disk each time', async () => {
    for (let size = 1; size <= 20; size += 1) await keep('x'.repeat(size));
    const tried: number[] = [];
    await sync(async (one) => {
      tried.push((await db.files.toArray()).filter((file) => file.tried).length);
      return receipt(one);
    });
    expect(tried[0]).toBeGreaterThanOrEqual(10);
    expect(tried[0]).toBeLessThan(20);
    expect(tried.at(-1)).toBe(20);
  });

  test('a file removed before its turn is not sent, and the next sync deletes it', async () => {
    const files: StoredFile[] = [];
    for (let size = 1; size <= 6; size += 1) files.push(await keep('x'.repeat(size)));
    const [, , third] = files as [StoredFile, StoredFile, StoredFile];
    const { run, sent } = await sync(async (one, at) => {
      // Two are under way, and the third is in hand.
      if (at <= 2) await new Promise((passed) => setTimeout(passed, 100));
      if (at === 1) await removeFile(db, third.clientId);
      return receipt(one);
    });
    expect(sent.map(({ method }) => method)).toEqual(Array.from({ length: 5 }, () => 'PUT'));
    expect(run.problem).toBeNull();
    expect(await stateOf(third)).toBe('removed');
    expect((await sync()).sent.map(({ method }) => method)).toEqual(['DELETE']);
  });

  test('on mobile data the response is sent, the photo waits, and the reason is shown', async () => {
    await keep('lobby');
    await db.envelopes.add(anEnvelope('offline_1_first'));
    const { run, sent } = await sync(responseReceipt, { isHeld: true });
    expect(sent.map(({ path }) => path)).toEqual(['/api/responses']);
    expect(run.problem).toBe('Photos and other files wait for Wi-Fi.');
    expect(await countUnsent(db)).toEqual({ count: 1, words: '1 photo' });
  });
});

describe('what a person does while a file is being sent', () => {
  test('a file that was removed stays removed, and is deleted on the server', async () => {
    const file = await keep('lobby');
    await sync(async (sent) => {
      await removeFile(db, file.clientId);
      return receipt(sent);
    });
    expect([await stateOf(file), await hasBytes(file)]).toEqual(['removed', false]);
    expect(await filesOf(db, interview)).toEqual([]);
    const { sent } = await sync();
    expect(sent.map(({ method, path }) => [method, path])).toEqual([
      ['DELETE', `/api/evidence/${file.clientId}`],
    ]);
    expect(await db.files.count()).toBe(0);
  });

  test.each<[string, Answer]>([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a portal’s page', () => new Response('<h1>Welcome</h1>')],
    ['only a promise', async (sent) => json(202, await deleted(sent).json())],
    ['a portal’s 204', nothing],
    ['a portal’s JSON', () => json(200, { ok: true })],
    ['that of another deletion', () => json(200, { fileId: 'another-file', isDeleted: true })],
    ['the receipt of the file', (sent) => json(200, { fileId: sent.path.split('/')[3] })],
  ])('a deletion stays when the reply is %s', async (_, answer) => {
    const file = await keep('lobby');
    await sync();
    await removeFile(db, file.clientId);
    await sync(answer);
    expect(await stateOf(file)).toBe('removed');
    await sync(() => problem(403, 'not-allowed'));
    expect(await db.files.count()).toBe(0);
  });

  test('a caption changed while its file is sent is sent too', async () => {
    const file = await keep('lobby');
    await sync(async (sent, at) => {
      if (at === 1) await changeCaption(db, file.clientId, 'The lobby');
      return receipt(sent);
    });
    expect(await stateOf(file)).toBe('waiting');
    const { sent } = await sync();
    expect(sent[0]?.path).toContain('caption=The+lobby&captionEdit=1');
    expect(await stateOf(file)).toBe('stored');
  });

  test('the receipt of the former caption is not accepted for the new one', async () => {
    const file = await keep('lobby');
    await sync();
    await changeCaption(db, file.clientId, 'The lobby');
    await sync((sent) => receipt(sent, { captionEdit: 0 }));
    expect(await stateOf(file)).toBe('waiting');
    await sync();
    expect(await stateOf(file)).toBe('stored');
  });

  test('a caption is sent even if the bytes are no longer on the device', async () => {
    const captioned = async (answer: (file: StoredFile) => Response) => {
      const file = await keep('lobby');
      await sync();
      await dropStoredBytes(db);
      await changeCaption(db, file.clientId, 'The lobby');
      expect(await countUnsent(db)).toMatchObject({ count: 1 });
      const { sent } = await sync(() => answer(file));
      expect(sent).toMatchObject([{ method: 'PATCH', path: `/api/evidence/${file.clientId}` }]);
      expect(JSON.parse(String(sent[0]?.body))).toEqual({ caption: 'The lobby', captionEdit: 1 });
      return (await countUnsent(db)).count;
    };
    const receiptOf = ({ clientId, digest }: StoredFile) =>
      json(200, { fileId: clientId, digest, captionEdit: 1 });
    expect(await captioned(receiptOf)).toBe(0);
    // The server was restored to a time before it had the file, so there is no file to caption.
    expect(await captioned(() => problem(404, 'not-found'))).toBe(0);
    expect(await captioned(() => problem(403, 'not-allowed'))).toBe(1);
  });

  test('a file whose bytes are still sealed waits until they are restored', async () => {
    const file = await keep('lobby');
    await sync();
    await db.fileBytes.clear();
    await changeCaption(db, file.clientId, 'The lobby');
    expect((await sync()).sent).toEqual([]);
    expect(await stateOf(file)).toBe('waiting');
  });

  test('a file that was never sent is deleted at once while its interview is under way', async () => {
    const [file, ofFinished] = [await keep('lobby'), await keep('desk', { interviewId: 'over' })];
    await db.drafts.put({ clientId: interview } as Draft);
    await removeFile(db, file.clientId);
    await removeFile(db, ofFinished.clientId);
    expect([await stateOf(file), await stateOf(ofFinished)]).toEqual([undefined, 'removed']);
    expect(await db.fileBytes.count()).toBe(0);
    await db.drafts.clear();
    // The response named the file, so the server must be told not to wait for it.
    expect((await sync()).sent).toMatchObject([
      { method: 'DELETE', path: `/api/evidence/${ofFinished.clientId}` },
    ]);
    expect(await db.files.count()).toBe(0);
  });
});

test('another person’s file is sent and deleted under that person’s name', async () => {
  const file = await keep('lobby');
  await db.files.update(file.clientId, { takenById: 7 });
  const [put] = (await sync()).sent;
  expect(new URLSearchParams(put?.path.split('?')[1]).get('owner')).toBe('7');
  await removeFile(db, file.clientId);
  const [deletion] = (await sync()).sent;
  expect([deletion?.method, JSON.parse(String(deletion?.body))]).toEqual([
    'DELETE',
    { reason: 'Removed by the Admin who took the interview over' },
  ]);
});

describe('discarding a response deletes its files', () => {
  const keepThree = async () => {
    const stored = await keep('stored');
    await sync();
    const [waiting, other] = [await keep('waiting'), await keep('other', { interviewId: 'other' })];
    await db.envelopes.add(anEnvelope(interview));
    return { stored, waiting, other };
  };
  const statesOf = async ({ stored, waiting, other }: Awaited<ReturnType<typeof keepThree>>) => [
    await stateOf(stored),
    await stateOf(waiting),
    await stateOf(other),
  ];

  test('files on the server are deleted there', async () => {
    const files = await keepThree();
    await discardRecord(kinds.response, db, interview);
    expect(await statesOf(files)).toEqual(['removed', undefined, 'waiting']);
    expect(await db.envelopes.count()).toBe(0);
    const { sent } = await sync();
    expect(sent.map(({ method }) => method).toSorted()).toEqual(['DELETE', 'PUT']);
  });

  test('also when all data is cleared', async () => {
    const files = await keepThree();
    await discardAll(db);
    expect(await statesOf(files)).toEqual(['removed', undefined, undefined]);
    expect((await sync()).sent).toMatchObject([{ method: 'DELETE' }]);
  });

  test('the response and its files, or neither', async () => {
    const files = await keepThree();
    db.files.hook('updating', () => {
      throw new Error('The browser was killed.');
    });
    await expect(discardRecord(kinds.response, db, interview)).rejects.toThrow('was killed');
    expect(await statesOf(files)).toEqual(['stored', 'waiting', 'waiting']);
    expect(await db.envelopes.count()).toBe(1);
  });

  test('but not those of an interview that another device completed', async () => {
    const files = await keepThree();
    await db.envelopes.update(interview, { state: 'elsewhere' });
    await discardRecord(kinds.response, db, interview);
    expect(await statesOf(files)).toEqual(['stored', 'waiting', 'waiting']);
  });

  test('and the confirmation says so', () => {
    const words = (files?: object[]) => {
      const envelope = anEnvelope(interview);
      return kinds.response.words({ ...envelope, body: JSON.stringify({ files }) }).lost;
    };
    expect(words()).toMatch(/Discarding it deletes it for good\.$/);
    expect(words([{}, {}])).toMatch(/Discarding it deletes it and its 2 files for good\.$/);
  });
});

test('the file is sent again to a restored server, unless it was deleted there', async () => {
  const [file, deleted] = [await keep('one'), await keep('three')];
  const withoutBytes = await keep('seven');
  await sync();
  await db.fileBytes.delete(withoutBytes.clientId);
  await takeUpContact(db, { epoch: 'two', clock: null });
  expect([await stateOf(file), await stateOf(withoutBytes)]).toEqual(['waiting', 'stored']);
  await sync(
    (sent) => (sent.path.includes(deleted.clientId) ? problem(410, 'gone') : receipt(sent)),
    { epoch: 'two' },
  );
  expect(await db.files.get(file.clientId)).toMatchObject({ state: 'stored', epoch: 'two' });
  expect([await stateOf(deleted), await hasBytes(deleted)]).toEqual([undefined, false]);
});

test('the text about unsent items has the right singular and plural', async () => {
  await keep('one');
  await keep('two');
  expect((await countUnsent(db)).words).toBe('2 photos');
  await keep('three', { kind: 'signature' });
  await db.envelopes.bulkAdd([anEnvelope('offline_1_one'), anEnvelope('offline_1_two')]);
  expect(await countUnsent(db)).toEqual({ count: 5, words: '2 responses and 3 files' });
});

function anEnvelope(clientId: string): Envelope {
  const body = JSON.stringify({ clientId });
  return {
    ...{ clientId, body, digest: digestOf(body), completedAt: 1, state: 'waiting', reason: null },
    ...{ attempts: 0, nextAttemptAt: 0 },
    about: { hotelName: 'H', surveyTitle: 'S', respondentName: 'R' },
  };
}
function responseReceipt({ body, headers }: Sent) {
  const { clientId } = JSON.parse(String(body)) as { clientId: string };
  const digest = headers.get('x-envelope-digest');
  return json(201, {
    ...{ id: 1, clientId, digest, totalScore: 1, maxScore: 2, syncStatus: 'synced' },
  });
}
