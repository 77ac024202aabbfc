import { documentTypes, largestDocument } from '#domain/documents/document.ts';
import { documentTypesHint, safeFileName } from '#domain/documents/file-name.ts';
import { photoSide, thumbnailSide } from '#domain/evidence/photo-sides.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import { refusalOf } from '#web/lib/chosen-file.ts';
import { preparePicture, UnreadablePicture } from '#web/lib/pictures/prepare-picture.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { isFull } from '#web/offline/store/durably.ts';
import { filesOf, keepFile } from '#web/offline/files/kept-files.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { sendFilesSoon } from '#web/offline/sync/sync-status.ts';

import { roomFor, tooManyWords, type EvidencePlace } from './room-for.ts';

/** The kinds of files that a person chooses. A signature is drawn instead, in `sign-dialog.tsx`. */
export type ChosenKind = 'photo' | 'document';

/** A photo that can be shown already, but is not on the disk yet. */
export type Preview = { clientId: string; thumbnail: ArrayBuffer };

type Watch = {
  /** Called for each file: with its client id once it is on the disk, with null if it could not be added. */
  onEach: (clientId: string | null) => void;
  onPreview: (preview: Preview) => void;
};

/**
 * The answer to which files are added, and the store that was open when they were chosen. Preparing takes a while, and
 * somebody else may have signed in meanwhile.
 */
type Target = { store: OfflineDatabase; place: EvidencePlace };

/** The same for one file, with its client id. */
type OneTarget = Target & { clientId: string };

let turn: Promise<unknown> = Promise.resolve();

/**
 * Adds chosen files to an answer, one after the other, as many as there is room for. Each one is on
 * the device's disk before the next is prepared. Returns what the person must know: which files were
 * not added, and why.
 */
export function addFiles(
  place: EvidencePlace,
  kind: ChosenKind,
  chosen: readonly File[],
  watch: Watch,
): Promise<string[]> {
  // Files that are chosen while others are being added wait for those, so that the room left is counted
  // correctly.
  const target = { store: currentStore(), place };
  const added = turn.then(() => addInTurn(target, kind, chosen, watch));
  turn = added.catch(() => undefined);
  return added;
}

async function addInTurn(
  target: Target,
  kind: ChosenKind,
  chosen: readonly File[],
  watch: Watch,
): Promise<string[]> {
  const { store, place } = target;
  const room = roomFor(kind, await filesOf(store, place.interviewId), place);
  const words: string[] = [];
  let added = 0;
  for (const file of chosen) {
    if (added === room.left) {
      words.push(tooManyWords(kind, { chosen: chosen.length, added, limit: room.limit }));
      break;
    }
    const clientId = newRequestKey();
    const refusal = await addOne({ ...target, clientId }, kind, file, watch);
    watch.onEach(refusal === null ? clientId : null);
    if (refusal === noRoom(kind)) {
      words.push(refusal);
      break;
    }
    if (refusal === null) added += 1;
    else words.push(chosen.length > 1 ? `${file.name}: ${refusal}` : refusal);
  }
  if (added > 0) sendFilesSoon();
  return words;
}

/** Adds one file. Returns why it could not be added; null when it is on the disk. */
async function addOne(
  target: OneTarget,
  kind: ChosenKind,
  file: File,
  { onPreview }: Watch,
): Promise<string | null> {
  try {
    if (kind === 'photo') await addPhoto(target, file, onPreview);
    else {
      const refusal = refusalOf(file, takenDocuments);
      if (refusal !== undefined) return `${refusal}.`;
      await addDocument(target, file);
    }
    return null;
  } catch (error) {
    return whyNotKept(error, kind);
  }
}

const takenDocuments = {
  formats: documentTypes,
  largest: largestDocument,
  otherKind: documentTypesHint,
};

async function addPhoto(
  { store, place, clientId }: OneTarget,
  file: File,
  onPreview: Watch['onPreview'],
): Promise<void> {
  const takenAt = Date.now();
  const sides = { picture: photoSide, thumbnail: thumbnailSide };
  const onThumbnail = (thumbnail: ArrayBuffer) => onPreview({ clientId, thumbnail });
  const picture = await preparePicture(file, sides, onThumbnail);
  const name = `${safeFileName(file.name).replace(/\.[^.]*$/, '')}.jpg`;
  const about = { clientId, name, mediaType: 'image/jpeg', caption: '', takenAt };
  await keepFile(store, { ...place, ...about, ...picture, kind: 'photo' });
}

async function addDocument({ store, place, clientId }: OneTarget, file: File): Promise<void> {
  await keepFile(store, {
    ...place,
    clientId,
    kind: 'document',
    name: safeFileName(file.name),
    mediaType: file.type === '' ? 'application/octet-stream' : file.type,
    bytes: await file.arrayBuffer(),
    ...{ thumbnail: null, width: null, height: null, caption: '', takenAt: Date.now() },
  });
}

/** Returns why a file could not be stored, and what helps. */
export function whyNotKept(error: unknown, kind: ChosenKind | 'signature'): string {
  if (error instanceof UnreadablePicture)
    return 'This browser cannot read this picture. Take it with the camera, or save it as JPEG.';
  if (isFull(error)) return noRoom(kind);
  // When the disk is full, WebKit does not report that as the reason.
  return `This device could not store the ${kind}. Your answers are safe. Please add it again. If that fails too, delete something else on the device first.`;
}

function noRoom(kind: ChosenKind | 'signature'): string {
  return `There is no room on this device for the ${kind}. Your answers are safe. Delete something else on the device, then add it again.`;
}
