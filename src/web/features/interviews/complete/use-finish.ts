import { useEffect, useRef, useState } from 'react';

import { wantsEvidence } from '#domain/evidence/lacking-evidence.ts';
import { DraftGone } from '#web/offline/drafts/drafts.ts';
import { isFull } from '#web/offline/store/durably.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import { allFilesStored, isAnyFilePending } from '#web/offline/files/pending-files.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { toast } from '#web/ui/notices/toast.ts';

import {
  findUnanswered,
  firstMissing,
} from '#web/features/interviews/questions/asked-questions.ts';
import { needsReason } from '#web/features/interviews/interview-state.ts';
import {
  deliver,
  finishInterview,
  type Delivery,
} from '#web/features/interviews/interview-steps.ts';
import type { LiveInterview } from '#web/features/interviews/live-interview.ts';
import type { TakenElsewhere } from '#web/features/interviews/use-taken-elsewhere.ts';
import { lackingNow, type Lacking } from './wanted-evidence.ts';

/** Loads the dialog that asks why evidence is missing. */
export const loadLackingEvidence = () =>
  import('#web/features/interviews/evidence/lacking-evidence.tsx');

type Completing = {
  /** True to leave questions without an answer. */
  anyway?: boolean;
  /** Why evidence is missing. */
  reason?: string;
};

/**
 * Completes the interview. It is stored on the device first, then sent, and then a toast shows the
 * outcome. When questions have no answer, `isAsking` is true until the person decides to complete
 * it anyway. When evidence is missing, `isAskingEvidence` is true until they give a reason.
 */
export function useFinish(
  live: LiveInterview,
  { clientId }: Draft,
  elsewhere: TakenElsewhere,
  onComplete: () => void,
) {
  const [isFinishing, setFinishing] = useState(false);
  const [asking, setAsking] = useState<'unanswered' | 'evidence' | null>(null);
  const [lacking, setLacking] = useState<Lacking | null>(null);
  const complete = async ({ anyway = false, reason }: Completing) => {
    live.act({ type: 'completing', at: Date.now() });
    const missing = firstMissing(live.state());
    if (missing >= 0) {
      setAsking(null);
      live.act({ type: 'go', index: missing });
      if (needsReason(live.state(), missing))
        toast.error('A reason is missing', 'This critical question needs one before you complete.');
      else
        toast.error('An answer is missing', 'This question needs an answer before you complete.');
      return;
    }
    if (!anyway && findUnanswered(live.state()).length > 0) return setAsking('unanswered');
    setAsking(null);
    setFinishing(true);
    try {
      if (isAnyFilePending()) await allFilesStored();
      const found = reason === undefined ? await findLacking(live, clientId, elsewhere) : null;
      if (found) {
        setLacking(found);
        setAsking('evidence');
        return setFinishing(false);
      }
      await finishHeld(clientId, live, reason);
      onComplete();
      // A person who has signed out meanwhile sees no message. The response is safe on this device.
      void deliver(clientId).then(tell, () => undefined);
    } catch (error) {
      setFinishing(false);
      toast.error(
        'Failed to save response',
        error instanceof DraftGone
          ? 'It was completed or abandoned in another tab or on another device.'
          : isFull(error)
            ? 'This device has no room for it. Make room on it and try again; keep this page open.'
            : 'This device’s storage does not take it. Keep this page open, which still has every answer, and try again.',
      );
    }
  };
  return {
    complete: () => void complete({}),
    completeAnyway: () => void complete({ anyway: true }),
    completeWithout: (reason: string) => void complete({ anyway: true, reason }),
    isFinishing,
    isAsking: asking === 'unanswered',
    isAskingEvidence: asking === 'evidence',
    /** The evidence that was missing when the person last completed; null when nothing was. */
    lacking,
    stopAsking: () => setAsking(null),
  };
}

export type Finish = ReturnType<typeof useFinish>;

/** Returns which evidence is missing, and loads the dialog that shows it. Null when none is missing. */
async function findLacking(
  live: LiveInterview,
  clientId: string,
  elsewhere: TakenElsewhere,
): Promise<Lacking | null> {
  if (!wantsEvidence(live.state().questions)) return null;
  const files = [...(await filesOf(currentStore(), clientId)), ...elsewhere];
  const lacking = lackingNow(live.state(), files);
  if (lacking.places.length === 0) return null;
  await loadLackingEvidence();
  return lacking;
}

/**
 * Ends the interview on this device after it was completed on another one. The answers given here
 * are kept, and the person decides about them on the next screen.
 */
export function useEndElsewhere(
  isElsewhere: boolean,
  live: LiveInterview,
  { clientId }: Draft,
  onComplete: () => void,
): void {
  const isEnding = useRef(false);
  useEffect(() => {
    if (!isElsewhere || isEnding.current) return;
    isEnding.current = true;
    void finishInterview(clientId, live.whole).then(onComplete, () => {
      isEnding.current = false;
    });
  }, [isElsewhere, live, clientId, onComplete]);
}

/** Completes the interview. When the store has lost it, stores it again from this page first. */
async function finishHeld(clientId: string, live: LiveInterview, reason?: string): Promise<void> {
  try {
    await finishInterview(clientId, live.whole, reason);
  } catch (error) {
    if (!(error instanceof DraftGone) || (await live.rewrite()) !== 'saved') throw error;
    await finishInterview(clientId, live.whole, reason);
  }
}

function tell(delivery: Delivery): void {
  if (delivery === 'sent') toast.success('Response submitted successfully');
  else if (delivery === 'waiting')
    toast.success('Response saved offline and will sync when online');
  // The complete screen already shows `elsewhere`, with what the person can do.
  else if (delivery === 'refused')
    toast.error('Failed to save response', 'The server refused it. It is kept on this device.');
}
