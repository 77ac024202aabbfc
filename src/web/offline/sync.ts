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

export type SyncEffects = Effects & {
  /** Reads surveys again into the cache. */
  refresh: () => Promise<void>;
};

export type SyncRun = {
  /** Records that became synced in this run. */
  synced: number;
  /** Why it ended before its end, if it did. */
  stopped: 'offline' | 'sign-in' | null;
  /** Pending responses that only the server still holds; null when it could not be asked. */
  pendingOnServer: number | null;
  /** Why something of it failed, as a sentence for people; null when nothing did. */
  problem: string | null;
};

/** The work of one record: what it came to, and nothing that could stop the next one. */
type Outcome = 'synced' | 'done' | 'sign-in' | Later;

/** Called with progress: how many of the waiting responses are done, first those here, then the server's. */
type Told = (settled: number, total: number) => void;

/**
 * Records under way at once. A browser has six connections to a server, and the page needs some.
 */
const atOnce = 4;

type How = {
  /** Takes records whose back-off is still running, too, and confirms what the server has pending. */
  force: boolean;
  tell?: Told;
};

/**
 * {@link syncStore}, in one tab at a time. Null where another tab syncs just now; with `force` it
 * waits for that one, and then runs.
 */
export function syncAlone(
  db: OfflineDatabase,
  effects: SyncEffects,
  how: How,
): Promise<SyncRun | null> {
  return withLock(`sync ${db.name}`, { wait: how.force }, () => syncStore(db, effects, how));
}

/**
 * One run of sync (rule 57): send what waits and confirm what was received; copy
 * up what is under way; where someone asked for it, confirm what the server still has pending;
 * refresh the surveys. Every record stands for itself: one that fails is
 * tried again later and holds up no other. Only a lost connection or sign-in ends the run early.
 */
export async function syncStore(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force, tell = () => undefined }: How,
): Promise<SyncRun> {
  const run: SyncRun = { synced: 0, stopped: null, pendingOnServer: null, problem: null };
  // A store that cannot be read is no reason to say so here: what needs it fails by itself.
  await checkStore(db).catch(() => undefined);
  const reached = await reachServer(effects);
  if (!reached) return { ...run, stopped: 'offline' };
  // Asked first, so that nobody who only holds an interview is thrown out of it by a read.
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

/** What is said of a step that failed without a reason of its own. */
const notDone = 'This device could not read or store what the sync needs.';
const notCopied = 'An interview under way could not be copied to the server.';
const notRefreshed = 'The surveys could not be read again.';

/** Takes step after step, a few at once, until none is left or nobody takes any. */
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

/** What there is to do, by name alone: each record is read when its turn comes. */
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

/** What waits in the outbox, of every kind. Lines are independent; within one the order counts. */
async function linesOf(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force, reached, tell }: { force: boolean; reached: Reached; tell: Told },
): Promise<Step[]> {
  const now = effects.now();
  // A clock that was set back has put some of them off until far in its future.
  const isDue = (at: number) => force || at <= now || at > now + longestWait;
  const lines = await Promise.all(
    allKinds.map(async (kind) => (await kind.lines(db)).map((ids) => ({ kind, ids }))),
  );
  let settled = 0;
  let total = lines.flat().reduce((sum, { ids }) => sum + ids.length, 0);
  tell(settled, total);
  return lines.flat().map(({ kind, ids }): Step => async () => {
    for (const [at, clientId] of ids.entries()) {
      const record = await kind.table(db).get(clientId);
      if (record?.state !== 'waiting' || !isDue(record.nextAttemptAt)) {
        total -= ids.length - at;
        tell(settled, total);
        return 'done';
      }
      const outcome = await sendAndConfirm(kind, db, effects, { record, reached });
      if (outcome === 'synced' || outcome === 'done') settled += 1;
      if (outcome !== 'synced') total -= ids.length - at - 1;
      tell(settled, total);
      if (outcome !== 'synced') return outcome;
    }
    return 'synced';
  });
}

/** An interview under way tells no reason of its own. */
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

/** One step for each, since thousands of them must neither hold up the page nor each other. */
async function pendingSteps(
  db: OfflineDatabase,
  effects: SyncEffects,
  tell: Told,
): Promise<Step[]> {
  const pending = await readPending(effects);
  if (!Array.isArray(pending)) return [() => Promise.resolve(pending)];
  let settled = 0;
  return pending.map((one) => async () => {
    const confirmed = await confirmPending(db, effects, one);
    if (typeof confirmed !== 'object') settled += 1;
    tell(settled, pending.length);
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
