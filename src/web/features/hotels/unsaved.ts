import { useEffect } from 'react';

/** The properties that the dialog gives to its forms. */
export type Unsaved = {
  /** Called with whether the form has unsaved changes. */
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Reports whether the form has unsaved changes. A form that is gone has none. */
export function useTellDirty(onDirty: Unsaved['onDirty'], isDirty: boolean): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [onDirty, isDirty]);
}
