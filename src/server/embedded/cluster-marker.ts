import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Account } from './run-as.ts';

/** Written last: what has it was made to the end. Within the cluster, so that it moves with it. */
const marker = 'bellwether-made';

/** Whose cluster is there, if one was made to the end. */
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

/** The marker is on the disk, and so are the names of the marker and of the cluster. */
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
