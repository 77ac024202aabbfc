import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import Fastify, { type FastifyInstance } from 'fastify';
import { resolveConfig } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refuseUnserved } from './refuse-unserved.ts';
import { serveWeb } from './serve-web.ts';

const page = '<!doctype html><title>Ours</title>';
const secret = 'nobody else’s business';
const built = {
  'web/index.html': page,
  'web/link.html': '<!doctype html><title>A link</title>',
  'web/robots.txt': 'User-agent: *',
  'web/assets/start-12345678.js': 'export {};',
  'web/.env': secret,
  'web/.vite/manifest.json': secret,
  'web/assets/.hidden': secret,
  'beside.txt': secret,
};

let home: string;
let app: FastifyInstance;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bellwether-web-'));
  for (const [path, text] of Object.entries(built)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  app = Fastify();
  await serveWeb(app, refuseUnserved([]), join(home, 'web'));
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const get = async (url: string) => {
  const { statusCode, body, headers } = await app.inject({ url });
  return { status: statusCode, body, cache: headers['cache-control'] };
};

test('files are served, those of a release to be kept for ever', async () => {
  const script = await get('/assets/start-12345678.js');
  expect(script).toMatchObject({ status: 200, body: 'export {};' });
  expect(script.cache).toContain('immutable');
  expect(await get('/robots.txt')).toMatchObject({ status: 200, cache: 'no-cache' });
});

test.each(['/h', '/h/', `/h/${'a'.repeat(43)}`, '/h/x/y'])(
  'a link, %s, gets its own page, which no cache keeps and whose address no site learns',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, body, headers } = await app.inject({ method, url });
      expect([statusCode, body]).toEqual([200, method === 'GET' ? built['web/link.html'] : '']);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404);
  },
);

test('every other address is a screen’s, but for calls and files that are gone', async () => {
  for (const url of ['/', '/app/results', '/assets'])
    expect(await get(url)).toMatchObject({ status: 200, body: page, cache: 'no-cache' });
  for (const url of ['/api/nothing', '/assets/gone-12345678.js'])
    expect((await get(url)).status).toBe(404);
});

test.each([
  '/assets/',
  '/assets//',
  '/assets/.',
  '/.env',
  '/.vite/',
  '/.vite/manifest.json',
  '/assets/.hidden',
  '/../beside.txt',
  '/assets/../../beside.txt',
  '/%2e%2e/beside.txt',
  '/..%2fbeside.txt',
  '/assets/%2e%2e%2f%2e%2e%2fbeside.txt',
])('%s tells no list of files, no hidden file and nothing beside the folder', async (url) => {
  const { body } = await get(url);
  expect(body).not.toContain(secret);
  expect(body).not.toMatch(/start-12345678|hidden|manifest/);
});

test('the build writes no source maps', async () => {
  const { build } = await resolveConfig({ configFile: 'vite.config.ts' }, 'build');
  expect(build.sourcemap).toBe(false);
});
