import { chown, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { StartError } from '#server/start-error.ts';
import { runGuarded } from './guarded-process.ts';
import type { Log } from './log.ts';
import type { Place } from './place.ts';
import type { Account } from './run-as.ts';

/** Written last: what has it was made to the end. Within the cluster, so that it moves with it. */
const marker = 'bellwether-made';

/** Whose cluster is there, if one was made to the end. */
export async function findOwner(cluster: string): Promise<Account | undefined> {
  if (!(await isMade(cluster))) return undefined;
  const { uid, gid } = await stat(cluster);
  return { uid, gid };
}

async function isMade(cluster: string): Promise<boolean> {
  return stat(join(cluster, marker)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/**
 * Makes the cluster where there is none. One without its marker was left by a start that was
 * interrupted: no server ever ran on it, so nothing was ever stored in it, and it is thrown away.
 */
export async function makeCluster(place: Place, initdb: string, log: Log): Promise<void> {
  const { cluster, account } = place;
  if (await isMade(cluster)) return;
  log.line('Making the database…');
  await rm(cluster, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(cluster, { mode: 0o700 });
  if (account) await chown(cluster, account.uid, account.gid);
  const from = await log.end();
  const { ended } = await runGuarded({
    command: initdb,
    args: ['-D', place.clusterAsSeen, ...initdbOptions],
    // At once: a next start may already be throwing away what this one made.
    endSignal: 'KILL',
    cwd: cluster,
    account,
    logFile: log.file.fd,
  });
  if ((await ended) !== 0)
    throw new StartError(`The database could not be made:\n${await log.readFrom(from)}`);
  await writeMarker(cluster);
}

const initdbOptions = [
  ...['-U', 'app', '-E', 'UTF8', '--locale=C'],
  // The same order of text on every system, whatever its C library.
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  // Only the Unix socket is listened on, and its folder lets nobody else in.
  ...['-A', 'peer', '--auth-local=trust'],
  // Checksums on every page.
  '-k',
  '--no-instructions',
  // We throw away by ourselves, and a late cleaner would empty the next attempt's folder.
  '--no-clean',
];

/** The marker is on the disk, and so are the names of the marker and of the cluster. */
async function writeMarker(cluster: string): Promise<void> {
  const file = await open(join(cluster, marker), 'w', 0o600);
  await file.sync();
  await file.close();
  for (const folder of [cluster, dirname(cluster)]) {
    const handle = await open(folder, 'r');
    await handle.sync();
    await handle.close();
  }
}
