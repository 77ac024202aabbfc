import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { addDeletions, deletionsFile, readDeletions } from './deletions.ts';
import { checkBackup } from './check-backup.ts';
import { nameMissing } from './manifest.ts';
import { reachInstallation } from './reach-installation.ts';
import { restoreBackup } from './restore-backup.ts';
import { runCommand, say } from './run-command.ts';

/**
 * `npm run restore -- folder [--check] [--deletions file]`: restores a backup. With `--check` it
 * only reads and checks the backup. `--deletions` names the list of the former installation; it is
 * needed when neither this DATA_DIR nor the DATA_DIR that contains the backup has that list.
 */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, deletions: { type: 'string' } },
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
  if (values.deletions !== undefined && (await readDeletions(values.deletions)).length === 0)
    throw new StartError(`There is no list of deletions at ${values.deletions}.`);
  const config = readConfig();
  const { upkeep: db, upkeepPool: pool, documents, close } = await reachInstallation(config, say);
  const workFolder = join(config.dataDir, 'uploads');
  try {
    const { takenAt, missing } = await restoreBackup({ db, pool, documents, workFolder }, folder);
    if (missing.length > 0) say(nameMissing(missing));
    await bringDeletions(config.dataDir, folder, values.deletions);
    say(`Restored the backup of ${takenAt}. Devices will offer again what came after it.`);
    say(
      'Everybody signs in again, with the password of then. Be the first, and go through User Management:',
    );
    say('whoever was deactivated or given another role since has all their powers back.');
  } finally {
    await close();
  }
});

/**
 * Copies the list of deletions into this DATA_DIR. A backup lies in DATA_DIR/backups unless it was
 * moved, so the list is also looked for two folders above the backup.
 */
async function bringDeletions(dataDir: string, folder: string, named?: string): Promise<void> {
  const places = [join(dataDir, deletionsFile), join(folder, '..', '..', deletionsFile)];
  if (named !== undefined) places.push(resolve(named));
  const lists = await Promise.all(places.map(readDeletions));
  const deletions = lists.flat();
  await addDeletions(dataDir, deletions);
  const found = new Set(deletions.map(({ clientId }) => clientId)).size;
  if (found > 0) say(`The next start deletes again what was deleted since: ${found} are listed.`);
  else
    say(
      `No list of deletions was found: what was deleted after the backup is back. ` +
        `Bring the former DATA_DIR/${deletionsFile} into this DATA_DIR before the next start.`,
    );
}
