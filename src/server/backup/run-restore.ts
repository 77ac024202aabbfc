import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { checkBackup } from './check-backup.ts';
import { reachInstallation } from './reach-installation.ts';
import { restoreBackup } from './restore-backup.ts';
import { runCommand, say } from './run-command.ts';

/** `npm run restore -- folder [--check]`: with `--check` it only reads the backup through. */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' } },
  });
  if (!positionals[0]) throw new StartError('Name the backup: npm run restore -- <folder>');
  const folder = resolve(positionals[0]);
  if (values.check) {
    const { takenAt } = await checkBackup(folder);
    say(`The backup of ${takenAt} is whole.`);
    return;
  }
  const config = readConfig();
  const { reports: db, reportPool: pool, documents, close } = await reachInstallation(config, say);
  const workFolder = join(config.dataDir, 'uploads');
  try {
    const { takenAt } = await restoreBackup({ db, pool, documents, workFolder }, folder);
    say(`Restored the backup of ${takenAt}. Devices will offer again what came after it.`);
  } finally {
    await close();
  }
});
