import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Draft } from '#web/offline/store/records.ts';
import { isFailing } from '#web/offline/drafts/draft-writer.ts';
import { HeldDraft } from '#web/offline/drafts/held-draft.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { copySoon } from '#web/offline/sync/sync-status.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { pageClock } from '#web/offline/drafts/page-clock.ts';

import { hasUnsent } from '#web/offline/files/kept-files.ts';
import { isAnyFilePending } from '#web/offline/files/pending-files.ts';
import { isOverlong } from './interview-state.ts';
import { LiveInterview, type LiveState } from './live-interview.ts';

export type OpenInterview = {
  live: LiveInterview;
  state: LiveState;
  /** True when the server has everything, too: the answers and the files. */
  isOnServer: boolean;
  /** Why the server does not accept a copy, as a sentence for the user. */
  copyRefused: string | null;
  /** True when the interview was completed on another device. */
  isElsewhere: boolean;
  /**
   * True when this device's store was emptied while the interview was open, and this page has
   * stored it again.
   */
  wasRewritten: boolean;
};

export function useInterview(draft: Draft): OpenInterview {
  const { clientId } = draft;
  const [{ live, held }] = useState(() => openLive(draft));
  const state = useSyncExternalStore(live.subscribe, live.state);
  const found = useStored(
    async (db) => ({
      draft: await db.drafts.get(clientId),
      store: (await db.marks.get('store'))?.name,
      hasUnsent: await hasUnsent(db, clientId),
    }),
    [clientId],
  );
  const stored = found?.draft;
  useEffect(() => {
    if (stored) live.join(stored);
    else if (found?.store !== undefined && held.isElsewhere(found.store)) void live.rewrite();
  }, [live, held, found, stored]);
  const isUnsaved = state.saved === 'saving' || isFailing(state.saved) || isOverlong(state);
  useEffect(() => warnWhile(() => isUnsaved || isAnyFilePending()), [isUnsaved]);
  const isCopied = stored?.copy?.revision === stored?.revision;
  return {
    live,
    state,
    isOnServer: state.saved === 'saved' && stored != null && isCopied && found?.hasUnsent === false,
    copyRefused: stored?.copyRefused ?? null,
    isElsewhere: stored?.elsewhere !== undefined,
    wasRewritten: stored?.wasRewritten === true,
  };
}

function openLive(draft: Draft) {
  const held = new HeldDraft(currentStore(), draft);
  pageClock.goOnFrom(draft);
  const setBackBefore = pageClock.setBackBy();
  const live: LiveInterview = new LiveInterview(draft, {
    save: (change) =>
      held.save(
        pageClock.setBackBy() > setBackBefore ? { ...change, clockChanged: true } : change,
        () => live.whole,
        Date.now(),
      ),
    onSaved: () => copySoon(draft.clientId),
  });
  return { live, held };
}

/** Makes the browser ask before it closes the page, while something is not stored yet. */
function warnWhile(isUnsaved: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}
