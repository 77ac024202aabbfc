import { useEffect, useState } from 'react';

import { loadOrReload } from '#web/offline/app/app-update.ts';
import { connection } from '#web/offline/connection/connection.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { noteReadOfEmptying, watchStore } from '#web/offline/store/store-mark.ts';
import { currentStore, hasStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import type { SyncEngine, SyncStatus } from './engine.ts';
import type { SyncRun } from './run-steps.ts';

export type { SyncStatus } from './engine.ts';

export type SyncResult = {
  /** Records that became synced. */
  readonly synced: number;
  /** How many records are still on this device alone. */
  readonly failed: number;
  /** Those records in words: "2 responses and 1 hotel change". */
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
/** The running sync. Pending until it is loaded; null while no store is open, or it could not be loaded. */
let engine: Promise<SyncEngine | null> = Promise.resolve(null);
/** Starts the sync now, if it is still waiting for the first screen. */
let hurry = () => {};
/** Stops watching the connection. */
let unwatch = () => {};
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

/** Begins the sync now, if it still waits for the first screen. */
export function beginSyncNow(): void {
  hurry();
}

/** Returns the running sync, and begins it now if it still waits for the first screen. */
function runningEngine(): Promise<SyncEngine | null> {
  hurry();
  return engine;
}

/** Syncs at once, even if a back-off is running. Never rejects. */
export async function syncNow(): Promise<SyncResult> {
  const run = await (await runningEngine())?.sync({ force: true });
  const left = await countLeft();
  const { synced = 0, pendingOnServer = null } = run ?? {};
  const reason = run ? reasonOf(run) : connection.isOnline ? notRead : noConnection;
  return { synced, failed: left.count, left: left.words, pendingOnServer, reason };
}

/** Counts what waits on this device now. The status has no count before the sync is loaded. */
export async function countLeft(): Promise<{ count: number; words: string }> {
  const nothing = { count: 0, words: '' };
  const sync = await importSync().catch(() => null);
  // If the user has signed out meanwhile, the store is closed and must not be counted.
  return sync && hasStore() ? sync.countUnsent(currentStore()).catch(() => nothing) : nothing;
}

/** Counts the interviews under way of which the server lacks something. */
export async function countBehind(): Promise<number> {
  const sync = await importSync().catch(() => null);
  return sync && hasStore() ? sync.countBehind(currentStore()).catch(() => 0) : 0;
}

const noConnection = 'There is no connection to Bellwether.';
const notRead = 'This device could not read what waits on it. Reload the page and try again.';

function reasonOf({ stopped, problem }: SyncRun): string | null {
  if (stopped === 'offline') return noConnection;
  if (stopped === 'sign-in') return 'The server asks you to sign in again.';
  return problem;
}

/** Deletes all unsynced records from this device. The caller must have asked the person before. */
export async function clearPending(): Promise<void> {
  const { discardAll } = await importSync();
  await discardAll(currentStore());
}

/** Dismisses the message that the store was emptied, once the person has read it. */
export async function dismissEmptied(): Promise<void> {
  await noteReadOfEmptying(currentStore());
}

export type Owner = { id: number; name: string };

/**
 * Opens this user's store on the device and begins to sync. Safe to call again.
 *
 * The store and the connection are watched at once, so readings and drafts can be used right away. The code of
 * the sync is loaded once `isQuiet` resolves, so that it does not slow down a screen that is still loading. It
 * is loaded earlier when somebody asks for a sync.
 *
 * @returns when the sync has begun, or could not be loaded
 */
export async function openOfflineStore(owner: Owner, isQuiet = Promise.resolve()): Promise<void> {
  if (!takeStore(owner.id)) {
    // The person may just have signed in again: continue with what waited for that.
    void engine.then((running) => running?.sync());
    return;
  }
  void engine.then((before) => before?.stop());
  unwatch();
  unwatch = watchConnection();
  const db = currentStore();
  const watched = watchStore(db);
  const asked = new Promise<void>((resolve) => (hurry = resolve));
  engine = beginSync(owner, db, Promise.race([isQuiet, asked]));
  await Promise.all([watched, engine]);
}

/**
 * Keeps `isOnline` of the status up to date, even before the sync is loaded. Returns a function that stops it.
 */
function watchConnection(): () => void {
  const unsubscribe = connection.subscribe(() => tell({ isOnline: connection.isOnline }));
  const stop = connection.watch();
  return () => {
    unsubscribe();
    stop();
  };
}

const importSync = () => import('./start-sync.ts');

/**
 * Loads the code of the sync and starts it. Returns null when it cannot be loaded, or the store was closed
 * meanwhile.
 */
async function beginSync(
  owner: Owner,
  db: OfflineDatabase,
  mayLoad: Promise<void>,
): Promise<SyncEngine | null> {
  await mayLoad;
  const sync = await loadOrReload(importSync);
  const isCurrent = () => hasStore() && currentStore() === db;
  if (!sync || !isCurrent()) return null;
  return sync.startSync(owner, db, (change) => {
    if (isCurrent()) tell(change);
  });
}

/** Stops syncing and closes the store. The unsent work in it stays on the device for its owner. */
export function closeOfflineStore(): void {
  void engine.then((running) => running?.stop());
  engine = Promise.resolve(null);
  unwatch();
  releaseStore();
  status = { ...atRest, isOnline: connection.isOnline };
  for (const listener of listeners) listener();
}

/** Begins a sync in the background, after something was put into the outbox. */
export function syncSoon(): void {
  void runningEngine().then((running) => running?.sync());
}

/**
 * Begins a sync in the background, after a file of evidence was added or changed. Without a connection it
 * begins none. Such a sync could send nothing. On a full device its small writes would begin at the same moment
 * as those of photos and answers, and Chromium would refuse all of them together (see `durably`).
 */
export function sendFilesSoon(): void {
  if (connection.isOnline) syncSoon();
}

/** Copies a draft to the server in the background, shortly after its last change. */
export function copySoon(clientId: string): void {
  void engine.then((running) => running?.copySoon(clientId));
}

/**
 * Copies a draft to the server now. Returns true when the server holds all changes made on this
 * device.
 */
export async function copyNow(clientId: string): Promise<boolean> {
  const running = await runningEngine();
  return (await running?.copyNow(clientId).catch(() => false)) ?? false;
}
