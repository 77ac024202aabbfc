import { useState } from 'react';

import type { Draft } from '#web/offline/database.ts';
import { DraftGone } from '#web/offline/drafts.ts';
import { toast } from '#web/ui/toast.ts';

import { deliver, finishInterview, type Delivery } from './interview-steps.ts';
import { firstMissing } from './interview-state.ts';
import type { LiveInterview } from './live-interview.ts';

/** Completes the interview: safe on the device first, then on its way, then said so. */
export function useFinish(live: LiveInterview, { clientId }: Draft, onComplete: () => void) {
  const [isFinishing, setFinishing] = useState(false);
  const complete = async () => {
    const missing = firstMissing(live.state());
    if (missing >= 0) {
      live.act({ type: 'go', index: missing });
      toast.error('An answer is missing', 'This question needs an answer before you complete.');
      return;
    }
    setFinishing(true);
    try {
      await finishInterview(clientId, live.whole);
      onComplete();
      // Whoever has signed out meanwhile is told nothing; it is safe on this device.
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
  return { complete: () => void complete(), isFinishing };
}

function tell(delivery: Delivery): void {
  if (delivery === 'sent') toast.success('Response submitted successfully');
  else if (delivery === 'waiting')
    toast.success('Response saved offline and will sync when online');
  else toast.error('Failed to save response', 'The server refused it. It is kept on this device.');
}
