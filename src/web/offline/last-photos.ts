import { z } from 'zod';

import type { Previous } from '#domain/rounds/reassessment.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { keepBesides, keptReading } from './cache.ts';

/**
 * The small pictures of the last answers, which a device keeps beside the answers themselves, so that they
 * can be looked at without a connection (rule 121). They are one reading, named after their round, and go
 * with it: at sign-out, with the hotel, and when nobody has looked at them for a month.
 */

/** What a device keeps of one round at most. */
export const mostPhotos = 100;
export const mostBytes = 3 * 1024 * 1024;

const keptSchema = z.object({
  // The name by which the reading is forgotten when its hotel is taken away.
  hotelId: z.int(),
  photos: z.array(z.object({ fileId: z.string(), bytes: z.custom<ArrayBuffer>(isBytes) })),
});

/** By its name, because a store may return buffers of another realm than the page's. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

const nameOf = (roundId: number) => `/api/rounds/${roundId}/previous photos`;

/** Returns the small pictures that this device keeps of a round's last answers, by file id. */
export async function keptPhotos(roundId: number): Promise<ReadonlyMap<string, ArrayBuffer>> {
  const kept = await keptReading(nameOf(roundId), keptSchema);
  return new Map(kept?.value.photos.map(({ fileId, bytes }) => [fileId, bytes]));
}

/**
 * Reads the small pictures that this device lacks, and keeps as many as it may. A picture that cannot be
 * read is left out, and is tried again when the hotel is opened the next time.
 */
export async function keepPhotos({ roundId, hotelId, answers }: Previous): Promise<void> {
  const wanted = wantedPhotos(answers).slice(0, mostPhotos);
  const before = await keptPhotos(roundId);
  if (wanted.length === before.size && wanted.every((fileId) => before.has(fileId))) return;
  const photos: { fileId: string; bytes: ArrayBuffer }[] = [];
  let room = mostBytes;
  for (const fileId of wanted) {
    const bytes = before.get(fileId) ?? (await readThumbnail(fileId));
    if (!bytes) continue;
    room -= bytes.byteLength;
    if (room < 0) break;
    photos.push({ fileId, bytes });
  }
  await keepBesides(nameOf(roundId), { hotelId, photos });
}

/** Returns the photos in the order in which they are kept: the first of each question, then the second. */
export function wantedPhotos(answers: Previous['answers']): string[] {
  const placed = answers.flatMap(({ said }) =>
    said
      .flatMap(({ files }) => files)
      .filter(({ kind, hasThumbnail }) => kind === 'photo' && hasThumbnail)
      .map(({ fileId }, place) => ({ fileId, place })),
  );
  return placed.toSorted((one, other) => one.place - other.place).map(({ fileId }) => fileId);
}

async function readThumbnail(fileId: string): Promise<ArrayBuffer | undefined> {
  try {
    const answer = await fetch(evidencePath(fileId, 'thumbnail'));
    const isPicture = answer.headers.get('content-type')?.startsWith('image/');
    return answer.ok && isPicture ? await answer.arrayBuffer() : undefined;
  } catch {
    return undefined;
  }
}
