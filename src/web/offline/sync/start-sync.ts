import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { fetchInSession } from '#web/lib/fetch-in-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { wasConfirmedJustNow } from '#web/lib/session.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import {
  canSealFor,
  knowPerson,
  reportWaiting,
  takeBackOwn,
} from '#web/offline/seal/device-account.ts';
import { keepBallast } from '#web/offline/store/durably.ts';
import { noteReturn } from '#web/offline/seal/leave-device.ts';
import { countUnsent, discardAll } from '#web/offline/outbox/kinds.ts';
import { refreshReads } from '#web/offline/readings/reads.ts';
import { currentStore, hasStore } from '#web/offline/store/store.ts';
import { waitsForWifi } from '#web/offline/files/wifi-only.ts';
import { countBehind } from './copies.ts';
import { SyncEngine, type SyncStatus } from './engine.ts';
import type { Owner } from './sync-status.ts';

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
  // Put back what was sealed at the last sign-out, so that it is sent with the rest. `refresh` repeats what fails.
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
      // One that fails, such as on a full device, does not keep the next ones from running. The next refresh repeats all.
      for (const step of [
        () => takeBackOwn(fetchAsOwner, db),
        () => knowPerson(fetchAsOwner, owner),
        () => canSealFor(owner.id),
        () => reportWaiting(fetchAsOwner),
      ])
        await step().catch(() => undefined);
      // What the device keeps for later gives way to what a screen is reading now.
      await whenQuiet(queryClient);
      await refreshReads();
    },
  };
}
