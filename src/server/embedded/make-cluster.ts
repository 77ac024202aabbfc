import { chown, mkdir, rm } from 'node:fs/promises';

import { StartError } from '#server/start-error.ts';
import { isMade, writeMarker } from './cluster-marker.ts';
import { runGuarded } from './guarded-process.ts';
import type { Log } from './log.ts';
import type { Place } from './place.ts';

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
