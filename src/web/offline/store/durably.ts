import { dropStoredBytes, freeRoomForNow } from '#web/offline/files/stored-file-bytes.ts';
import type { OfflineDatabase } from './database.ts';
import { openInTime } from './store-watch.ts';

/** The least bytes reserved for answers that are given when the device is full. */
const ballastBytes = 512 * 1024;

/**
 * Bytes. Chromium notices late that the quota is exceeded: up to 4.3 MB beyond it were seen. Less room
 * than that would not help a small write.
 */
const overrun = 6 * 1024 * 1024;

/**
 * Runs a write that must succeed if the device allows it at all. If the browser has closed the database, as it
 * does for a page in the background, this opens it again and retries. If the quota is exceeded, this makes room
 * and retries: it deletes the bytes of files that the server has, and the ballast. One write may need both,
 * because after the quota was exceeded Firefox fails the next write as if the database were closed. If the last
 * try fails too, this throws, and the caller must not show "saved".
 *
 * A refusal does not prove that there is no room. Chromium seems to check the room of writes that begin at the
 * same moment together. When it refuses a photo of a megabyte, it also refuses the small write that began right
 * after it, even in another database, although that one would fit. The same can happen to the next try while
 * photos are being added. So an answer gets four tries, and this frees the ballast only before the third
 * (docs/decisions/0064).
 *
 * @param how `fileOf` is set for a file and for a receipt: the file's size in bytes, 0 for a receipt. Such a
 *   write leaves the ballast alone. It deletes only as many bytes of stored files as it needs, and puts them
 *   back if it fails all the same.
 */
export async function durably<T>(
  db: OfflineDatabase,
  write: () => Promise<T>,
  { fileOf }: { fileOf?: number } = {},
): Promise<T> {
  const [roomFrom, last] = fileOf === undefined ? [3, 4] : [2, 2];
  let giveBack = () => Promise.resolve();
  for (let attempt = 1; ; attempt += 1)
    try {
      if (attempt >= roomFrom)
        giveBack = await whileOpen(db, () =>
          fileOf === undefined
            ? makeRoom(db)
            : freeRoomForNow(db, overrun + fileOf + reservedFor(fileOf)),
        );
      return await whileOpen(db, write);
    } catch (error) {
      if (isFull(error) && attempt < last) continue;
      // Files that no longer fit are not put back. The server has them.
      await giveBack().catch(() => undefined);
      throw error;
    }
}

/** Runs a write. If the browser had closed the database, opens it and runs the write once more. */
async function whileOpen<T>(db: OfflineDatabase, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!wasClosed(error)) throw error;
    await reopen(db);
    return write();
  }
}

async function makeRoom(db: OfflineDatabase): Promise<() => Promise<void>> {
  await db.ballast.clear();
  await dropStoredBytes(db);
  return () => Promise.resolve();
}

/** Stores the ballast, unless it is already there or the device has no room for it. */
export async function keepBallast(db: OfflineDatabase): Promise<void> {
  await growBallast(db, ballastBytes).catch((error: unknown) => {
    if (!isFull(error)) throw error;
  });
}

/** The largest size that a photo usually has after the app has made it smaller. */
const photoBytes = 2 * 1024 * 1024;

/**
 * Reserves more room than a file can take beyond the quota. Throws when there is not enough room for that.
 * Chromium lets a large write pass that exceeds the quota by less than its size. It also counts late what was
 * just stored, so that up to three further photos pass. Then it refuses every write, until there is room below
 * the quota again. So the ballast, which an answer can free, must be larger than the file and those photos
 * together.
 *
 * @param size the file's size in bytes
 */
export function reserveFor(db: OfflineDatabase, size: number): Promise<void> {
  return growBallast(db, reservedFor(size));
}

function reservedFor(size: number): number {
  return ballastBytes + size + 4 * Math.min(size, photoBytes);
}

async function growBallast(db: OfflineDatabase, size: number): Promise<void> {
  const kept = await db.ballast.get('ballast');
  if (kept && kept.bytes.byteLength >= size) return;
  const bytes = new Uint8Array(size);
  // Random bytes, because browsers compress what they store. One call fills 64 KB at most.
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  await db.ballast.put({ id: 'ballast', bytes });
}

async function reopen(db: OfflineDatabase): Promise<void> {
  db.close();
  await openInTime(db, () => db.isWanted);
}

function wasClosed(error: unknown): boolean {
  return namesOf(error).some((name) =>
    ['UnknownError', 'DatabaseClosedError', 'InvalidStateError'].includes(name),
  );
}

export function isFull(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

/**
 * Returns the error's name and those of the errors it wraps. Dexie puts the browser's error in
 * `inner`.
 */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error || error instanceof DOMException)) return [];
  const inner = 'inner' in error ? namesOf(error.inner) : [];
  return [error.name, ...inner];
}
