import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '#server/config.ts';
import type { DocumentStore } from '#server/files/document-store.ts';
import { makeDemonstration } from '#server/demonstration/make-demonstration.ts';
import { demonstrationAccounts } from '#server/demonstration/people.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { firstAdministrator, seed } from './seed.ts';

const defaultAdministrator = 'admin@bellwether.example';

/**
 * Adds to a migrated database what must exist before anyone can sign in, and prints the accounts:
 * demonstration data with its accounts, or a first administrator. Changes nothing at later starts.
 */
export async function populate(
  db: Db,
  store: DocumentStore,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  await seed(db, { defaultUserPassword: config.defaultUserPassword });
  const { adminEmail, adminPassword, dataDir } = config;
  if (config.demo) {
    const folder = join(dataDir, 'uploads');
    await makeDemonstration(db, { now: Date.now(), keep: keepIn(store, folder) });
  }
  if (adminEmail !== undefined || !config.demo) {
    const email = adminEmail ?? defaultAdministrator;
    const oneTimePassword = await firstAdministrator(db, { email, password: adminPassword });
    if (oneTimePassword !== null)
      say(`Sign in as ${email} with the one-time password ${oneTimePassword}`);
  }
  if (config.demo) sayAccounts(say);
}

/**
 * Returns a function that puts content into the store. The store takes files, so it writes one
 * first.
 */
export function keepIn(store: DocumentStore, folder: string) {
  return async (name: string, content: Buffer): Promise<void> => {
    const path = join(folder, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
    await store.put(name, path);
    await rm(path, { force: true });
  };
}

function sayAccounts(say: (line: string) => void): void {
  say('Demonstration accounts:');
  for (const { email, role, password } of demonstrationAccounts)
    say(`  ${email}  ${password}  (${role})`);
}
