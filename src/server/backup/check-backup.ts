import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { hasMigration } from '#server/db/connection/migrate.ts';
import { StartError } from '#server/start-error.ts';
import {
  documentFile,
  manifestFile,
  manifestSchema,
  newestMigration,
  tableFile,
  type Manifest,
} from './manifest.ts';
import { createMeasure, discard, type Measured } from './measure.ts';

/**
 * Reads every byte of a backup and returns its manifest. Throws an error when the backup is of a newer version,
 * and one that names the files that changed since.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const newest = newestMigration(manifest);
  if (!(await hasMigration(newest)))
    throw new StartError(
      `This backup is of a newer version (${newest}): restore it with that one, or a later one.`,
    );
  const damaged: string[] = [];
  for (const table of manifest.tables) {
    const path = tableFile(table);
    const found = await measureFile(join(folder, path), 'packed');
    if (found?.rows !== table.rows || found.sha256 !== table.sha256) damaged.push(path);
  }
  for (const document of manifest.documents) {
    const path = documentFile(document);
    const found = await measureFile(join(folder, path), 'plain');
    if (found?.bytes !== document.bytes || found.sha256 !== document.sha256) damaged.push(path);
  }
  if (damaged.length > 0)
    throw new StartError(`This backup is damaged:\n  ${damaged.join('\n  ')}`);
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(join(folder, manifestFile), 'utf8');
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `${folder} is no backup that this version reads: its ${manifestFile} is missing or not right.`,
      { cause },
    );
  }
}

/** Measures a file; undefined when it is missing or cannot be unpacked. */
async function measureFile(path: string, form: 'packed' | 'plain'): Promise<Measured | undefined> {
  const { pass, result } = createMeasure();
  try {
    const source = createReadStream(path);
    const unpacking = form === 'packed' ? [createGunzip()] : [];
    await pipeline([source, ...unpacking, pass, discard()]);
    return result();
  } catch {
    return undefined;
  }
}
