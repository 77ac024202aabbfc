import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Where documents are kept, by names of our making (letters, digits, hyphens and dots). Behind it
 * may stand a folder or a bucket.
 */
export type DocumentStore = {
  /** Takes the file at this path over; once it returns, the file lasts. */
  put: (name: string, path: string) => Promise<void>;
  /** Null where there is none of this name. */
  get: (name: string) => Promise<Readable | null>;
  /** Does nothing when there is no such name. */
  delete: (name: string) => Promise<void>;
};

/** Keeps documents in a folder that nothing serves; `put` takes files of the same file system. */
export function folderStore(folder: string): DocumentStore {
  const place = (name: string) => {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new Error(`Not a name of ours: ${name}`);
    return join(folder, name);
  };
  return {
    put: async (name, path) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sync(path);
      await rename(path, place(name));
      await sync(folder);
    },
    get: async (name) => {
      try {
        return (await open(place(name))).createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (name) => rm(place(name), { force: true }),
  };
}

/** A power cut must not take what the database says is there. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}
