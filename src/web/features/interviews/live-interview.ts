import type { ProgressEntry } from '#domain/interviews/progress.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { DraftWriter, type WriteState } from '#web/offline/drafts/draft-writer.ts';
import type { DraftChange } from '#web/offline/drafts/drafts.ts';
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
  /** The revision of our last write, or of the last reading that was joined. */
  #revision: number;

  constructor(draft: Draft, { save, onSaved }: Deps) {
    this.#revision = draft.revision;
    this.#state = { ...openInterview(draft), saved: 'saved' };
    this.#writer = new DraftWriter(draft, {
      save,
      tell: (saved, stored) => {
        this.#set({ ...this.#state, saved });
        if (!stored) return;
        this.#revision = stored.revision;
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
   * Joins the stored interview, but only while nothing of ours is being written, and only if it was not
   * read before our last write. Whatever differs then comes from other devices.
   */
  readonly join = (stored: Draft): void => {
    if (!this.#writer.isIdle || stored.revision < this.#revision) return;
    this.#revision = stored.revision;
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

/** Returns the difference between two states as a change to store, or null when there is none. */
export function changeBetween(before: InterviewState, after: InterviewState): DraftChange | null {
  const given = idsOfNews(before.answeredAt, after.answeredAt);
  const remarked = idsOfNews(before.remarkedAt, after.remarkedAt);
  const change: DraftChange = {
    ...(given.length > 0 && {
      progress: byId(given, (id) => trimmed(after.progress[id] ?? null)),
      answeredAt: byId(given, (id) => after.answeredAt[id] ?? 0),
    }),
    ...(remarked.length > 0 && {
      remarks: byId(remarked, (id) => (after.remarks[id] ?? '').trim()),
      remarkedAt: byId(remarked, (id) => after.remarkedAt[id] ?? 0),
    }),
    ...(before.index !== after.index && { index: after.index }),
    ...(before.notes !== after.notes && { notes: after.notes }),
    ...(before.awaiting !== after.awaiting && { awaiting: after.awaiting?.questionId ?? null }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Returns the whole interview as a change, to be joined with what is stored. */
export function wholeChange(state: InterviewState): DraftChange {
  const { progress, answeredAt, remarks, remarkedAt, index, notes } = state;
  return {
    progress: byId(Object.keys(progress), (id) => trimmed(progress[id] ?? null)),
    remarks: byId(Object.keys(remarks), (id) => (remarks[id] ?? '').trim()),
    ...{ answeredAt, remarkedAt, index, notes },
  };
}

type Times = Readonly<Record<string, number>>;

function idsOfNews(before: Times, after: Times): string[] {
  return Object.keys(after).filter((id) => after[id] !== before[id]);
}

/** Returns a record with a value for each id. */
function byId<T>(ids: readonly string[], valueOf: (id: string) => T): Record<string, T> {
  return Object.fromEntries(ids.map((id) => [id, valueOf(id)]));
}

/** Removes white space around the text, as the server does when it stores an answer. */
function trimmed(entry: ProgressEntry): ProgressEntry {
  if (entry?.textValue == null) return entry;
  const textValue = entry.textValue.trim();
  return textValue === '' ? null : { ...entry, textValue };
}
