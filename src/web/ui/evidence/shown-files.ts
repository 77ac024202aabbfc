import type { EvidenceKind, EvidenceOfInterview } from '#domain/evidence/evidence.ts';
import type { StoredFile } from '#web/offline/records.ts';

/**
 * Where a screen finds a file:
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
  /** The name to save it under; empty where it is not known. */
  name: string;
  /** Bytes; null where it is not known. */
  size: number | null;
  /** What it shows; the printed name with a signature. */
  caption: string;
  /** True when the server has a thumbnail of it. */
  hasThumbnail: boolean;
  /** True when the server holds it. */
  isHeld: boolean;
  /** Null where it is not known, or where they have left. */
  takenById: number | null;
};

/** What a response says about its files. */
type Named = Pick<ShownFile, 'fileId' | 'questionId' | 'kind'>;
type Given = {
  /** The server's list; undefined while it is not read, or cannot be. */
  reading: EvidenceOfInterview | undefined;
  /** The files that the response names. */
  named: readonly Named[];
  /** The interview's files on this device. */
  own: readonly StoredFile[];
  isOnline: boolean;
};

/**
 * Returns an interview's files with where each is found. Without the server's list, the response
 * says what there should be, so that each file has its space on the screen from the beginning.
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
  // What the server had and no longer lists was deleted there.
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

/** The files at one question. */
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
