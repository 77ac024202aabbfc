import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { Place } from './place.ts';

/** Where the database's own messages go, and where short lines for people go. */
export type Log = {
  file: FileHandle;
  line: (line: string) => void;
  /** How many bytes the file has now. */
  end: () => Promise<number>;
  /** The last lines that were written from there on. */
  readFrom: (position: number) => Promise<string>;
};

const largest = 5 * 1024 * 1024;

/**
 * A file, not a pipe to us: PostgreSQL goes on writing while it ends after we were killed. It gets
 * little (what it refuses a caller is not written), so once at start is often enough to begin anew.
 */
export async function openLog(place: Place, line: (line: string) => void): Promise<Log> {
  const path = join(place.base, 'postgres.log');
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largest) await rename(path, `${path}.old`);
  const file = await open(path, 'a+', 0o600);
  // The account may be the one under which we are started the next time.
  if (place.account) await file.chown(place.account.uid, place.account.gid);
  return {
    file,
    line,
    end: async () => (await file.stat()).size,
    readFrom: async (position) => {
      const buffer = Buffer.alloc(Math.max(0, (await file.stat()).size - position));
      await file.read(buffer, 0, buffer.length, position);
      return buffer.toString('utf8').trimEnd().split('\n').slice(-12).join('\n');
    },
  };
}
