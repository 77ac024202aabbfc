import { readHealth } from '#web/offline/connection/read-health.ts';
import type { Effects, Later } from '#web/offline/outbox/kind.ts';

/** What the steps of a sync need and change. `sync.ts` describes the steps. */

export type SyncEffects = Effects & {
  /**
   * Returns whether the server has just confirmed this person's session, so that a sync need not
   * check it again. Without it a sync always checks.
   */
  isSessionKnown?: () => Promise<boolean>;
  /** Reads the surveys again into the cache. */
  refresh: () => Promise<void>;
  /** True while large records must wait for another network. Without it they never do. */
  holdsLarge?: () => boolean;
};

export type SyncRun = {
  /** Records that became synced in this run. */
  synced: number;
  /** Why the run stopped early, if it did. */
  stopped: 'offline' | 'sign-in' | null;
  /** Pending responses that only the server still holds; null when the server could not be read. */
  pendingOnServer: number | null;
  /** Why something of it failed, as a sentence for people; null when nothing did. */
  problem: string | null;
};

/** The outcome of one step: see the table in `sync.ts`. */
export type Outcome = 'synced' | 'done' | 'sign-in' | Later;

export type Step = () => Promise<Outcome>;

/** The reason shown for a step that failed without one of its own. */
const notDone = 'This device could not read or store what the sync needs.';

/**
 * How many records are handled at once. A browser has six connections to a server, and the page
 * needs some.
 */
const atOnce = 4;

/** Runs the steps, a few at a time, until none is left or the run stops. */
export async function runSteps(
  steps: Step[],
  effects: SyncEffects,
  run: SyncRun,
  workers = atOnce,
): Promise<void> {
  const rest = steps.values();
  const work = async () => {
    for (const step of rest) {
      if (run.stopped) return;
      const outcome = await step().catch((): Outcome => ({ later: notDone }));
      if (outcome === 'synced') run.synced += 1;
      if (outcome === 'sign-in') run.stopped = 'sign-in';
      if (typeof outcome !== 'object') continue;
      run.problem ??= outcome.later;
      if (!(await readHealth(effects.fetch))) run.stopped ??= 'offline';
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}
