import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { Account } from './run-as.ts';

/** The database's own log file, and a function for short lines that people read. */
export type Log = {
  file: FileHandle;
  line: (line: string) => void;
  /** Returns the file's present size in bytes. */
  end: () => Promise<number>;
  /** Returns the last lines that were written after this position. */
  readFrom: (position: number) => Promise<string>;
  close: () => Promise<void>;
};

const largest = 5 * 1024 * 1024;
const aMinute = 60_000;

/**
 * Opens the database's log. It is a file, not a pipe to us, so that PostgreSQL can go on writing
 * while it ends after we were killed. PostgreSQL holds the file open, so a file that became too
 * large is copied and emptied instead of renamed: PostgreSQL then appends at its new end. A line
 * written between the copying and the emptying is lost.
 */
export async function openLog(
  place: { base: string; account: Account | undefined },
  line: (line: string) => void,
  period = aMinute,
): Promise<Log> {
  const path = join(place.base, 'postgres.log');
  const file = await open(path, 'a+', 0o600);
  // The next start may run under this account.
  if (place.account) await file.chown(place.account.uid, place.account.gid);
  const rotate = async () => {
    if ((await file.stat()).size <= largest) return;
    await copyFile(path, `${path}.old`);
    await file.truncate();
  };
  await rotate();
  let rotating = Promise.resolve();
  // A failed rotation, as on a full disk, only lets the file grow further. It must not end the
  // server.
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
