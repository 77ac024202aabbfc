import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import { migrateTo } from '#server/db/connection/migrate.ts';
import { onOneClient, type Db } from '#server/db/statements/transaction.ts';
import type { DocumentStore } from '#server/files/document-store.ts';
import { StartError } from '#server/start-error.ts';
import { listTables, loadTable } from './copy-table.ts';
import { isFullDisk } from './full-disk.ts';
import { documentFile, newestMigration, tableFile, type Manifest } from './manifest.ts';

const afterRestore = new URL('after-restore.sql', import.meta.url);

/** A backup's folder, and the manifest that `checkBackup` returned for it. */
type CheckedBackup = { folder: string; manifest: Manifest };

type Target = {
  db: Db;
  pool: pg.Pool;
  documents: DocumentStore;
  /** The folder to assemble files in. It is on the same file system as the documents. */
  workFolder: string;
};

/**
 * Loads a backup into an empty installation, all or nothing: every table is read back and compared
 * before the commit. The next start migrates an older backup to the newest schema.
 *
 * Then `after-restore.sql` marks the installation as set back: every device sends again what the
 * server may have lost, and no number that a device holds is given to something else.
 */
export async function restoreBackup(
  target: Target,
  { folder, manifest }: CheckedBackup,
): Promise<Manifest> {
  await onOneClient(target.pool, requireEmpty);
  await migrateTo(target.db, newestMigration(manifest));
  try {
    await copyDocuments(target, { folder, manifest });
  } catch (error) {
    throw isFullDisk(error) ? fullDisk(error, target.workFolder) : error;
  }
  await onOneClient(target.pool, (client) => load(client, manifest, folder));
  return manifest;
}

async function copyDocuments(
  { documents, workFolder }: Target,
  { folder, manifest }: CheckedBackup,
): Promise<void> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  for (const document of manifest.documents) {
    const path = join(workFolder, document.name);
    try {
      await copyFile(join(folder, documentFile(document)), path);
      await documents.put(document.name, path);
    } finally {
      // A folder store has already moved the file away. A bucket store has only read it.
      await rm(path, { force: true });
    }
  }
}

/** Returns the error of a full disk with the folder's name, which Node's own error does not have. */
function fullDisk(cause: NodeJS.ErrnoException, workFolder: string): StartError {
  return new StartError(
    `The disk of ${workFolder} has no room for the documents of the backup (${cause.code}). Nothing is ` +
      'restored: make room, or choose a DATA_DIR on another disk, and restore again.',
    { cause },
  );
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount !== 0)
      throw new StartError(
        'There is an installation already, and a restore overwrites nothing: ' +
          'give it a new DATA_DIR, or a new database.',
      );
  }
}

async function load(client: pg.ClientBase, manifest: Manifest, folder: string): Promise<void> {
  await client.query('set constraints all deferred');
  // Without this, loading the assignments would record them as new ones. The backup brings their
  // history (migration 15).
  await client.query("set local bellwether.restoring = 'on'");
  await requireEmpty(client);
  for (const table of manifest.tables) {
    const { rows, sha256 } = await loadTable(client, table, join(folder, tableFile(table)));
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new Error(`The table ${table.name} came back other than it was: nothing is restored.`);
  }
  await client.query('delete from evaluation_documents where file_path = any ($1)', [
    manifest.deletedMeanwhile,
  ]);
  // A backup of an older release has no such table yet.
  if (manifest.tables.some(({ name }) => name === 'evidence'))
    await client.query('delete from evidence where store_name = any ($1)', [
      manifest.deletedMeanwhile,
    ]);
  await client.query(await readFile(afterRestore, 'utf8'));
}
