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
import { waitsForWifi } from './wifi-only.ts';
import type { SyncRun } from './work-off.ts';

export type { SyncStatus } from './engine.ts';

export type SyncResult = {
  /** Records that became synced. */
  readonly synced: number;
  /** Records that are still on this device alone. */
  readonly failed: number;
  /** The same in words: "2 responses and 1 hotel change". */
  readonly left: string;
  /** Pending responses that only the server still holds; null when the server could not be read. */
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
  arrived: 0,
  lastSync: 0,
  needsSignIn: false,
  wasEmptied: false,
  lostFiles: 0,
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

/**
 * Returns whether there is a connection. Unlike {@link useSyncStatus} it does not redraw while a
 * sync counts.
 */
export function useIsOnline(): boolean {
  return useStatus(isOnline);
}

/**
 * True when the browser emptied the store and the person has not yet dismissed the message about
 * it.
 */
export function useWasEmptied(): boolean {
  return useStatus(wasEmptied);
}

/**
 * Returns a part of the status. It avoids useSyncExternalStore: a sync begins while the first
 * screen is being rendered, and that hook would then render the whole screen again in one blocking
 * pass.
 */
function useStatus<T>(read: () => T): T {
  const [shown, show] = useState(read);
  useEffect(() => follow(() => show(read)), [read]);
  return shown;
}

/**
 * Calls the listener now and after every change of the status. Returns a function that stops it.
 */
function follow(listener: () => void): () => void {
  listeners.add(listener);
  listener();
  return () => listeners.delete(listener);
}

/** Calls the listener after each sync in which records of this device arrived. */
export function whenArrived(listener: () => void): void {
  let before = 0;
  follow(() => {
    const { arrived } = status;
    if (arrived > before) listener();
    before = arrived;
  });
}

function isOnline(): boolean {
  return status.isOnline;
}

function wasEmptied(): boolean {
  return status.wasEmptied;
}

/** Returns how many unsent files are known to have been lost when the browser emptied the store. */
export function useLostFiles(): number {
  return useStatus(lostFiles);
}

function lostFiles(): number {
  return status.lostFiles;
}

export function syncStatus(): SyncStatus {
  return status;
}

/** Syncs at once, even if a back-off is running. Never rejects. */
export async function syncNow(): Promise<SyncResult> {
  const run = await engine?.sync({ force: true });
  // If the user has signed out meanwhile, the store is closed and must not be counted.
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

/** Deletes all unsynced records from this device. The caller must have asked the person before. */
export async function clearPending(): Promise<void> {
  await discardAll(currentStore());
}

/** Dismisses the message that the store was emptied, once the person has read it. */
export async function dismissEmptied(): Promise<void> {
  await noteReadOfEmptying(currentStore());
}

type Owner = { id: number; name: string };

/** Opens this user's store on the device and begins to sync. Safe to call again. */
export async function openOfflineStore(owner: Owner): Promise<void> {
  if (!takeStore(owner.id)) {
    // The person may just have signed in again: continue with what waited for that.
    void engine?.sync();
    return;
  }
  engine?.stop();
  const db = currentStore();
  db.storeName = rememberedName(owner.id);
  const check = () => checkStore(db).then(({ name }) => rememberName(owner.id, name));
  // The browser closes a store that it empties, so check then. After we closed it ourselves nothing
  // may check: that would open the store again while a sign-out deletes it.
  db.on('close', () => {
    if (!db.isLeft) void check().catch(() => undefined);
  });
  const effects = effectsOf(owner, db);
  const opened = new SyncEngine(db, effects, tell);
  engine = opened;
  // Put back what was sealed at the last sign-out, so that it is sent with the rest.
  await noteReturn(owner.id)
    .then(() => takeBackOwn(effects.fetch, db))
    .catch(() => undefined);
  // The user has signed out meanwhile.
  if (engine !== opened) return;
  opened.start();
  await check().catch(() => undefined);
  // Without ballast the store works as well, until the device is full.
  await keepBallast(db).catch(() => undefined);
}

/**
 * Returns what a sync needs. Every call names the owner of the work, because another tab may have
 * signed in as somebody else.
 */
function effectsOf(owner: Owner, db: OfflineDatabase) {
  const fetchAsOwner = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    // A run may outlive a sign-out. The server would refuse its further requests.
    if (!hasStore() || currentStore() !== db) throw new Error('The owner has signed out.');
    const headers = new Headers(init.headers);
    headers.set(actingUserHeader, String(owner.id));
    return fetchInSession(input, { ...init, headers });
  };
  return {
    fetch: fetchAsOwner,
    now: () => Date.now(),
    random: () => Math.random(),
    holdsLarge: waitsForWifi,
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

/** Stops syncing and closes the store. Its unsent work stays for its owner. */
export function closeOfflineStore(): void {
  engine?.stop();
  engine = null;
  releaseStore();
  status = { ...atRest, isOnline: connection.isOnline };
  for (const listener of listeners) listener();
}

/** Begins a sync in the background, after something was put into the outbox. */
export function syncSoon(): void {
  void engine?.sync();
}

/**
 * Begins a sync in the background, after a file of evidence was added or changed. Without a connection
 * it begins none. It could send nothing, and on a full device its small writes would only begin beside
 * those of photos and answers, which Chromium then refuses together (see `durably`).
 */
export function sendFilesSoon(): void {
  if (connection.isOnline) syncSoon();
}

/** Copies a draft to the server in the background, shortly after its last change. */
export function copySoon(clientId: string): void {
  engine?.copySoon(clientId);
}

/**
 * Copies a draft to the server now. Returns true when the server holds all changes made on this
 * device.
 */
export async function copyNow(clientId: string): Promise<boolean> {
  return (await engine?.copyNow(clientId).catch(() => false)) ?? false;
}
