import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { currentUser } from '#web/lib/current-user.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { hotelsViewSchema } from './hotels-view.ts';

/**
 * Asks before the dialog closes over unsaved work, Back and leaving the page included.
 *
 * @returns whether it asks just now
 */
export function useUnsavedGuard(isDirty: () => boolean): boolean {
  const [isAsking, setAsking] = useState(false);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSame = current.pathname === next.pathname && hotelOf(current) === hotelOf(next);
      // Whose session has ended must reach the sign-in.
      if (isSame || !isDirty() || !currentUser.get()) return false;
      setAsking(true);
      const sure = await confirm({
        title: 'Discard changes?',
        message: 'What you changed here has not been saved. Leaving now loses it.',
        confirmLabel: 'Discard changes',
        cancelLabel: 'Keep editing',
        danger: true,
      });
      // Escape may have answered, and the dialog below hears the same key a moment later.
      setTimeout(() => setAsking(false));
      return !sure;
    },
    enableBeforeUnload: isDirty,
  });
  return isAsking;
}

function hotelOf({ search }: { search: unknown }): number | 'new' | undefined {
  return hotelsViewSchema.safeParse(search).data?.hotel;
}

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
