import { useEffect, useState } from 'react';

import type { WriteState } from '#web/offline/drafts/draft-writer.ts';
import type { ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { keepPlan } from '#web/offline/drafts/exit-plans.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { currentStore } from '#web/offline/store/store.ts';

/**
 * Writes a plan whenever it changes, one write after the other. Changes during a write go into the next one, so
 * that typing never waits for the disk. All go into the store that was open when the form was: by the time a write is
 * tried again, somebody else may have signed in.
 */
class PlanWriter {
  plan: ExitPlan;
  readonly #db: OfflineDatabase;
  #tell: (state: WriteState) => void = () => undefined;
  #isWriting = false;
  #isDirty = false;

  constructor(db: OfflineDatabase, plan: ExitPlan) {
    this.#db = db;
    this.plan = plan;
  }

  /** Calls the listener with each state. Returns a function that stops it. */
  listen(tell: (state: WriteState) => void): () => void {
    this.#tell = tell;
    return () => {
      this.#tell = () => undefined;
    };
  }

  write(plan: ExitPlan): void {
    this.plan = plan;
    this.#isDirty = true;
    this.#tell('saving');
    void this.#drain();
  }

  async #drain(): Promise<void> {
    if (this.#isWriting || !this.#isDirty) return;
    this.#isWriting = true;
    this.#isDirty = false;
    try {
      await keepPlan(this.#db, this.plan);
      this.#isWriting = false;
      if (this.#isDirty) return await this.#drain();
      this.#tell('saved');
    } catch {
      this.#isWriting = false;
      this.#isDirty = true;
      this.#tell('failed');
      setTimeout(() => void this.#drain(), retryAfter);
    }
  }
}

/** Milliseconds after which a failed write is tried again. */
const retryAfter = 2_000;

export type ChangePlan = (change: (plan: ExitPlan) => Partial<ExitPlan>) => void;

/** Returns the plan, a function that changes it, and whether it is on the disk. */
export function usePlan(opening: ExitPlan) {
  const [writer] = useState(() => new PlanWriter(currentStore(), opening));
  const [plan, setPlan] = useState(opening);
  const [saved, setSaved] = useState<WriteState>('saved');
  useEffect(() => writer.listen(setSaved), [writer]);
  const [change] = useState((): ChangePlan => (of) => {
    const next = { ...writer.plan, ...of(writer.plan) };
    writer.write(next);
    setPlan(next);
  });
  return { plan, change, saved };
}
