import { useSyncExternalStore } from 'react';

let isStuck = false;
const listeners = new Set<() => void>();

/** Whether the device's store answers. `store-watch.ts` finds it out. */
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

export const storeIsStuck =
  'This device’s storage does not answer. Close the other tabs of Bellwether, then reload. If that does not help, close the browser and open it again.';

export function useIsStoreStuck(): boolean {
  return useSyncExternalStore(storeState.subscribe, () => storeState.isStuck);
}
