import { useEffect, useRef, useState } from 'react';

import type { Draft } from '#web/offline/database.ts';
import { DraftGone } from '#web/offline/drafts.ts';
import { toast } from '#web/ui/toast.ts';

import { deliver, finishInterview, type Delivery } from './interview-steps.ts';
import { findUnanswered, firstMissing } from './asked-questions.ts';
import { needsReason } from './interview-state.ts';
import type { LiveInterview } from './live-interview.ts';

/**
 * Completes the interview. It is stored on the device first, then sent, and then a toast shows the
 * outcome. When questions have no answer, `isAsking` is true until the person decides to complete
 * it anyway.
 */
export function useFinish(live: LiveInterview, { clientId }: Draft, onComplete: () => void) {
  const [isFinishing, setFinishing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const complete = async ({ anyway }: { anyway: boolean }) => {
    const missing = firstMissing(live.state());
    if (missing >= 0) {
      setAsking(false);
      live.act({ type: 'go', index: missing });
      if (needsReason(live.state(), missing))
        toast.error('A reason is missing', 'This critical question needs one before you complete.');
      else
        toast.error('An answer is missing', 'This question needs an answer before you complete.');
      return;
    }
    if (!anyway && findUnanswered(live.state()).length > 0) return setAsking(true);
    setAsking(false);
    setFinishing(true);
    try {
      await finishHeld(clientId, live);
      onComplete();
      // A person who has signed out meanwhile sees no message. The response is safe on this device.
      void deliver(clientId).then(tell, () => undefined);
    } catch (error) {
      setFinishing(false);
      toast.error(
        'Failed to save response',
        error instanceof DraftGone
          ? 'It was completed or abandoned in another tab or on another device.'
          : 'This device could not store it. Make room on it and try again; keep this page open.',
      );
    }
  };
  return {
    complete: () => void complete({ anyway: false }),
    completeAnyway: () => void complete({ anyway: true }),
    isFinishing,
    isAsking,
    stopAsking: () => setAsking(false),
  };
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
async function finishHeld(clientId: string, live: LiveInterview): Promise<void> {
  try {
    await finishInterview(clientId, live.whole);
  } catch (error) {
    if (!(error instanceof DraftGone) || (await live.rewrite()) !== 'saved') throw error;
    await finishInterview(clientId, live.whole);
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
