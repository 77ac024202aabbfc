import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { Account } from './run-as.ts';

/** Where the database's own messages go, and where short lines for people go. */
export type Log = {
  file: FileHandle;
  line: (line: string) => void;
  /** How many bytes the file has now. */
  end: () => Promise<number>;
  /** The last lines that were written from there on. */
  readFrom: (position: number) => Promise<string>;
  close: () => Promise<void>;
};

const largest = 5 * 1024 * 1024;
const aMinute = 60_000;

/**
 * A file, not a pipe to us: PostgreSQL goes on writing while it ends after we were killed. It holds
 * the file open, so a file that has become too large is copied away and emptied, not renamed: what
 * PostgreSQL writes next stands at its new end. A line that comes between copying and emptying is
 * lost.
 */
export async function openLog(
  place: { base: string; account: Account | undefined },
  line: (line: string) => void,
  period = aMinute,
): Promise<Log> {
  const path = join(place.base, 'postgres.log');
  const file = await open(path, 'a+', 0o600);
  // The account may be the one under which we are started the next time.
  if (place.account) await file.chown(place.account.uid, place.account.gid);
  const rotate = async () => {
    if ((await file.stat()).size <= largest) return;
    await copyFile(path, `${path}.old`);
    await file.truncate();
  };
  await rotate();
  let rotating = Promise.resolve();
  // What cannot be rotated goes on growing, as on a disk that is full: no reason to end.
  const timer = setInterval(() => {
    rotating = rotating.then(rotate).catch(() => undefined);
  }, period).unref();
  return {
    file,
    close: async () => {
      clearInterval(timer);
      await rotating;
      await file.close();
    },
    line,
    end: async () => (await file.stat()).size,
    readFrom: async (position) => {
      const buffer = Buffer.alloc(Math.max(0, (await file.stat()).size - position));
      await file.read(buffer, 0, buffer.length, position);
      return buffer.toString('utf8').trimEnd().split('\n').slice(-12).join('\n');
    },
  };
}
