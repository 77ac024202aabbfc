import { constants } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StartError } from '#server/start-error.ts';

/** Makes DATA_DIR when it is missing. Throws when this account cannot write into it. */
export async function requireWritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written by the account that starts Bellwether: ` +
        `${(error as Error).message}.`,
    );
  }
}

/**
 * True when this account may write into DATA_DIR. Everybody can call this without signing in, so it
 * writes nothing.
 */
export async function isWritable(dataDir: string): Promise<boolean> {
  return access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
}
