import { useEffect } from 'react';

/** What a form in the dialog is given. */
export type Unsaved = {
  /** Told whether there is something to lose. */
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Keeps the guard informed; nothing is left to lose when the form is gone. */
export function useTellDirty(onDirty: Unsaved['onDirty'], isDirty: boolean): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [onDirty, isDirty]);
}
