import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';

import type { EvidenceKind } from '#domain/evidence/evidence.ts';
import { safeFileName } from '#domain/documents/file-name.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import type { Deps } from '#server/deps.ts';
import { checkDocument } from '#server/files/check-document.ts';
import { mediaTypes } from '#server/files/media-types.ts';
import type { UploadCall, UploadedFile } from '#server/http/receive-upload.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import { isKnown } from './deletions.ts';

export type TakenEvidence = {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  storeName: string;
  thumbnailName: string | null;
};

type Call = UploadCall<{ fileId: string }, { kind: EvidenceKind }>;

/**
 * Checks a file by its content and puts it and its thumbnail into the store. It runs before the
 * transaction, so that no transaction waits for a slow store. Returns null for a file that the
 * server already knows: after a restore from backup, devices send again what it mostly has.
 *
 * No picture is decoded here. What begins like a JPEG or PNG is taken as one, whatever follows in
 * it: it is only ever sent as that type, and nothing in it is run (docs/decisions/0046).
 */
export async function takeEvidence(
  file: UploadedFile,
  { db, documents }: Pick<Deps, 'db' | 'documents'>,
  { request, params, query }: Call,
): Promise<TakenEvidence | null> {
  const declared = request.headers[digestHeader];
  if (declared !== undefined && declared !== request.bodyDigest)
    throw new ProblemError(
      'malformed-request',
      'The file was damaged on its way to the server. Sending it again stores it.',
    );
  if (await isKnown(db, params.fileId)) return null;
  const { name, ending, mediaType } =
    query.kind === 'document' ? await asDocument(file) : await asPicture(file, query.kind);
  const thumbnail = file.thumbnail && query.kind !== 'document' ? file.thumbnail : null;
  const kind = thumbnail && (await pictureType(thumbnail.path));
  const storeName = `${randomUUID()}.${ending}`;
  const thumbnailName = kind && `${randomUUID()}.${kind}`;
  await documents.put(storeName, file.path);
  if (thumbnail && thumbnailName) await documents.put(thumbnailName, thumbnail.path);
  return { name, mediaType, size: file.size, storeName, thumbnailName };
}

type Checked = { name: string; ending: string; mediaType: string };

async function asDocument(file: UploadedFile): Promise<Checked> {
  const { fileName, fileType } = await checkDocument(file);
  return { name: fileName, ending: fileType, mediaType: mediaTypes[fileType] };
}

async function asPicture(file: UploadedFile, kind: EvidenceKind): Promise<Checked> {
  if (file.size === 0) throw invalid('file', 'This file is empty');
  const ending = await pictureType(file.path);
  if (!ending)
    throw invalid('file', `A ${kind} is a JPEG or PNG picture, and this file is neither`);
  const stem = safeFileName(file.name || kind).replace(/\.[^.]*$/, '');
  return { name: `${stem}.${ending}`, ending, mediaType: pictureTypes[ending] };
}

const pictureTypes = { jpg: 'image/jpeg', png: 'image/png' } as const;
type PictureType = keyof typeof pictureTypes;

/** Every media type in which evidence is sent. */
export const evidenceTypes: readonly string[] = [
  ...Object.values(pictureTypes),
  ...Object.values(mediaTypes),
];

/** Returns whether a browser may show a file of this type. All others are only saved. */
export function isPicture(mediaType: string): boolean {
  return Object.values<string>(pictureTypes).includes(mediaType);
}

/** Returns the media type of a thumbnail by its name in the store. */
export function thumbnailType(name: string): string {
  return name.endsWith('.png') ? pictureTypes.png : pictureTypes.jpg;
}

const signatures: readonly [type: PictureType, bytes: string][] = [
  ['jpg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
];

async function pictureType(path: string): Promise<PictureType | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const begin = buffer.toString('hex', 0, bytesRead);
    return signatures.find(([, bytes]) => begin.startsWith(bytes))?.[0] ?? null;
  } finally {
    await file.close();
  }
}
