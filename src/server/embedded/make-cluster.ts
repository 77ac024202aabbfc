import { chown, mkdir, rm } from 'node:fs/promises';

import { StartError } from '#server/start-error.ts';
import { isMade, writeMarker } from './cluster-marker.ts';
import { runGuarded } from './guarded-process.ts';
import type { Log } from './log.ts';
import type { Place } from './place.ts';

/**
 * Makes the cluster when there is none. A cluster without the marker was left by an interrupted
 * start: no server ever ran on it, so it holds no data and is deleted.
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
    // Ends initdb at once, because the next start may already be deleting what this one made.
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
  // Sorts text the same on every system, whatever its C library.
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  // PostgreSQL listens only on the Unix socket, in a folder that nobody else can open.
  ...['-A', 'peer', '--auth-local=trust'],
  // Turns on page checksums.
  '-k',
  '--no-instructions',
  // We delete a failed attempt ourselves. A late clean-up by initdb would empty the folder of the
  // next attempt.
  '--no-clean',
];
