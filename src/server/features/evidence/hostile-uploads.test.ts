import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { largestThumbnail } from '#domain/evidence/evidence.ts';
import { largestFile } from '#domain/responses/further-fields.ts';
import { aFormOf } from '#test/form.ts';
import { aJpeg, aPng, sendEvidence } from '#test/evidence.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { aZip } from '#test/zip.ts';

/** Tests which files are never stored, and which are stored because they can do no harm as they are sent. */
let server: TestApp;
let interview: string;
let before: number;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  interview = `offline_${randomUUID()}`;
  before = await kept('documents');
});

type Sent = Partial<Parameters<typeof sendEvidence>[2]>;
const put = (sent: Sent) => sendEvidence(server, 'asa', { interview, question: 1, ...sent });
const get = (path: string) => server.as('asa')('GET', path);
async function kept(folder: string): Promise<number> {
  const path = join(server.deps.config.dataDir, folder);
  return (await readdir(path).catch(() => [])).length;
}
const keptAndArriving = async () => [await kept('documents'), await kept('uploads')];
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const heic = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic')]);
const html = Buffer.from('<html><script>alert(1)</script></html>');

describe('refused, with nothing stored', () => {
  test.each<[string, Sent]>([
    ['an SVG', { name: 'a.svg', bytes: svg }],
    ['an SVG called JPEG', { name: 'a.jpg', bytes: svg }],
    ['a HEIC picture', { name: 'IMG_1.HEIC', bytes: heic }],
    ['a page called PNG', { name: 'a.png', bytes: html }],
    ['half of a signature of PNG', { bytes: aPng().subarray(0, 7) }],
    ['nothing', { bytes: Buffer.alloc(0) }],
    ['a GIF', { bytes: Buffer.from('GIF89a') }],
    ['a photo sent as a document', { kind: 'document' }],
    ['a program called PDF', { kind: 'document', name: 'a.pdf', bytes: Buffer.from('MZ\0\0') }],
    ['a page sent as a document', { kind: 'document', name: 'a.html', bytes: html }],
    ['an empty document', { kind: 'document', name: 'a.txt', bytes: Buffer.alloc(0) }],
    ['a kind that is none', { kind: 'video' }],
    ['a caption beyond measure', { more: { caption: 'a'.repeat(501) } }],
    ['a picture without an end', { more: { width: 1e9 } }],
    ['an interview that is none', { interview: '../..' }],
  ])('%s', async (_, sent) => {
    const { status, body } = await put(sent);
    expect([status, body.errors.length]).toEqual([400, 1]);
    expect(body.errors[0].message).toMatch(/\w/);
    await expect.poll(keptAndArriving).toEqual([before, 0]);
  });

  test.each([
    '..%2F..%2Fetc',
    '%2e%2e',
    'a',
    'x'.repeat(101),
    'a.b.c.d.e',
    '%00%00%00%00%00%00%00%00',
  ])('the file id %s', async (fileId) => {
    expect([400, 404]).toContain((await put({ fileId })).status);
    await expect.poll(() => kept('documents')).toBe(before);
  });

  test('a byte more than 10 MB, while 10 MB are taken', async () => {
    const big = Buffer.alloc(largestFile + 1, aJpeg());
    const refused = await put({ bytes: big });
    expect([refused.status, refused.body.detail]).toEqual([413, 'A file can have up to 10 MB.']);
    await expect.poll(keptAndArriving).toEqual([before, 0]);
    expect((await put({ bytes: big.subarray(0, largestFile) })).status).toBe(201);
  });

  test('half a form, no form, two files of one name, and none named "file"', async () => {
    const path = `/api/evidence/file_${randomUUID()}?interview=${interview}&question=1&kind=photo`;
    const file = { field: 'file', name: 'a.jpg', content: aJpeg() };
    const send = (body: unknown, headers?: Record<string, string>) =>
      server.as('asa')('PUT', path, body, headers);
    const [form, headers] = aFormOf([file]);
    expect((await send(form.subarray(0, -30), headers)).status).toBe(400);
    expect((await send({ file: 'here' })).status).toBe(415);
    const twice = await send(...aFormOf([file, file]));
    const several = [{ path: 'file', message: 'Please choose one file, not several' }];
    expect([twice.status, twice.body.errors]).toEqual([400, several]);
    const two = await send(...aFormOf([file, { ...file, field: 'thumbnail' }, file]));
    expect([two.status, two.body.errors]).toEqual([400, several]);
    const alone = await send(...aFormOf([{ ...file, field: 'thumbnail' }]));
    expect(alone.body.errors).toEqual([{ path: 'file', message: 'Please choose a file' }]);
    await expect.poll(keptAndArriving).toEqual([before, 0]);
  });
});

describe('taken, and harmless as it is sent', () => {
  const endless = Buffer.alloc(largestThumbnail + 1, aJpeg());
  test.each<[string, Buffer]>([
    ['a page behind a JPEG', Buffer.concat([aJpeg(), html])],
    ['a zip behind a JPEG', Buffer.concat([aJpeg(), aZip([{ name: 'a.html', content: 'x' }])])],
    ['a script within a PNG', Buffer.concat([aPng(), html])],
  ])('%s', async (_, bytes) => {
    const { status, body } = await put({ bytes, name: 'page.html' });
    expect(status).toBe(201);
    const sent = await get(`/api/evidence/${body.fileId}`);
    const isPng = body.mediaType === 'image/png';
    expect(sent.bytes.equals(bytes)).toBe(true);
    expect(sent.headers).toMatchObject({
      'content-type': isPng ? 'image/png' : 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(
        isPng ? /^inline; filename="page.png"/ : /^inline; filename="page.jpg"/,
      ),
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
    });
  });

  test('a document is only saved, whatever it is', async () => {
    const { body } = await put({ kind: 'document', name: 'a.txt', bytes: html });
    expect((await get(`/api/evidence/${body.fileId}`)).headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringMatching(/^attachment; filename="a.txt"/),
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(body.hasThumbnail).toBe(false);
    expect((await get(`/api/evidence/${body.fileId}/thumbnail`)).status).toBe(404);
  });

  test.each<[string, Buffer | null]>([
    ['none', null],
    ['an empty one', Buffer.alloc(0)],
    ['one that is no picture', svg],
    ['one that is too large', endless],
  ])('a photo is kept without its thumbnail: %s', async (_, thumbnail) => {
    const { status, body } = await put({ thumbnail });
    expect([status, body.hasThumbnail]).toEqual([201, false]);
    expect(await keptAndArriving()).toEqual([before + 1, 0]);
  });

  test.each([
    ['../../../etc/passwd', 'passwd.jpg'],
    ['..\\..\\boot.ini', 'boot.jpg'],
    ['\u202egpj.exe', 'gpj.jpg'],
    ['x.php.jpg', 'x.php.jpg'],
    ['', 'photo.jpg'],
    ['.htaccess', 'htaccess.jpg'],
    [`${'a'.repeat(400)}.jpeg`, `${'a'.repeat(115)}.jpg`],
  ])('the name %j is told as %s, and never one in the store', async (name, told) => {
    const { body } = await put({ name });
    expect(body.name).toBe(told);
    const { storeName, thumbnailName } = await server.db
      .selectFrom('evidence')
      .select(['storeName', 'thumbnailName'])
      .where('fileId', '=', body.fileId)
      .executeTakeFirstOrThrow();
    for (const one of [storeName, thumbnailName])
      expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$/);
    const path = join(server.deps.config.dataDir, 'documents', storeName);
    expect((await readFile(path)).equals(aJpeg())).toBe(true);
  });
});
