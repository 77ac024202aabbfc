import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { folderStore, type DocumentStore } from '#server/files/document-store.ts';
import { aHotel } from '#test/build.ts';
import { onDatabase } from '#test/database/template.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let server: TestApp;
let home: string;
let hotelId: number;
const at = new Date('2026-03-31T09:00:00Z');

beforeAll(async () => {
  server = await openTestApp();
  home = await mkdtemp(join(tmpdir(), 'bellwether-backup-'));
  hotelId = (await aHotel(server)).id;
  for (const filePath of ['kept.pdf', 'deleted.pdf', 'missing.pdf'])
    await server.db
      .insertInto('evaluationDocuments')
      .values({
        hotelId,
        filePath,
        fileName: filePath,
        fileType: 'pdf',
        fileSize: 9,
        uploadedBy: 'Alice Admin',
        uploadedById: server.idOf('alice'),
      })
      .execute();
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

/** A database without a single table. */
async function openEmptyDatabase(): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = (statement: string) => server.deps.pool.query(statement);
  await run(`create database ${name}`);
  const database = openDatabase(onDatabase(inject('connection'), name));
  return {
    ...database,
    close: async () => {
      await database.close();
      await run(`drop database ${name} with (force)`);
    },
  };
}

const restoreInto = (database: OpenDatabase, folder: string, documents: DocumentStore) =>
  restoreBackup(
    { db: database.reports, pool: database.reportPool, documents, workFolder: join(home, 'work') },
    folder,
  );

test('what changes while it is taken is not in it, and a document deleted then does not come back', async () => {
  const said: string[] = [];
  const documents: DocumentStore = {
    ...folderStore('/nowhere'),
    get: async (name) => {
      // The tables have been read by now.
      await aHotel(server);
      await server.db
        .deleteFrom('evaluationDocuments')
        .where('filePath', '=', 'deleted.pdf')
        .execute();
      return name === 'kept.pdf' ? Readable.from([Buffer.from('%PDF-1.4\n')]) : null;
    },
  };
  const folder = join(home, 'one');
  const source = { pool: server.deps.pool, documents, say: (line: string) => said.push(line) };
  const manifest = await takeBackup(source, folder, at);
  expect(manifest.tables.find(({ name }) => name === 'hotels')?.rows).toBe(1);
  expect(manifest.documents.map(({ name }) => name)).toEqual(['kept.pdf']);
  expect(manifest.deletedMeanwhile).toEqual(['deleted.pdf']);
  expect(said).toEqual([
    'A document is missing from the store, and so from this backup: missing.pdf',
  ]);
  await expect(takeBackup(source, folder, at)).rejects.toThrow(/is there already/);

  const target = await openEmptyDatabase();
  await restoreInto(target, folder, folderStore(join(home, 'restored')));
  expect(await readdir(join(home, 'restored'))).toEqual(['kept.pdf']);
  const rows = await target.db
    .selectFrom('evaluationDocuments')
    .select('filePath')
    .orderBy('filePath')
    .execute();
  expect(rows.map(({ filePath }) => filePath)).toEqual(['kept.pdf', 'missing.pdf']);
  // The next hotel gets a number that was never given.
  expect((await aHotel({ db: target.db })).id).toBe(hotelId + 1);
  await target.close();
});

test('an installation is never overwritten', async () => {
  const folder = join(home, 'one');
  const full: OpenDatabase = {
    ...openDatabase(inject('connection')),
    ...server.deps,
    reportPool: server.deps.pool,
  };
  await expect(restoreInto(full, folder, folderStore(home))).rejects.toThrow(
    /There is an installation already/,
  );
});

test('a backup of a newer version, and what is none, are refused by name', async () => {
  const path = join(home, 'one', 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const migrations = [...manifest.migrations, '9999-tomorrow'];
  await writeFile(path, JSON.stringify({ ...manifest, migrations }));
  const target = await openEmptyDatabase();
  const store = folderStore(home);
  await expect(restoreInto(target, join(home, 'one'), store)).rejects.toThrow(
    'This backup is of a newer version (9999-tomorrow)',
  );
  await expect(restoreInto(target, home, store)).rejects.toThrow(/is no backup/);
  await target.close();
});
