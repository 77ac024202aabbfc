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
