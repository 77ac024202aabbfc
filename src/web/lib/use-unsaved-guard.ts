import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

import { confirm } from '#web/ui/confirm.tsx';
import { currentUser } from './current-user.ts';

/** Asks before what was typed and not saved is lost. */
export function askToDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard changes?',
    message: 'What you changed here has not been saved. Leaving now loses it.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    danger: true,
    staysInRow: true,
  });
}

/**
 * Asks before another screen, or another thing on this one, takes the place of unsaved work: by a
 * link, by Back, by closing a dialog that has an address, or by leaving the page.
 *
 * @param thingIn what an address shows, so that a filter beside it is no reason to ask
 * @returns whether it asks just now
 */
export function useUnsavedGuard(
  isDirty: () => boolean,
  thingIn: (search: unknown) => unknown,
): boolean {
  const [isAsking, setAsking] = useState(false);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSame =
        current.pathname === next.pathname && thingIn(current.search) === thingIn(next.search);
      // Whose session has ended must reach the sign-in.
      if (isSame || !isDirty() || !currentUser.get()) return false;
      setAsking(true);
      const sure = await askToDiscard();
      // Escape may have answered, and a dialog below hears the same key a moment later.
      setTimeout(() => setAsking(false));
      return !sure;
    },
    enableBeforeUnload: isDirty,
  });
  return isAsking;
}
