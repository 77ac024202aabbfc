import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';

const run = promisify(execFile);
const binaries = join(import.meta.dirname, '../../node_modules/.bin');
/** Inside the repository, so that the client finds its library. */
const folder = join(import.meta.dirname, '../../test-results/generated-client');

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const compilerOptions = [
  ...['--ignoreConfig', '--strict', '--noUncheckedIndexedAccess', '--noEmit', '--skipLibCheck'],
  ...['--module', 'nodenext', '--target', 'esnext', '--types', 'node'],
  '--allowImportingTsExtensions',
];

test('a client that is generated from the document compiles, and does the main job', async () => {
  const { bytes } = await server.as('nobody')('GET', '/api/docs');
  const [document, client, program] = ['document.json', 'client.ts', 'main-job.ts'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(document, bytes);
  await copyFile(join(import.meta.dirname, 'main-job.ts.txt'), program);
  await run(join(binaries, 'oazapfts'), [document, client]);
  await run(join(binaries, 'tsc'), [...compilerOptions, program]);

  const roles = (await server.as('alice')('GET', '/api/user-roles')).body;
  const account = { email: 'outside@hotel.example', password: 'given-by-somebody-else' };
  const made = await server.as('alice')('POST', '/api/system-users', {
    ...account,
    name: 'Otto Outside',
    mobileNumber: '+1 555 0123',
    roleId: roles.find(({ name }: { name: string }) => name === 'Admin').id,
  });
  expect(made.status).toBe(201);
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { stdout } = await run(join(binaries, 'node'), [
    program,
    address,
    account.email,
    account.password,
    'lanterns over the quay',
  ]);
  expect(JSON.parse(stdout)).toEqual({
    interviews: 1,
    reached: 10,
    passed: 1,
    code: '007-BOS',
    file: 'plan.txt',
  });
});
