import type { Draft } from '#web/offline/records.ts';
import { DraftWriter, type WriteState } from '#web/offline/draft-writer.ts';
import type { DraftChange } from '#web/offline/drafts.ts';
import { changeBetween, wholeChange } from './interview-change.ts';
import type { InterviewAction, InterviewState } from './interview-state.ts';
import { openInterview, reduceInterview } from './reduce-interview.ts';

export type LiveState = InterviewState & { readonly saved: WriteState };

type Deps = {
  /** Stores a change. Resolves when it is on the disk. */
  save: (change: DraftChange) => Promise<Draft>;
  /** Called when a change was stored on the disk. */
  onSaved: () => void;
};

/**
 * An open interview. Actions take effect at once and are stored in the background, so the screen
 * never waits for the disk or the network.
 */
export class LiveInterview {
  #state: LiveState;
  readonly #writer: DraftWriter;
  readonly #listeners = new Set<() => void>();

  constructor(draft: Draft, { save, onSaved }: Deps) {
    this.#state = { ...openInterview(draft), saved: 'saved' };
    this.#writer = new DraftWriter(draft, {
      save,
      tell: (saved, stored) => {
        this.#set({ ...this.#state, saved });
        if (!stored) return;
        this.join(stored);
        onSaved();
      },
    });
  }

  readonly act = (action: InterviewAction): void => {
    const before = this.#state;
    const after = reduceInterview(before, action);
    if (after === before) return;
    this.#set({ ...after, saved: before.saved });
    const change = changeBetween(before, after);
    if (change) this.#writer.write(change);
  };

  /**
   * Joins the stored interview, but only while nothing of ours is being written. Whatever differs
   * then comes from other devices.
   */
  readonly join = (stored: Draft): void => {
    if (!this.#writer.isIdle) return;
    const after = reduceInterview(this.#state, { type: 'join', stored });
    if (after !== this.#state) this.#set({ ...after, saved: this.#state.saved });
  };

  /** The whole interview, saved or not, to complete it with. */
  get whole(): DraftChange {
    return this.#writer.withBase(wholeChange(this.#state));
  }

  /**
   * Stores the whole interview again after the store has lost it. Resolves like {@link written}.
   */
  rewrite(): Promise<WriteState> {
    this.#writer.write(wholeChange(this.#state));
    return this.written();
  }

  /** Resolves when all changes so far are on the disk, or could not be stored. */
  written(): Promise<WriteState> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#state.saved === 'saving') return;
        this.#listeners.delete(check);
        resolve(this.#state.saved);
      };
      this.#listeners.add(check);
      check();
    });
  }

  readonly state = (): LiveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(state: LiveState): void {
    this.#state = state;
    for (const tell of this.#listeners) tell();
  }
}
