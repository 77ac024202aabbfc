import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * A store of documents, in a folder or a bucket. Names are made by us: letters, digits, hyphens and
 * dots.
 */
export type DocumentStore = {
  /**
   * Moves the file at this path into the store. When it resolves, the file survives a power cut.
   */
  put: (name: string, path: string) => Promise<void>;
  /** Returns the document; null when there is none with this name. */
  get: (name: string) => Promise<Readable | null>;
  /** Deletes the document. Does nothing when there is none with this name. */
  delete: (name: string) => Promise<void>;
};

/** Returns a store in a folder that is not served. `put` takes files of the same file system. */
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

/** Waits until a file is on the disk: a power cut must not lose what the database refers to. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}
