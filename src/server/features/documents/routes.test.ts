import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { largestDocument } from '#domain/documents/document.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel } from '#test/build.ts';
import { aForm, aFormOf } from '#test/form.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { aZip } from '#test/zip.ts';

let server: TestApp;
let hotel: { id: number };
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});

const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
const sample = (name: string) =>
  readFile(new URL(`../../../../test/samples/${name}`, import.meta.url));
const openXml = (folder: string) =>
  aZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: `${folder}document.xml`, content: '<w/>' },
  ]);
const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(`${stream}\0`, 'utf16le'),
  ]);
type Who = 'alice' | 'asa' | 'connie' | 'cole' | 'nobody';
const documents = () => `/api/hotels/${hotel.id}/evaluation-documents`;
const upload = (name: string, content: Buffer | string, who: Who = 'connie', more = {}) =>
  server.as(who)('POST', documents(), ...aForm(name, content, more));
const list = async (who: Who = 'asa') => (await server.as(who)('GET', documents())).body;
const download = (id: number, who: Who = 'asa') =>
  server.as(who)('GET', `/api/evaluation-documents/${id}/download`);
const filesIn = async (folder: string) => {
  const path = join(server.deps.config.dataDir, folder);
  return readdir(path).catch(() => [] as string[]);
};

describe('who', () => {
  test('people who are not signed in get 401', async () => {
    expect((await upload('a.pdf', pdf, 'nobody')).status).toBe(401);
    expect((await server.as('nobody')('GET', documents())).status).toBe(401);
    expect((await download(1, 'nobody')).status).toBe(401);
  });

  test('a consultant sees nothing of a hotel that is not assigned', async () => {
    const { body } = await upload('a.pdf', pdf);
    expect((await upload('b.pdf', pdf, 'cole')).status).toBe(404);
    expect((await server.as('cole')('GET', documents())).status).toBe(404);
    expect((await download(body.id, 'cole')).status).toBe(404);
    const gone = await server.as('cole')('DELETE', `/api/evaluation-documents/${body.id}`);
    expect(gone.status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test('a document is deleted by its uploader or an Admin', async () => {
    const { body: connies } = await upload('a.pdf', pdf);
    const { body: asas } = await upload('b.pdf', pdf, 'asa');
    const remove = (id: number, who: Who) =>
      server.as(who)('DELETE', `/api/evaluation-documents/${id}`);
    expect((await remove(connies.id, 'asa')).status).toBe(403);
    expect((await remove(asas.id, 'connie')).status).toBe(403);
    expect(await filesIn('documents')).toContain(connies.filePath);
    expect((await remove(connies.id, 'connie')).status).toBe(204);
    expect((await remove(asas.id, 'alice')).status).toBe(204);
    expect(await list()).toEqual([]);
    await expect.poll(() => filesIn('documents')).not.toContain(connies.filePath);
  });
});

describe('what is taken', () => {
  test.each([
    ['a file of another type', 'tool.exe', 'MZ'],
    ['a file without ending', 'README', 'words'],
    ['an empty file', 'a.txt', ''],
    ['a program called PDF', 'a.pdf', 'MZ\0\0\0'],
    ['a program called text', 'a.txt', 'MZ\0\0\0'],
    ['a page called Word', 'a.docx', '<html></html>'],
    ['a workbook called Word', 'a.docx', openXml('xl/')],
    ['any zip called Word', 'a.docx', aZip([{ name: 'word/document.xml', content: 'x' }])],
    ['an old workbook called Word', 'a.doc', compound('Workbook')],
    ['a new Word file called old', 'a.doc', openXml('word/')],
  ])('not %s', async (_what, name, content) => {
    const { status, body } = await upload(name, content);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: 'file', message: expect.any(String) }]);
    expect(await list()).toEqual([]);
  });

  test('not a file beyond 10 MB, while one of exactly 10 MB is', async () => {
    const big = Buffer.alloc(largestDocument + 1, 'a');
    const refused = await upload('big.txt', big);
    expect(refused.status).toBe(413);
    expect(refused.body.detail).toBe('A file can have up to 10 MB.');
    const taken = await upload('big.txt', big.subarray(1));
    expect(taken.status).toBe(201);
    expect(taken.body.fileSize).toBe(largestDocument);
  });

  test('not several files in one form', async () => {
    const file = { field: 'file', name: 'a.pdf', content: pdf };
    for (const files of [
      [file, file],
      [file, { ...file, field: 'another' }, { ...file, field: 'third' }],
    ]) {
      const { status, body } = await server.as('asa')('POST', documents(), ...aFormOf(files));
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'file', message: 'Please choose one file, not several' }],
      ]);
    }
    expect([await list(), await filesIn('uploads')]).toEqual([[], []]);
  });

  test('not JSON, not a form without the file, not half a form', async () => {
    expect((await server.as('asa')('POST', documents(), {})).status).toBe(415);
    const elsewhere = await upload('a.pdf', pdf, 'asa', { field: 'attachment' });
    expect(elsewhere.body.errors).toEqual([{ path: 'file', message: 'Please choose a file' }]);
    const [form, headers] = aForm('a.pdf', pdf);
    const half = await server.as('asa')('POST', documents(), form.subarray(0, -40), headers);
    expect(half.status).toBe(400);
    const unbounded = { 'content-type': 'multipart/form-data' };
    expect((await server.as('asa')('POST', documents(), form, unbounded)).status).toBe(400);
  });

  test.each([
    ['report.pdf', pdf],
    ['old.doc', compound('WordDocument')],
    ['old.ppt', compound('PowerPoint Document')],
    ['new.docx', openXml('word/')],
    ['new.pptx', openXml('ppt/')],
    ['utf8.txt', 'Grüße\tan alle\r\n'],
    ['windows.txt', Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['utf16.txt', Buffer.from('\ufeffGrüße', 'utf16le')],
  ])('%s', async (name, content) => {
    const { status, body } = await upload(name, content);
    expect([status, body.fileName]).toEqual([201, name]);
  });

  test('workbooks as a spreadsheet program wrote them', async () => {
    for (const name of ['hotels-libreoffice.xls', 'hotels-libreoffice.xlsx'])
      expect((await upload(name, await sample(name))).status).toBe(201);
  });
});

test('a quotation mark in a name, which browsers send as %22, is replaced like all that file systems refuse', async () => {
  expect((await upload('plan %22q%22 100%.txt', 'text')).body.fileName).toBe('plan _q_ 100%.txt');
});

test('a document comes back byte for byte, to be saved and not shown', async () => {
  const bytes = await sample('hotels-libreoffice.xlsx');
  const { body } = await upload('Über uns (1).xlsx', bytes);
  expect(body).toMatchObject({
    hotelId: hotel.id,
    fileName: 'Über uns (1).xlsx',
    fileType: 'xlsx',
    fileSize: bytes.length,
    uploadedBy: 'Connie Consultant',
    uploadedById: server.idOf('connie'),
  });
  expect(body.filePath).toMatch(/^[0-9a-f-]{36}\.xlsx$/);
  expect(await list('connie')).toEqual([body]);

  const answer = await download(body.id);
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="_ber uns (1).xlsx"; filename*=UTF-8''%C3%9Cber%20uns%20%281%29.xlsx`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('sent again under its request key, a document is kept once', async () => {
  const headers = { 'idempotency-key': 'upload-once' };
  const first = await upload('a.pdf', pdf, 'connie', { headers });
  const again = await upload('a.pdf', pdf, 'connie', { headers });
  expect(again.body).toEqual(first.body);
  expect(await list()).toHaveLength(1);
  const other = await upload('a.pdf', `${pdf.toString()} `, 'connie', { headers });
  expect(other.status).toBe(409);
});

test('what is refused leaves no file behind, neither kept nor under way', async () => {
  const before = await filesIn('documents');
  await upload('a.pdf', 'MZ');
  await upload('a.pdf', pdf, 'cole');
  await upload('big.txt', Buffer.alloc(largestDocument + 1, 'a'));
  await expect.poll(() => filesIn('documents')).toEqual(before);
  expect(await filesIn('uploads')).toEqual([]);
});

test('a file whose record could not be stored is removed again', async () => {
  const before = await filesIn('documents');
  // Fails the last statement of the transaction, after the file was stored.
  await server.deps.pool.query(
    `alter table request_keys add constraint no_more check (key <> 'refuse-this') not valid`,
  );
  const failed = await upload('a.pdf', pdf, 'connie', {
    headers: { 'idempotency-key': 'refuse-this' },
  });
  await server.deps.pool.query('alter table request_keys drop constraint no_more');
  expect(failed.status).toBe(500);
  expect(await list()).toEqual([]);
  await expect.poll(() => filesIn('documents')).toEqual(before);
});

test('of two deletions of a document at once, one deletes it', async () => {
  const { body } = await upload('a.pdf', pdf);
  const { calls } = await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('evaluationDocuments').select('id').forUpdate().execute();
    const path = `/api/evaluation-documents/${body.id}`;
    const both = [server.as('connie')('DELETE', path), server.as('alice')('DELETE', path)];
    await waitForLocks(server, 2);
    return { calls: both };
  });
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404]);
  const events = server.db
    .selectFrom('auditEvents')
    .select('id')
    .where('action', '=', 'document.deleted')
    .where('objectId', '=', body.id);
  expect(await events.execute()).toHaveLength(1);
});

test("with a hotel go its documents' files", async () => {
  const { body } = await upload('a.pdf', pdf);
  expect(await filesIn('documents')).toContain(body.filePath);
  expect((await server.as('connie')('DELETE', `/api/hotels/${hotel.id}`)).status).toBe(204);
  await expect.poll(() => filesIn('documents')).not.toContain(body.filePath);
  expect((await download(body.id)).status).toBe(404);
});

test('a record whose file is missing says so', async () => {
  const { body } = await upload('a.pdf', pdf);
  await rm(join(server.deps.config.dataDir, 'documents', body.filePath));
  expect((await download(body.id)).status).toBe(404);
  // A link that is opened in a tab shows a page instead of a problem's JSON.
  const path = `/api/evaluation-documents/${body.id}/download`;
  const opened = await server.as('asa')('GET', path, undefined, { 'sec-fetch-mode': 'navigate' });
  expect([opened.status, opened.headers['content-type']]).toEqual([
    404,
    'text/html; charset=utf-8',
  ]);
  expect(opened.body).toMatch(/<h1>Not found<\/h1>\n<p>.+ was not found\.<\/p>/);
});
