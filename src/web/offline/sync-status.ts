import { useEffect, useState } from 'react';

import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { fetchInSession } from '#web/lib/fetch-in-session.ts';
import { connection } from './connection.ts';
import type { OfflineDatabase } from './database.ts';
import { canSealFor, knowPerson, reportWaiting, takeBackOwn } from './device-account.ts';
import { keepBallast } from './durably.ts';
import { SyncEngine, type SyncStatus } from './engine.ts';
import { noteReturn } from './leave-device.ts';
import { countUnsent, discardAll } from './outbox/kinds.ts';
import { refreshReads } from './reads.ts';
import { checkStore, noteReadOfEmptying, rememberedName, rememberName } from './store-mark.ts';
import { currentStore, hasStore, releaseStore, takeStore } from './store.ts';
import type { SyncRun } from './sync.ts';

export type { SyncStatus } from './engine.ts';

export type SyncResult = {
  /** Records that became synced. */
  readonly synced: number;
  /** Records that are still on this device alone. */
  readonly failed: number;
  /** The same in words: "2 responses and 1 hotel change". */
  readonly left: string;
  /** Pending responses that only the server still holds; null when it could not be asked. */
  readonly pendingOnServer: number | null;
  /** Why not everything was done, as a sentence for people; null when it was. */
  readonly reason: string | null;
};

const atRest: SyncStatus = {
  isOnline: connection.isOnline,
  isSyncing: false,
  handled: 0,
  toHandle: 0,
  pendingCount: 0,
  pendingWords: '',
  attentionCount: 0,
  toDecideCount: 0,
  pendingOnServer: null,
  problem: null,
  lastSync: 0,
  needsSignIn: false,
  wasEmptied: false,
};

let status = atRest;
let engine: SyncEngine | null = null;
const listeners = new Set<() => void>();

function tell(change: Partial<SyncStatus>): void {
  const next = { ...status, ...change };
  if (Object.entries(next).every(([name, value]) => status[name as keyof SyncStatus] === value))
    return;
  status = next;
  for (const listener of listeners) listener();
}

export function useSyncStatus(): SyncStatus {
  return useStatus(syncStatus);
}

/** Whether there is a connection. Unlike {@link useSyncStatus} it does not redraw while a sync counts. */
export function useIsOnline(): boolean {
  return useStatus(isOnline);
}

/** Whether the device's store was emptied and nobody has read the message about it yet. */
export function useWasEmptied(): boolean {
  return useStatus(wasEmptied);
}

/**
 * Not useSyncExternalStore: a sync begins while the first screen is being drawn, and that would then
 * draw the whole screen once more, in one go, so that no part of it is older than another.
 */
function useStatus<T>(read: () => T): T {
  const [shown, show] = useState(read);
  useEffect(() => follow(() => show(read)), [read]);
  return shown;
}

/** Tells how it stands, and whenever that changes. */
function follow(listener: () => void): () => void {
  listeners.add(listener);
  listener();
  return () => listeners.delete(listener);
}

function isOnline(): boolean {
  return status.isOnline;
}

function wasEmptied(): boolean {
  return status.wasEmptied;
}

export function syncStatus(): SyncStatus {
  return status;
}

/** Syncs at once, whatever back-off is running. Never rejects. */
export async function syncNow(): Promise<SyncResult> {
  const run = await engine?.sync({ force: true });
  // A store that was closed meanwhile, since its user signed out, is nobody's to count.
  const nothing = { count: 0, words: '' };
  const left = hasStore() ? await countUnsent(currentStore()).catch(() => nothing) : nothing;
  const { synced = 0, pendingOnServer = null } = run ?? {};
  const reason = run ? reasonOf(run) : notRead;
  return { synced, failed: left.count, left: left.words, pendingOnServer, reason };
}

const notRead = 'This device could not read what waits on it. Reload the page and try again.';

function reasonOf({ stopped, problem }: SyncRun): string | null {
  if (stopped === 'offline') return 'There is no connection to Bellwether.';
  if (stopped === 'sign-in') return 'The server asks you to sign in again.';
  return problem;
}

/** Removes everything unsynced from this device. The caller has asked first. */
export async function clearPending(): Promise<void> {
  await discardAll(currentStore());
}

/** Takes away what says that the store was emptied: somebody has read it. */
export async function dismissEmptied(): Promise<void> {
  await noteReadOfEmptying(currentStore());
}

type Owner = { id: number; name: string };

/** Opens the device's store of this user and begins to sync. Safe to call again. */
export async function openOfflineStore(owner: Owner): Promise<void> {
  if (!takeStore(owner.id)) {
    // Signed in anew, perhaps: what waited for that can go on.
    void engine?.sync();
    return;
  }
  engine?.stop();
  const db = currentStore();
  db.storeName = rememberedName(owner.id);
  const check = () => checkStore(db).then(({ name }) => rememberName(owner.id, name));
  // The browser closes a store that it empties. After a closing of our own nobody may look: that
  // would open the store again, amid the deletion of a sign-out.
  db.on('close', () => {
    if (!db.isLeft) void check().catch(() => undefined);
  });
  const effects = effectsOf(owner, db);
  const opened = new SyncEngine(db, effects, tell);
  engine = opened;
  // What was sealed at the last sign-out is sent with the rest.
  await noteReturn(owner.id)
    .then(() => takeBackOwn(effects.fetch, db))
    .catch(() => undefined);
  // Signed out meanwhile.
  if (engine !== opened) return;
  opened.start();
  await check().catch(() => undefined);
  // Without it the store works as well, until the device is full.
  await keepBallast(db).catch(() => undefined);
}

/** Every call names whose work it carries: another tab may have signed in as somebody else. */
function effectsOf(owner: Owner, db: OfflineDatabase) {
  const fetchAsOwner = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    // A run outlives the sign-out it meets. The server would refuse what it still asks.
    if (!hasStore() || currentStore() !== db) throw new Error('The owner has signed out.');
    const headers = new Headers(init.headers);
    headers.set(actingUserHeader, String(owner.id));
    return fetchInSession(input, { ...init, headers });
  };
  return {
    fetch: fetchAsOwner,
    now: () => Date.now(),
    random: () => Math.random(),
    refresh: async () => {
      await takeBackOwn(fetchAsOwner, db)
        .then(() => knowPerson(fetchAsOwner, owner))
        .then(() => canSealFor(owner.id))
        .then(() => reportWaiting(fetchAsOwner))
        .catch(() => undefined);
      await refreshReads();
    },
  };
}

/** Stops syncing and closes the store. What waits in it stays for its owner. */
export function closeOfflineStore(): void {
  engine?.stop();
  engine = null;
  releaseStore();
  status = { ...atRest, isOnline: connection.isOnline };
  for (const listener of listeners) listener();
}

/** Begins a sync in the background: something has been put into the outbox. */
export function syncSoon(): void {
  void engine?.sync();
}

/** Copies a draft up in the background, a moment after its last change. */
export function copySoon(clientId: string): void {
  engine?.copySoon(clientId);
}

/** Copies a draft up now. True when the server holds it as it is on this device. */
export async function copyNow(clientId: string): Promise<boolean> {
  return (await engine?.copyNow(clientId).catch(() => false)) ?? false;
}
