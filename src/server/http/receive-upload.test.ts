import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel } from '#test/build.ts';
import { aForm } from '#test/form.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { beginSession, sessionCookieOf } from './auth-sessions.ts';

let server: TestApp;
let path: string;
let port: number;
const logged: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void logged.push(line) };
  server = await openTestApp({ requestTimeout: 500, logTo }, { LOG_LEVEL: 'info' });
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  path = `/api/hotels/${(await aHotel(server)).id}/evaluation-documents`;
});
afterAll(() => server.close());

const filesUnderWay = ({ deps }: TestApp) => readdir(join(deps.config.dataDir, 'uploads'));

/** Returns a connection on which the first part of a file was sent and has arrived. */
async function halfSent() {
  const token = await beginSession(server.db, server.idOf('alice'), 'test');
  const cookie = `${sessionCookieOf(server.deps.config)}=${token}`;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Length: 9000\r\n` +
      'Content-Type: multipart/form-data; boundary=edge\r\n\r\n--edge\r\n' +
      'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n',
  );
  await expect.poll(() => filesUnderWay(server)).toHaveLength(1);
  return socket;
}

test('an upload that stops silently leaves no connection and no file', async () => {
  const socket = await halfSent();
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  await new Promise((resolve) => void socket.on('close', resolve));
  expect(heard).toContain('HTTP/1.1 408 ');
  expect(heard).toContain('/problems/too-slow');
  await expect.poll(() => filesUnderWay(server)).toEqual([]);
});

test('an upload that is broken off leaves no file, and is not logged as a failure of the server', async () => {
  const socket = await halfSent();
  logged.length = 0;
  socket.destroy();
  await expect.poll(() => logged.join()).toContain('request aborted');
  await expect.poll(() => filesUnderWay(server)).toEqual([]);
  expect(logged.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([]);
});

test('a file without a name is refused because it has no ending', async () => {
  const [, headers] = aForm('', '');
  const boundary = headers['content-type']?.split('boundary=')[1];
  const body =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n` +
    `Content-Type: application/octet-stream\r\n\r\nwords\r\n--${boundary}--\r\n`;
  const answer = await server.as('alice')('POST', path, Buffer.from(body), headers);
  expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'file']);
});

test('a form with text that is not UTF-8 is refused, and its file is not stored', async () => {
  const [form, headers] = aForm('N@me.txt', 'words');
  const spoilt = (from: string, to: string) =>
    Buffer.from(form.toString('latin1').replace(from, to), 'latin1');
  const renamed = 'The name of the file is not UTF-8. Please rename the file';
  for (const [from, to, detail] of [
    ['N@me', 'Caf\xe9', renamed],
    ['filename="N@me.txt"', "filename*=UTF-8''Caf%E9.txt", renamed],
    ['name="file"', 'name="f\xff"', renamed],
    ['Somebody', 'Ren\xe9', 'The text in the form is not UTF-8.'],
    ['uploadedBy', 'by\xff', 'The text in the form is not UTF-8.'],
  ] as const) {
    const { status, body } = await server.as('alice')('POST', path, spoilt(from, to), headers);
    expect([status, body.detail]).toEqual([400, detail]);
  }
  expect((await server.as('alice')('GET', path)).body).toEqual([]);
  expect(await filesUnderWay(server)).toEqual([]);
  const whole = await server.as('alice')('POST', path, ...aForm('Café 😀.txt', 'words'));
  expect([whole.status, whole.body.fileName]).toEqual([201, 'Café 😀.txt']);
});

test('by default a request may take five minutes to arrive', async () => {
  const usual = await openTestApp();
  expect(usual.app.server.requestTimeout).toBe(300_000);
  await usual.close();
});

test('files leave room on a disk that they share with the database', async () => {
  const pdf = aForm('plan.pdf', '%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
  const full = await openTestApp({}, { DISK_RESERVE_MB: '1000000' });
  const { id } = await aHotel(full);
  const upload = () => full.as('alice')('POST', `/api/hotels/${id}/evaluation-documents`, ...pdf);
  const refused = await upload();
  expect(refused.status).toBe(507);
  expect(refused.body.type).toBe('/problems/no-room');
  expect(await filesUnderWay(full)).toEqual([]);
  expect(
    (await full.as('alice')('POST', '/api/surveys', { title: 'S', category: 'other' })).status,
  ).toBe(201);
  await full.close();
});
