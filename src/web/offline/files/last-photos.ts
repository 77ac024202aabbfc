import { z } from 'zod';

import type { Previous } from '#domain/rounds/reassessment.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { keepBesides, keptReading } from '#web/offline/readings/cache.ts';

/**
 * Stores the thumbnails of the previous answers' photos, so that people can look at them without a connection
 * (rule 121). The thumbnails of a round are one reading. Like any reading, they are deleted at sign-out, when
 * the hotel is taken from the person, and when nobody has looked at them for a month.
 */

/** The most that a device keeps of one round: photos, and bytes. */
export const mostPhotos = 100;
export const mostBytes = 3 * 1024 * 1024;

const keptSchema = z.object({
  // `forget-readings.ts` needs this to delete the reading when its hotel is taken from the person.
  hotelId: z.int(),
  photos: z.array(z.object({ fileId: z.string(), bytes: z.custom<ArrayBuffer>(isBytes) })),
});

/** True for an ArrayBuffer. It compares the name, because `instanceof` fails for a buffer of another realm. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

const nameOf = (roundId: number) => `/api/rounds/${roundId}/previous photos`;

/** Returns the thumbnails that this device has of a round's previous answers, by file id. */
export async function keptPhotos(roundId: number): Promise<ReadonlyMap<string, ArrayBuffer>> {
  const kept = await keptReading(nameOf(roundId), keptSchema);
  return new Map(kept?.value.photos.map(({ fileId, bytes }) => [fileId, bytes]));
}

/**
 * Reads the thumbnails that this device lacks and stores as many as the limits allow. A thumbnail that cannot
 * be read is left out, and is tried again the next time somebody opens the hotel.
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

/**
 * Returns the file ids in the order in which photos are kept: first the first photo of each question, then the
 * second.
 */
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
