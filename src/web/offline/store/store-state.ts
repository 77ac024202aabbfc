import { useSyncExternalStore } from 'react';

let isStuck = false;
const listeners = new Set<() => void>();

/** Holds whether the device's store has stopped responding. `store-watch.ts` finds that out. */
export const storeState = {
  get isStuck(): boolean {
    return isStuck;
  },

  set(next: boolean): void {
    if (next === isStuck) return;
    isStuck = next;
    for (const listener of listeners) listener();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Calls `act` each time the store responds again after it had stopped. The caller must then start its queries
 * again, because Dexie's live queries end without an error when the store is closed.
 */
export function whenStoreAnswersAgain(act: () => void): () => void {
  return storeState.subscribe(() => {
    if (!isStuck) act();
  });
}

export const storeIsStuck =
  'This device’s storage does not answer. Close the other tabs of Bellwether, then reload. If that does not help, close the browser and open it again.';

export function useIsStoreStuck(): boolean {
  return useSyncExternalStore(storeState.subscribe, () => storeState.isStuck);
}
