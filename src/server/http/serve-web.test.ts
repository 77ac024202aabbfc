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
/** Returns a program as the build lists it. */
const named = (name: string) => ({ file: `assets/${name}.js`, name });

const built = {
  'web/index.html': page,
  'web/link.html': '<!doctype html><title>A link</title>',
  'web/robots.txt': 'User-agent: *',
  'web/assets/start-12345678.js': 'export {};',
  'web/.env': secret,
  'web/.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/start.js', isEntry: true, imports: ['_react.js'], secret },
    '_react.js': { file: 'assets/react.js' },
    '_frame.js': { file: 'assets/shared.js', imports: ['_react.js'], css: ['assets/shared.css'] },
    '_start-styles.css': { file: 'assets/start.css' },
    '_signed-in.js': { ...named('frame'), imports: ['_frame.js', 'index.html'] },
    'interviews/interview-screen.tsx': { ...named('setup'), imports: ['_frame.js'] },
    'shell/app-layout.tsx': { ...named('app-layout'), imports: ['_frame.js'] },
    'results/results-screen.tsx': named('results-screen'),
    'dashboard/dashboard-screen.tsx': named('dashboard-screen'),
    'workflow/workflow-screen.tsx': named('workflow-screen'),
    'hotel-page/hotel-page-screen.tsx': named('hotel-page-screen'),
  }),
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

test('files are served, and browsers may cache those of a release for ever', async () => {
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

test('the build contains no source maps', async () => {
  const { build } = await resolveConfig({ configFile: 'vite.config.ts' }, 'build');
  expect(build.sourcemap).toBe(false);
});

/** Returns the `Link` header that names these files. */
const linkTo = (...names: readonly string[]) =>
  names
    .map((name) => {
      const how = name.endsWith('.js') ? 'rel=modulepreload' : 'rel=preload; as=style; crossorigin';
      return `</assets/${name}>; ${how}`;
    })
    .join(', ');

const linkOf = async (url: string, cookie = 'bellwether_session=any') =>
  (await app.inject({ url, headers: { cookie } })).headers['link'];

test('the page of an interview names the files that its screen needs and what it reads, to whoever may be signed in', async () => {
  const reads = ['hotels/7', 'surveys', 'interview-sessions/hotel/7'].map(
    (path) => `</api/${path}>; rel=preload; as=fetch; crossorigin=use-credentials`,
  );
  const files = linkTo('frame.js', 'shared.js', 'shared.css', 'setup.js');
  const wanted = [files, ...reads].join(', ');
  expect(await linkOf('/interview/7')).toBe(wanted);
  expect(await linkOf('/interview/7?resume=offline_7_x')).toBe(wanted);
  expect(await linkOf('/interview/7', 'theme=dark')).toBeUndefined();
  expect(await linkOf('/')).toBeUndefined();
  expect(await linkOf('/interview/7/exit')).toBeUndefined();
});

test.each([
  ['/app', 'results'],
  ['/app/', 'results'],
  ['/app/results?range=30', 'results'],
  ['/app/dashboard', 'dashboard'],
  ['/app/workflow-management?stage=Onsite', 'workflow'],
  ['/app/hotels/27', 'hotel-page'],
])('the page of %s names the files of its screen', async (url, screen) => {
  const wanted = linkTo('app-layout.js', 'shared.js', 'shared.css', `${screen}-screen.js`);
  expect(await linkOf(url)).toBe(wanted);
  expect(await linkOf(url, 'theme=dark')).toBeUndefined();
});

test.each(['/app/audit', '/app/hotels/new', '/app/hotels/27/report'])(
  'the page of %s names what surrounds every screen',
  async (url) => {
    expect(await linkOf(url)).toBe(linkTo('app-layout.js', 'shared.js', 'shared.css'));
  },
);

test('an address that is similar to that of a screen preloads nothing', async () => {
  expect(await linkOf('/application')).toBeUndefined();
});
