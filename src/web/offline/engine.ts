import { liveQuery, type Subscription } from 'dexie';

import { backOff } from './back-off.ts';
import { connection } from './connection.ts';
import { copyDraft, needsCopy, untold } from './copies.ts';
import type { OfflineDatabase } from './database.ts';
import { readCounts } from './counts.ts';
import { countIn } from './outbox/kinds.ts';
import { paced } from './paced.ts';
import { syncAlone, type SyncEffects, type SyncRun } from './sync.ts';

/** What the header, the banner and the indicator show (rule 57). */
export type SyncStatus = {
  readonly isOnline: boolean;
  readonly isSyncing: boolean;
  /** While many are sent: how many of how many are handled. 0 of 0 at rest. */
  readonly handled: number;
  readonly toHandle: number;
  /** What is on this device and the server has not confirmed, of every kind. */
  readonly pendingCount: number;
  /** The same in words: "2 responses and 1 hotel change". */
  readonly pendingWords: string;
  /** How many of these the server refused: someone must look at them. */
  readonly attentionCount: number;
  /** The server holds something else: the person decides which of the two counts. */
  readonly toDecideCount: number;
  /** Pending responses that only the server still holds, as of the last sync; null when unknown. */
  readonly pendingOnServer: number | null;
  /** Why something of the last sync failed, as a sentence for people; null when nothing did. */
  readonly problem: string | null;
  /** Milliseconds since 1970; 0 before the first sync. */
  readonly lastSync: number;
  /** The server asked for a sign-in before it takes more. */
  readonly needsSignIn: boolean;
  /** The device's store was emptied, and nobody has read so yet. */
  readonly wasEmptied: boolean;
};

/**
 * Keeps one user's store in step with the server: knows when to sync, sees that one tab does it,
 * and tells how it stands. What a sync does is `sync.ts`'s.
 */
export class SyncEngine {
  readonly #db: OfflineDatabase;
  readonly #effects: SyncEffects;
  readonly #tell: (status: Partial<SyncStatus>) => void;
  #running: Promise<SyncRun | null> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #copyTimer: ReturnType<typeof setTimeout> | undefined;
  #fruitless = 0;
  #stops: (() => void)[] = [];

  constructor(
    db: OfflineDatabase,
    effects: SyncEffects,
    tell: (status: Partial<SyncStatus>) => void,
  ) {
    this.#db = db;
    this.#effects = effects;
    // A run that outlives its engine must not tell of one user's store to the next.
    this.#tell = (change) => this.#stops.length > 0 && tell(change);
  }

  start(): void {
    const wake = () => {
      // Nobody knows what the server holds while it cannot be asked.
      this.#tell({ isOnline: connection.isOnline, pendingOnServer: null });
      if (!connection.isOnline) return;
      // After a run that is under way: what it learned was told before, or it met no connection.
      void (this.#running ?? Promise.resolve()).then(() => {
        if (this.#stops.length > 0) void this.sync();
      });
    };
    const seen = () => {
      if (document.visibilityState === 'visible') void this.sync();
    };
    document.addEventListener('visibilitychange', seen);
    this.#stops = [
      connection.subscribe(wake),
      connection.watch(),
      () => document.removeEventListener('visibilitychange', seen),
      () => clearTimeout(this.#timer),
      () => clearTimeout(this.#copyTimer),
    ];
    const counts = this.#watchCounts();
    this.#stops.push(() => counts.unsubscribe());
    wake();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  /**
   * Runs a sync, unless one is under way in this tab or another. With `force` it waits for that
   * one and then runs for every record, whatever its back-off.
   */
  async sync({ force = false } = {}): Promise<SyncRun | null> {
    if (this.#running && !force) return this.#running;
    const before = this.#running;
    this.#running = (before ?? Promise.resolve()).then(() => this.#run(force));
    const running = this.#running;
    const run = await running;
    if (this.#running === running) this.#running = null;
    return run;
  }

  async #run(force: boolean): Promise<SyncRun | null> {
    this.#tell({ isSyncing: true });
    const progress = paced(tellEvery, (told: Partial<SyncStatus>) => {
      if (isUnderWay) this.#tell(told);
    });
    let isUnderWay = true;
    const tell = (handled: number, toHandle: number) => progress({ handled, toHandle });
    const run = await syncAlone(this.#db, this.#effects, { force, tell }).catch(() => null);
    if (run) {
      const { stopped, pendingOnServer, problem } = run;
      this.#tell({ needsSignIn: stopped === 'sign-in', pendingOnServer, problem });
    }
    // What the run met may be old news by now: where it is not what we believe, ask anew.
    if (run && (run.stopped !== 'offline') !== connection.isOnline) void connection.check();
    isUnderWay = false;
    this.#tell({ isSyncing: false, handled: 0, toHandle: 0 });
    await this.#planNext(run).catch(() => undefined);
    return run;
  }

  /**
   * Syncs again by itself, ever more seldom as long as nothing comes of it, while something waits or
   * the last run did not do everything: otherwise the header would say "Not confirmed" until somebody
   * does something.
   */
  async #planNext(run: SyncRun | null): Promise<void> {
    // A store that could not be read may be in a moment.
    const isWaiting = await this.#isWaiting().catch(() => true);
    const isDone = !isWaiting && hasDoneAll(run);
    this.#fruitless = run?.synced || isDone ? 0 : this.#fruitless + 1;
    clearTimeout(this.#timer);
    if (isDone || this.#stops.length === 0) return;
    this.#timer = setTimeout(() => void this.sync(), backOff(this.#fruitless, Math.random()));
  }

  async #isWaiting(): Promise<boolean> {
    const waiting =
      (await countIn(this.#db, 'waiting')) +
      (await this.#db.receipts.where('confirmedAt').equals(0).count()) +
      (await untold(this.#db).count()) +
      (await this.#db.drafts.filter(needsCopy).count());
    return waiting > 0;
  }

  /** Copies a draft up a moment after its last change. */
  copySoon(clientId: string): void {
    clearTimeout(this.#copyTimer);
    const copy = () => void this.copyNow(clientId).catch(() => undefined);
    this.#copyTimer = setTimeout(copy, copyDelay);
  }

  /** Copies a draft up. True when the server holds it as it is on this device. */
  async copyNow(clientId: string): Promise<boolean> {
    clearTimeout(this.#copyTimer);
    const draft = await this.#db.drafts.get(clientId);
    if (!draft || !needsCopy(draft)) return draft?.copyRefused === null;
    if (!connection.isOnline) return false;
    const copied = await copyDraft(this.#db, this.#effects, draft);
    if (copied === 'sign-in') this.#tell({ needsSignIn: true });
    if (copied === 'later') {
      void connection.check();
      await this.#planNext(null);
    }
    return copied === 'copied';
  }

  #watchCounts(): Subscription {
    const db = this.#db;
    return liveQuery(() => readCounts(db)).subscribe({
      next: paced(tellEvery, (counts) => this.#tell(counts)),
      error: () => undefined,
    });
  }
}

/** Nothing is left to try again by itself: where the server wants a sign-in, that brings the next run. */
function hasDoneAll(run: SyncRun | null): boolean {
  if (!run) return false;
  return run.stopped === 'sign-in' || (run.stopped === null && run.problem === null);
}

/** Milliseconds. */
const copyDelay = 1_500;
/** A thousand responses that leave one by one are not worth a thousand paintings of the page. */
const tellEvery = 250;
