import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';

import { onOneClient } from '#server/db/statements/transaction.ts';
import type { DocumentStore } from '#server/files/document-store.ts';
import { namesOlderThan } from '#server/files/keep-documents.ts';
import { StartError } from '#server/start-error.ts';
import { listTables, writeTable } from './copy-table.ts';
import {
  documentFile,
  manifestFile,
  tableFile,
  type DocumentContent,
  type Manifest,
  type TableContent,
} from './manifest.ts';
import { isFullDisk } from './full-disk.ts';
import { createMeasure } from './measure.ts';

type Source = { pool: pg.Pool; documents: DocumentStore };

/** The ending of a folder whose backup is still being written, or was cut off. */
const ending = '.unfinished';
/** Milliseconds. A backup takes far less than a day. */
const aDay = 86_400_000;

/**
 * Writes everything that the installation holds into a new folder, while the server goes on. The
 * tables are read from one snapshot, so they are all of the same moment. Documents are copied after
 * them: they never change, and each is stored before its row becomes visible.
 *
 * The folder gets its final name last, so a folder with that name is complete.
 */
export async function takeBackup(source: Source, folder: string, takenAt: Date): Promise<Manifest> {
  if (await isThere(folder)) throw new StartError(`${folder} is there already: choose another.`);
  const unfinished = `${folder}${ending}`;
  await begin(unfinished, takenAt);
  try {
    const manifest = await write(source, unfinished, takenAt);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isFullDisk(error) ? fullDisk(error, folder) : error;
  }
}

/** Returns the error of a full disk with the folder's name, which Node's own error does not have. */
function fullDisk(cause: NodeJS.ErrnoException, folder: string): StartError {
  return new StartError(
    `The disk has no room for the backup ${folder} (${cause.code}). What was written of it is deleted ` +
      'again. Name a place on another disk: npm run backup -- <folder>',
    { cause },
  );
}

/** Makes the backup's folders, and deletes those of other backups that were cut off long ago. */
async function begin(unfinished: string, now: Date): Promise<void> {
  const home = dirname(unfinished);
  try {
    await rm(unfinished, { recursive: true, force: true });
    for (const part of ['tables', 'documents'])
      await mkdir(join(unfinished, part), { recursive: true, mode: 0o700 });
    for (const name of await namesOlderThan(home, now.getTime() - aDay))
      if (name.startsWith('bellwether-') && name.endsWith(ending))
        await rm(join(home, name), { recursive: true, force: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `Nothing can be written in ${home} (${code}). Name another place: npm run backup -- <folder>`,
      { cause },
    );
  }
}

async function write(source: Source, folder: string, takenAt: Date): Promise<Manifest> {
  const { names, ...tables } = await onOneClient(
    source.pool,
    (client) => writeTables(client, folder),
    'snapshot',
  );
  const documents = await writeDocuments(source, names, folder);
  const manifest: Manifest = {
    product: 'bellwether',
    format: 1,
    takenAt: takenAt.toISOString(),
    ...tables,
    ...documents,
  };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
    flush: true,
    mode: 0o600,
  });
  for (const part of ['tables', 'documents', '.']) await syncFolder(join(folder, part));
  return manifest;
}

async function writeTables(client: pg.ClientBase, folder: string) {
  const found = await listTables(client);
  if (!found.some(({ name }) => name === 'installation'))
    throw new StartError('There is no installation to back up: the database is empty.');
  const tables: TableContent[] = [];
  for (const table of found)
    tables.push(await writeTable(client, table, join(folder, tableFile(table))));
  const { epoch } = await one<{ epoch: string }>(client, 'select epoch from installation');
  const { migrations } = await one<{ migrations: string[] }>(
    client,
    'select array(select name::text from kysely_migration order by name) as migrations',
  );
  const { names } = await one<{ names: string[] }>(
    client,
    'select array(select name from stored_files order by name) as names',
  );
  return { tables, epoch, migrations, names };
}

async function one<T extends pg.QueryResultRow>(client: pg.ClientBase, text: string): Promise<T> {
  const { rows } = await client.query<T>(text);
  if (!rows[0]) throw new Error(`No row: ${text}`);
  return rows[0];
}

async function writeDocuments({ pool, documents }: Source, names: string[], folder: string) {
  const written: DocumentContent[] = [];
  const deletedMeanwhile: string[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const content = await documents.get(name);
    if (content) {
      const { pass, result } = createMeasure();
      const path = join(folder, documentFile({ name }));
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(content, pass, file);
      const { bytes, sha256 } = result();
      written.push({ name, bytes, sha256 });
      continue;
    }
    const { rowCount } = await pool.query('select from stored_files where name = $1', [name]);
    (rowCount === 0 ? deletedMeanwhile : missing).push(name);
  }
  return { documents: written, deletedMeanwhile, missing };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}
