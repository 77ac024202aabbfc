import { useSyncExternalStore } from 'react';

/**
 * Returns the switch of a dialog that belongs to the frame: whether it is open, and functions that open and
 * close it. Any screen may open it.
 */
function dialogSwitch() {
  let isOpen = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    isOpen = next;
    for (const listener of listeners) listener();
  };
  return {
    open: () => set(true),
    close: () => set(false),
    isOpen: () => isOpen,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The dialog that begins an interview. */
export const startDialog = dialogSwitch();

/** The dialog "Find anything". */
export const findDialog = dialogSwitch();

export function useIsOpen({ subscribe, isOpen }: typeof startDialog): boolean {
  return useSyncExternalStore(subscribe, isOpen);
}
