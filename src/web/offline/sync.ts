import { longestWait } from './back-off.ts';
import {
  confirmPending,
  confirmReceipt,
  countPending,
  readPending,
  type Confirmed,
} from './confirm.ts';
import { reachServer, readHealth, takeUpContact, type Reached } from './contact.ts';
import { copyDraft, needsCopy, tellAbandoned, untold } from './copies.ts';
import type { OfflineDatabase, Unsent } from './database.ts';
import { letGo } from './let-go.ts';
import { withLock } from './locks.ts';
import type { Effects, Later, OutboxKind } from './outbox/kind.ts';
import { allKinds } from './outbox/kinds.ts';
import { sendRecord } from './outbox/send.ts';
import { ask } from './reply.ts';
import { checkStore } from './store-mark.ts';

/*
 * What one sync does
 * ==================
 *
 * The problem. A device holds many records of several kinds, and each may be in a different state on
 * the server: unknown, stored but not confirmed to us, refused, deleted. The connection may end at any
 * point, replies get lost, and a page may be closed between any two steps. No record may be lost,
 * sent as something else, or block another.
 *
 * The idea. A sync is a list of small steps, one per record. Each step reads its own record when its
 * turn comes, does one thing that is safe to repeat, and returns an {@link Outcome}. Four steps run at
 * a time. The list holds ids alone, since a record may change or vanish before its turn.
 *
 * | part | steps                                                                          |
 * | ---- | ------------------------------------------------------------------------------ |
 * | 1    | Is our own server there, and is this person signed in? If not, the run stops.   |
 * | 2    | Send every waiting record of the outbox, and confirm each that was stored.      |
 * | 3    | Confirm receipts whose confirmation was lost last time.                         |
 * | 4    | Tell the server which interviews were abandoned; copy up those under way.       |
 * | 5    | Sync Now only: confirm responses that the server still lists as pending.        |
 * | 6    | Read the surveys again. Count what is pending. Let go of old receipts.          |
 *
 * | outcome          | the record                             | the run                            |
 * | ---------------- | -------------------------------------- | ---------------------------------- |
 * | `synced`         | was stored and confirmed just now      | goes on, counts one                |
 * | `done`           | needs nothing more from this run       | goes on                            |
 * | `{ later }`      | stays, and is tried again later        | goes on, if the server still replies |
 * | `sign-in`        | stays                                  | takes no further step              |
 *
 * "Confirmed" is a second call because a stored response counts as pending until its device has its
 * receipt (rule 57). A response without that call is still stored; nothing is lost when it fails.
 *
 * Within a line of an outbox kind the order matters (two edits of one hotel), so a line is one step,
 * and it ends with the first record that stays. Lines are independent of each other.
 *
 * What would break if you changed it: reading records when the list is made (a record that a person
 * discarded meanwhile would be sent); letting one failure throw (the rest would wait for the next
 * run); asking for the surveys first (a 401 there would sign out somebody who is in an interview).
 */

export type SyncEffects = Effects & {
  /** Reads the surveys again into the cache. */
  refresh: () => Promise<void>;
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

/** The outcome of one step: see the table above. */
type Outcome = 'synced' | 'done' | 'sign-in' | Later;

/**
 * Called with the progress: how many records of how many are handled, first this device's, then the
 * server's.
 */
type Told = (handled: number, total: number) => void;

/**
 * How many records are handled at once. A browser has six connections to a server, and the page
 * needs some.
 */
const atOnce = 4;

type How = {
  /** True for Sync Now: sends records whose back-off is still running, too, and does part 5. */
  force: boolean;
  tell?: Told;
};

/**
 * Runs {@link syncStore} in one tab at a time. Returns null while another tab syncs; with `force` it
 * waits for that one and then runs.
 */
export function syncAlone(
  db: OfflineDatabase,
  effects: SyncEffects,
  how: How,
): Promise<SyncRun | null> {
  return withLock(`sync ${db.name}`, { wait: how.force }, () => syncStore(db, effects, how));
}

/** One run of sync (rule 57), as described above. Never throws for a record or a lost connection. */
export async function syncStore(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force, tell = () => undefined }: How,
): Promise<SyncRun> {
  const run: SyncRun = { synced: 0, stopped: null, pendingOnServer: null, problem: null };
  // Ignore the error here: the steps that need the store report it.
  await checkStore(db).catch(() => undefined);
  const reached = await reachServer(effects);
  if (!reached) return { ...run, stopped: 'offline' };
  // Check the session before any read: an ended session then stops the sync, instead of signing out
  // a person during an interview.
  const { kind } = await ask(effects.fetch, '/api/auth/me');
  if (kind === 'sign-in') return { ...run, stopped: 'sign-in' };
  await takeUpContact(db, reached);
  const begun = { force, reached, tell };
  await workOff(await stepsOf(db, effects, begun), effects, run);
  if (force && !run.stopped) await workOff(await pendingSteps(db, effects, tell), effects, run);
  if (!run.stopped) await workOff([() => refreshed(effects)], effects, run);
  if (run.stopped) return run;
  const pending = await countPending(db, effects);
  if (typeof pending === 'number') run.pendingOnServer = pending;
  else if (pending === 'sign-in') return { ...run, stopped: pending };
  else run.problem ??= pending.later;
  if (reached.clock) await letGo(db, reached.clock.at);
  if (run.problem !== null) return run;
  await db.cached.put({ key: lastSyncKey, value: effects.now(), savedAt: effects.now() });
  return run;
}

export const lastSyncKey = 'last sync';

type Step = () => Promise<Outcome>;

/** The reasons shown for steps that failed without a reason of their own. */
const notDone = 'This device could not read or store what the sync needs.';
const notCopied = 'An interview under way could not be copied to the server.';
const notRefreshed = 'The surveys could not be read again.';

/** Runs the steps, a few at a time, until none is left or the run stops. */
async function workOff(steps: Step[], effects: SyncEffects, run: SyncRun): Promise<void> {
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
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Returns the steps of parts 2 to 4. */
async function stepsOf(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force, reached, tell }: { force: boolean; reached: Reached; tell: Told },
): Promise<Step[]> {
  const unconfirmed = await db.receipts.where('confirmedAt').equals(0).primaryKeys();
  const abandoned = await untold(db).toArray();
  const drafts = await db.drafts.toCollection().primaryKeys();
  return [
    ...(await linesOf(db, effects, { force, reached, tell })),
    ...unconfirmed.map(
      (clientId): Step =>
        () =>
          confirm(db, effects, clientId),
    ),
    ...abandoned.map((one): Step => async () => {
      const told = await tellAbandoned(db, effects, one);
      return told === 'told' ? 'done' : orLater(told);
    }),
    ...drafts.map((clientId): Step => async () => {
      const draft = await db.drafts.get(clientId);
      if (!draft || !needsCopy(draft)) return 'done';
      const copied = await copyDraft(db, effects, draft);
      return copied === 'copied' || copied === 'refused' ? 'done' : orLater(copied);
    }),
  ];
}

/** Returns the steps of part 2: one for each line of each kind in the outbox. */
async function linesOf(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force, reached, tell }: { force: boolean; reached: Reached; tell: Told },
): Promise<Step[]> {
  const now = effects.now();
  // After a clock was set back, some records are put off until far in the future. Send those too.
  const isDue = (at: number) => force || at <= now || at > now + longestWait;
  const lines = await Promise.all(
    allKinds.map(async (kind) => (await kind.lines(db)).map((ids) => ({ kind, ids }))),
  );
  let handled = 0;
  let total = lines.flat().reduce((sum, { ids }) => sum + ids.length, 0);
  tell(handled, total);
  return lines.flat().map(({ kind, ids }): Step => async () => {
    for (const [at, clientId] of ids.entries()) {
      const record = await kind.table(db).get(clientId);
      if (record?.state !== 'waiting' || !isDue(record.nextAttemptAt)) {
        total -= ids.length - at;
        tell(handled, total);
        return 'done';
      }
      const outcome = await sendAndConfirm(kind, db, effects, { record, reached });
      if (outcome === 'synced' || outcome === 'done') handled += 1;
      if (outcome !== 'synced') total -= ids.length - at - 1;
      tell(handled, total);
      if (outcome !== 'synced') return outcome;
    }
    return 'synced';
  });
}

/** Turns the outcome of a copy into a step's outcome, by adding a reason. */
function orLater(outcome: 'later' | 'sign-in'): Outcome {
  return outcome === 'later' ? { later: notCopied } : outcome;
}

function refreshed({ refresh }: SyncEffects): Promise<Outcome> {
  return refresh().then(
    () => 'done',
    () => ({ later: notRefreshed }),
  );
}

async function sendAndConfirm(
  kind: OutboxKind,
  db: OfflineDatabase,
  effects: SyncEffects,
  { record, reached }: { record: Unsent; reached: Reached },
): Promise<Outcome> {
  const sent = await sendRecord(kind, db, effects, record, reached);
  if (sent === 'stored') return confirm(db, effects, record.clientId);
  return sent === 'refused' || sent === 'deleted' ? 'done' : sent;
}

/** Returns the steps of part 5, one per response: thousands must block neither the page nor each other. */
async function pendingSteps(
  db: OfflineDatabase,
  effects: SyncEffects,
  tell: Told,
): Promise<Step[]> {
  const pending = await readPending(effects);
  if (!Array.isArray(pending)) return [() => Promise.resolve(pending)];
  let handled = 0;
  return pending.map((one) => async () => {
    const confirmed = await confirmPending(db, effects, one);
    if (typeof confirmed !== 'object') handled += 1;
    tell(handled, pending.length);
    return confirmed === 'here' ? 'done' : outcomeOf(confirmed);
  });
}

async function confirm(
  db: OfflineDatabase,
  effects: SyncEffects,
  clientId: string,
): Promise<Outcome> {
  const receipt = await db.receipts.get(clientId);
  return outcomeOf(receipt ? await confirmReceipt(db, effects, receipt) : 'deleted');
}

function outcomeOf(confirmed: Confirmed): Outcome {
  if (confirmed === 'confirmed') return 'synced';
  return confirmed === 'deleted' ? 'done' : confirmed;
}
