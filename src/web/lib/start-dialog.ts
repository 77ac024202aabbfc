import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Whether the dialog that begins an interview is open. The frame shows it over any screen. */
export const startDialog = {
  open: () => set(true),
  close: () => set(false),

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function useIsStartDialogOpen(): boolean {
  return useSyncExternalStore(startDialog.subscribe, () => isOpen);
}
