import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bellwether-nothing-'));
});
afterAll(() => rm(home, { recursive: true }));

/** Runs a command with a DATA_DIR that does not exist, and returns what it printed. */
async function run(name: 'backup' | 'restore', words: string[], settings = {}) {
  const command = fileURLToPath(new URL(`run-${name}.ts`, import.meta.url));
  const env = { PATH: process.env['PATH'], DATA_DIR: join(home, 'mistyped'), ...settings };
  const { code, stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [command, ...words],
    { env },
  ).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, stdout, stderr };
}

const usage = {
  backup: 'Usage: npm run backup [-- <folder>]\n',
  restore: 'Usage: npm run restore -- <folder> [--check] [--deletions <file>]\n',
};

test('a backup of a folder without a database is refused, and makes nothing', async () => {
  expect(await run('backup', [join(home, 'backup', 'now')])).toMatchObject({
    code: 1,
    stderr: `There is no installation to back up: DATA_DIR is ${join(home, 'mistyped')}, where no database is.\n`,
  });
  expect(await readdir(home)).toEqual([]);
});

test('a restore of a folder that is no backup is refused, and makes nothing', async () => {
  const folder = join(home, 'nowhere');
  expect(await run('restore', [folder])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${folder} is no backup that this version reads: its manifest.json is missing or not right.\n`,
  });
  expect(await readdir(home)).toEqual([]);
});

test.each<['backup' | 'restore', string[], string, Record<string, string>?]>([
  ['restore', ['a', 'check'], '"check" is one word too many.'],
  [
    'restore',
    ['a'],
    'npm kept --check for itself: put -- before the folder.',
    { npm_config_check: 'true' },
  ],
  ['backup', ['a', 'b'], '"b" is one word too many.'],
])('%s %j is refused in two lines', async (name, words, problem, settings) => {
  const printed = await run(name, words, settings);
  expect(printed).toEqual({ code: 1, stdout: '', stderr: `${problem}\n${usage[name]}` });
});

test('--help prints the usage', async () => {
  expect(await run('backup', ['--help'])).toEqual({ code: 0, stdout: usage.backup, stderr: '' });
});
