import { healthSchema, type Health } from '#domain/sync/health.ts';
import { confirmReceipt, dropOldReceipts, offerAgain } from './confirm.ts';
import { copyDraft, needsCopy, tellAbandoned } from './copies.ts';
import type { OfflineDatabase } from './database.ts';
import { ask } from './reply.ts';
import { sendEnvelope, type Effects } from './send.ts';

export type SyncEffects = Effects & {
  /** Reads surveys again into the cache. */
  refresh: () => Promise<void>;
};

export type SyncRun = {
  /** Responses that became synced in this run. */
  synced: number;
  /** Why it ended before its end, if it did. */
  stopped: 'offline' | 'sign-in' | null;
};

/** What the server says of itself; null where nobody answers, or somebody else does. */
export async function readHealth(fetch: Effects['fetch']): Promise<Health | null> {
  const reply = await ask(fetch, '/api/health', { signal: AbortSignal.timeout(5_000) });
  return reply.kind === 'answered' ? (healthSchema.safeParse(reply.json).data ?? null) : null;
}

/** The work of one record: what it came to, and nothing that could stop the next one. */
type Outcome = 'synced' | 'done' | 'later' | 'sign-in';

/**
 * One run of sync (specification, section 4): send what waits; confirm what was received; copy up
 * what is under way; refresh the surveys. Every record stands for itself: one that fails is tried
 * again later and holds up no other. Only a lost connection or sign-in ends the run early.
 *
 * @param force takes records whose back-off is still running, too
 */
export async function syncStore(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force }: { force: boolean },
): Promise<SyncRun> {
  const run: SyncRun = { synced: 0, stopped: null };
  const health = await readHealth(effects.fetch);
  if (!health) return { ...run, stopped: 'offline' };
  // Asked first, so that nobody who only holds an interview is thrown out of it by a read.
  const { kind } = await ask(effects.fetch, '/api/auth/me');
  if (kind === 'sign-in') return { ...run, stopped: 'sign-in' };
  await offerAgain(db, health.epoch);
  for await (const step of steps(db, effects, { force, epoch: health.epoch })) {
    const outcome = await step().catch((): Outcome => 'later');
    if (outcome === 'synced') run.synced += 1;
    if (outcome === 'sign-in') return { ...run, stopped: 'sign-in' };
    if (outcome === 'later' && !(await readHealth(effects.fetch)))
      return { ...run, stopped: 'offline' };
  }
  await dropOldReceipts(db, effects.now());
  await db.cached.put({ key: lastSyncKey, value: effects.now(), savedAt: effects.now() });
  return run;
}

export const lastSyncKey = 'last sync';

/** The records to work on, each kind read only when its turn comes. */
async function* steps(
  db: OfflineDatabase,
  effects: SyncEffects,
  { force, epoch }: { force: boolean; epoch: string },
): AsyncGenerator<() => Promise<Outcome>> {
  const now = effects.now();
  const isDue = (nextAttemptAt: number) => force || nextAttemptAt <= now;
  const waiting = await db.envelopes.filter((one) => one.state === 'waiting').sortBy('completedAt');
  for (const envelope of waiting.filter((one) => isDue(one.nextAttemptAt)))
    yield async () => {
      const sent = await sendEnvelope(db, effects, envelope, epoch);
      return sent === 'stored' || sent === 'refused' ? 'done' : sent;
    };
  for (const receipt of await db.receipts.where('confirmedAt').equals(0).toArray())
    yield async () => {
      const confirmed = await confirmReceipt(db, effects, receipt);
      return confirmed === 'confirmed' ? 'synced' : confirmed === 'deleted' ? 'done' : confirmed;
    };
  for (const abandoned of await db.abandoned.toArray())
    yield async () => {
      const told = await tellAbandoned(db, effects, abandoned);
      return told === 'told' ? 'done' : told;
    };
  for (const draft of await db.drafts.filter(needsCopy).toArray())
    yield async () => {
      const copied = await copyDraft(db, effects, draft);
      return copied === 'copied' || copied === 'refused' ? 'done' : copied;
    };
  yield async () => {
    await effects.refresh();
    return 'done';
  };
}
