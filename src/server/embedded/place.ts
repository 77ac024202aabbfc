import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { StartError } from '#server/start-error.ts';
import { findOwner } from './cluster-marker.ts';
import { chooseAccount, type Account } from './run-as.ts';

/** The folders of one embedded database, and the account it runs under. */
export type Place = {
  /** The folder below DATA_DIR that holds everything of the database. Nobody else may enter it. */
  base: string;
  cluster: string;
  /** The path by which the database's own processes reach the cluster. */
  clusterAsSeen: string;
  /** The folder of the Unix socket, and the path by which the database's own processes reach it. */
  sockets: string;
  socketsAsSeen: string;
  /** The name in the titles of this cluster's processes. No other cluster on the machine has it. */
  name: string;
  /** The account to run under; undefined for our own. */
  account: Account | undefined;
};

/** The longest path of a socket in bytes, without its final zero: 107 on Linux, 103 on macOS. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

export async function preparePlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const base = join(folder, 'postgres');
  const cluster = join(base, 'cluster');
  const account = await chooseAccount(await readOwner(base), log);
  await makePrivate(base, account, 'takeOver');
  const digest = createHash('sha256').update(base).digest('hex').slice(0, 12);
  const own = join(base, 'run');
  const isShort = Buffer.byteLength(join(own, '.s.PGSQL.5432')) <= longestSocketPath;
  // Not os.tmpdir(): TMPDIR may be just as long, or closed to the account.
  const sockets = isShort ? own : `/tmp/bellwether-${digest}`;
  await makePrivate(sockets, account, isShort ? 'takeOver' : 'refuse');
  // Another account may not be allowed into the folders above, such as root's home. It starts
  // within the cluster, so its paths begin there.
  const fromWithin = account !== undefined && process.platform === 'linux';
  return {
    base,
    cluster,
    clusterAsSeen: fromWithin ? '/proc/self/cwd' : cluster,
    sockets,
    socketsAsSeen: fromWithin && isShort ? '../run' : sockets,
    name: `bellwether-${digest}`,
    account,
  };
}

/** True when a database was made in this data folder. Creates nothing. */
export async function isInhabited(dataDir: string): Promise<boolean> {
  return (await readOwner(join(dataDir, 'postgres'))) !== undefined;
}

async function readOwner(base: string): Promise<Account | undefined> {
  try {
    return await findOwner(join(base, 'cluster'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new StartError(
      `The database in ${base} belongs to another account: start Bellwether under the one that ` +
        'made it (perhaps root), or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
}

/**
 * Makes a folder that the account owns and nobody else may enter, because a program that
 * can open the socket can read the database. In the data folder, root takes over a folder that exists. In /tmp,
 * somebody else may have made a folder or link of this name first; then this throws.
 */
async function makePrivate(
  folder: string,
  account: Account | undefined,
  whatOthersMade: 'takeOver' | 'refuse',
): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const uid = process.getuid?.();
  const found = await lstat(folder);
  const isOurs =
    [uid, account?.uid].includes(found.uid) || (uid === 0 && whatOthersMade === 'takeOver');
  if (!found.isDirectory() || !isOurs)
    throw new StartError(
      `${folder} is not a folder of our own: remove it, or choose another DATA_DIR.`,
    );
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
}
