import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { openLog } from './log.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'log-'));
});
afterEach(() => rm(base, { recursive: true }));

const megabytes = (count: number) => 'a line of the database\n'.repeat(count * 45_591);

test('a log that grows too large begins anew while the database writes it', async () => {
  const path = join(base, 'postgres.log');
  await appendFile(path, megabytes(6), { mode: 0o600 });
  const log = await openLog({ base, account: undefined }, () => {}, 100);
  expect((await stat(path)).size).toBe(0);
  // Writes as PostgreSQL does: through a file opened before, at the file's end.
  await log.file.appendFile(megabytes(6));
  await waitFor(async () => expect((await stat(path)).size).toBeLessThan(1_000_000));
  await log.file.appendFile('after\n');
  expect((await stat(path)).size).toBeLessThan(1_000_000);
  expect((await stat(`${path}.old`)).mode & 0o077).toBe(0);
  expect((await log.readFrom(0)).split('\n').at(-1)).toBe('after');
  await log.close();
});
