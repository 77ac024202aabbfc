import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { fetchInSession } from '#web/lib/fetch-in-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { wasConfirmedJustNow } from '#web/lib/session.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { countBehind } from './copies.ts';
import type { OfflineDatabase } from './database.ts';
import { canSealFor, knowPerson, reportWaiting, takeBackOwn } from './device-account.ts';
import { keepBallast } from './durably.ts';
import { SyncEngine, type SyncStatus } from './engine.ts';
import { noteReturn } from './leave-device.ts';
import { countUnsent, discardAll } from './outbox/kinds.ts';
import { refreshReads } from './reads.ts';
import { currentStore, hasStore } from './store.ts';
import type { Owner } from './sync-status.ts';
import { waitsForWifi } from './wifi-only.ts';

/**
 * Starts the sync of a store. This file and all that only a sync needs are loaded after the first
 * screen, by `sync-status.ts`.
 */

export { countBehind, countUnsent, discardAll };

/** Begins to sync. Returns null when the user has signed out meanwhile. */
export async function startSync(
  owner: Owner,
  db: OfflineDatabase,
  tell: (change: Partial<SyncStatus>) => void,
): Promise<SyncEngine | null> {
  const effects = effectsOf(owner, db);
  // Put back what was sealed at the last sign-out, so that it is sent with the rest.
  await noteReturn(owner.id)
    .then(() => takeBackOwn(effects.fetch, db))
    .catch(() => undefined);
  if (!isOpen(db)) return null;
  const engine = new SyncEngine(db, effects, tell);
  engine.start();
  // Without ballast the store works as well, until the device is full.
  void keepBallast(db).catch(() => undefined);
  return engine;
}

function isOpen(db: OfflineDatabase): boolean {
  return hasStore() && currentStore() === db;
}

/**
 * Returns what a sync needs. Every call names the owner of the work, because another tab may have
 * signed in as somebody else.
 */
function effectsOf(owner: Owner, db: OfflineDatabase) {
  const fetchAsOwner = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    // A run may outlive a sign-out. The server would refuse its further requests.
    if (!isOpen(db)) throw new Error('The owner has signed out.');
    const headers = new Headers(init.headers);
    headers.set(actingUserHeader, String(owner.id));
    return fetchInSession(input, { ...init, headers });
  };
  return {
    fetch: fetchAsOwner,
    now: () => Date.now(),
    random: () => Math.random(),
    isSessionKnown: () => wasConfirmedJustNow(owner.id),
    holdsLarge: waitsForWifi,
    refresh: async () => {
      await takeBackOwn(fetchAsOwner, db)
        .then(() => knowPerson(fetchAsOwner, owner))
        .then(() => canSealFor(owner.id))
        .then(() => reportWaiting(fetchAsOwner))
        .catch(() => undefined);
      // What the device keeps for later gives way to what a screen is reading now.
      await whenQuiet(queryClient);
      await refreshReads();
    },
  };
}
