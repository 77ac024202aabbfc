import type { Draft } from '#web/offline/store/records.ts';
import { isFull } from '#web/offline/store/durably.ts';
import { DraftGone, type DraftChange } from './drafts.ts';

export type WriteState =
  /** Everything is on the disk. */
  | 'saved'
  | 'saving'
  /** The device did not store the write. The writer retries it. */
  | 'failed'
  /** The same, because the device has no room. */
  | 'full'
  /** The draft is no longer on this device. */
  | 'gone';

/** True when the last changes are on the page alone, and the writer retries. */
export const isFailing = (state: WriteState): state is 'failed' | 'full' =>
  state === 'failed' || state === 'full';

type Deps = {
  save: (change: DraftChange) => Promise<Draft>;
  tell: (state: WriteState, stored: Draft | null) => void;
  /** Calls `act` after a while. Tests replace it. */
  later?: (act: () => void) => void;
};

/**
 * Writes an interview's changes one after the other. One write is under way at a time, and changes
 * that arrive meanwhile are merged into the next one. No caller waits for a write. The state
 * becomes `saved` only when nothing is left to write.
 */
export class DraftWriter {
  readonly #deps: Deps;
  #pending: DraftChange | null = null;
  #isWriting = false;
  /** The notes that this writer stored last. */
  #notes: string;

  constructor(draft: Draft, deps: Deps) {
    this.#deps = deps;
    this.#notes = draft.notes;
  }

  write(change: DraftChange): void {
    this.#pending = joinChanges(this.#pending ?? {}, change);
    this.#deps.tell('saving', null);
    void this.#drain();
  }

  /** True when nothing is left to write: the disk has everything that was given. */
  get isIdle(): boolean {
    return this.#pending === null && !this.#isWriting;
  }

  /**
   * Returns the change together with the stored notes it was based on, so that notes which arrived from another
   * device meanwhile can be merged with it.
   */
  withBase(change: DraftChange): DraftChange {
    return change.notes === undefined ? change : { ...change, notesBase: this.#notes };
  }

  async #drain(): Promise<void> {
    if (this.#isWriting || !this.#pending) return;
    this.#isWriting = true;
    const change = this.#pending;
    this.#pending = null;
    try {
      const stored = await this.#deps.save(this.withBase(change));
      this.#notes = stored.notes;
      this.#isWriting = false;
      if (this.#pending) return await this.#drain();
      this.#deps.tell('saved', stored);
    } catch (error) {
      this.#isWriting = false;
      if (error instanceof DraftGone) return this.#deps.tell('gone', null);
      this.#pending = joinChanges(change, this.#pending ?? {});
      this.#deps.tell(isFull(error) ? 'full' : 'failed', null);
      (this.#deps.later ?? afterAWhile)(() => void this.#drain());
    }
  }
}

function joinChanges(earlier: DraftChange, later: DraftChange): DraftChange {
  return {
    ...earlier,
    ...later,
    progress: { ...earlier.progress, ...later.progress },
    answeredAt: { ...earlier.answeredAt, ...later.answeredAt },
    remarks: { ...earlier.remarks, ...later.remarks },
    remarkedAt: { ...earlier.remarkedAt, ...later.remarkedAt },
  };
}

function afterAWhile(act: () => void): void {
  setTimeout(act, 2_000);
}
