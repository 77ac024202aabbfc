import type { OfflineDatabase } from '#web/offline/database.ts';
import { filesOf, keepFile, removeFile } from '#web/offline/kept-files.ts';
import { isFull } from '#web/offline/durably.ts';
import type { Finding } from './findings.ts';
import type { Ground } from './ground.ts';

/** A photo as the person knows it. The bytes of each are its own, so that its digest names it. */
type Taken = {
  /**
   * `kept`: the device said so, and the server must get it. `maybe`: the device died meanwhile, and
   * the photo may be there or not. `refused`: the device was full, and said so.
   */
  state: 'kept' | 'maybe' | 'refused';
  /** Null until the device said that it was kept. */
  fileId: string | null;
  text: string;
};

/** The photos of one interview, as its person knows them. */
export class TakenFiles {
  readonly #taken: Taken[] = [];

  get ids(): string[] {
    return this.#taken.flatMap(({ fileId }) => fileId ?? []);
  }

  async take(
    db: OfflineDatabase,
    { interviewId, questionId }: { interviewId: string; questionId: number },
    takenAt: number,
  ): Promise<void> {
    const text = `photo ${this.#taken.length + 1} of ${interviewId}`;
    const taken: Taken = { state: 'maybe', fileId: null, text };
    this.#taken.push(taken);
    const file = await keepFile(db, {
      ...{ interviewId, questionId, kind: 'photo', name: 'photo.jpg', mediaType: 'image/jpeg' },
      ...{ width: 4, height: 3, caption: text, takenAt },
      ...{ bytes: aPhoto(text), thumbnail: aPhoto('small') },
    }).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
    if (file) taken.fileId = file.clientId;
    taken.state = file ? 'kept' : 'refused';
  }

  /** Takes the first photo away that the device shows. */
  async remove(db: OfflineDatabase, interviewId: string): Promise<void> {
    const [shown] = await filesOf(db, interviewId);
    const taken = this.#taken.find(({ fileId }) => fileId === shown?.clientId);
    if (!shown) return;
    if (taken) taken.state = 'maybe';
    await removeFile(db, shown.clientId);
  }

  /** Notes that nobody can expect the photos any more: they were given up, or the store was emptied. */
  giveUp(): void {
    for (const taken of this.#taken) if (taken.state === 'kept') taken.state = 'maybe';
  }

  /** Returns what is wrong once the faults are over and everything was sent. */
  async check(ground: Ground, interviewId: string): Promise<Finding[]> {
    const rows = await ground.filesOf(interviewId);
    return this.#taken.flatMap(({ state, text }): Finding[] => {
      const stored = rows.filter(({ caption }) => caption === text);
      if (stored.length > 1)
        return [{ kind: 'duplicated', what: `${text} is stored ${stored.length} times` }];
      const [row] = stored;
      if (!row) return state === 'kept' ? [{ kind: 'lost', what: `${text} is not stored` }] : [];
      if (state === 'refused')
        return [{ kind: 'untrue', what: `${text} was not kept, and is there` }];
      const isWhole = Buffer.from(aPhoto(text)).equals(row.bytes);
      return isWhole ? [] : [{ kind: 'partial', what: `${text} has other bytes` }];
    });
  }
}

/** Returns what begins and ends like a JPEG. The server decodes no more of it. */
function aPhoto(text: string): ArrayBuffer {
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode(text), 0xff, 0xd9])
    .buffer;
}
