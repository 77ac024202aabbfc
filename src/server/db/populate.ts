import { join } from 'node:path';

import type { Config } from '#server/config.ts';
import { makeDemonstration } from './demonstration/make-demonstration.ts';
import { demonstrationAccounts } from './demonstration/people.ts';
import { firstAdministrator, seed } from './seed.ts';
import type { Db } from './transaction.ts';

const defaultAdministrator = 'admin@bellwether.example';

/**
 * Fills a migrated database with what must be there before anyone can sign in, and says who can:
 * demonstration data and its accounts, or a first administrator. Changes nothing at later starts.
 */
export async function populate(db: Db, config: Config, say: (line: string) => void): Promise<void> {
  await seed(db, { defaultUserPassword: config.defaultUserPassword });
  const { adminEmail, adminPassword, dataDir } = config;
  if (config.demo) {
    const documentsDir = join(dataDir, 'documents');
    await makeDemonstration(db, { now: Date.now(), documentsDir });
  }
  if (adminEmail !== undefined || !config.demo) {
    const email = adminEmail ?? defaultAdministrator;
    const oneTimePassword = await firstAdministrator(db, { email, password: adminPassword });
    if (oneTimePassword !== null)
      say(`Sign in as ${email} with the one-time password ${oneTimePassword}`);
  }
  if (config.demo) sayAccounts(say);
}

function sayAccounts(say: (line: string) => void): void {
  say('Demonstration accounts:');
  for (const { email, role, password } of demonstrationAccounts)
    say(`  ${email}  ${password}  (${role})`);
}
