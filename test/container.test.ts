import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

import { openTestApp } from './test-app.ts';

const dockerfile = await readFile('Dockerfile', 'utf8');
const { scripts, dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const linesOf = (instruction: string) =>
  dockerfile
    .split('\n')
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test('the Dockerfile has no finding', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test('it takes the steps that everybody takes', async () => {
  const steps = linesOf('RUN').flatMap((line) => line.split(' && '));
  const own = steps.filter((step) => step.startsWith('npm run '));
  expect(steps[0]).toBe('npm ci');
  expect(own).toEqual(['npm run build']);
  for (const step of own) expect(scripts).toHaveProperty(step.slice('npm run '.length));
  // What `npm start` runs, after the same steps.
  const [, main] = JSON.parse(linesOf('CMD')[0] ?? '[]') as string[];
  expect(await readFile('scripts/start.mjs', 'utf8')).toContain(`['${main}']`);
});

test('it runs in production, as nobody in particular', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^ENV NODE_ENV=production/m);
  expect(last).toMatch(/^USER node$/m);
  expect(last.indexOf('USER')).toBeLessThan(last.indexOf('CMD ["node", "src'));
});

test('what runs in it needs no package that is left behind', async () => {
  const imported = new Set<string>();
  for (const path of globSync('src/{server,domain}/**/*.ts')) {
    if (path.endsWith('.test.ts')) continue;
    const text = await readFile(path, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?!import type).*?from '([^'.#][^']*)';$/gm))
      if (!name.startsWith('node:')) imported.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
  }
  expect(imported.size).toBeGreaterThan(10);
  expect([...imported].filter((name) => !(name in dependencies))).toEqual([]);
});

test('its health is what the server says of being ready', async () => {
  const [program, ...args] = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)![1]!);
  expect(program).toBe('node');
  const stop = new AbortController();
  const server = await openTestApp({ stopping: stop.signal });
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  const check = () =>
    promisify(execFile)(process.execPath, args, { env: { PORT: port } }).then(
      () => 'healthy',
      () => 'not healthy',
    );
  expect(await check()).toBe('healthy');
  stop.abort();
  expect(await check()).toBe('not healthy');
  await server.close();
});

test('the composition knows no secret: each is asked for, or without it there is none', async () => {
  const composition = await readFile('compose.yaml', 'utf8');
  const secrets = [
    ...composition.matchAll(/^ +\w*(?:PASSWORD|SECRET|TOKEN|ACCESS_KEY|ROOT_USER)\w*: (.*)$/gm),
  ].map(([, value]) => value);
  expect(secrets.length).toBeGreaterThanOrEqual(7);
  for (const value of secrets) expect(value).toMatch(/^\$\{\w+:(-|\?choose one)\}$/);
  const [, password] = /^ +DATABASE_URL: postgres:\/\/bellwether:(.*)@/m.exec(composition) ?? [];
  expect(password).toBe('${POSTGRES_PASSWORD:?choose one}');
});

test('the bucket beside it does not start without a key of its own', async () => {
  const composition = await readFile('compose.yaml', 'utf8');
  const [, script = ''] = /^ +- \|\n((?: {8}.*\n)+)/m.exec(composition) ?? [];
  expect(script).toContain('minio server');
  const begin = (env: Record<string, string>) =>
    promisify(execFile)(
      '/bin/sh',
      ['-c', script.replaceAll('$$', '$').replace(/mkdir.*/, 'echo started')],
      { env },
    ).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => stderr,
    );
  const key = { MINIO_ROOT_USER: 'documents', MINIO_ROOT_PASSWORD: 'lighthouse keeper' };
  expect(await begin(key)).toBe('started');
  expect(await begin({ ...key, MINIO_ROOT_PASSWORD: '' })).toContain('set S3_SECRET_ACCESS_KEY');
  expect(await begin({ ...key, MINIO_ROOT_USER: '' })).toContain('set S3_ACCESS_KEY_ID');
  expect(await begin({})).toContain('set S3_ACCESS_KEY_ID');
});

test('every package is known by its digest', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const bare = Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(bare.map(([path]) => path)).toEqual([]);
});
