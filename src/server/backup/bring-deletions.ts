import { join, resolve } from 'node:path';

import { StartError } from '#server/start-error.ts';
import { addDeletions, deletionsFile, readDeletions } from './deletions.ts';
import { isFullDisk } from './full-disk.ts';
import { say } from './run-command.ts';

/**
 * Copies the list of deletions into this DATA_DIR, after a restore. A backup lies in DATA_DIR/backups unless
 * it was moved, so the list is also looked for two folders above the backup.
 */
export async function bringDeletions(
  dataDir: string,
  folder: string,
  named?: string,
): Promise<void> {
  const own = join(dataDir, deletionsFile);
  const others = [join(folder, '..', '..', deletionsFile)];
  if (named !== undefined) others.push(resolve(named));
  const lists = await Promise.all([own, ...others].map(readDeletions));
  const deletions = lists.flat();
  try {
    await addDeletions(dataDir, deletions);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    const missing = others.filter((_, place) => lists[place + 1]!.length > 0);
    throw new StartError(
      `The backup is restored, but the disk of ${dataDir} has no room for the list of deletions (${error.code}). ` +
        'Without it, what was deleted after the backup comes back. Before the next start, make room and add the ' +
        `lines of ${missing.join(' and ')} to ${own}.`,
      { cause: error },
    );
  }
  const found = new Set(deletions.map(({ clientId }) => clientId)).size;
  if (found > 0) say(`The next start deletes again what was deleted since: ${found} are listed.`);
  else
    say(
      `No list of deletions was found: what was deleted after the backup is back. ` +
        `Bring the former DATA_DIR/${deletionsFile} into this DATA_DIR before the next start.`,
    );
}
