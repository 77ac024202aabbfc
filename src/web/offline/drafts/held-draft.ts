import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';
import { DraftGone, rewriteDraft, saveDraft, type DraftChange } from './drafts.ts';

/**
 * An interview that an open page holds. Its changes are written like any other. If the browser
 * empties the store under the page, this writes the whole draft again: the page still has every
 * answer, the edition and the client id.
 */
export class HeldDraft {
  readonly #db: OfflineDatabase;
  #last: Draft;
  /** The name of the store in which the interview was last stored; null before the store had a name. */
  #store: string | null;

  constructor(db: OfflineDatabase, draft: Draft) {
    this.#db = db;
    this.#last = draft;
    this.#store = db.storeName;
  }

  /**
   * Writes a change. Throws {@link DraftGone} if the interview was ended in this store, for example
   * in another tab.
   */
  async save(change: DraftChange, whole: () => DraftChange, now: number): Promise<Draft> {
    try {
      this.#last = await saveDraft(this.#db, this.#last.clientId, change, now);
    } catch (error) {
      if (!(error instanceof DraftGone) || !(await this.#isStoreAnother())) throw error;
      this.#last = await rewriteDraft(this.#db, this.#last, whole(), now);
    }
    this.#store = this.#db.storeName;
    return this.#last;
  }

  /**
   * True when this is the name of another store than the one in which the interview was last
   * stored.
   */
  isElsewhere(store: string): boolean {
    return this.#store !== null && this.#store !== store;
  }

  async #isStoreAnother(): Promise<boolean> {
    return this.isElsewhere((await checkStore(this.#db)).name);
  }
}
