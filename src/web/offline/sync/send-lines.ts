import { longestWait } from '#web/offline/connection/back-off.ts';
import type { Reached } from '#web/offline/connection/contact.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { OutboxKind } from '#web/offline/outbox/kind.ts';
import { allKinds } from '#web/offline/outbox/kinds.ts';
import { sendRecord } from '#web/offline/outbox/send.ts';
import type { Unsent } from '#web/offline/store/records.ts';
import { watchTables } from '#web/offline/store/watch-tables.ts';
import { confirmReceipt, type Confirmed } from './confirm.ts';
import { runSteps, type Outcome, type Step, type SyncEffects, type SyncRun } from './run-steps.ts';

/** The parts of a sync that send the outbox: parts 2 and 6 in `sync.ts`. */

/**
 * Receives the progress: how many records of how many are handled. It counts this device's records first, then
 * the server's.
 */
export type ReportProgress = (handled: number, total: number) => void;

/** How a run was begun, and where it reports its progress. */
export type RunContext = { force: boolean; reached: Reached; tell: ReportProgress };

/**
 * The states of records that wait for the server. In any other state, a record waits for a person
 * or is done.
 */
const sendableStates: ReadonlySet<string> = new Set(['waiting', 'removed']);

const filesWaitForWifi = 'Photos and other files wait for Wi-Fi.';
/**
 * Milliseconds after which, between two files, the run looks for small records again even if no table has
 * changed.
 */
const readOthersEvery = 2_000;
/** Large records sent at once: more would only make each of them slower. */
const largeAtOnce = 2;
/**
 * Large records handled at once. While two are being sent, the device writes what became of the last
 * two and makes the next two ready.
 */
const largeInHand = 2 * largeAtOnce;
/** How many of the following lines are passed along with a record that is sent. */
const mostNext = 9;

export const smallKinds = allKinds.filter(({ isLarge }) => !isLarge);
const largeKinds = allKinds.filter(({ isLarge }) => isLarge);

/**
 * Does part 6. Before each large record it sends the small records that have begun to wait, so that an
 * interview finished meanwhile is not held up. It stops when the network changes to one that files must not
 * use.
 */
export async function sendLarge(
  db: OfflineDatabase,
  effects: SyncEffects,
  run: SyncRun,
  begun: RunContext,
): Promise<void> {
  const isHeld = () => effects.holdsLarge?.() === true;
  const lines = await linesOf(db, { ...effects, inTurn: turns(largeAtOnce) }, largeKinds, begun);
  if (lines.length > 0 && begun.force && isHeld()) run.problem ??= filesWaitForWifi;
  const watch = watchTables(
    db,
    smallKinds.map((kind) => kind.table(db)),
  );
  let readAt = -Infinity;
  let others: Promise<void> = Promise.resolve();
  const sendOthers = async () => {
    // When the back-off of a record ends, no table changes. So look after some time too.
    const isLate = Math.abs(effects.now() - readAt) > readOthersEvery;
    if (run.stopped || (!watch.hasChanged() && !isLate)) return;
    readAt = effects.now();
    const due = { ...begun, force: false, tell: () => undefined };
    await runSteps(await linesOf(db, effects, smallKinds, due), effects, run);
  };
  const steps = lines.map((step): Step => async () => {
    if (isHeld()) return 'done';
    others = others.then(sendOthers);
    await others;
    if (run.stopped) return 'done';
    const outcome = await step();
    // "Sync Now" counts only responses and hotel changes as synced.
    return outcome === 'synced' ? 'done' : outcome;
  });
  await runSteps(steps, effects, run, largeInHand).finally(watch.stop);
}

/**
 * Returns a function that limits concurrency: it calls at most `most` of the functions given to it at the same
 * time.
 */
function turns(most: number): NonNullable<SyncEffects['inTurn']> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (act) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Returns the steps that send these kinds: one for each line in the outbox. */
export async function linesOf(
  db: OfflineDatabase,
  effects: SyncEffects,
  of: readonly OutboxKind[],
  { force, reached, tell }: RunContext,
): Promise<Step[]> {
  const now = effects.now();
  // After a clock was set back, some records are put off until far in the future. Send those too.
  const isDue = (at: number) => force || at <= now || at > now + longestWait;
  const lines = await Promise.all(
    of.map(async (kind) => (await kind.lines(db)).map((ids) => ({ kind, ids }))),
  );
  let handled = 0;
  let total = lines.flat().reduce((sum, { ids }) => sum + ids.length, 0);
  if (total > 0) tell(handled, total);
  return lines.flat().map(({ kind, ids }, place, all): Step => async () => {
    const next = all
      .slice(place + 1, place + 1 + mostNext)
      .flatMap((line) => (line.kind === kind ? line.ids : []));
    for (const [at, clientId] of ids.entries()) {
      const record = await kind.table(db).get(clientId);
      if (!record || !sendableStates.has(record.state) || !isDue(record.nextAttemptAt)) {
        total -= ids.length - at;
        tell(handled, total);
        return 'done';
      }
      const outcome = await sendAndConfirm(kind, db, effects, { record, reached, next });
      if (outcome === 'synced' || outcome === 'done') handled += 1;
      if (outcome !== 'synced') total -= ids.length - at - 1;
      tell(handled, total);
      if (outcome !== 'synced') return outcome;
    }
    return 'synced';
  });
}

async function sendAndConfirm(
  kind: OutboxKind,
  db: OfflineDatabase,
  effects: SyncEffects,
  { record, reached, next }: { record: Unsent; reached: Reached; next: readonly string[] },
): Promise<Outcome> {
  const sent = await sendRecord(kind, db, effects, record, reached, next);
  if (sent === 'stored') return confirmByReceipt(db, effects, record.clientId);
  return sent === 'refused' || sent === 'deleted' ? 'done' : sent;
}

/** Confirms a record that the server stored. A record without a receipt has nothing to confirm. */
export async function confirmByReceipt(
  db: OfflineDatabase,
  effects: SyncEffects,
  clientId: string,
): Promise<Outcome> {
  const receipt = await db.receipts.get(clientId);
  return outcomeOf(receipt ? await confirmReceipt(db, effects, receipt) : 'deleted');
}

/** Returns the outcome of a step that confirmed a record. */
export function outcomeOf(confirmed: Confirmed): Outcome {
  if (confirmed === 'confirmed') return 'synced';
  return confirmed === 'deleted' ? 'done' : confirmed;
}
