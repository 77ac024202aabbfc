import { once } from 'node:events';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request as call } from 'node:http';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { s3Store } from '#server/files/s3-store.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { clearUploads } from '#server/http/receive-upload.ts';
import { aHotel } from '#test/build.ts';
import { aForm } from '#test/form.ts';
import { startS3Server, type S3Server } from '#test/s3-server.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * Tests the calls of documents with a bucket as the store. Which files are accepted is tested with
 * a folder, in routes.test.ts.
 */
let s3: S3Server;
let server: TestApp;
let documents: string;
beforeAll(async () => {
  s3 = await startS3Server();
  server = await openTestApp({ store: s3Store(s3.settings) });
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
beforeEach(async () => {
  const hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  documents = `/api/hotels/${hotel.id}/evaluation-documents`;
});
afterEach(async () => {
  s3.ailment = null;
  s3.objects.clear();
  await rm(place('unsettled'), { recursive: true, force: true });
});

const slowly = { timeout: 10_000 };
const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
const largest = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024 - pdf.length, 'x')]);
type Who = 'asa' | 'connie' | 'cole';
const upload = (content = pdf, who: Who = 'connie', headers = {}) =>
  server.as(who)('POST', documents, ...aForm('a.pdf', content, { headers }));
const list = async () => (await server.as('asa')('GET', documents)).body;
const download = (id: number) =>
  server.as('asa')('GET', `/api/evaluation-documents/${id}/download`);
const remove = (id: number) => server.as('connie')('DELETE', `/api/evaluation-documents/${id}`);
const place = (folder: string, name = '') => join(server.deps.config.dataDir, folder, name);
const filesIn = (folder: string) => readdir(place(folder)).catch(() => []);
const anHourOld = (path: string) => utimes(path, new Date(), new Date(Date.now() - 3_700_000));

test('a document goes there, comes back, and goes for good', async () => {
  const { status, body } = await upload(largest);
  expect(status).toBe(201);
  expect([...s3.objects.keys()]).toEqual([body.filePath]);
  const back = await download(body.id);
  expect(back.bytes.equals(largest)).toBe(true);
  expect(back.headers['content-length']).toBe(String(largest.length));
  expect((await remove(body.id)).status).toBe(204);
  await expect.poll(() => filesIn('unsettled')).toEqual([]);
  expect([s3.objects.size, await filesIn('uploads')]).toEqual([0, []]);
});

test('deleting a hotel deletes its documents', async () => {
  await upload();
  await upload();
  expect(s3.objects.size).toBe(2);
  const hotel = documents.replace('/evaluation-documents', '');
  expect((await server.as('connie')('DELETE', hotel)).status).toBe(204);
  await expect.poll(() => s3.objects.size).toBe(0);
});

test('a refused upload leaves nothing in the bucket', async () => {
  expect((await upload(pdf, 'cole')).status).toBe(404);
  expect((await upload(Buffer.from('MZ'))).status).toBe(400);
  await expect.poll(() => s3.objects.size).toBe(0);
});

test('a document that is missing there is not found, which is no failure of ours', async () => {
  const { body } = await upload();
  s3.objects.clear();
  const answer = await download(body.id);
  expect([answer.status, answer.body.detail]).toEqual([
    404,
    'The file of this document was not found.',
  ]);
});

test.each(['hangs-up', 503, 403] as const)('a storage in trouble (%s): later', async (ailment) => {
  const { body } = await upload();
  s3.ailment = ailment;
  for (const answer of [await upload(), await download(body.id)]) {
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    // The second reply is to a download, which stores nothing in any case.
    expect(answer.body.detail).toBe('The document storage does not answer. Please try again.');
  }
  s3.ailment = null;
  expect(await list()).toEqual([body]);
  expect(s3.objects.size).toBe(1);
});

test('who goes away while sending leaves no document, no record and no file', async () => {
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const [form, headers] = aForm('a.pdf', largest);
  const cookie = `${sessionCookie}=${await beginSession(server.db, server.idOf('asa'), 'test')}`;
  const sending = call(`${address}${documents}`, {
    method: 'POST',
    headers: { ...headers, cookie, 'content-length': form.length },
  });
  // This call is meant to break off.
  const ended = once(sending, 'close').catch(() => {});
  sending.write(form.subarray(0, form.length / 2));
  await expect.poll(() => filesIn('uploads'), slowly).toHaveLength(1);
  const [arriving = ''] = await filesIn('uploads');
  await expect
    .poll(async () => (await stat(place('uploads', arriving))).size, slowly)
    .toBeGreaterThan(form.length / 2 - 2_000);
  // A file that is still arriving is not a leftover, however long it takes.
  await anHourOld(place('uploads', arriving));
  await clearUploads(server.deps.config);
  expect(await filesIn('uploads')).toHaveLength(1);
  sending.destroy();
  await ended;
  await expect.poll(() => filesIn('uploads'), slowly).toEqual([]);
  expect(await list()).toEqual([]);
  expect(s3.objects.size).toBe(0);
});

test('a document that could not be deleted there goes later, once', async () => {
  const { body } = await upload();
  const before = s3.ailing;
  s3.ailment = 503;
  expect((await remove(body.id)).status).toBe(204);
  // The server tries twice.
  await expect.poll(() => s3.ailing - before, slowly).toBe(2);
  expect(await filesIn('unsettled')).toEqual([body.filePath]);
  s3.ailment = null;
  // It may still be in use, so it stays until an hour has passed.
  await server.deps.documents.reconcileLeftovers();
  expect(s3.objects.size).toBe(1);
  await anHourOld(place('unsettled', body.filePath));
  await server.deps.documents.reconcileLeftovers();
  expect([s3.objects.size, await filesIn('unsettled')]).toEqual([0, []]);
});

test('nobody who deletes waits for a storage that does not respond', async () => {
  const { body } = await upload();
  s3.ailment = 'silent';
  expect((await remove(body.id)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect(await filesIn('unsettled')).toEqual([body.filePath]);
});

test('whoever reads learns within seconds that a storage does not respond', async () => {
  const { body } = await upload();
  s3.ailment = 'silent';
  const read = await download(body.id);
  expect([read.status, read.body.detail]).toEqual([
    503,
    expect.stringContaining('does not answer'),
  ]);
}, 20_000);

test('what a crash left open is settled by what is recorded, and nothing else is touched', async () => {
  const { body } = await upload();
  // Three documents: one stored but without a row, one of another installation, and one stored with
  // its row before a power cut.
  await writeFile(place('document'), pdf);
  await server.deps.documents.put('never-recorded.pdf', place('document'));
  s3.objects.set('of-another.pdf', pdf);
  await writeFile(place('unsettled', body.filePath), '');
  for (const name of ['never-recorded.pdf', body.filePath])
    await anHourOld(place('unsettled', name));
  await server.deps.documents.reconcileLeftovers();
  expect(new Set(s3.objects.keys())).toEqual(new Set([body.filePath, 'of-another.pdf']));
  expect(await filesIn('unsettled')).toEqual([]);
});

test('where the connection broke at the commit, a document stays until it is known', async () => {
  const run = (statement: string) => sql.raw(statement).execute(server.db);
  await run(`
    create function break_off() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger break_off after insert on evaluation_documents
      deferrable initially deferred for each row execute function break_off()`);
  expect((await upload()).status).toBe(503);
  await run('drop function break_off cascade');
  const [name = ''] = s3.objects.keys();
  expect(await filesIn('unsettled')).toEqual([name]);
  // The commit was still running, and succeeds now.
  await run(`insert into evaluation_documents
      (hotel_id, file_path, file_name, file_type, file_size, uploaded_by)
    select id, '${name}', 'a.pdf', 'pdf', ${pdf.length}, 'Connie' from hotels order by id desc limit 1`);
  await anHourOld(place('unsettled', name));
  await server.deps.documents.reconcileLeftovers();
  expect([[...s3.objects.keys()], await filesIn('unsettled')]).toEqual([[name], []]);
  const [document] = await list();
  expect((await download(document.id)).bytes).toEqual(pdf);
});

test('what a crash left of uploads goes after an hour', async () => {
  await upload();
  await writeFile(place('uploads', 'left-long-ago'), pdf);
  await writeFile(place('uploads', 'left-just-now'), pdf);
  await anHourOld(place('uploads', 'left-long-ago'));
  await clearUploads(server.deps.config);
  expect(await filesIn('uploads')).toEqual(['left-just-now']);
});
