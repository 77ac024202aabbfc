import { backOff } from '#web/offline/connection/back-off.ts';
import { connection } from '#web/offline/connection/connection.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { countIn } from '#web/offline/outbox/kinds.ts';
import { paced } from '#web/offline/store/paced.ts';
import { whenStoreRestarts } from '#web/offline/store/store-state.ts';
import { watchPaced } from '#web/offline/store/watch-paced.ts';
import { watchNetwork } from '#web/offline/files/wifi-only.ts';
import { copyDraft, needsCopy, unreportedAbandoned } from './copies.ts';
import { readCounts } from './counts.ts';
import { syncAlone } from './sync.ts';
import type { SyncEffects, SyncRun } from './run-steps.ts';

/** What the header, the banner and the sync indicator show (rule 57). */
export type SyncStatus = {
  readonly isOnline: boolean;
  readonly isSyncing: boolean;
  /**
   * During a sync of many records: how many are handled, of how many. Both are 0 when no sync is
   * running.
   */
  readonly handled: number;
  readonly toHandle: number;
  /** The number of records of every kind on this device that the server has not confirmed. */
  readonly pendingCount: number;
  /** The same in words: "2 responses and 1 hotel change". */
  readonly pendingWords: string;
  /** How many pending records the server refused. A person must look at them. */
  readonly attentionCount: number;
  /**
   * How many records differ from what the server holds. The person decides which of the two counts.
   */
  readonly toDecideCount: number;
  /** Pending responses that only the server still holds, as of the last sync; null when unknown. */
  readonly pendingOnServer: number | null;
  /** Why something of the last sync failed, as a sentence for people; null when nothing did. */
  readonly problem: string | null;
  /** How many records of this device have arrived since the store was opened. */
  readonly arrived: number;
  /** Milliseconds since 1970; 0 before the first sync. */
  readonly lastSync: number;
  /** True when the server wants a sign-in before it accepts more. */
  readonly needsSignIn: boolean;
  /**
   * True when the browser emptied the store and the person has not yet dismissed the message about
   * it.
   */
  readonly wasEmptied: boolean;
  /** How many unsent files are known to have been lost when the browser emptied the store. */
  readonly lostFiles: number;
};

/**
 * Keeps one user's store in step with the server. It decides when to sync, makes sure that only one
 * tab syncs, and reports the status. What a sync does is in `sync.ts`.
 * `sync-status.ts` watches the connection, because that begins before the sync.
 */
export class SyncEngine {
  readonly #db: OfflineDatabase;
  readonly #effects: SyncEffects;
  readonly #tell: (status: Partial<SyncStatus>) => void;
  #running: Promise<SyncRun | null> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The planned copy of each draft. */
  readonly #copyTimers = new Map<string, ReturnType<typeof setTimeout>>();
  #fruitless = 0;
  #arrived = 0;
  #stops: (() => void)[] = [];

  constructor(
    db: OfflineDatabase,
    effects: SyncEffects,
    tell: (status: Partial<SyncStatus>) => void,
  ) {
    this.#db = db;
    this.#effects = effects;
    // A run may outlive its engine. It must not report one user's status to the next user.
    this.#tell = (change) => this.#stops.length > 0 && tell(change);
  }

  start(): void {
    const wake = () => {
      // While the server cannot be reached, nobody knows what it holds.
      this.#tell({ isOnline: connection.isOnline, pendingOnServer: null });
      if (!connection.isOnline) return;
      // Sync after a run that is under way. That run has reported its result before the reset
      // above, or it found no connection.
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
      // Files may have waited for Wi-Fi.
      watchNetwork(() => {
        if (connection.isOnline) void this.sync();
      }),
      () => document.removeEventListener('visibilitychange', seen),
      () => clearTimeout(this.#timer),
      () => this.#copyTimers.forEach(clearTimeout),
    ];
    let stopCounts = this.#watchCounts();
    const countAgain = whenStoreRestarts(() => {
      stopCounts();
      stopCounts = this.#watchCounts();
    });
    this.#stops.push(countAgain, () => stopCounts());
    wake();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  /**
   * Runs a sync, unless one is under way in this tab or another. With `force` it waits for that one
   * and then runs for every record, even if the record's back-off has not ended.
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
      this.#arrived += run.synced;
      const arrived = this.#arrived;
      this.#tell({ needsSignIn: stopped === 'sign-in', pendingOnServer, problem, arrived });
    }
    // If the run's result contradicts what we believe about the connection, check again: either may
    // be outdated.
    if (run && (run.stopped !== 'offline') !== connection.isOnline) void connection.check();
    isUnderWay = false;
    this.#tell({ isSyncing: false, handled: 0, toHandle: 0 });
    await this.#planNext(run).catch(() => undefined);
    return run;
  }

  /**
   * Plans the next sync while something waits or the last run did not do everything. The pauses
   * grow as long as the runs achieve nothing. Without this the header would show "Not confirmed"
   * until somebody acts.
   */
  async #planNext(run: SyncRun | null): Promise<void> {
    // If the store cannot be read, assume that something waits: the store may be readable in a
    // moment.
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
      (await unreportedAbandoned(this.#db).count()) +
      (await this.#db.drafts.filter(needsCopy).count());
    return waiting > 0;
  }

  /** Copies a draft to the server shortly after its last change. */
  copySoon(clientId: string): void {
    clearTimeout(this.#copyTimers.get(clientId));
    const copy = () => void this.copyNow(clientId).catch(() => undefined);
    this.#copyTimers.set(clientId, setTimeout(copy, copyDelay));
  }

  /**
   * Copies a draft to the server. Returns true when the server holds all changes made on this
   * device.
   */
  async copyNow(clientId: string): Promise<boolean> {
    clearTimeout(this.#copyTimers.get(clientId));
    this.#copyTimers.delete(clientId);
    const draft = await this.#db.drafts.get(clientId);
    if (!draft || !needsCopy(draft)) return draft?.copy != null && draft.copyRefused === null;
    if (!connection.isOnline) return false;
    const copied = await copyDraft(this.#db, this.#effects, draft);
    if (copied === 'sign-in') this.#tell({ needsSignIn: true });
    if (copied === 'later') {
      void connection.check();
      await this.#planNext(null);
    }
    return copied === 'copied';
  }

  /** Watches the counts of the store. Returns a function that stops watching. */
  #watchCounts(): () => void {
    const db = this.#db;
    return watchPaced(
      tellEvery,
      () => readCounts(db),
      (counts) => this.#tell(counts),
    );
  }
}

/**
 * True when there is nothing left to retry. After a run that stopped for a sign-in, the sign-in
 * itself starts the next run.
 */
function hasDoneAll(run: SyncRun | null): boolean {
  if (!run) return false;
  return run.stopped === 'sign-in' || (run.stopped === null && run.problem === null);
}

/** Milliseconds between the last change of a draft and its copy. */
const copyDelay = 1_500;
/**
 * Milliseconds between two updates of the status, so that a thousand records do not redraw the page
 * a thousand times.
 */
const tellEvery = 250;
