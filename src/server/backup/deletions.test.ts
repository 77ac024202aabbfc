import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';
import { addDeletions, deletionsFile, repeatDeletions } from './deletions.ts';

let server: TestApp;
let dataDir: string;

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'deletions-'));
  return () => rm(dataDir, { recursive: true, force: true });
});

const known = async (...clientIds: string[]) => {
  const rows = await server.db
    .selectFrom('tombstones')
    .select('clientId')
    .where('clientId', 'in', clientIds)
    .execute();
  return rows.map(({ clientId }) => clientId).toSorted();
};

test('a deletion that two requests listed at the same moment is repeated once', async () => {
  await addDeletions(dataDir, [
    { kind: 'session', clientId: 'twice-a' },
    { kind: 'response', clientId: 'twice-b' },
  ]);
  const path = join(dataDir, deletionsFile);
  await appendFile(path, await readFile(path));
  expect(await repeatDeletions(server.db, dataDir)).toBe(1);
  expect(await known('twice-a', 'twice-b')).toEqual(['twice-a', 'twice-b']);
  expect(await repeatDeletions(server.db, dataDir)).toBe(0);
});

test('two processes that start at the same moment both repeat what a restore brought back', async () => {
  const kinds = ['session', 'response'] as const;
  const listed = Array.from({ length: 40 }, (_, index) => ({
    kind: kinds[index % 2]!,
    clientId: `both-${index}`,
  }));
  await addDeletions(dataDir, listed);
  await Promise.all([
    repeatDeletions(server.db, dataDir),
    repeatDeletions(server.db, dataDir),
    repeatDeletions(server.db, dataDir),
  ]);
  expect(await known(...listed.map(({ clientId }) => clientId))).toHaveLength(listed.length);
});
