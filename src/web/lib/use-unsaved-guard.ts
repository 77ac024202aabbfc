import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { currentUser } from './current-user.ts';

/** Asks whether to discard unsaved changes. Returns the person's answer. */
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
 * Asks before another screen, or another thing on this screen, replaces unsaved work: by a link, by
 * Back, by closing a dialog that has an address, or by leaving the page.
 *
 * @param thingIn returns what an address shows, so that a changed filter is no reason to ask
 * @returns whether the question is open
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
      // A person whose session has ended must reach the sign-in page.
      if (isSame || !isDirty() || !currentUser.get()) return false;
      setAsking(true);
      const sure = await askToDiscard();
      // The person may have pressed Escape, and a dialog below receives the same key a moment
      // later.
      setTimeout(() => setAsking(false));
      return !sure;
    },
    enableBeforeUnload: isDirty,
  });
  return isAsking;
}

/**
 * Asks before Back, Forward or leaving the page drops what somebody typed into a dialog. Links do not ask: those of
 * the screen lie below the dialog, and a dialog opens another screen by itself only after it has saved.
 */
export function useBackGuard(isDirty: () => boolean): void {
  // Undefined in tests of a single part.
  const history = useRouter({ warn: false })?.history;
  const isDirtyNow = useEffectEvent(isDirty);
  useEffect(
    () =>
      history?.block({
        blockerFn: async ({ action }) =>
          action !== 'PUSH' && action !== 'REPLACE' && isDirtyNow() && !(await askToDiscard()),
        enableBeforeUnload: () => isDirtyNow(),
      }),
    [history],
  );
}
