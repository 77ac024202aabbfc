import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Draft } from '#web/offline/database.ts';
import { saveDraft } from '#web/offline/drafts.ts';
import { currentStore } from '#web/offline/store.ts';
import { copySoon } from '#web/offline/sync-status.ts';
import { useStored } from '#web/offline/use-stored.ts';

import { isOverlong } from './interview-state.ts';
import { LiveInterview, type LiveState } from './live-interview.ts';

export type OpenInterview = {
  live: LiveInterview;
  state: LiveState;
  /** The server holds all of it, too. */
  isOnServer: boolean;
  /** Why the server takes no copy, in words for people. */
  copyRefused: string | null;
  /** It was completed on another device. */
  isElsewhere: boolean;
};

export function useInterview(draft: Draft): OpenInterview {
  const { clientId } = draft;
  const [live] = useState(
    () =>
      new LiveInterview(draft, {
        save: (change) => saveDraft(currentStore(), clientId, change, Date.now()),
        onSaved: () => copySoon(clientId),
      }),
  );
  const state = useSyncExternalStore(live.subscribe, live.state);
  const stored = useStored((db) => db.drafts.get(clientId), [clientId]);
  useEffect(() => {
    if (stored) live.join(stored);
  }, [live, stored]);
  const isUnsaved = state.saved === 'saving' || state.saved === 'failed' || isOverlong(state);
  useEffect(() => warnWhile(isUnsaved), [isUnsaved]);
  const isCopied = stored?.copy?.revision === stored?.revision;
  return {
    live,
    state,
    isOnServer: state.saved === 'saved' && stored != null && isCopied,
    copyRefused: stored?.copyRefused ?? null,
    isElsewhere: stored?.elsewhere !== undefined,
  };
}

/** While something is not on the disk yet, the browser asks before it closes the page. */
function warnWhile(isUnsaved: boolean): (() => void) | undefined {
  if (!isUnsaved) return undefined;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}
