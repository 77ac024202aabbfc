import { useBlocker } from '@tanstack/react-router';

import { currentUser } from '#web/lib/current-user.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { builderViewSchema } from './builder-view.ts';

/** Asks before what was typed and not saved is lost. */
export function askToDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard changes?',
    message: 'What you changed here has not been saved. Leaving now loses it.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    danger: true,
  });
}

/** Asks before another screen or survey takes the place of unsaved work, Back included. */
export function useUnsavedGuard(isDirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSame = current.pathname === next.pathname && surveyOf(current) === surveyOf(next);
      // Whose session has ended must reach the sign-in.
      if (isSame || !isDirty() || !currentUser.get()) return false;
      return !(await askToDiscard());
    },
    enableBeforeUnload: isDirty,
  });
}

function surveyOf({ search }: { search: unknown }): number | undefined {
  return builderViewSchema.safeParse(search).data?.survey;
}
