import { lazy, Suspense } from 'react';

import type { InterviewState } from '#web/features/interviews/interview-state.ts';
import type { LiveInterview } from '#web/features/interviews/live-interview.ts';
import { Unanswered } from '#web/features/interviews/questions/unanswered.tsx';
import { loadLackingEvidence, type Finish } from './use-finish.ts';

const LackingEvidence = lazy(async () => ({
  default: (await loadLackingEvidence()).LackingEvidence,
}));

type Props = { live: LiveInterview; state: InterviewState; finish: Finish };

/**
 * Shows what an interview lacks before it is completed: first answers, then evidence. The person may complete
 * it without them.
 */
export function BeforeComplete({ live, state, finish }: Props) {
  const ways = {
    onClose: finish.stopAsking,
    onGo: (index: number) => {
      finish.stopAsking();
      live.act({ type: 'go', index });
    },
  };
  return (
    <>
      <Unanswered
        {...ways}
        state={state}
        isOpen={finish.isAsking}
        onComplete={finish.completeAnyway}
      />
      {finish.lacking && (
        <Suspense fallback={null}>
          <LackingEvidence
            {...ways}
            state={state}
            lacking={finish.lacking}
            isOpen={finish.isAskingEvidence}
            onComplete={finish.completeWithout}
          />
        </Suspense>
      )}
    </>
  );
}
