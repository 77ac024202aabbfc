import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { sendEvidence } from '#test/evidence.ts';
import { StartError } from '#server/start-error.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { bringDeletions } from './bring-deletions.ts';
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

test('a deleted photo that a restore brought back is deleted again, with its bytes', async () => {
  const inStore = () => readdir(join(server.deps.config.dataDir, 'documents'));
  const send = async (interview: string) =>
    (await sendEvidence(server, 'asa', { interview, question: 1 })).body.fileId as string;
  const one = await send('offline_1_one-photo');
  await send('offline_1_whole-response');
  expect(await inStore()).toHaveLength(4);
  const dir = server.deps.config.dataDir;
  await addDeletions(dir, [
    { kind: 'evidence', clientId: one },
    { kind: 'response', clientId: 'offline_1_whole-response' },
  ]);
  await repeatDeletions(server.db, dir);
  expect(await server.db.selectFrom('evidence').select('id').execute()).toEqual([]);
  for (const name of await readdir(join(dir, 'unsettled')))
    await utimes(join(dir, 'unsettled', name), 0, 0);
  await server.deps.documents.reconcileLeftovers();
  expect(await inStore()).toEqual([]);
  const again = await sendEvidence(server, 'asa', {
    ...{ fileId: one, interview: 'offline_1_one-photo', question: 1 },
  });
  expect(again.status).toBe(410);
});

test('a full disk is told after a restore, with the list to bring before the next start', async () => {
  const former = join(dataDir, 'former');
  await mkdir(former);
  await addDeletions(former, [{ kind: 'response', clientId: 'offline_1_deleted' }]);
  const list = join(former, deletionsFile);
  const file = await open(list);
  const append = vi
    .spyOn(Object.getPrototypeOf(file) as typeof file, 'appendFile')
    .mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  await file.close();
  const brought = bringDeletions(dataDir, join(dataDir, 'backups', 'one'), list);
  await expect(brought).rejects.toThrow(StartError);
  await expect(brought).rejects.toThrow(
    `has no room for the list of deletions (ENOSPC). Without it, what was deleted after the backup comes back. ` +
      `Before the next start, make room and add the lines of ${list} to ${join(dataDir, deletionsFile)}.`,
  );
  append.mockRestore();
});
