import type { Action } from '#domain/actions/action.ts';
import { documentTypes, largestDocument } from '#domain/documents/document.ts';
import { documentTypesHint, safeFileName } from '#domain/documents/file-name.ts';
import { evidenceReceiptSchema } from '#domain/evidence/evidence.ts';
import { photoSide, thumbnailSide } from '#domain/evidence/photo-sides.ts';
import { call } from '#web/lib/api.ts';
import { acceptOf, refusalOf } from '#web/lib/chosen-file.ts';
import { preparePicture, UnreadablePicture } from '#web/lib/pictures/prepare-picture.ts';
import { sha256OfFile } from '#web/lib/sha256.ts';
import { evidenceForm, sendingPath } from '#web/offline/files/evidence-form.ts';

const taken = { formats: documentTypes, largest: largestDocument, otherKind: documentTypesHint };

/** The `accept` attribute of the file chooser: pictures, and the documents that evaluations accept. */
export const acceptedFiles = `image/*,${acceptOf(taken)}`;

/** Thrown for a file that cannot be sent. Its message is for people. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

/**
 * Sends one file to the server, as evidence of an action. Returns its id, which `idOf` gives for the digest of the
 * content.
 */
export async function sendFile(
  { clientId: interviewId, questionId }: Pick<Action, 'clientId' | 'questionId'>,
  file: File,
  idOf: (digest: string) => string,
): Promise<string> {
  const { bytes, thumbnail, ...about } = file.type.startsWith('image/')
    ? await pictureOf(file)
    : await documentOf(file);
  const digest = await sha256OfFile(bytes);
  const fileId = idOf(digest);
  const described = { ...about, clientId: fileId, interviewId, questionId };
  await call({
    method: 'PUT',
    path: sendingPath({ ...described, caption: '', takenAt: Date.now() }),
    body: evidenceForm(described, { bytes, thumbnail }),
    digest,
    schema: evidenceReceiptSchema,
  });
  return fileId;
}

async function pictureOf(file: File) {
  const picture = await preparePicture(file, {
    picture: photoSide,
    thumbnail: thumbnailSide,
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadablePicture)) throw error;
    throw new UnusableFile('This browser cannot read this picture. Save it as JPEG.');
  });
  const name = `${safeFileName(file.name).replace(/\.[^.]*$/, '')}.jpg`;
  return { ...picture, name, mediaType: 'image/jpeg', kind: 'photo' as const };
}

async function documentOf(file: File) {
  const refusal = refusalOf(file, taken);
  if (refusal !== undefined) throw new UnusableFile(`${file.name}: ${refusal}.`);
  return {
    name: safeFileName(file.name),
    mediaType: file.type === '' ? 'application/octet-stream' : file.type,
    bytes: await file.arrayBuffer(),
    ...{ thumbnail: null, width: null, height: null, kind: 'document' as const },
  };
}
