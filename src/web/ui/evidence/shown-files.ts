import type { EvidenceKind, EvidenceOfInterview } from '#domain/evidence/evidence.ts';
import type { StoredFile } from '#web/offline/store/records.ts';

/**
 * Where a file is, from the view of a screen:
 *
 * - `server`: it can be loaded.
 * - `device`: this device took it and can show it, with or without a connection.
 * - `beyond`: the server has it, and there is no connection.
 * - `awaited`: it has not arrived at the server, and this device does not have it.
 * - `unknown`: the server's list is still being read.
 */
export type Place = 'server' | 'device' | 'beyond' | 'awaited' | 'unknown';

/** A file of an interview as screens show it. */
export type ShownFile = {
  fileId: string;
  questionId: number | null;
  kind: EvidenceKind;
  place: Place;
  /** The name to save the file under; empty when it is not known. */
  name: string;
  /** Bytes; null when not known. */
  size: number | null;
  /** What the file shows; for a signature, the printed name. */
  caption: string;
  /** True when the server has a thumbnail of it. */
  hasThumbnail: boolean;
  /** True when the server has the file. */
  isHeld: boolean;
  /** The user who took the file. Null when not known, or when their account is gone. */
  takenById: number | null;
};

/** A file as the response names it. */
type Named = Pick<ShownFile, 'fileId' | 'questionId' | 'kind'>;
type Given = {
  /** The server's list; undefined until it has been read, or if it cannot be read. */
  reading: EvidenceOfInterview | undefined;
  /** The files that the response names. */
  named: readonly Named[];
  /** The interview's files on this device. */
  own: readonly StoredFile[];
  isOnline: boolean;
};

/**
 * Returns an interview's files with the place of each. Until the server's list has been read, it returns the
 * files that the response names, so that each file has its space on the screen from the beginning.
 */
export function shownFiles({ reading, named, own, isOnline }: Given): ShownFile[] {
  const here = new Map(own.map((file) => [file.clientId, file]));
  const held = (reading?.held ?? []).map((file): ShownFile => {
    const elsewhere = here.has(file.fileId) ? 'device' : 'beyond';
    return { ...file, place: isOnline ? 'server' : elsewhere, isHeld: true };
  });
  const otherwise = reading ? 'awaited' : isOnline ? 'unknown' : 'beyond';
  const others = (reading?.missing ?? named).map((file): ShownFile => {
    const mine = here.get(file.fileId);
    return mine ? fromDevice(mine) : { ...file, ...unread, place: otherwise };
  });
  const listed = [...held, ...others];
  const ids = new Set(listed.map(({ fileId }) => fileId));
  // A file that the server had and no longer lists was deleted there.
  const unlisted = own.filter(
    ({ clientId, state }) => !ids.has(clientId) && !(reading && isOnline && state === 'stored'),
  );
  return [...listed, ...unlisted.map(fromDevice)];
}

const unread = {
  ...{ name: '', size: null, caption: '' },
  ...{ hasThumbnail: false, isHeld: false, takenById: null },
};

function fromDevice({ clientId, state, ...file }: StoredFile): ShownFile {
  const { questionId, kind, name, size, caption } = file;
  const about = { questionId, kind, name, size, caption };
  return {
    ...{ ...about, fileId: clientId, place: 'device', hasThumbnail: false, takenById: null },
    isHeld: state === 'stored',
  };
}

/** Returns the files of one question. */
export function filesAt(files: readonly ShownFile[], questionId: number): ShownFile[] {
  return files.filter((file) => file.questionId === questionId);
}

/** Returns the files that belong to no question that is shown. */
export function filesElsewhere(
  files: readonly ShownFile[],
  questions: readonly { readonly id: number }[],
): ShownFile[] {
  const ids = new Set(questions.map(({ id }) => id));
  return files.filter(({ questionId }) => questionId === null || !ids.has(questionId));
}
