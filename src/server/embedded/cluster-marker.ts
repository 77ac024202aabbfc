import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Account } from './run-as.ts';

/**
 * The file that is written last: a cluster that has it is complete. It lies within the cluster, so
 * that it moves with it.
 */
const marker = 'bellwether-made';

/** Returns the account that owns the cluster; undefined when there is no complete cluster. */
export async function findOwner(cluster: string): Promise<Account | undefined> {
  if (!(await isMade(cluster))) return undefined;
  const { uid, gid } = await stat(cluster);
  return { uid, gid };
}

export async function isMade(cluster: string): Promise<boolean> {
  return stat(join(cluster, marker)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/**
 * Writes the marker, and makes sure that the marker and the names of marker and cluster are on the
 * disk.
 */
export async function writeMarker(cluster: string): Promise<void> {
  const file = await open(join(cluster, marker), 'w', 0o600);
  await file.sync();
  await file.close();
  for (const folder of [cluster, dirname(cluster)]) {
    const handle = await open(folder, 'r');
    await handle.sync();
    await handle.close();
  }
}
