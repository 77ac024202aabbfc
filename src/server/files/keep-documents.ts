import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Db } from '#server/db/transaction.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Keeps the store and the records of it together, whatever fails between the two. A name whose fate
 * is open is noted on disk before the store is touched, and reconciled once the transaction has ended:
 * without a record of it, it leaves the store. What a crash left open is reconciled later.
 *
 * It deletes nothing but what was noted: a store may hold what another installation keeps there, or
 * what a database that was restored has forgotten.
 */
export type Documents = Pick<DocumentStore, 'put' | 'get'> & {
  /** To be called before the record goes. */
  release: (name: string) => Promise<void>;
  /** To be called when the transaction has certainly ended, committed or not. */
  reconcile: (name: string) => Promise<void>;
  /** Completes or undoes what has been open for an hour, far longer than a request takes. */
  reconcileLeftovers: () => Promise<void>;
};

const anHour = 3_600_000;

export function keepDocuments(store: DocumentStore, db: Db, dataDir: string): Documents {
  const folder = join(dataDir, 'unsettled');
  const note = async (name: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), '', { mode: 0o600 });
  };
  const reconcile = async (name: string) => {
    if (!(await isKept(db, name))) await store.delete(name);
    await rm(join(folder, name), { force: true });
  };
  return {
    put: async (name, path) => {
      await note(name);
      await store.put(name, path);
    },
    get: (name) => store.get(name),
    release: note,
    reconcile,
    reconcileLeftovers: async () => {
      for (const name of await namesOlderThan(folder, Date.now() - anHour)) await reconcile(name);
    },
  };
}

/** Files of a folder that nothing has written to since, in milliseconds since 1970. */
export async function namesOlderThan(folder: string, moment: number): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < moment) old.push(name);
  }
  return old;
}

async function isKept(db: Db, filePath: string): Promise<boolean> {
  const row = await db
    .selectFrom('evaluationDocuments')
    .select('id')
    .where('filePath', '=', filePath)
    .executeTakeFirst();
  return row !== undefined;
}
