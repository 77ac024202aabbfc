import type { FileBytes, StoredFile } from '#web/offline/store/records.ts';

/**
 * Builds the request that sends a file: PUT /api/evidence/{fileId}, with the query of `evidenceQuerySchema`.
 */

/** What the server must know about a file besides its bytes. */
export type DescribedFile = Pick<
  StoredFile,
  | 'name'
  | 'mediaType'
  | 'clientId'
  | 'interviewId'
  | 'questionId'
  | 'kind'
  | 'caption'
  | 'captionEdit'
  | 'takenAt'
  | 'width'
  | 'height'
>;

/**
 * Returns the path and query under which a file is sent.
 *
 * @param owner the user whose file it is, when an Admin sends it for them
 */
export function sendingPath(file: DescribedFile, owner?: number): string {
  const { clientId, interviewId, questionId, kind, takenAt, width, height } = file;
  const { caption, captionEdit } = file;
  const query = new URLSearchParams({
    interview: interviewId,
    question: String(questionId),
    kind,
    ...(caption && { caption }),
    ...(captionEdit && { captionEdit: String(captionEdit) }),
    takenAt: new Date(takenAt).toISOString(),
    ...(width !== null && { width: String(width) }),
    ...(height !== null && { height: String(height) }),
    ...(owner !== undefined && { owner: String(owner) }),
  });
  return `/api/evidence/${clientId}?${query.toString()}`;
}

/** Returns the request's form with the file, and its thumbnail if it has one. */
export function evidenceForm(
  { name, mediaType }: Pick<StoredFile, 'name' | 'mediaType'>,
  { bytes, thumbnail }: Pick<FileBytes, 'bytes' | 'thumbnail'>,
): FormData {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: mediaType }), name);
  if (thumbnail) form.set('thumbnail', new Blob([thumbnail]), 'thumbnail');
  return form;
}
