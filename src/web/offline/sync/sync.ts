import { reachServer, takeUpContact } from '#web/offline/connection/contact.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { withLock } from '#web/offline/store/locks.ts';
import { ask } from '#web/offline/connection/reply.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';
import { confirmPending, countPending, readPending } from './confirm.ts';
import { copyDraft, needsCopy, reportAbandoned, unreportedAbandoned } from './copies.ts';
import { deleteOldData } from './delete-old-data.ts';
import {
  confirmByReceipt,
  linesOf,
  outcomeOf,
  sendLarge,
  smallKinds,
  type RunContext,
  type ReportProgress,
} from './send-lines.ts';
import { runSteps, type Outcome, type Step, type SyncEffects, type SyncRun } from './run-steps.ts';

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
 * turn comes, does one thing that is safe to repeat, and returns an `Outcome`. Four steps run at
 * a time. The list holds ids alone, since a record may change or vanish before its turn.
 *
 * | part | steps                                                                          |
 * | ---- | ------------------------------------------------------------------------------ |
 * | 1    | Is our own server there, and is this person signed in? If not, the run stops.   |
 * | 2    | Send every waiting record of the outbox, and confirm each that was stored.      |
 * | 3    | Confirm receipts whose confirmation was lost last time.                         |
 * | 4    | Tell the server which interviews were abandoned; copy up those under way.       |
 * | 5    | Sync Now only: confirm responses that the server still lists as pending.        |
 * | 6    | Send waiting files, two at a time, the smallest first.                          |
 * | 7    | Read the surveys again. Count what is pending. Delete old data.                |
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
 * Files are large: two hundred photos may take half an hour. So before each file the run looks
 * whether another record has begun to wait, and sends that first.
 *
 * Within a line of an outbox kind the order matters (two edits of one hotel), so a line is one step,
 * and it ends with the first record that stays. Lines are independent of each other.
 *
 * What would break if you changed it: reading records when the list is made (a record that a person
 * discarded meanwhile would be sent); letting one failure throw (the rest would wait for the next
 * run); asking for the surveys first (a 401 there would sign out somebody who is in an interview).
 */

type How = {
  /** True for Sync Now: sends records whose back-off is still running, too, and does part 5. */
  force: boolean;
  tell?: ReportProgress;
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

/** Runs one sync (rule 57), as described above. Never throws because of a record or a lost connection. */
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
  if (!(await effects.isSessionKnown?.())) {
    const { kind } = await ask(effects.fetch, '/api/auth/me');
    if (kind === 'sign-in') return { ...run, stopped: 'sign-in' };
  }
  await takeUpContact(db, reached);
  const begun = { force, reached, tell };
  await runSteps(await stepsOf(db, effects, begun), effects, run);
  if (force && !run.stopped) await runSteps(await pendingSteps(db, effects, tell), effects, run);
  if (!run.stopped) await sendLarge(db, effects, run, begun);
  if (!run.stopped) await runSteps([() => refreshed(effects)], effects, run);
  if (run.stopped) return run;
  const pending = await countPending(db, effects);
  if (typeof pending === 'number') run.pendingOnServer = pending;
  else if (pending === 'sign-in') return { ...run, stopped: pending };
  else run.problem ??= pending.later;
  if (reached.clock) await deleteOldData(db, reached.clock.at);
  if (run.problem !== null) return run;
  await db.cached.put({ key: lastSyncKey, value: effects.now(), savedAt: effects.now() });
  return run;
}

export const lastSyncKey = 'last sync';

/** The reasons shown for steps that failed without a reason of their own. */
const notCopied = 'An interview under way could not be copied to the server.';
const notRefreshed = 'The surveys could not be read again.';

/** Returns the steps of parts 2 to 4. */
async function stepsOf(
  db: OfflineDatabase,
  effects: SyncEffects,
  begun: RunContext,
): Promise<Step[]> {
  const unconfirmed = await db.receipts.where('confirmedAt').equals(0).primaryKeys();
  const abandoned = await unreportedAbandoned(db).toArray();
  const drafts = await db.drafts.toCollection().primaryKeys();
  return [
    ...(await linesOf(db, effects, smallKinds, begun)),
    ...unconfirmed.map(
      (clientId): Step =>
        () =>
          confirmByReceipt(db, effects, clientId),
    ),
    ...abandoned.map((one): Step => async () => {
      const reported = await reportAbandoned(db, effects, one);
      return reported === 'reported' ? 'done' : orLater(reported);
    }),
    ...drafts.map((clientId): Step => async () => {
      const draft = await db.drafts.get(clientId);
      if (!draft || !needsCopy(draft)) return 'done';
      const copied = await copyDraft(db, effects, draft);
      return copied === 'copied' || copied === 'refused' ? 'done' : orLater(copied);
    }),
  ];
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

/** Returns the steps of part 5, one per response: thousands must block neither the page nor each other. */
async function pendingSteps(
  db: OfflineDatabase,
  effects: SyncEffects,
  tell: ReportProgress,
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
