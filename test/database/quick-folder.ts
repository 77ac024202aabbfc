import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files of this folder in memory. */
const inMemory = '/dev/shm';

/** The bytes that must be free there: the databases of a whole run, and their log. */
const needed = 4 * 1024 ** 3;

/**
 * Makes a new folder for a database that is deleted after the run: in memory where that has room,
 * otherwise below the system's temporary folder.
 *
 * Creating and dropping a database flushes all of its files, which takes a busy disk seconds, and a
 * run does it a hundred times. PostgreSQL keeps every setting of durability. Tests kill processes,
 * never the power, and what a killed process wrote remains in both places.
 */
export function makeQuickFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= needed;
  } catch {
    return false;
  }
}
