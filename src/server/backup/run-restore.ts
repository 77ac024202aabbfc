import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { checkBackup } from './check-backup.ts';
import { nameMissing } from './manifest.ts';
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
    const { takenAt, missing } = await checkBackup(folder);
    if (missing.length > 0)
      throw new StartError(
        `The backup of ${takenAt} is undamaged, but not whole. ${nameMissing(missing)}`,
      );
    say(`The backup of ${takenAt} is whole.`);
    return;
  }
  const config = readConfig();
  const { upkeep: db, upkeepPool: pool, documents, close } = await reachInstallation(config, say);
  const workFolder = join(config.dataDir, 'uploads');
  try {
    const { takenAt, missing } = await restoreBackup({ db, pool, documents, workFolder }, folder);
    if (missing.length > 0) say(nameMissing(missing));
    say(`Restored the backup of ${takenAt}. Devices will offer again what came after it.`);
    say(
      'Everybody signs in again, with the password of then. Be the first, and go through User Management:',
    );
    say('whoever was deactivated or given another role since has all their powers back.');
  } finally {
    await close();
  }
});
