import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startServerProcess } from './server-process.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'refusals-'));
  await writeFile(join(home, 'file'), '');
});
afterAll(() => rm(home, { recursive: true }));

const said = 'The server ended before it listened:\n';

test('a DATA_DIR that cannot be written stops the start, in one sentence', async () => {
  const dataDir = join(home, 'file', 'data');
  await expect(startServerProcess(dataDir)).rejects.toThrow(
    new Error(
      `${said}DATA_DIR ${dataDir} cannot be written by the account that starts Bellwether: ` +
        `ENOTDIR: not a directory, mkdir '${dataDir}'.\n`,
    ),
  );
});

test('a database that cannot be reached stops the start, in one sentence', async () => {
  const DATABASE_URL = 'postgres://app@127.0.0.1:1/bellwether';
  await expect(startServerProcess(join(home, 'data'), { DATABASE_URL })).rejects.toThrow(
    new Error(`${said}The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n`),
  );
});

test.each([
  [
    'an address of another machine',
    '192.0.2.1',
    'This machine has no address HOST=192.0.2.1: set HOST to one that it has, or to 0.0.0.0 for all.',
  ],
  [
    'a name without an address',
    'nowhere.invalid',
    'HOST=nowhere.invalid is a name without an address: set HOST to an address of this machine.',
  ],
])('a HOST that is %s stops the start, in one sentence', async (_what, HOST, sentence) => {
  await expect(startServerProcess(join(home, 'host'), { HOST })).rejects.toThrow(sentence);
});
