import { useSyncExternalStore } from 'react';

let isStuck = false;
let restarts = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Holds whether the device's store has stopped responding. `store-watch.ts` finds that out. */
export const storeState = {
  get isStuck(): boolean {
    return isStuck;
  },

  set(next: boolean): void {
    if (next === isStuck) return;
    isStuck = next;
    if (!isStuck) restarts += 1;
    tell();
  },

  /** Notes that a store was closed and is open again. */
  reopened(): void {
    restarts += 1;
    tell();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Calls `act` each time the store responds again after it had stopped, or is open again after it was closed.
 * The caller must then start its queries again, because Dexie's live queries end without an error when the
 * store is closed.
 */
export function whenStoreRestarts(act: () => void): () => void {
  let seen = restarts;
  return storeState.subscribe(() => {
    if (restarts === seen) return;
    seen = restarts;
    act();
  });
}

/** Returns how often the store has restarted. See {@link whenStoreRestarts}. */
export function useStoreRestarts(): number {
  return useSyncExternalStore(storeState.subscribe, () => restarts);
}

export const storeIsStuck =
  'This device’s storage does not answer. Close the other tabs of Bellwether, then reload. If that does not help, close the browser and open it again.';

export function useIsStoreStuck(): boolean {
  return useSyncExternalStore(storeState.subscribe, () => storeState.isStuck);
}
