import { join, resolve } from 'node:path';

import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { bringDeletions } from './bring-deletions.ts';
import { checkBackup } from './check-backup.ts';
import { readDeletions } from './deletions.ts';
import { nameMissing } from './manifest.ts';
import { reachInstallation } from './reach-installation.ts';
import { readArguments } from './read-arguments.ts';
import { restoreBackup } from './restore-backup.ts';
import { runCommand, say } from './run-command.ts';

const usage = 'npm run restore -- <folder> [--check] [--deletions <file>]';

/**
 * `npm run restore -- folder [--check] [--deletions file]`: restores a backup. With `--check` it
 * only reads and checks the backup. `--deletions` names the list of the former installation; it is
 * needed when neither this DATA_DIR nor the DATA_DIR that contains the backup has that list.
 */
await runCommand(async () => {
  const given = readArguments(process.argv.slice(2), usage, {
    check: { type: 'boolean' },
    deletions: { type: 'string' },
  });
  if (!given.folder) throw new StartError(`Name the backup.\nUsage: ${usage}`);
  const { check, deletions } = given.values;
  const folder = resolve(given.folder);
  if (check) {
    const { takenAt, missing } = await checkBackup(folder);
    if (missing.length > 0)
      throw new StartError(
        `The backup of ${takenAt} is undamaged, but not whole. ${nameMissing(missing)}`,
      );
    say(`The backup of ${takenAt} is whole.`);
    return;
  }
  if (deletions !== undefined && (await readDeletions(deletions)).length === 0)
    throw new StartError(`There is no list of deletions at ${deletions}.`);
  // Check this before anything is opened: opening a missing installation would create an empty one.
  const backup = { folder, manifest: await checkBackup(folder) };
  const config = readConfig();
  const { upkeep: db, upkeepPool: pool, documents, close } = await reachInstallation(config, say);
  const workFolder = join(config.dataDir, 'uploads');
  try {
    const { takenAt, missing } = await restoreBackup({ db, pool, documents, workFolder }, backup);
    if (missing.length > 0) say(nameMissing(missing));
    say(`Restored the backup of ${takenAt}. Devices will offer again what came after it.`);
    say(
      'Everybody signs in again, with the password of then. Be the first, and go through User Management:',
    );
    say('whoever was deactivated or given another role since has all their powers back.');
    // Last, because it can fail, and the rest is true all the same.
    await bringDeletions(config.dataDir, folder, deletions);
  } finally {
    await close();
  }
});
