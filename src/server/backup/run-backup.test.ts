import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('run-backup.ts', import.meta.url));

test('a backup of a folder without a database is refused, and makes nothing', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bellwether-nothing-'));
  const dataDir = join(home, 'mistyped');
  const told = await promisify(execFile)(process.execPath, [command, join(home, 'backup', 'now')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  }).catch((error: unknown) => error);
  expect(told).toMatchObject({
    code: 1,
    stderr: `There is no installation to back up: DATA_DIR is ${dataDir}, where no database is.\n`,
  });
  expect(await readdir(home)).toEqual([]);
  await rm(home, { recursive: true });
});
