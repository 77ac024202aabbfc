import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Db } from '#server/db/statements/transaction.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Keeps the store and its rows in the database consistent, whatever fails in between. Before the
 * store is touched, the name is noted in a file. After the transaction has ended, the name is
 * reconciled: a document without a row is deleted from the store. Names that a crash left behind
 * are reconciled later.
 *
 * Only noted names are ever deleted. The store may hold the documents of another installation, or
 * those that a restored database does not know any more.
 */
export type Documents = Pick<DocumentStore, 'put' | 'get'> & {
  /** Notes the name. Call it before the row is deleted. */
  release: (name: string) => Promise<void>;
  /**
   * Reconciles the name. Call it when the transaction has surely ended, committed or not. It does not wait
   * until the store has deleted the document: a bucket that does not respond would hold up the reply for a
   * minute with each file.
   */
  reconcile: (name: string) => Promise<void>;
  /** Reconciles names that were noted over an hour ago, far longer than a request takes. */
  reconcileLeftovers: () => Promise<void>;
};

const anHour = 3_600_000;

export function keepDocuments(store: DocumentStore, db: Db, dataDir: string): Documents {
  const folder = unsettledFolder(dataDir);
  const note = (name: string) => noteUnsettled(dataDir, name);
  const forget = (name: string) => rm(join(folder, name), { force: true });
  const discard = async (name: string) => {
    await store.delete(name);
    await forget(name);
  };
  return {
    put: async (name, path) => {
      await note(name);
      await store.put(name, path);
    },
    get: (name) => store.get(name),
    release: note,
    reconcile: async (name) => {
      if (await isKept(db, name)) await forget(name);
      // A failure leaves the note, so the hourly job tries again, and reports what fails then.
      else discard(name).catch(() => {});
    },
    reconcileLeftovers: async () => {
      for (const name of await namesOlderThan(folder, Date.now() - anHour))
        await ((await isKept(db, name)) ? forget(name) : discard(name));
    },
  };
}

const unsettledFolder = (dataDir: string) => join(dataDir, 'unsettled');

/**
 * Notes a name, so that its file is deleted once it is over an hour old and no row refers to it. Only
 * for what runs before the server's parts are built; all else calls `release`.
 */
export async function noteUnsettled(dataDir: string, name: string): Promise<void> {
  const folder = unsettledFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), '', { mode: 0o600 });
}

/**
 * Returns the files in a folder that were last written before this moment, in milliseconds since
 * 1970.
 */
export async function namesOlderThan(folder: string, moment: number): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < moment) old.push(name);
  }
  return old;
}

async function isKept(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('storedFiles')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}
