import type { ReactNode } from 'react';

import { useUnsavedGuard } from '#web/lib/use-unsaved-guard.ts';
import { useWritten } from '#web/ui/dialogs/use-written.ts';

/** Asks before a link, Back or leaving the page drops a remark, an appeal or a decision that was not sent. */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const { isWritten, watch } = useWritten();
  useUnsavedGuard(isWritten, () => 'the round');
  return (
    <div style={{ display: 'contents' }} {...watch}>
      {children}
    </div>
  );
}
