import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { StartError } from '#server/start-error.ts';
import { findOwner } from './cluster-marker.ts';
import { chooseAccount, type Account } from './run-as.ts';

/** Where one embedded database lives, and under which account. */
export type Place = {
  /** Everything of the database below DATA_DIR; nobody else may look in. */
  base: string;
  cluster: string;
  /** How the database's own processes name the cluster's folder. */
  clusterAsSeen: string;
  /** The folder of the Unix socket, and how the database's own processes name it. */
  sockets: string;
  socketsAsSeen: string;
  /** Tells this cluster's processes from every other's on the machine. */
  name: string;
  /** Undefined for our own. */
  account: Account | undefined;
};

/** Linux has 108 bytes for a socket's path and the zero that closes it; Macs have 104. */
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
  // Not os.tmpdir(): TMPDIR may be as long again, or closed to the account.
  const sockets = isShort ? own : `/tmp/bellwether-${digest}`;
  await makePrivate(sockets, account, isShort ? 'takeOver' : 'refuse');
  // Another account need not be let into the folders above, such as root's home. It starts within
  // the cluster, and finds the way from there.
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

/** Whether a database was made in this data folder. Asking makes nothing. */
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
 * A folder that the account owns and nobody else may enter: whoever reaches the socket is let in.
 * Root takes over what lies in the data folder. In /tmp somebody else may have been faster, with a
 * folder or a link of their own, which is refused.
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
