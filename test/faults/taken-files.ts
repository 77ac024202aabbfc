import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { changeCaption, filesOf, keepFile, removeFile } from '#web/offline/files/kept-files.ts';
import { isFull } from '#web/offline/store/durably.ts';
import type { Finding } from './findings.ts';
import type { Ground } from './ground.ts';
import type { FileKind } from './schedule.ts';

/** A file as the person knows it. The bytes of each are its own, so that they name it. */
type Taken = {
  /**
   * `kept`: the device said so, and the server must get it. `removed`: the device said that it was
   * taken away, and the server must not have it in the end. `maybe`: the device died meanwhile, and
   * the file may be there or not. `refused`: the device was full, and said so.
   */
  state: 'kept' | 'removed' | 'maybe' | 'refused';
  /** Null until the device said that it was kept. */
  fileId: string | null;
  kind: FileKind;
  text: string;
  /** True when the device's store was emptied after it was taken. */
  isForgotten: boolean;
  /** True when the device may have given up its bytes, because the server had them. */
  mayBeLetGo: boolean;
  /** The captions that may be stored: the last acknowledged one, and one that was being written. */
  captions: Set<string>;
};

/** The files of one interview, as its person knows them. */
export class TakenFiles {
  readonly #taken: Taken[] = [];
  #captions = 0;

  get ids(): string[] {
    return this.#taken.flatMap(({ fileId }) => fileId ?? []);
  }

  async take(
    db: OfflineDatabase,
    { interviewId, questionId, kind }: { interviewId: string; questionId: number; kind: FileKind },
    takenAt: number,
    padding = 0,
  ): Promise<void> {
    const text = `${kind} ${this.#taken.length + 1} of ${interviewId}${' '.repeat(padding)}`;
    // The interview takes no more signatures.
    if (kind === 'signature' && this.#taken.filter((one) => one.kind === kind).length >= 2) return;
    const captions = new Set([text.trim()]);
    const taken: Taken = {
      ...{ state: 'maybe', fileId: null, kind, text, captions },
      ...{ isForgotten: false, mayBeLetGo: false },
    };
    this.#taken.push(taken);
    const file = await keepFile(db, {
      ...{ interviewId, questionId, kind, ...forms[kind] },
      ...{ width: 4, height: 3, caption: text.trim(), takenAt },
      ...{ bytes: bytesOf(taken), thumbnail: kind === 'document' ? null : aPicture('small') },
    }).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
    if (file) taken.fileId = file.clientId;
    taken.state = file ? 'kept' : 'refused';
  }

  /** Takes the first file away that the device shows. */
  async remove(db: OfflineDatabase, interviewId: string): Promise<void> {
    const [shown] = await filesOf(db, interviewId);
    if (!shown) return;
    const taken = this.#named(shown);
    if (taken) taken.state = 'maybe';
    await removeFile(db, shown.clientId);
    if (taken) taken.state = 'removed';
  }

  /** Writes another caption for the last file that the device shows. */
  async caption(db: OfflineDatabase, interviewId: string): Promise<void> {
    const shown = (await filesOf(db, interviewId)).at(-1);
    if (!shown) return;
    const caption = `caption ${(this.#captions += 1)} of ${interviewId}`;
    const taken = this.#named(shown);
    taken?.captions.add(caption);
    await changeCaption(db, shown.clientId, caption);
    if (taken) taken.captions = new Set([caption]);
  }

  /** Returns undefined for a file that was kept while the device died: nobody knows its id. */
  #named({ clientId }: { clientId: string }): Taken | undefined {
    return this.#taken.find(({ fileId }) => fileId === clientId);
  }

  /** Notes that the device knows nothing of the files any more: its store was emptied. */
  wipe(): void {
    this.giveUp();
    for (const taken of this.#taken) taken.isForgotten = true;
  }

  /**
   * Notes that the device is looking for room, in the place of files that the server has. Returns a
   * function to call when it has given that room back.
   */
  lend(): () => void {
    const lent = this.#taken.filter(({ mayBeLetGo }) => !mayBeLetGo);
    for (const taken of lent) taken.mayBeLetGo = true;
    return () => {
      for (const taken of lent) taken.mayBeLetGo = false;
    };
  }

  /** Notes that the interview is being given up: its files may be there or not. */
  giveUp(): void {
    for (const taken of this.#taken) if (taken.state !== 'refused') taken.state = 'maybe';
  }

  /**
   * Notes that the files must be gone in the end. With their interview those go that the device knows,
   * and with their response all.
   */
  removeAll(how: 'with interview' | 'with response'): void {
    for (const taken of this.#taken)
      if (taken.state !== 'refused' && (how === 'with response' || !taken.isForgotten))
        taken.state = 'removed';
  }

  /**
   * Returns what is wrong once the faults are over and everything was sent.
   *
   * @param wasRestored true when the server was restored from a backup. It then lacks files that the
   *   device had given up for room.
   */
  async check(ground: Ground, interviewId: string, wasRestored: boolean): Promise<Finding[]> {
    const rows = await ground.filesOf(interviewId);
    return this.#taken.flatMap((taken): Finding[] => {
      const { state, kind, text, captions } = taken;
      const isOwed = state === 'kept' && !(taken.mayBeLetGo && wasRestored);
      const stored = rows.filter(({ bytes }) => bytes.includes(text));
      if (stored.length > 1)
        return [{ kind: 'duplicated', what: `${text} is stored ${stored.length} times` }];
      const [row] = stored;
      if (!row) return isOwed ? [{ kind: 'lost', what: `${text} is not stored` }] : [];
      if (state === 'refused')
        return [{ kind: 'untrue', what: `${text} was not kept, and is there` }];
      if (state === 'removed')
        return [{ kind: 'duplicated', what: `${text} was removed, and is stored all the same` }];
      if (!Buffer.from(bytesOf(taken)).equals(row.bytes) || row.kind !== kind)
        return [{ kind: 'partial', what: `${text} has other bytes, or is a ${row.kind}` }];
      if (state === 'kept' && !captions.has(row.caption))
        return [{ kind: 'lost', what: `${text} says "${row.caption}", not its last caption` }];
      return [];
    });
  }
}

const forms = {
  photo: { name: 'photo.jpg', mediaType: 'image/jpeg' },
  document: { name: 'plan.txt', mediaType: 'text/plain' },
  signature: { name: 'signature.png', mediaType: 'image/png' },
} satisfies Record<FileKind, object>;

function bytesOf({ kind, text }: Pick<Taken, 'kind' | 'text'>): ArrayBuffer {
  if (kind === 'document') return new TextEncoder().encode(text).buffer;
  return aPicture(text, kind === 'photo' ? jpegBegin : pngBegin);
}

const jpegBegin = [0xff, 0xd8, 0xff, 0xe0];
const pngBegin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns what begins like a picture. The server decodes no more of it. */
function aPicture(text: string, begin = jpegBegin): ArrayBuffer {
  return new Uint8Array([...begin, ...new TextEncoder().encode(text)]).buffer;
}
